// The Test Explorer: each session file is a suite, each block of it a test.
const path = require('node:path');
const {
  Location, Position, Range, TestMessage, TestRunProfileKind, TestRunRequest, Uri, WorkspaceEdit, debug, tests, window, workspace,
} = require('vscode');
const { command, folderOf, output, relative } = require('./program');

const rangeOf = ({ start, end }) => new Range(start.line, start.character, end.line, end.character);
const children = (collection) => { const all = []; collection.forEach((item) => all.push(item)); return all; };
const isFile = (item) => !item.parent;
/** The number of the first line of a block, counted from 1. */
const lineOf = (item) => item.range.start.line + 1;

/** The result of a file: from `litterbox test --format json`. */
const messages = (found, uri, range) => {
  const at = ({ line }) => new Location(uri, new Position(line - 1, 0));
  const isIn = ({ line }) => !range || (line > range.start.line && line <= range.end.line + 1);
  const differences = found.differences.filter(isIn).map((one) => {
    const message = TestMessage.diff(`${one.input}: the output differs`, one.expected.join('\n'), one.printed.join('\n'));
    return Object.assign(message, { location: at(one) });
  });
  const problems = found.problems.filter(isIn).map((one) => Object.assign(new TestMessage(`${one.input}: ${one.what}`), { location: at(one) }));
  return [...problems, ...differences];
};

exports.register = (context, server) => {
  const controller = tests.createTestController('litterbox', 'Litterbox');

  /** Shows the sessions that the server has found, of all files or of one. */
  const refresh = async (uri) => {
    const client = server();
    const files = client ? await client.sendRequest('litterbox/sessions', uri ? { textDocument: { uri: uri.toString() } } : {}) : [];
    const items = (files || []).filter((file) => file.blocks.length).map((file) => {
      const of = Uri.parse(file.uri), item = controller.createTestItem(of.toString(), path.basename(of.fsPath, '.session.md'), of);
      item.children.replace(file.blocks.map(({ title, range }, n) => {
        const block = controller.createTestItem(`${item.id}#${n}`, title || item.label, of);
        return Object.assign(block, { range: rangeOf(range), description: `line ${range.start.line + 1}`, sortText: String(n).padStart(6, '0') });
      }));
      return item;
    });
    if (!uri) controller.items.replace(items);
    else if (items.length) controller.items.add(items[0]);
    else controller.items.delete(uri.toString());
  };

  /** Runs files and blocks: one process for each folder. */
  const runTests = async (request, token) => {
    const run = controller.createTestRun(request), skipped = new Set(request.exclude || []);
    const asked = (request.include || children(controller.items)).filter((item) => !skipped.has(item));
    const byFolder = new Map();
    for (const item of asked) {
      const folder = folderOf(item.uri);
      byFolder.set(folder, [...(byFolder.get(folder) || []), item]);
    }
    await workspace.saveAll(false);
    for (const [folder, items] of byFolder) {
      const all = items.flatMap((item) => (isFile(item) ? children(item.children) : [item])).filter((item) => !skipped.has(item));
      all.forEach((item) => run.started(item));
      try {
        const targets = items.map((item) => relative(folder, item.uri) + (isFile(item) ? '' : `:${lineOf(item)}`));
        const outcomes = JSON.parse(await output(folder, ['test', '--format', 'json', '--', ...targets], token));
        for (const item of all) {
          const found = outcomes.filter(({ file }) => path.resolve(folder.uri.fsPath, file) === item.uri.fsPath);
          const unreadable = found.find((one) => one.unreadable);
          if (unreadable || !found.length) run.errored(item, new TestMessage(unreadable ? unreadable.unreadable : 'not run'));
          else {
            const wrong = found.flatMap((one) => messages(one, item.uri, item.range));
            if (wrong.length) run.failed(item, wrong); else run.passed(item);
            if (found.some((one) => one.new.includes(lineOf(item)))) run.appendOutput('No output is recorded yet: accept it.\r\n', undefined, item);
          }
        }
      } catch (error) {
        all.forEach((item) => run.errored(item, new TestMessage(error.message)));
      }
    }
    run.end();
  };

  const launch = (config) => debug.startDebugging(folderOf(Uri.file(config.session)), config);
  const debugTests = async (request, token) => {
    const run = controller.createTestRun(request);
    for (const item of (request.include || []).flatMap((one) => (isFile(one) ? children(one.children).slice(0, 1) : [one]))) {
      if (token.isCancellationRequested) break;
      const ended = new Promise((done) => { const once = debug.onDidTerminateDebugSession(() => { once.dispose(); done(); }); });
      const config = { type: 'litterbox', request: 'launch', name: item.label, session: item.uri.fsPath, line: lineOf(item), stopOnEntry: true };
      if (await launch(config)) await ended;
    }
    run.end();
  };

  /** The block that a command is for: of a test, at a place, or at the cursor. */
  const blockAt = async (at, line) => {
    if (at && at.range) return { item: at, uri: at.uri, line: lineOf(at) };
    const editor = window.activeTextEditor;
    const uri = typeof at === 'string' ? Uri.parse(at) : (at && at.uri) || at || (editor && editor.document.uri);
    const row = line || (editor && uri && editor.document.uri.toString() === uri.toString() ? editor.selection.active.line + 1 : 1);
    await refresh(uri);
    const file = uri && controller.items.get(uri.toString());
    const blocks = file ? children(file.children).sort((a, b) => lineOf(a) - lineOf(b)) : [];
    const item = blocks.find((block) => block.range.end.line + 1 >= row) || blocks[blocks.length - 1];
    if (!item) throw new Error('There is no session here.');
    return { item, uri, line: lineOf(item) };
  };
  const placed = async (...at) => {
    const found = await blockAt(...at), folder = folderOf(found.uri);
    return { ...found, folder, file: relative(folder, found.uri) };
  };

  /** Writes the output of a block, or of all blocks of a file, into the editor, where it can be undone. */
  const accept = async (...at) => {
    const whole = at[0] && at[0].children && isFile(at[0]) ? at[0] : undefined;
    const { folder, file, line, uri } = whole ? { folder: folderOf(whole.uri), file: relative(folderOf(whole.uri), whole.uri), uri: whole.uri } : await placed(...at);
    const document = await workspace.openTextDocument(uri);
    await document.save();
    const [found] = JSON.parse(await output(folder, ['test', '--format', 'json', '--', line ? `${file}:${line}` : file]));
    if (found.unreadable) throw new Error(found.unreadable);
    if (found.new.length) {
      await output(folder, ['test', '--accept', '--', line ? `${file}:${line}` : file]);
      return;
    }
    const edit = new WorkspaceEdit();
    for (const one of found.differences) {
      const indent = `${/^\s*/.exec(document.lineAt(one.line - 1).text)[0]}  `;
      const text = one.printed.map((printed) => `${indent}${printed}`.trimEnd() + '\n').join('');
      edit.replace(uri, new Range(one.line, 0, one.line + one.expected.length, 0), text);
    }
    await workspace.applyEdit(edit);
    await document.save();
  };

  const runHere = async (...at) => {
    const { item } = await blockAt(...at);
    await runTests(new TestRunRequest([item]));
  };
  const onSessions = workspace.createFileSystemWatcher('**/*.session.md');
  const one = (uri) => refresh(uri).catch(() => {});
  controller.refreshHandler = () => refresh();
  controller.createRunProfile('Run', TestRunProfileKind.Run, runTests, true);
  controller.createRunProfile('Debug', TestRunProfileKind.Debug, debugTests, true);
  context.subscriptions.push(
    controller, onSessions, onSessions.onDidCreate(one), onSessions.onDidChange(one), onSessions.onDidDelete(one),
    workspace.onDidChangeTextDocument(({ document }) => document.uri.path.endsWith('.session.md') && one(document.uri)),
    command('accept', accept), command('run', runHere), command('debug', launch),
  );
  return { controller, refresh, blockAt: placed };
};
