// A position is laid out in rows of cards, which are dragged, or moved by keys.

const layout = { rows: [], rest: [], to: 0, sent: null };
const PILES = new Map([['draw', 'draw pile, top first'], ['discard', 'discard pile']]);
const isOf = (part, name) => part.toLowerCase().startsWith(`${name.toLowerCase()}:`);
const cardsOf = words => words.split(/\s+/).flatMap(word => {
  const [card, n] = word.split('*');
  return card === '' || card === '-' ? [] : Array.from({ length: Math.min(Number(n) || 1, 200) }, () => card);
});

// Shows a position as `:table` writes it.
function openLayout(line) {
  const parts = line.replace(/^:table\s*/, '').split('|').map(part => part.trim()), names = [...game.seats, ...PILES.keys()];
  layout.rows = names.filter(name => PILES.has(name) || parts.some(part => isOf(part, name)))
    .map(name => ({ name, cards: cardsOf(parts.find(part => isOf(part, name))?.slice(name.length + 1) ?? '') }));
  layout.rest = parts.filter(part => !names.some(name => isOf(part, name)));
  layout.to = 0;
  showPanel('editor');
  showLayout(true);
  drawLayout();
  $('layout').querySelector('button').focus();
}
function showLayout(isShown) {
  $('layout').hidden = !isShown;
  $('found').hidden = isShown || bench.found.length === 0;
  if (!isShown) $('layout').replaceChildren();
  drawStarts();
}
function leaveLayout() {
  showLayout(false);
  showPanel('table');
  $('lay-out').focus();
}
const layoutLine = () => `:table ${[...layout.rows.map(({ name, cards }) => `${name}: ${cards.join(' ') || '-'}`), ...layout.rest].join(' | ')}`;

// Moves a card from a place to another one; all cards, which copies are taken from and thrown to, are no row.
function moveCard(card, [row, at], [toRow, toAt]) {
  if (row != null) layout.rows[row].cards.splice(at, 1);
  if (toRow == null) return drawLayout([row, Math.max(0, at - 1)]);
  layout.rows[toRow].cards.splice(toAt, 0, card);
  layout.to = toRow;
  drawLayout(row == null ? null : [toRow, toAt]);
}
function dragCard(event, node, card, [row, at]) {
  if (event.button !== 0) return;
  const ending = new AbortController(), { signal } = ending, { clientX, clientY } = event;
  let ghost = null;
  const move = ({ clientX: x, clientY: y }) => {
    if (!ghost && Math.hypot(x - clientX, y - clientY) < 5) return;
    ghost ??= $('layout').appendChild(node.cloneNode(true));
    ghost.classList.add('ghost');
    ghost.style.setProperty('left', `${x + 6}px`);
    ghost.style.setProperty('top', `${y + 6}px`);
  };
  const drop = ({ type, clientX: x, clientY: y }) => {
    ending.abort();
    ghost?.remove();
    const to = document.elementFromPoint(x, y)?.closest('[data-row]');
    if (!ghost || !to || type === 'pointercancel') return;
    if (to.dataset.row === 'all') { if (row != null) moveCard(card, [row, at], [null, 0]); return; }
    const toRow = Number(to.dataset.row), all = [...to.querySelectorAll('.lie')].filter(one => one !== node);
    const before = all.findIndex(one => { const { left, width, bottom } = one.getBoundingClientRect(); return y < bottom && x < left + width / 2; });
    moveCard(card, [row, at], [toRow, before < 0 ? all.length : before]);
  };
  event.preventDefault();
  node.focus();
  addEventListener('pointermove', move, { signal });
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, drop, { signal });
}
function keyCard(event, card, [row, at]) {
  const to = (toRow, toAt) => { event.preventDefault(); if (layout.rows[toRow]) moveCard(card, [row, at], [toRow, Math.max(0, toAt)]); };
  const { length } = layout.rows[row].cards;
  if (event.key === 'ArrowLeft') to(row, at - 1);
  else if (event.key === 'ArrowRight') to(row, Math.min(length - 1, at + 1));
  else if (event.key === 'ArrowUp') to(row - 1, layout.rows[row - 1]?.cards.length);
  else if (event.key === 'ArrowDown') to(row + 1, layout.rows[row + 1]?.cards.length);
  else if (event.key === 'Delete' || event.key === 'Backspace') { event.preventDefault(); moveCard(card, [row, at], [null, 0]); }
}
const lie = (card, more) => el('button', { class: 'lie', type: 'button', ...more }, el('i', { '--h': kindOf(card).hue }, symbol({ ...kindOf(card), letter: titleOf(card)[0] })), titleOf(card));
function drawLayout(focused) {
  const set = () => { layout.sent = layoutLine(); input(layout.sent); };
  const wordOf = name => PILES.get(name) ?? name;
  const row = ({ name, cards }, i) => el('section', { 'data-row': String(i) },
    el('h3', {}, el('button', { type: 'button', 'data-key': `to ${i}`, 'aria-pressed': String(i === layout.to), title: 'Cards that are chosen below come here', click: () => { layout.to = i; drawLayout(); } }, wordOf(name))),
    el('div', { class: 'lies' }, cards.map((card, at) => lie(card, { 'data-key': `${i} ${at}`, 'aria-label': `${titleOf(card)}, ${at + 1} of ${cards.length}, ${wordOf(name)}`,
      pointerdown: event => dragCard(event, event.currentTarget, card, [i, at]), keydown: event => keyCard(event, card, [i, at]) }))));
  const add = card => moveCard(card, [null, 0], [layout.to, layout.rows[layout.to].cards.length]);
  const all = bench.project.cards.map(({ id }) => lie(id, { 'data-key': `all ${id}`, 'aria-label': `One ${titleOf(id)} more: ${wordOf(layout.rows[layout.to].name)}`,
    pointerdown: event => dragCard(event, event.currentTarget, id, [null, 0]), click: () => add(id) }));
  fill($('layout'), [el('h2', {}, 'Lay out a position', el('span', { class: 'tools' }, button('play it', set, { id: 'set-layout', class: 'tool go', 'data-key': 'set' }), button('cancel', leaveLayout, { 'data-key': 'cancel' }))),
    ...layout.rows.map(row),
    el('section', { 'data-row': 'all' }, el('h3', {}, `all cards: one that is clicked goes to ${wordOf(layout.rows[layout.to].name)}`), el('div', { class: 'lies' }, all)),
    el('p', { class: 'count' }, 'Drag cards, or move one by the arrow keys; Delete, or a drag down here, takes it away.'), el('code', {}, layoutLine())]);
  if (focused) $('layout').querySelector(`[data-key="${focused.join(' ')}"]`)?.focus();
}
$('layout').addEventListener('keydown', event => { if (event.key === 'Escape') leaveLayout(); });

const { output: heardOutput } = HEARD;
HEARD.output = message => {
  const { input: typed, text, status } = message;
  if (layout.isAsked && typed === ':table') { layout.isAsked = false; return openLayout(text.trim().split('\n')[0]); }
  if (typed !== layout.sent) return heardOutput(message);
  layout.sent = null;
  if (status !== 'done') return note(text);
  leaveLayout();
  $('to-story').click();
};
