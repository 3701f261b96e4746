// The commands that create files, and those that open a game, a check or a replay.
const path = require('node:path');
const { Uri, ViewColumn, env, window, workspace } = require('vscode');
const { command, folderOf, inTerminal, output, relative } = require('./program');

const here = (uri) => uri || (window.activeTextEditor && window.activeTextEditor.document.uri);

const someFolder = (uri) => {
  const folder = folderOf(here(uri));
  if (!folder) throw new Error('Open a folder first.');
  return folder;
};

/** Asks for a name, creates an item, and opens its first file. */
const create = (what, prompt) => async (given) => {
  const folder = someFolder();
  const name = typeof given === 'string' ? given : await window.showInputBox({ prompt, placeHolder: 'windfall' });
  if (!name) return undefined;
  await workspace.saveAll();
  const said = await output(folder, ['new', what, '--', name]);
  const files = said.split('\n').map((line) => /^(?:wrote|changed) (.*)$/.exec(line)).filter(Boolean).map((found) => found[1]);
  if (!files.length) throw new Error(said.trim() || `Nothing was created; a ${what} needs another name.`);
  const uri = Uri.file(path.resolve(folder.uri.fsPath, files.find((file) => file.endsWith('.rhai')) || files[0]));
  await window.showTextDocument(uri);
  return uri;
};

/** The variant of the open file, or one that is chosen. */
const variant = async (folder, uri) => {
  const file = here(uri);
  if (file && /[\\/]variants[\\/][^\\/]+\.json$/.test(file.fsPath)) return relative(folder, file);
  const all = JSON.parse(await output(folder, ['variants', '--format', 'json']));
  const items = all.map(({ id, name, about }) => ({ label: name, description: id, detail: about }));
  const chosen = await window.showQuickPick(items, { placeHolder: 'A variant', matchOnDescription: true });
  return chosen && chosen.description;
};

const withVariant = (run) => async (uri) => {
  const folder = someFolder(uri), chosen = await variant(folder, uri);
  return chosen && run(folder, chosen);
};

/** Shows a session as a page to step through. */
const replay = async (storage, folder, file, line) => {
  await workspace.fs.createDirectory(storage);
  const page = Uri.joinPath(storage, 'replay.html');
  await output(folder, ['replay', `${file}:${line}`, '--out', page.fsPath]);
  const panel = window.createWebviewPanel('litterbox.replay', `Replay of ${path.basename(file)}`, ViewColumn.Beside, { enableScripts: true });
  panel.webview.html = String(await workspace.fs.readFile(page));
  return panel;
};

exports.register = (context, blockAt) => context.subscriptions.push(
  command('newCard', create('card', 'The name of the new card')),
  command('newRule', create('rule', 'The name of the new rule')),
  command('newVariant', create('variant', 'The name of the new variant')),
  command('play', withVariant((folder, chosen) => inTerminal(folder, `play ${chosen}`, ['repl', chosen]))),
  command('table', withVariant((folder, chosen) =>
    inTerminal(folder, `table ${chosen}`, ['serve', chosen, '--open', '--editor-url', `${env.uriScheme}://file/{path}:{line}`]))),
  command('workbench', () => inTerminal(someFolder(), 'workbench', ['workbench'])),
  command('check', () => inTerminal(someFolder(), 'check', ['check'])),
  command('replay', async (...at) => {
    const { folder, file, line } = await blockAt(...at);
    return replay(context.globalStorageUri, folder, file, line);
  }),
);
