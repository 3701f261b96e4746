// The program `litterbox`, and the folders that it works in.
const { execFile } = require('node:child_process');
const path = require('node:path');
const { ProcessExecution, RelativePattern, Task, commands, tasks, window, workspace } = require('vscode');

/** The path of the program. */
exports.program = () => workspace.getConfiguration('litterbox').get('path');

/** The folder of the workspace that a file is in, or else the first one. */
const folderOf = (uri) => (uri && workspace.getWorkspaceFolder(uri)) || (workspace.workspaceFolders || [])[0];
exports.folderOf = folderOf;

/** Whether a folder has scripts and variants, or a session. */
const isProject = async (folder) => {
  const files = (pattern, most) => workspace.findFiles(new RelativePattern(folder, pattern), null, most);
  if ((await files('scripts/**/*.rhai', 1)).length && (await files('variants/*.json', 1)).length) return true;
  for (const uri of await files('**/*.session.md', 20)) {
    if (/^ {0,3}(`{3,}|~{3,}) *litterbox\s*$/m.test(String(await workspace.fs.readFile(uri)))) return true;
  }
  return false;
};

/** Whether a folder of the workspace is a project. */
exports.hasProject = async () => {
  for (const folder of workspace.workspaceFolders || []) if (await isProject(folder)) return true;
  return false;
};

/** Runs the program in a folder; returns what it printed. Exit code 1 is a finding, not an error. */
exports.output = (folder, args, token) => new Promise((done, failed) => {
  const options = { cwd: folder.uri.fsPath, maxBuffer: 1 << 26, env: { ...process.env, NO_COLOR: '1' } };
  const child = execFile(exports.program(), args, options, (error, stdout, stderr) => {
    if (error && error.code !== 1) failed(new Error(stderr.trim() || error.message));
    else done(stdout);
  });
  if (token) token.onCancellationRequested(() => child.kill());
});

/** Runs the program in a terminal that stays open. */
exports.inTerminal = (folder, name, args) => {
  const run = new ProcessExecution(exports.program(), args, { cwd: folder.uri.fsPath });
  const task = new Task({ type: 'litterbox', args }, folder, name, 'litterbox', run);
  task.presentationOptions = { focus: true, clear: true };
  return tasks.executeTask(task);
};

/** Registers a command; an error becomes a message. */
exports.command = (name, run) => commands.registerCommand(`litterbox.${name}`, async (...args) => {
  try {
    if (!workspace.isTrusted) throw new Error('Trust this folder first: until then no program is started.');
    return await run(...args);
  } catch (error) {
    const about = error.code === 'ENOENT' || /ENOENT/.test(error.message) ? ' The setting `litterbox.path` names the program.' : '';
    window.showErrorMessage(`${error.message}${about}`);
    return undefined;
  }
});

/** A path as the program takes it, relative to the folder where it is inside. */
exports.relative = (folder, uri) => {
  const inside = path.relative(folder.uri.fsPath, uri.fsPath);
  return inside.startsWith('..') || path.isAbsolute(inside) ? uri.fsPath : inside;
};
