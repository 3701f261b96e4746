
// The workbench: the project and its editor, beside the table that `live.js` shows.

const bench = { project: null, file: null, hash: null, saved: '', version: 0, found: [], coverage: new Map(), tests: new Map(), isRunning: false, played: null, blocks: [], shown: null, kept: new Map(), ruled: null, weighed: null, conflict: null, explainedAt: null };
const source = $('source');
const work = (what, more = {}) => send({ type: 'work', work: { do: what, ...more } });
// The workbench counts bytes, and characters of a line; a text area counts units of UTF-16.
const encoder = new TextEncoder(), decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const byteAt = unit => encoder.encode(source.value.slice(0, unit)).length;
const unitAt = byte => decoder.decode(encoder.encode(source.value).subarray(0, byte)).length;
function unitOf(lines, line, column) {
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return before + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
}
const isDirty = () => bench.file != null && source.value !== bench.saved;
const nameOf = file => file.split('/').pop().replace(/\.session\.md$/, '');
const button = (text, act, more = {}) => el('button', { class: 'tool', click: act, ...more }, text);
// What is focused stays so when a list is drawn again.
function fill(list, items) {
  const key = list.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  list.replaceChildren(...items);
  document.querySelectorAll('#project > section').forEach(fade);
  if (key) list.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

const isLocal = () => /^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(live.links?.room ?? '');

// A button that asks for something before it acts.
function asking(host, text, fields, act) {
  const close = () => { host.replaceChildren(button(text, open)); host.firstChild.focus(); };
  function open() {
    const nodes = fields();
    const submit = event => {
      event.preventDefault();
      const values = nodes.map(([, node]) => node.value.trim());
      if (!values[0]) return nodes[0][1].focus();
      close();
      act(...values);
    };
    host.replaceChildren(el('form', { submit, keydown: event => { if (event.key === 'Escape') close(); } },
      nodes.map(([label, node]) => el('label', {}, label, node)), el('div', { class: 'tools' }, el('button', { class: 'tool go' }, 'Create'), button('Cancel', close, { type: 'button' }))));
    nodes[0][1].focus();
  }
  host.replaceChildren(button(text, open));
}
const field = (placeholder, more = {}) => el('input', { placeholder, autocomplete: 'off', spellcheck: 'false', ...more });
asking($('new-card'), '+ new card', () => [['Name', field('Tax')], ['like', el('select', {}, el('option', { value: '' }, 'an empty card'),
  bench.project.cards.filter(({ id }) => entryOf(bench.project.card_scripts, id)).map(({ id, title }) => el('option', { value: id, selected: id === 'favor' }, title)))]],
(name, from) => work('new', { what: 'card', name, from: from || null }));
asking($('from-here'), '+ from here', () => [['What was played, as a test', field('bob has nothing to give')]], name => work('session', { name }));

// An empty folder: three starts, each playable with one click.
const STARTS = [
  ['card', 'take', 'A card', 'Tax', 'favor', 'with one more card, in a script of five lines.'],
  ['rule', 'step', 'A house rule', 'House Rule', null, 'where whoever begins a turn without cards draws one.'],
  ['variant', 'shuffle', 'A variant', 'My Variant', null, 'with a deck of your own: change the numbers, then add cards.'],
];
function drawStarts() {
  const isEmpty = bench.project.files.length === 0;
  const isLaying = !$('layout').hidden;
  $('starts').hidden = !isEmpty || isLaying;
  $('page').hidden = $('file-bar').hidden = isEmpty || isLaying;
  if (!isEmpty || $('starts').firstChild) return;
  $('starts').append(el('h2', {}, 'What do you want to make?'), el('p', {}, 'It is written into this folder, with a test, and can be played at once.'),
    ...STARTS.map(([what, drawing, title, name, like, about]) => {
      // Not all variants have the card that a new one is like.
      const known = bench.project.cards.find(({ id }) => id === like), from = known ? like : null;
      const node = field('', { value: name });
      return el('form', { class: 'start', submit: event => { event.preventDefault(); work('new', { what, name: node.value.trim() || name, from }); } },
        symbol({ drawing }), el('label', {}, known ? `${title} like ${known.title}` : title, node), el('button', { class: 'tool go', id: `start-${what}` }, 'Start'), el('p', {}, `${safe(game.title)} ${about}`));
    }));
}

// The project.
const openFile = (file, line) => {
  bench.goTo = line;
  showPanel('editor');
  work('open', { file });
};
function drawProject() {
  const { project } = bench, own = new Set(project.files);
  const entry = (file, key, icon, title, ...more) => el('li', {}, el('button', { 'data-key': key, 'aria-current': String(file === bench.file), title: bench.kept.has(file) ? `${file}: not saved` : file ?? title, disabled: !file, click: () => openFile(file) },
    icon, el('span', { class: own.has(file) ? 'own' : '' }, bench.kept.has(file) ? `${title} •` : title), more[0]), ...more.slice(1));
  const isOwn = own.has(`variants/${project.variant}.json`), fileOf = ({ id }) => entryOf(project.card_scripts, id);
  fill($('deck'), [...project.cards].sort((a, b) => own.has(fileOf(b)) - own.has(fileOf(a))).map(card => {
    const { id, title, in_play: inPlay } = card, file = fileOf(card), kind = kindOf(id);
    const number = Number.parseInt(card.count, 10), isField = isOwn && String(number) === card.count;
    const stepBy = (by, sign, word) => el('button', { class: 'step', 'data-key': `${word} ${id}`, 'aria-label': `One ${title} ${word}`, title: `One ${word}`, disabled: number + by < 0, click: () => work('count', { card: id, by }) }, sign);
    return entry(file ?? `variants/${project.variant}.json`, id, el('i', { '--h': kind.hue }, symbol({ ...kind, letter: title[0] })), title,
      ...(isField ? [null, stepBy(-1, '−', 'less'), el('output', { 'aria-label': `${title} in the deck` }, String(number)), stepBy(1, '+', 'more')] : [el('span', { class: 'count' }, `×${Math.max(0, ...Object.values(inPlay))}`)]));
  }));
  drawOptions();
  drawStarts();
  const scripts = new Set(Object.values(project.card_scripts));
  const files = [`variants/${project.variant}.json`, ...project.scripts, ...[...own].filter(file => !file.endsWith('.session.md') && !scripts.has(file))];
  fill($('files'), [...new Set(files)].map(file => entry(file, file, null, file.replace(/^scripts\//, ''))));
  $('undo').disabled = !project.undo;
  $('undo').title = project.undo ? `Undo ${project.undo}` : 'Nothing to undo';
}

// Options, each with its sentence, and the other numbers of the variant.
function drawOptions() {
  const { options, numbers, cards, files, variant } = bench.project, isOwn = files.includes(`variants/${variant}.json`);
  const put = (path, value) => work('put', { path, value }), set = (name, value) => put(`options/${name}`, value);
  // What was entered is half typed no longer: the next drawing says what became of it.
  const given = ({ target }, as) => { target.defaultValue = target.value; return as(target.value); };
  const putNumber = (event, path) => { if (event.target.value !== '') put(path, given(event, Number)); };
  redraw($('options'), options.map(({ name, value, values, about }) => {
    const more = { 'data-key': name, disabled: !isOwn };
    const node = typeof value === 'boolean' ? el('input', { type: 'checkbox', checked: value, change: event => set(name, event.target.checked), ...more })
      : values.length > 0 ? el('select', { change: event => set(name, values[event.target.selectedIndex]), ...more }, values.map(one => el('option', { selected: one === value }, String(one))))
      : typeof value === 'number' ? el('input', { type: 'number', value, change: event => putNumber(event, `options/${name}`), ...more })
      : el('input', { value, change: event => set(name, given(event, String)), ...more });
    return el('li', {}, el('label', {}, el('span', {}, name.replaceAll('_', ' ')), node), el('small', {}, about));
  }));
  const titles = new Map(cards.map(({ id, title }) => [id, title]));
  redraw($('numbers'), Object.entries(numbers).map(([path, value]) => {
    const words = path.split('/').filter(part => part !== 'kinds').map(part => titles.get(part) ?? part.replaceAll('_', ' '));
    return el('li', {}, el('label', {}, el('span', {}, words.join(': ')), el('input', { type: 'number', value, 'data-key': path, disabled: !isOwn, change: event => putNumber(event, path) })));
  }));
  $('not-own').hidden = isOwn;
  $('settings').hidden = $('options').childElementCount + $('numbers').childElementCount === 0;
}

// Tests: those that run something of the open script come first.
const STATES_OF_TESTS = { waiting: 'waits', green: 'green', different: 'prints something else', failing: 'fails' };
const usesOpen = ({ uses }) => !uses || !bench.file?.startsWith('scripts/') || uses.includes(bench.file);
const ordered = () => [...bench.tests.values()].sort((a, b) => usesOpen(b) - usesOpen(a) || (a.file < b.file ? -1 : 1));
function drawTests() {
  const all = ordered();
  const n = state => all.filter(test => test.state === state).length, bad = n('different') + n('failing');
  $('tested').textContent = all.length === 0 ? '' : bench.project?.errors ? 'not run: the rules have errors' : bench.isRunning ? `running ${counted(n('waiting'), 'test')}` : bad > 0 ? `${bad} of ${all.length} differ` : `${all.length} green`;
  fill($('tests'), all.length === 0 ? [el('li', {}, el('p', { class: 'count none' }, 'none yet'))] : all.map(test => el('li', { class: `${test.state} ${usesOpen(test) ? '' : 'other'}` },
    el('button', { 'data-key': test.file, 'aria-current': String(test.file === bench.played), title: `${test.file}: ${STATES_OF_TESTS[test.state]}`, click: () => playTest(test) },
      el('i', { class: 'dot' }), el('span', {}, nameOf(test.file)), test.differences.length + test.problems.length > 0 && el('small', {}, String(test.differences.length + test.problems.length))))));
}
function playTest({ file, differences, problems }) {
  bench.shown = file;
  showPanel(differences.length + problems.length > 0 ? 'editor' : 'table');
  work('play', { file, line: differences[0]?.line ?? problems[0]?.[0] ?? null });
  drawChanges();
}

// Differences: of the session that is shown, or of the game at the table.
function drawChanges() {
  const all = [...bench.tests.values()], isBad = ({ state }) => state === 'different' || state === 'failing';
  const test = bench.tests.get(bench.shown) ?? all.find(one => isBad(one) && one.file === bench.played) ?? all.find(isBad) ?? bench.tests.get(bench.played);
  const { errors, difference, ply } = bench.ruled ?? {};
  const rows = [];
  const undo = () => bench.project?.undo && button('undo', () => work('undo'), { title: `Undo ${bench.project.undo}` });
  if (errors) rows.push(el('h2', {}, 'The old rules are played', el('span', { class: 'tools' }, undo())), report(errors));
  else if (bench.project?.errors) rows.push(el('h2', {}, 'The variant cannot be played'), report(bench.project.errors));
  else if (test && isBad(test)) {
    rows.push(el('h2', {}, nameOf(test.file), el('span', { class: 'tools' },
      test.differences.length > 0 && button('keep all', () => work('keep', { file: test.file, line: null }), { 'data-key': 'keep all' }), undo())));
    for (const [line, text] of test.problems) rows.push(el('p', { class: 'input' }, `line ${line}`, button('open', () => openFile(test.file, line))), report(text));
    for (const { line, input: typed, lines } of test.differences) {
      rows.push(el('p', { class: 'input' }, typed, button('keep', () => work('keep', { file: test.file, line }), { 'data-key': `keep ${line}`, title: `Record it in ${test.file}` })),
        el('pre', {}, lines.map(([mark, text]) => el('span', { class: mark === '-' ? 'old' : mark === '+' ? 'new' : 'kept' }, `${mark} ${text}`))));
    }
  } else if (difference) rows.push(el('h2', {}, ply == null ? 'With the new rules' : `With the new rules, from ply ${ply}`, el('span', { class: 'tools' }, ply != null && button(`ply ${ply}`, () => { showPanel('table'); go(ply); }), undo())), report(difference));
  else if (test?.state === 'green') {
    rows.push(el('h2', {}, nameOf(test.file), el('span', { class: 'tools' }, button('open its text', () => openFile(test.file)))), el('p', {}, el('span', { class: 'good' }, 'Plays as it is recorded.')));
  }
  if (bench.played && bench.blocks.length > 1 && rows.length > 0 && test?.file === bench.played) {
    rows.push(el('p', { class: 'tools' }, bench.blocks.map(([title, line], i) => button(title || `block ${i + 1}`, () => work('play', { file: bench.played, line }), { 'aria-pressed': String(line === bench.line) }))));
  }
  fill($('changes'), rows);
}

// Balance: what the open card is worth, and what the changes do to the game.
function drawWeighed() {
  const { true: card, false: rules } = bench.weighed ?? {};
  const isKnown = ({ weight: { warnings, verdict } }) => warnings.length > 0 || verdict !== '';
  // What is wrong with a script comes on lines of its own.
  const warning = text => { const [first, ...lines] = text.split('\n'); return [el('p', {}, first), lines.length > 0 && report(lines.join('\n').trim())]; };
  const part = (question, { weight: { warnings, verdict, figures }, games, is_running: isRunning }) => el('div', {}, el('h3', {}, question), warnings.flatMap(warning),
    verdict && el('p', { class: warnings.length === 0 && 'verdict' }, verdict), figures && el('p', {}, figures), el('small', {}, `${counted(games, 'game')} of greedy players${isRunning ? ', going on' : ''}`));
  const rows = [card && isKnown(card) && card.file === bench.file && part('Is it too strong?', card), rules && part('What do the changes do?', rules)].filter(Boolean);
  fill($('weighed'), rows.length === 0 ? [el('p', { class: 'count' }, 'Open a card, or change a number or a script: games are played to see what it does.')] : [...rows, ...(rules ? [button('compare from here', () => { bench.weighed.false = null; work('compare'); drawWeighed(); }, { 'data-key': 'compare' })] : [])]);
}

// The editor: what is written is painted behind the text area, with what was found.
const WORDS_OF = {
  rhai: /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>"(?:[^"\\]|\\.)*"|`[^`]*`|'[^']*')|(?<word>\b(?:fn|let|const|if|else|for|in|while|loop|switch|return|break|continue|true|false|this|private)\b)|(?<call>\b[a-z_]\w*(?=\s*\())|(?<number>\b\d[\d_]*\b)/g,
  json: /(?<call>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\]|\\.)*")|(?<word>\b(?:true|false|null)\b)|(?<number>-?\b\d+\b)/g,
  md: /(?<word>^#.*$|^```.*$)|(?<call>^\w*> .*$)|(?<comment>^  .*$)/gm,
};
const MOST_PAINTED = 60_000;
function paint() {
  const text = source.value, form = WORDS_OF[bench.file?.split('.').pop()];
  const classes = new Array(Math.min(text.length, MOST_PAINTED));
  if (form && text.length <= MOST_PAINTED) for (const { index, 0: all, groups } of text.matchAll(form)) classes.fill(Object.keys(groups).find(name => groups[name] != null), index, index + all.length);
  for (const { start, end, is_warning: isWarning } of bench.found) {
    for (let i = start; i < Math.max(end, start + 1) && i < classes.length; i += 1) classes[i] = `${classes[i] ?? ''} ${isWarning ? 'warning' : 'error'}`;
  }
  const runs = [];
  for (let i = 0, from = 0; i < classes.length; i += 1) {
    if (i + 1 < classes.length && classes[i + 1] === classes[from]) continue;
    runs.push(classes[from] ? el('span', { class: classes[from] }, text.slice(from, i + 1)) : safe(text.slice(from, i + 1)));
    from = i + 1;
  }
  $('painted').replaceChildren(...runs, safe(text.slice(classes.length)), '\n');
  const wrong = new Set(bench.found.map(({ line }) => line));
  $('gutter').replaceChildren(...text.split('\n').map((_, i) => {
    const ran = bench.coverage.get(i + 1);
    return el('b', { class: `${ran == null || isDirty() ? '' : ran ? 'ran' : 'idle'} ${wrong.has(i + 1) ? 'wrong' : ''}`, title: ran == null ? null : ran ? 'a test runs it' : 'no test runs it' }, String(i + 1));
  }));
  scrolled();
}
function scrolled() {
  $('painted').style.setProperty('transform', `translate(${-source.scrollLeft}px, ${-source.scrollTop}px)`);
  $('gutter').scrollTop = source.scrollTop;
}
function drawState() {
  const errors = bench.found.filter(({ is_warning: isWarning }) => !isWarning).length, n = bench.found.length;
  const problems = n === 0 ? '' : ` · ${counted(n, n === errors ? 'problem' : errors > 0 ? 'finding' : 'warning')}`;
  $('file').textContent = bench.file ? safe(bench.file.replace(/^scripts\/\w+\//, '')) : 'no file is open';
  $('file').title = bench.file ?? '';
  $('saved').textContent = !bench.file ? '' : `${bench.hash == null && bench.saved != null ? 'built in: a save makes your copy' : isDirty() ? 'not saved' : 'saved'}${problems}`;
  $('saved').classList.toggle('wrong', errors > 0);
  $('save').disabled = !bench.file || !isDirty() || Boolean(bench.conflict);
  $('found').hidden = n === 0;
  fill($('found'), bench.found.map(({ start, line, message, is_warning: isWarning }) => el('li', { class: isWarning ? 'warning' : 'error' },
    el('button', { 'data-key': `${line} ${message}`, click: () => { selectText(start, start); explainAt(start); } }, el('b', {}, `${line}`), el('span', {}, message)))));
}
function selectText(start, end) {
  source.focus();
  source.setSelectionRange(start, end);
  const { lineHeight } = metrics(), top = (source.value.slice(0, start).split('\n').length - 1) * lineHeight;
  if (top < source.scrollTop || top > source.scrollTop + source.clientHeight - 2 * lineHeight) source.scrollTop = Math.max(0, top - source.clientHeight / 3);
}
// A change of the program is one that the keys of the browser can undo.
function replace(start, end, text) {
  source.focus();
  source.setSelectionRange(start, end);
  document.execCommand(text ? 'insertText' : 'delete', false, text);
}
function put(text, hash, saved = text) {
  const at = source.selectionStart;
  source.value = text;
  source.setSelectionRange(at, at);
  Object.assign(bench, { hash, saved });
}
let editing = 0;
function edited() {
  bench.version += 1;
  clearTimeout(editing);
  editing = setTimeout(() => work('edit', { text: source.value, version: bench.version }), 40);
  // What was found stays where its text is until it is looked at again.
  bench.found = bench.found.filter(({ end }) => end <= source.value.length);
  paint();
  drawState();
}
function save() {
  if (!isOpen()) return note(`not saved: ${refusal || 'the workbench does not answer'}; the text is only on this page, to be copied`);
  if (bench.conflict) return note('first choose which text is kept');
  if (!bench.file || !isDirty()) return;
  bench.sent = source.value;
  work('save', { file: bench.file, text: source.value, hash: bench.hash });
}
function drawConflict() {
  const { conflict } = bench;
  $('conflict').hidden = !conflict;
  if (!conflict) return;
  const done = () => { bench.conflict = null; drawConflict(); edited(); };
  const name = nameOf(conflict.file), isGone = conflict.text == null;
  $('conflict').replaceChildren(el('b', {}, isGone ? `${name} is gone from the disk` : `${name} was changed on the disk`),
    ...(isGone ? [] : [button('take that text', () => { put(conflict.text, conflict.hash); done(); }, { id: 'take-theirs' })]),
    button('keep mine', () => { Object.assign(bench, { hash: conflict.hash, saved: conflict.text ?? null }); done(); source.focus(); }, { id: 'keep-mine' }),
    ...(isGone ? [] : [el('details', {}, el('summary', {}, 'that text'), el('pre', {}, conflict.text))]));
}

// Completions and explanations.
let metricsOfText = null;
function metrics() {
  if (metricsOfText) return metricsOfText;
  const style = getComputedStyle(source), context = document.createElement('canvas').getContext('2d');
  context.font = style.font;
  metricsOfText = { width: context.measureText('x'.repeat(100)).width / 100, lineHeight: Number.parseFloat(style.lineHeight), left: Number.parseFloat(style.paddingLeft), top: Number.parseFloat(style.paddingTop) };
  return metricsOfText;
}
function below(box, at) {
  const lines = source.value.slice(0, at).split('\n'), { width, lineHeight, left, top } = metrics();
  box.hidden = false;
  const x = left + lines.at(-1).length * width - source.scrollLeft, y = top + lines.length * lineHeight - source.scrollTop + 2;
  const room = $('sheet-of-text').getBoundingClientRect(), isAbove = y + box.offsetHeight > room.height && y > box.offsetHeight + lineHeight;
  box.style.setProperty('left', `${Math.max(4, Math.min(x, room.width - box.offsetWidth - 6))}px`);
  box.style.setProperty('top', `${isAbove ? y - box.offsetHeight - lineHeight - 4 : y}px`);
}
const complete = { items: [], at: 0, start: 0 };
let completingText = 0;
function askCompletions(isSoon) {
  clearTimeout(completingText);
  clearTimeout(editing);
  completingText = setTimeout(() => {
    work('edit', { text: source.value, version: bench.version });
    work('complete', { at: byteAt(source.selectionStart) });
  }, isSoon ? 0 : 90);
}
function closeCompletions() {
  complete.items = [];
  $('complete').hidden = true;
  source.removeAttribute('aria-activedescendant');
}
function drawCompletions() {
  const { items, at } = complete;
  if (items.length === 0) return closeCompletions();
  $('complete').replaceChildren(...items.map(({ label, detail }, i) => el('li', { id: `complete-${i}`, role: 'option', 'aria-selected': String(i === at), pointerdown: event => { event.preventDefault(); complete.at = i; takeCompletion(); } }, label, detail && el('small', {}, detail))));
  below($('complete'), complete.start);
  source.setAttribute('aria-activedescendant', `complete-${at}`);
  $(`complete-${at}`).scrollIntoView({ block: 'nearest' });
}
function takeCompletion() {
  const { label, inserted } = complete.items[complete.at];
  replace(complete.start, source.selectionStart, (inserted ?? label).replace('$0', ''));
  closeCompletions();
}
function explainAt(at) {
  // Under the mouse it would take the place of a name that is being typed.
  if (!$('explained').hidden && $('explained').querySelector('input')) return;
  bench.explainedAt = at;
  work('explain', { at: byteAt(at) });
}
const markdown = text => text.split(/```\w*\n?/).flatMap((part, i) => (i % 2 === 1 ? [el('pre', {}, part.trim())]
  : part.split(/\n\n+/).map(one => one.trim()).filter(one => one && one !== '---').map(one => el('p', {}, one.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map(piece => (/^\*\*.+\*\*$/.test(piece) ? el('b', {}, piece.slice(2, -2)) : /^`.+`$/.test(piece) ? el('code', {}, piece.slice(1, -1)) : piece))))));
function closeExplained() {
  if ($('explained').contains(document.activeElement)) source.focus();
  $('explained').hidden = true;
  bench.explainedAt = null;
}
function renameAt(at) {
  const field = el('input', { 'aria-label': 'The new name', placeholder: 'new name' });
  bench.explainedAt = null;
  $('explained').replaceChildren(el('form', { submit: event => { event.preventDefault(); closeExplained(); save(); work('rename', { at: byteAt(at), name: field.value.trim() }); } }, el('p', {}, 'Save, and rename it in all files'), field));
  below($('explained'), at);
  field.focus();
}

// What the workbench says, by its kind.
const HEARD_OF_WORK = {
  project(project) {
    // Of rules with errors, the cards are those before.
    const { cards = [], card_scripts = {}, scripts = [], options = [], numbers = {} } = bench.project ?? {};
    bench.project = project.errors ? { ...project, cards, card_scripts, scripts, options, numbers } : project;
    ({ project } = bench);
    drawProject();
    drawChanges();
    if (bench.file) { if (!bench.isOpen) openFile(bench.file); } else {
      const own = project.files, first = project.cards.map(({ id }) => entryOf(project.card_scripts, id)).find(file => own.includes(file));
      openFile(first ?? `variants/${project.variant}.json`);
    }
    bench.isOpen = true;
  },
  text({ file, text, hash, coverage }) {
    const isOther = file !== bench.file;
    // Not before: until now, the text before could be written and saved.
    if (isDirty()) bench.kept.set(bench.file, { text: source.value, hash: bench.hash });
    const kept = bench.kept.get(file);
    bench.kept.delete(file);
    Object.assign(bench, { file, found: isOther ? [] : bench.found, coverage: new Map(coverage), conflict: null, version: bench.version + 1 });
    put(kept?.text ?? text, kept ? kept.hash : hash, text);
    if (isOther) source.setSelectionRange(0, 0);
    if (isOther) source.scrollTop = 0;
    if (kept && kept.hash !== hash) bench.conflict = { file, text, hash };
    if (kept) work('edit', { text: source.value, version: bench.version }); else bench.version = 0;
    closeCompletions();
    closeExplained();
    showLayout(false);
    if (bench.goTo) selectText(source.value.split('\n').slice(0, bench.goTo - 1).join('\n').length + 1, source.value.split('\n').slice(0, bench.goTo).join('\n').length);
    bench.goTo = null;
    paint(); drawState(); drawConflict(); drawProject(); drawTests(); drawWeighed();
  },
  coverage({ file, coverage }) {
    if (file !== bench.file) return;
    bench.coverage = new Map(coverage);
    paint();
  },
  found({ file, version, found }) {
    if (file !== bench.file || version < bench.version) return;
    const lines = source.value.split('\n');
    bench.found = found.map(({ line, column, end_line: endLine, end_column: endColumn, level, message, notes, hint }) => ({
      line, is_warning: level === 'warning', start: unitOf(lines, line, column), end: unitOf(lines, endLine, endColumn),
      message: [message, ...notes, ...(hint ? [`help: ${hint}`] : [])].join('\n'),
    }));
    paint();
    drawState();
  },
  saved({ file, hash }) {
    if (file === bench.file) Object.assign(bench, { hash, saved: bench.sent ?? source.value });
    paint();
    drawState();
  },
  conflict({ file, text, hash }) {
    if (file !== bench.file) return note(`${file} was changed on the disk`);
    if (hash != null && hash === bench.hash) Object.assign(bench, { conflict: null, saved: text });
    else if (text === source.value || (text != null && !isDirty())) { put(text, hash); bench.conflict = null; edited(); } else {
      bench.conflict = { file, text, hash };
      if (text == null) bench.saved = null;
    }
    drawConflict();
    drawState();
  },
  refused({ message }) {
    note(message);
    // What was refused is not in the variant.
    for (const box of $('settings').querySelectorAll('input[type=number]')) box.value = box.defaultValue;
  },
  completions({ at, start, items }) {
    if (at !== byteAt(source.selectionStart) || document.activeElement !== source) return;
    const from = unitAt(start), begun = source.value.slice(from, source.selectionStart);
    Object.assign(complete, { items: items.filter(({ label, inserted }) => (inserted ?? label) !== begun), at: 0, start: from });
    drawCompletions();
  },
  explained({ at: byte, markdown: text, fixes }) {
    const at = bench.explainedAt;
    if (at == null || byte !== byteAt(at)) return;
    if (!text && fixes.length === 0) return closeExplained();
    const apply = ({ title, edits }) => {
      closeExplained();
      if (edits.length === 0) return work('fix', { at: byte, title });
      for (const { start, end, text: changed } of [...edits].reverse()) replace(unitAt(start), unitAt(end), changed);
    };
    $('explained').replaceChildren(...(text ? markdown(text) : []), el('div', { class: 'tools' }, fixes.map(fix => button(fix.title, () => apply(fix)))));
    below($('explained'), at);
    if (bench.isByKey) ($('explained').querySelector('button') ?? $('explained')).focus();
    bench.isByKey = false;
  },
  tests({ tests, is_running: isRunning }) {
    for (const test of tests) if (test.state === 'gone') bench.tests.delete(test.file); else if (test.state === 'waiting') bench.tests.set(test.file, { ...bench.tests.get(test.file) ?? test, state: 'waiting' }); else bench.tests.set(test.file, test);
    bench.isRunning = isRunning;
    if (!bench.played && !bench.isAsked && bench.tests.size > 0) { bench.isAsked = true; work('play', { file: ordered()[0].file, line: null }); }
    drawTests();
    drawChanges();
  },
  playing({ file, blocks, line, stopped }) {
    Object.assign(bench, { played: file, blocks, line, ruled: null });
    if (stopped) note(stopped);
    drawTests();
    drawChanges();
  },
  weighed({ is_card: isCard, ...weighed }) {
    bench.weighed = { ...bench.weighed, [isCard]: { ...weighed, file: bench.file } };
    drawWeighed();
  },
  created({ file, test }) {
    bench.shown = test;
    openFile(file);
  },
};
HEARD.work = ({ work: message }) => HEARD_OF_WORK[message.is]?.(message);
// All seats are the author's, and the workbench is: friends have a table alone.
const { table: heardTable, welcome: heardWelcome } = HEARD;
HEARD.table = message => heardTable(isAuthor() ? { ...message, present: game.seats } : message);
HEARD.welcome = message => {
  heardWelcome(message);
  bench.ruled = null;
  document.body.classList.toggle('bench', isAuthor());
  $('project').hidden = $('editor').hidden = !isAuthor();
  if (bench.project) drawProject();
};
HEARD.rules = message => {
  live.differs = message.errors == null && message.difference ? message.ply : null;
  bench.ruled = message;
  drawChanges();
};

source.addEventListener('input', event => {
  edited();
  if (/^insert/.test(event.inputType) && /[\w."]$/.test(source.value.slice(0, source.selectionStart))) askCompletions(false); else closeCompletions();
  closeExplained();
});
source.addEventListener('scroll', () => { scrolled(); closeCompletions(); });
source.addEventListener('blur', () => { closeCompletions(); source.scrollLeft = 0; });
source.addEventListener('keydown', event => {
  const isOpen = !$('complete').hidden;
  const move = by => { complete.at = (complete.at + by + complete.items.length) % complete.items.length; drawCompletions(); event.preventDefault(); };
  if (isOpen && event.key === 'ArrowDown') move(1);
  else if (isOpen && event.key === 'ArrowUp') move(-1);
  else if (isOpen && (event.key === 'Enter' || event.key === 'Tab')) { event.preventDefault(); takeCompletion(); }
  else if (event.key === 'Escape') { closeCompletions(); closeExplained(); }
  else if (event.key === 'Enter' && !event.ctrlKey) {
    // A line begins where the one before it does; after a brace, further in.
    const before = source.value.slice(0, source.selectionStart).split('\n').at(-1), indent = before.match(/^[ \t]*/)[0];
    if (!indent && !/[{[(]$/.test(before)) return;
    event.preventDefault();
    document.execCommand('insertText', false, `\n${indent}${/[{[(]$/.test(before) ? '    ' : ''}`);
  } else if (event.key === ' ' && event.ctrlKey) { event.preventDefault(); askCompletions(true); }
  else if (event.key === '.' && event.ctrlKey) { event.preventDefault(); bench.isByKey = true; explainAt(source.selectionStart); }
  else if (event.key === 'F2') { event.preventDefault(); renameAt(source.selectionStart); }
});
let hovering = 0;
source.addEventListener('pointermove', event => {
  clearTimeout(hovering);
  if (event.buttons || complete.items.length > 0) return;
  const { left, top } = source.getBoundingClientRect(), { width, lineHeight, left: padLeft, top: padTop } = metrics();
  const row = Math.floor((event.clientY - top - padTop + source.scrollTop) / lineHeight), column = Math.floor((event.clientX - left - padLeft + source.scrollLeft) / width);
  const lines = source.value.split('\n');
  if (row < 0 || row >= lines.length || column < 0 || column >= lines[row].length) return;
  const at = lines.slice(0, row).join('\n').length + (row > 0 ? 1 : 0) + column;
  hovering = setTimeout(() => explainAt(at), 450);
});
source.addEventListener('pointerdown', () => { clearTimeout(hovering); closeExplained(); });
source.addEventListener('pointerleave', () => clearTimeout(hovering));
$('explained').addEventListener('keydown', event => { if (event.key === 'Escape') closeExplained(); });
for (const [id, run] of [['save', save], ['undo', () => work('undo')]]) $(id).addEventListener('click', run);
$('project').addEventListener('toggle', ({ target }) => target.open && target.scrollIntoView(), true);
document.addEventListener('keydown', event => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
  event.preventDefault();
  save();
});
addEventListener('beforeunload', event => { if (isDirty() || bench.kept.size > 0) event.preventDefault(); });
addEventListener('resize', () => { metricsOfText = null; });
