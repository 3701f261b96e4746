// Starts `litterbox lsp` and `litterbox dap` where a project is, once its folder is trusted.
const { DebugAdapterExecutable, Position, Uri, commands, debug, window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { register: registerCommands } = require('./commands');
const { command, folderOf, hasProject, output, program } = require('./program');
const { register: registerTests } = require('./testing');

let client;

// Without `launch.json`, the open session is debugged up to the line of the cursor.
const resolveDebugConfiguration = (folder, config) => {
  const editor = window.activeTextEditor;
  if (config.request) return config;
  if (!editor || !editor.document.fileName.endsWith('.session.md')) {
    return window.showErrorMessage('Open a session file to debug it.').then(() => undefined);
  }
  const [session, line] = [editor.document.fileName, editor.selection.active.line + 1];
  return { type: 'litterbox', request: 'launch', name: 'The open session', session, line, stopOnEntry: true };
};

const createDebugAdapterDescriptor = (session) => {
  if (!workspace.isTrusted) throw new Error('Trust this folder first: until then no program is started.');
  const folder = session.workspaceFolder || folderOf();
  return new DebugAdapterExecutable(program(), ['dap', ...(folder ? ['--home', folder.uri.fsPath] : [])]);
};

const start = async () => {
  const documentSelector = [
    { scheme: 'file', language: 'rhai' },
    { scheme: 'file', pattern: '**/variants/**/*.json' },
    { scheme: 'file', pattern: '**/*.session.md' },
  ];
  // The commands of lenses and fixes that this editor carries out.
  const initializationOptions = { commands: ['litterbox.run', 'litterbox.debug', 'litterbox.references'] };
  client = new LanguageClient('litterbox', 'Litterbox', { command: program(), args: ['lsp'] }, { documentSelector, initializationOptions });
  client.start();
  await client.onReady();
};

exports.activate = async (context) => {
  const explorer = registerTests(context, () => client);
  registerCommands(context, explorer.blockAt);
  let restarts = Promise.resolve();
  const renew = async () => {
    if (client) await client.stop();
    client = undefined;
    if (!workspace.isTrusted || !(await hasProject())) return;
    try {
      await output(folderOf(), ['--version']);
      await start();
      await explorer.refresh();
      await commands.executeCommand('setContext', 'litterbox.active', true);
    } catch (error) {
      client = undefined;
      void window.showErrorMessage(`${error.message}. The setting \`litterbox.path\` names the program.`);
    }
  };
  // Trust and the path of the program come one after the other: each restart waits for the one before.
  const restart = () => { restarts = restarts.then(renew, renew); return restarts; };
  context.subscriptions.push(
    debug.registerDebugConfigurationProvider('litterbox', { resolveDebugConfiguration }),
    debug.registerDebugAdapterDescriptorFactory('litterbox', { createDebugAdapterDescriptor }),
    command('restart', restart),
    command('references', (uri, { line, character }) =>
      commands.executeCommand('editor.action.findReferences', Uri.parse(uri), new Position(line, character))),
    workspace.onDidGrantWorkspaceTrust(restart),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('litterbox.path') && restart()),
  );
  await restart();
  return { controller: explorer.controller, client: () => client };
};

exports.deactivate = () => client && client.stop();
