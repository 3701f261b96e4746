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
const replay = expand(root), { viewer } = replay, first = replay.plies[0].ply;
// By their numbers; there are none before the first.
const plies = [];
for (const value of replay.plies) plies[value.ply] = value;
const last = plies.length - 1;
Object.assign(game, {
  kinds: new Map(Object.entries(replay.kinds)), combos: new Map(Object.entries(replay.combos)), seats: replay.seats, rules: replay.rules, scripts: replay.scripts,
});

translate(replay.lang);

// The story of each ply; passes that nobody answers in between are one line.
let ply = -1, selected = null;
const flag = text => ({ node: el('p', { class: 'flag' }, text) });
const parts = plies.map(value => [...story(value, viewer, select), ...marksOf(value).map(flag)]);
const lines = parts.flatMap((part, at) => part.filter(({ line }) => line).map(one => ({ ...one, at })));
const runs = passRuns(lines);
const happened = plies.flatMap(({ events }) => events);
const answers = new Map(happened.filter(event => event.event === 'announced').map(event => [event.announced.action, event.answers]));

const stoppedAt = to => stoppedIn(plies.slice(0, to + 1).flatMap(({ events }) => events));

function showStory(to) {
  const log = $('story'), isNear = Math.abs(to - ply) <= 3;
  log.setAttribute('aria-live', isNear ? 'polite' : 'off');
  for (let at = last; at > to; at -= 1) parts[at].forEach(({ node }) => node.remove());
  for (let at = first; at <= to; at += 1) {
    const nodes = parts[at].map(({ node }) => node);
    if (nodes.length > 0 && !nodes[0].isConnected) log.append(...nodes);
  }
  for (const run of runs) fold(run, next => next.at <= to);
  const current = lines.findLast(({ at, node }) => at <= to && !node.hidden);
  lines.forEach(({ node, at }) => {
    node.classList.toggle('now', at === to);
    node.tabIndex = node === current?.node ? 0 : -1;
  });
  showLast(current);
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

// Goes to a ply, and stops there.
function go(to) {
  if (playing) pause();
  show(to);
}
function show(to) {
  const next = Math.min(Math.max(first, to), last);
  if (next === ply) return;
  if (selected) select(selected.line, selected.node);
  showStory(next);
  ply = next;
  const value = plies[ply], chosen = plies[ply + 1]?.chosen;
  drawTable(value, { viewer, answers, stopped: stoppedAt(ply), chosen, laid: laidDown(value.events), result: value.position.outcome ? noted(happened) : null, see: go });
  document.querySelector('.options .chosen')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  showWhy();
  $('story').scrollTop = $('story').scrollHeight;
  drawPly(value, last);
  STEPS.forEach(([, , to], i) => { $('steps').children[i].disabled = [ply, -1].includes(to(ply)); });
  document.title = `${replay.title}, ply ${ply} of ${last}`;
  history.replaceState(null, '', `#${ply}`);
}

// Name, drawing, the ply to go to, and a word beside the drawing.
const nextOf = landmark => at => plies.findIndex(({ events = [] } = {}, ply) => ply > at && events.some(LANDMARKS[landmark]));
const STEPS = [
  ['To the start', 'M12 8v32M40 9 18 24l22 15Z', () => first],
  ['Previous ply', 'M30 10 16 24l14 14', at => Math.max(first, at - 1)],
  ['Next ply', 'M18 10l14 14-14 14', at => Math.min(last, at + 1)],
  ['To the end', 'M36 8v32M8 9l22 15L8 39Z', () => last],
  ['Next turn', '#reverse', nextOf('turn'), 'turn'],
  ['Next explosion', '#burst', nextOf('explosion'), 'explosion'],
  ['Next play that is stopped', '#stop', nextOf('stop'), 'stopped'],
];
// The game plays by itself: a moment for each ply, a short one for passes that are one line.
const SPEEDS = [1, 2, 4], MOMENT = 1600;
let playing = 0, speed = SPEEDS[0];
function pause() {
  clearTimeout(playing);
  playing = 0;
  drawPlay();
}
function play() {
  const isQuiet = parts[ply].every(({ node, isPass }) => isPass || node.hidden);
  playing = setTimeout(() => {
    show(ply + 1);
    if (ply < last) play(); else pause();
  }, MOMENT / speed / (isQuiet ? 4 : 1));
  drawPlay();
}
// Their names and drawings change, and they stay: a press that a ply interrupts is a click all the same.
const playButton = stepButton(['Play', 'M0 0', () => {
  if (playing) return pause();
  if (ply === last) show(first);
  play();
}]);
const speedButton = el('button', { title: 'Speed', click: () => {
  speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
  drawPlay();
} });
function drawPlay() {
  const name = playing ? 'Pause' : 'Play', path = playing ? 'M16 9v30M32 9v30' : 'M13 8 38 24 13 40Z';
  build(playButton, { 'aria-label': name, title: name }, []).querySelector('path').setAttribute('d', path);
  build(speedButton, { 'aria-label': `Speed ${speed}` }, []).textContent = `${speed}×`;
}
$('steps').append(...STEPS.map(([name, path, to, word]) => {
  const made = stepButton([name, path, () => go(to(ply))]);
  if (word) build(made, { class: 'worded' }, [el('span', { class: 'word', 'aria-hidden': true }, word)]);
  return made;
}), el('span', { id: 'play' }, playButton, speedButton));
drawPlay();
$('slider').min = first;
$('marks').append(...replay.plies.map(plyMark));
openTimeline(go);

const WHO = { all: 'everything is visible', nobody: 'what everybody knows' };
$('game').textContent = safe(replay.title);
['seen', 'state', 'to-notes', 'notes', 'console'].forEach(id => $(id).remove());
$('viewer').hidden = $('why').hidden = document.querySelector('footer').hidden = false;
$('viewer').textContent = entryOf(WHO, viewer) ?? `as ${viewer} sees it`;
$('cards').append(...cardList());
openSide([['to-story', ['story', 'why']], ['to-cards', ['cards']]]);

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = { ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(first), End: () => go(last) };
  if (!moveInStory(event) && event.target !== $('slider') && keys[event.key]) {
    keys[event.key]();
    event.preventDefault();
  }
});
const fromAddress = () => go(Number.parseInt(location.hash.slice(1), 10) || 0);
addEventListener('hashchange', fromAddress);
fromAddress();
