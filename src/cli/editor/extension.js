// Starts `litterbox lsp` and `litterbox dap`, and connects the editor to them.
const { debug, window, workspace, DebugAdapterExecutable } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

const program = () => workspace.getConfiguration('litterbox').get('path');

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
  const home = session.workspaceFolder ? ['--home', session.workspaceFolder.uri.fsPath] : [];
  return new DebugAdapterExecutable(program(), ['dap', ...home]);
};

exports.activate = (context) => {
  const documentSelector = [
    { scheme: 'file', language: 'rhai' },
    { scheme: 'file', pattern: '**/variants/**/*.json' },
    { scheme: 'file', pattern: '**/*.session.md' },
  ];
  context.subscriptions.push(
    debug.registerDebugConfigurationProvider('litterbox', { resolveDebugConfiguration }),
    debug.registerDebugAdapterDescriptorFactory('litterbox', { createDebugAdapterDescriptor }),
  );
  const server = { command: program(), args: ['lsp'] };
  client = new LanguageClient('litterbox', 'Litterbox', server, { documentSelector });
  return client.start().catch((error) =>
    void window.showErrorMessage(`${error.message}. The setting \`litterbox.path\` names the program.`));
};

exports.deactivate = () => client && client.stop();
