// Starts `litterbox lsp` and connects the editor to it.
const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = () => {
  const command = workspace.getConfiguration('litterbox').get('path');
  const server = { command, args: ['lsp'] };
  const documentSelector = [
    { scheme: 'file', language: 'rhai' },
    { scheme: 'file', pattern: '**/variants/**/*.json' },
    { scheme: 'file', pattern: '**/*.session.md' },
  ];
  client = new LanguageClient('litterbox', 'Litterbox', server, { documentSelector });
  return client.start();
};

exports.deactivate = () => client && client.stop();
