// A whole game, ply by ply.

const { shared, root } = JSON.parse($('data').textContent);
const expanded = new Map();
function expand(value) {
  if (Array.isArray(value)) return value.map(expand);
  if (value === null || typeof value !== 'object') return value;
  if (!('$' in value)) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, expand(part)]));
  if (!expanded.has(value.$)) expanded.set(value.$, expand(shared[value.$]));
  return expanded.get(value.$);
}
const replay = expand(root), { plies, viewer } = replay, last = plies.length - 1;
Object.assign(game, {
  kinds: new Map(Object.entries(replay.kinds)), combos: new Map(Object.entries(replay.combos)), seats: replay.seats,
});

// The story of each ply; passes that nobody answers in between are one line.
let ply = -1, selected = null;
const parts = plies.map(value => story(value, select));
const lines = parts.flatMap((part, at) => part.filter(({ line }) => line).map(one => ({ ...one, at })));
const runs = [];
lines.forEach((one, i) => {
  if (!one.isPass) return;
  if (i > 0 && lines[i - 1].isPass) runs.at(-1).push(one); else runs.push([one]);
  const next = lines[i + 1];
  if (next && !next.isPass) Object.assign(runs.at(-1), { end: next.at, isAnswered: next.isAnswer });
});
for (const run of runs) for (const one of run) one.text = one.line.text;
const answers = new Map(plies.flatMap(({ events }) => events)
  .filter(event => event.event === 'announced').map(event => [event.announced.action, event.answers]));

const inputTitle = ({ input }) => !input ? 'start' : `${input.seat ? `${input.seat}: ` : ''}${input.typed ?? input.redacted}`;

function showStory(to) {
  const log = $('story'), isNear = Math.abs(to - ply) <= 3;
  log.setAttribute('aria-live', isNear ? 'polite' : 'off');
  for (let at = last; at > to; at -= 1) parts[at].forEach(({ node }) => node.remove());
  for (let at = 0; at <= to; at += 1) {
    const nodes = parts[at].map(({ node }) => node);
    if (nodes.length > 0 && !nodes[0].isConnected) log.append(...nodes);
  }
  for (const run of runs) {
    const isFolded = run.end <= to && !run.isAnswered;
    run.forEach(({ node, text }, i) => {
      node.firstChild.textContent = isFolded ? 'nobody answers' : text;
      node.hidden = isFolded && i > 0;
    });
  }
  const current = lines.findLast(({ at, node }) => at <= to && !node.hidden);
  lines.forEach(({ node, at }) => {
    node.classList.toggle('now', at === to);
    node.tabIndex = node === current?.node ? 0 : -1;
  });
  $('last').firstChild.textContent = current ? current.node.firstChild.textContent : 'the game begins';
}

function showWhy() {
  const { causes, decision } = plies[ply];
  const heading = selected ? selected.line.text : decision ? `Why is ${decision.seat} asked?` : 'Why is the game over?';
  const shown = selected ? selected.line.causes : causes;
  $('why').replaceChildren(...(shown ? why(heading, shown, go) : []).filter(Boolean));
}
function select(line, node) {
  const isNew = selected?.node !== node;
  selected?.node.setAttribute('aria-pressed', 'false');
  selected = isNew ? { line, node } : null;
  if (isNew) node.setAttribute('aria-pressed', 'true');
  showWhy();
}

function go(to) {
  const next = Math.min(Math.max(0, to), last);
  if (next === ply) return;
  if (selected) select(selected.line, selected.node);
  showStory(next);
  ply = next;
  const value = plies[ply], chosen = plies[ply + 1]?.chosen;
  drawTable({ ...value, chosen }, { viewer, answers });
  showWhy();
  $('story').scrollTop = $('story').scrollHeight;
  for (const list of document.querySelectorAll('.stack')) list.scrollLeft = list.scrollWidth;
  $('slider').value = ply;
  $('slider').setAttribute('aria-valuetext', `ply ${ply} of ${last}, ${inputTitle(value)}`);
  $('ply').replaceChildren(el('b', {}, `${ply}`), ` of ${last}`, el('span', {}, inputTitle(value)));
  document.querySelectorAll('#marks i').forEach((mark, i) => mark.classList.toggle('now', i === ply));
  document.querySelectorAll('#steps button').forEach((button, i) => { button.disabled = STEPS[i][2](ply) === ply; });
  document.title = `${replay.title}, ply ${ply} of ${last}`;
  history.replaceState(null, '', `#${ply}`);
}

// Name, drawing, and the ply to go to.
const STEPS = [
  ['To the start', 'M12 8v32M40 9 18 24l22 15Z', () => 0],
  ['Previous ply', 'M30 10 16 24l14 14', at => Math.max(0, at - 1)],
  ['Next ply', 'M18 10l14 14-14 14', at => Math.min(last, at + 1)],
  ['To the end', 'M36 8v32M8 9l22 15L8 39Z', () => last],
];
$('steps').append(...STEPS.map(([name, path, to]) =>
  el('button', { 'aria-label': name, title: name, click: () => go(to(ply)) },
    svg('svg', { viewBox: '0 0 48 48', 'aria-hidden': true }, svg('path', { d: path })))));
$('marks').append(...plies.map(value => {
  const name = value.input?.seat, isQuiet = !name || value.chosen === 'pass';
  return el('i', { class: `${isQuiet ? 'quiet' : ''} ${value.marks.length > 0 ? 'marked' : ''}`, style: `--h:${hueOf(name)}`,
    title: [value.ply, inputTitle(value), ...value.marks.map(mark => `mark ${mark}`)].join(' · ') });
}));
$('slider').max = last;
$('slider').addEventListener('input', event => go(Number(event.target.value)));
const timeline = $('timeline');
function point(event) {
  const { left, width } = timeline.getBoundingClientRect();
  go(Math.floor((event.clientX - left) / width * plies.length));
}
timeline.addEventListener('pointerdown', event => { timeline.setPointerCapture(event.pointerId); point(event); });
timeline.addEventListener('pointermove', event => { if (timeline.hasPointerCapture(event.pointerId)) point(event); });

const WHO = { all: 'everything is visible', nobody: 'what everybody knows' };
$('game').textContent = replay.title;
$('viewer').textContent = WHO[viewer] ?? `as ${viewer} sees it`;
$('cards').append(...[...game.kinds.values(), ...game.combos.values()].map(kind =>
  el('li', { style: `--h:${kind.hue}` }, el('i', {}, symbol(kind)), el('div', {}, el('b', {}, kind.title),
    kind.count > 0 && el('span', { class: 'count' }, ` ×${kind.count}`), el('p', {}, kind.text)))));

function tab(isStory) {
  $('to-story').setAttribute('aria-pressed', isStory);
  $('to-cards').setAttribute('aria-pressed', !isStory);
  $('story').hidden = $('why').hidden = !isStory;
  $('cards').hidden = isStory;
}
$('to-story').addEventListener('click', () => tab(true));
$('to-cards').addEventListener('click', () => tab(false));
function side(isOpen) {
  document.body.classList.toggle('side-open', isOpen);
  $('last').setAttribute('aria-expanded', isOpen);
  (isOpen ? $('to-story') : $('last')).focus();
}
$('last').addEventListener('click', () => side(true));
$('close').addEventListener('click', () => side(false));

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const from = event.target.closest?.('.line');
  const keys = { ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(last) };
  if (event.key === 'Escape' && document.body.classList.contains('side-open')) side(false);
  else if (from && ['ArrowUp', 'ArrowDown'].includes(event.key)) {
    const shown = [...$('story').querySelectorAll('.line:not([hidden])')];
    shown[shown.indexOf(from) + (event.key === 'ArrowUp' ? -1 : 1)]?.focus();
    event.preventDefault();
  } else if (event.target !== $('slider') && keys[event.key]) {
    keys[event.key]();
    event.preventDefault();
  }
});
const fromAddress = () => go(Number.parseInt(location.hash.slice(1), 10) || 0);
addEventListener('hashchange', fromAddress);
fromAddress();
