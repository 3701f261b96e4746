// Runs in the extension host: writes a card, breaks a session, reads its result, accepts it, and debugs it.
const fs = require('node:fs');
const path = require('node:path');
const {
  ConfigurationTarget, Location, Position, Range, SourceBreakpoint, Uri, commands, debug, extensions, languages, tasks, tests, window, workspace,
} = require('vscode');

const FILE = process.env.LITTERBOX_TOLD;
const tell = (...words) => fs.appendFileSync(FILE, `${words.join(' ')}\n`);
const at = (...names) => Uri.file(path.join(workspace.workspaceFolders[0].uri.fsPath, ...names));
/** Waits until something is true: whoever started the editor ends it if that is never. */
const until = async (look) => {
  for (;;) {
    const found = await look();
    if (found) return found;
    await new Promise((done) => setImmediate(done));
  }
};
const picture = async (name) => {
  tell('picture', name);
  await until(() => fs.existsSync(path.join(path.dirname(FILE), `${name}.shot`)));
};
let seen = 0;
/** The results of the newest run: label, state and messages of each test. */
const results = async () => {
  const run = await until(() => tests.testResults.find(({ completedAt }) => completedAt > seen));
  seen = run.completedAt;
  const all = [], walk = (item) => { if (item.children.length) item.children.forEach(walk); else all.push(item); };
  run.results.forEach(walk);
  return all.map(({ label, taskStates }) => ({ label, state: ['', 'queued', 'running', 'passed', 'failed', 'skipped', 'errored'][taskStates[0].state], messages: taskStates[0].messages }));
};
const replace = async (uri, from, to) => {
  const document = await workspace.openTextDocument(uri), editor = await window.showTextDocument(document);
  const start = document.getText().indexOf(from);
  if (start < 0) throw new Error(`no ${from} in ${document.getText()}`);
  await editor.edit((edit) => edit.replace(new Range(document.positionAt(start), document.positionAt(start + from.length)), to));
  await document.save();
};

const STEPS = {
  async 'untrusted, no program is started'() {
    const extension = extensions.getExtension('litterbox.litterbox');
    this.api = await extension.activate();
    return `trusted ${workspace.isTrusted}, server ${this.api.client() !== undefined}, tests ${this.api.controller.items.size}`;
  },
  async 'once trusted, the sessions are tests'() {
    await until(() => this.api.client() && this.api.controller.items.size);
    const labels = [];
    this.api.controller.items.forEach((file) => file.children.forEach((block) => labels.push(`${file.label}/${block.label}`)));
    return labels.sort().join(', ');
  },
  async 'a new card opens'() {
    const uri = await commands.executeCommand('litterbox.newCard', 'windfall');
    return `${path.basename(uri.fsPath)}, ${window.activeTextEditor.document.languageId}`;
  },
  async 'a slip is underlined, with its page'() {
    const uri = at('scripts/cards/windfall.rhai'), text = (await workspace.openTextDocument(uri)).getText();
    await replace(uri, text, `${text}\nfn gained(me) {\n    me.drow();\n}\n`);
    const [found] = await until(() => { const all = languages.getDiagnostics(uri).filter(({ code }) => (code.value || code) === 'L0101'); return all.length && all; });
    const page = found.code.target && (await workspace.openTextDocument(found.code.target)).getText().split('\n')[0];
    await replace(uri, '\nfn gained(me) {\n    me.drow();\n}\n', '');
    await until(() => !languages.getDiagnostics(uri).length);
    return `${found.message.split('\n')[0]}; ${page}`;
  },
  async 'its session is a test, and passes'() {
    const uri = at('tests/windfall.session.md');
    this.block = await until(() => { const file = this.api.controller.items.get(uri.toString()); let one; if (file) file.children.forEach((block) => { one = block; }); return one; });
    await window.showTextDocument(uri);
    await commands.executeCommand('litterbox.run', uri.toString(), this.block.range.start.line + 1);
    return (await results()).map(({ label, state }) => `${label} ${state}`).join(', ');
  },
  async 'above it are lenses'() {
    const lenses = await commands.executeCommand('vscode.executeCodeLensProvider', at('tests/windfall.session.md'), 9);
    const card = await commands.executeCommand('vscode.executeCodeLensProvider', at('scripts/cards/windfall.rhai'), 9);
    return [...lenses, ...card].map(({ command }) => command.title).join(', ');
  },
  async 'broken, it fails where it differs'() {
    const uri = at('tests/windfall.session.md');
    await replace(uri, 'ann plays Windfall', 'ann plays Fallwind');
    await commands.executeCommand('workbench.view.testing.focus');
    await commands.executeCommand('litterbox.run', uri.toString(), this.block.range.start.line + 1);
    const [{ state, messages: [message] }] = await results();
    await commands.executeCommand('testing.openMessageInEditor').then(undefined, () => {});
    await picture('tests');
    const line = message.location.range.start.line, text = (await workspace.openTextDocument(uri)).lineAt(line).text;
    return `${state}, at “${text}”, ${message.expectedOutput.split('\n')[0].trim()} / ${message.actualOutput.split('\n')[0].trim()}`;
  },
  async 'its failing line offers to debug'() {
    const uri = at('tests/windfall.session.md');
    const found = await until(() => languages.getDiagnostics(uri)[0]);
    const actions = await commands.executeCommand('vscode.executeCodeActionProvider', uri, found.range);
    return actions.map(({ title }) => title).filter((title) => /^(record|debug)/.test(title)).join(', ');
  },
  async 'accepted, it passes'() {
    const uri = at('tests/windfall.session.md');
    await commands.executeCommand('litterbox.accept', this.block);
    await commands.executeCommand('litterbox.run', uri.toString(), this.block.range.start.line + 1);
    const text = (await workspace.openTextDocument(uri)).getText();
    return `${(await results())[0].state}, ${text.includes('ann plays Windfall')}`;
  },
  async 'the debugger steps forth and back'() {
    const uri = at('tests/windfall.session.md'), stops = [];
    let stopped = () => {};
    debug.registerDebugAdapterTrackerFactory('litterbox', { createDebugAdapterTracker: () => ({ onDidSendMessage: (message) => {
      if (message.event === 'stopped') stopped(message.body.reason);
    } }) });
    const stop = (act) => new Promise((done, failed) => { stopped = done; Promise.resolve(act()).catch(failed); });
    const lenses = await commands.executeCommand('vscode.executeCodeLensProvider', uri, 9);
    const { arguments: [config] } = lenses.find(({ command }) => command.title === 'debug from here').command;
    const line = (await workspace.openTextDocument(uri)).getText().split('\n').findIndex((text) => text.includes('play windfall')) + 1;
    const script = at('scripts/cards/windfall.rhai'), code = (await workspace.openTextDocument(script)).getText().split('\n');
    const statement = new Location(script, new Position(code.findIndex((text) => text.startsWith('fn resolve')), 0));
    debug.addBreakpoints([new SourceBreakpoint(statement)]);
    stops.push(await stop(() => commands.executeCommand('litterbox.debug', { ...config, line })));
    const where = async () => { const { stackFrames: [frame] } = await debug.activeDebugSession.customRequest('stackTrace', { threadId: 1 }); return `${path.basename((frame.source || {}).name || '')}:${frame.line}`; };
    const go = async (request) => stops.push(await stop(() => debug.activeDebugSession.customRequest(request, { threadId: 1 })));
    const before = await where();
    await go('continue');
    const inside = await where();
    await picture('debugger');
    await go('stepIn');
    await go('stepBack');
    const again = await where();
    await go('reverseContinue');
    const back = await where();
    await debug.stopDebugging();
    debug.removeBreakpoints(debug.breakpoints);
    return `${before}, ${inside}, ${again === inside ? 'there again' : again}, ${back} (${stops.join(' ')})`;
  },
  async 'a replay is a page'() {
    const panel = await commands.executeCommand('litterbox.replay', this.block);
    return /<html/.test(panel.webview.html);
  },
  async 'a variant is played in a terminal'() {
    const started = new Promise((done) => tasks.onDidStartTask(({ execution }) => done(execution.task)));
    await commands.executeCommand('litterbox.play', at('variants/project.json'));
    return (await started).execution.args.join(' ');
  },
  async 'messages are traced where the setting says so'() {
    const client = await until(() => this.api.client()), channel = client.traceOutputChannel, seen = [];
    // This build keeps no text of output channels.
    const { appendLine } = channel;
    channel.appendLine = (line) => { seen.push(line); appendLine.call(channel, line); };
    const settings = workspace.getConfiguration('litterbox'), told = [];
    for (const level of ['off', 'messages', 'verbose']) {
      await settings.update('trace.server', level, ConfigurationTarget.Workspace);
      seen.length = 0;
      await client.sendRequest('litterbox/sessions', {});
      const sent = seen.find((line) => line.includes('Sending request')), after = seen[seen.indexOf(sent) + 1];
      told.push(`${level}: ${sent ? /'([^ ]*)/.exec(sent)[1] : 'nothing'}${/^Params/.test(after) ? ' with its parameters' : ''}`);
    }
    await settings.update('trace.server', undefined, ConfigurationTarget.Workspace);
    return told.join(', ');
  },
  async 'titles have a schema'() {
    const uri = at('variants/titles/xx.json');
    await workspace.fs.writeFile(uri, Buffer.from('{ "language": "xx", "nme": 1 }\n'));
    await window.showTextDocument(await workspace.openTextDocument(uri));
    const found = () => languages.getDiagnostics(uri).find(({ message, source }) => source !== 'litterbox' && /nme/.test(message));
    const { message } = await until(found);
    await workspace.fs.delete(uri);
    return message;
  },
  async 'a variant has a schema'() {
    const uri = at('variants/project.json'), text = (await workspace.openTextDocument(uri)).getText();
    await replace(uri, text, text.replace('{', '{ "nam": 1,').replace(/\s*"\$schema": "[^"]*",/, ''));
    // One is of the schema, the other one of the server.
    const found = () => languages.getDiagnostics(uri).filter(({ message }) => /nam/.test(message));
    await until(() => found().some(({ source }) => source === 'litterbox') && found().some(({ source }) => source !== 'litterbox'));
    return found().map(({ message }) => message.split('\n')[0]).sort().join(' | ');
  },
};

exports.activate = () => {
  const state = {};
  (async () => {
    for (const [name, step] of Object.entries(STEPS)) {
      try {
        tell(`${name}: ${await step.call(state)}`);
      } catch (error) {
        tell(`FAILED ${name}: ${String(error.stack).replace(/\s+/g, ' ')}`);
        return;
      }
    }
    tell('done');
  })();
};
