// Draws a game from the values of the protocol: positions, decisions, events, causes. It knows no
// rules: what is possible and who sees what is in the values. All their texts become text nodes.

const $ = id => document.getElementById(id);
const build = (node, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name, value);
    else if (value != null && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter(child => child != null && child !== false));
  return node;
};
const el = (tag, attributes = {}, ...children) =>
  build(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) =>
  build(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);

// The kinds and combos of the game by their ids, and the names of the seats.
const game = { kinds: new Map(), combos: new Map(), seats: [] };

const HUES = [255, 150, 35, 320, 95, 200, 20, 280];
const hueOf = name => HUES[Math.max(0, game.seats.indexOf(name)) % HUES.length];
const whose = name => (name === 'me' ? 'my' : `${name}’s`);
const counted = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
const MOST_MINIS = 9;

// Cards. The id of a card that lies with its other face up ends with `^`.
const bare = id => id.replace(/\^$/, '');
const unknown = title => ({ title, text: '', letter: title.slice(0, 1).toUpperCase(), hue: 265 });
const kindOf = id => game.kinds.get(bare(id)) ?? unknown(id);
const comboOf = id => game.combos.get(id) ?? unknown(id);
const titleOf = id => kindOf(id).title + (id.endsWith('^') ? ' (turned)' : '');
const symbol = ({ drawing, letter }) => drawing
  ? svg('svg', { 'aria-hidden': true }, svg('use', { href: `#${drawing}` }))
  : svg('svg', { viewBox: '0 0 48 48', 'aria-hidden': true }, svg('text', { x: 24, y: 36 }, letter));
const avatar = name => el('span', { class: 'avatar', style: `--h:${hueOf(name)}`, 'aria-hidden': true },
  [...name][0].toUpperCase());

function card(kind, { label = kind.title, big = false, state = '', n = 1 } = {}) {
  const text = big && kind.text ? el('span', { class: 'text' }, kind.text) : null;
  const several = n > 1 ? el('span', { class: 'copies' }, `×${n}`) : null;
  return el('div', {
    class: `card ${big ? 'big' : ''} ${state}`, style: `--h:${kind.hue}`, role: 'img',
    'aria-label': n > 1 ? `${label}, ${n} times` : label, title: kind.text ? `${label}: ${kind.text}` : label,
  }, el('span', { class: 'title' }, kind.title), el('span', { class: 'symbol' }, symbol(kind)), text,
  el('span', { class: 'foot' }), several);
}

const back = (content, label) =>
  el('div', { class: 'card back', role: 'img', 'aria-label': label }, content);
const mini = id => id == null
  ? el('span', { class: 'mini', 'aria-hidden': true })
  : el('span', {
    class: 'mini face', role: 'img', style: `--h:${kindOf(id).hue}`,
    'aria-label': titleOf(id), title: titleOf(id),
  }, symbol(kindOf(id)));

// Actions and values in words.
const SUBJECTS = { draw: 'draw', turn: 'beginning of a turn', between: 'pause', explosion: 'explosion' };
const subjectOf = action => action.subject === 'card' ? kindOf(action.card)
  : action.subject === 'combo' ? comboOf(action.combo)
  : action.hazard ? kindOf(action.hazard)
  : { ...unknown(SUBJECTS[action.subject] ?? action.subject), drawing: { draw: 'draw', explosion: 'burst' }[action.subject] ?? 'step' };
const actionTitle = action =>
  `${whose(action.by)} ${SUBJECTS[action.subject] ?? subjectOf(action).title}`;
const zoneTitle = ({ zone, id, owner }) => ({
  draw: 'draw pile', discard: 'discard pile', table: 'middle of the table', box: 'box',
  pile: id?.replaceAll('_', ' '), hand: `${whose(owner)} hand`, front: `in front of ${owner}`,
})[zone] ?? zone;
function valueTitle({ type, value }) {
  if (type === 'player') return `on ${value}`;
  if (type === 'players') return `on ${value.join(' and ')}`;
  if (type === 'kind') return titleOf(value);
  if (type === 'zone') return zoneTitle(value);
  if (type === 'list') return value.map(valueTitle).filter(Boolean).join(', ');
  return type === 'number' || type === 'text' ? String(value) : '';
}

// A seat: its hand with the cards that are known, what lies in front of it, its counters.
function seat(info, position, decision, viewer) {
  const onTurn = info.name === position.turn.seat, asked = info.name === decision?.seat;
  const status = !info.alive ? 'out' : onTurn ? 'on turn' : asked ? 'asked' : '';
  const counters = position.counters.filter(({ owner, value }) => owner === info.name && value !== 0 && value !== '');
  const facts = counters.map(({ name, value }) => `${name.replaceAll('_', ' ')} ${value ?? '?'}`);
  if (info.score != null) facts.push(`score ${info.score}`);
  if (info.blind) facts.push('hand face down');
  const minis = info.hand.slice(0, MOST_MINIS).map(mini);
  return el('li', { class: `seat ${onTurn ? 'turn' : ''} ${asked ? 'asked' : ''} ${info.alive ? '' : 'out'}` },
    el('div', { class: 'who' }, avatar(info.name),
      el('span', { class: 'name' }, info.name, info.name === viewer && el('small', {}, ' (you)')),
      status && el('span', { class: 'status' }, status)),
    el('div', { class: `minis ${minis.length > 6 ? 'many' : ''}` }, minis,
      el('span', { class: 'count' }, counted(info.hand.length, 'card'))),
    info.front.length > 0 && el('div', { class: 'minis front' }, el('small', {}, 'in front'), info.front.map(mini)),
    facts.length > 0 && el('div', { class: 'facts' }, facts.map(fact => el('span', {}, fact))));
}

// The stack, latest last. `answers` tells which action an action answers.
function stack(position, answers) {
  const actions = position.stack;
  if (position.outcome) {
    const { winners, losers = [], scores = [] } = position.outcome;
    const names = winners.length > 0 ? winners.join(' and ') : losers.join(' and ') || 'nobody';
    const how = winners.length > 0 || losers.length === 0 ? 'win' : 'lose';
    const many = (winners.length || losers.length) > 1;
    return el('div', { class: 'outcome' }, winners.map(avatar),
      el('strong', {}, `${names} ${how}${many ? '' : 's'}`),
      scores.map(({ player, score }) => el('span', {}, `${player}: ${score}`)));
  }
  if (actions.length === 0) return el('p', { class: 'empty' }, 'nothing is being played');
  const item = (action, i) => {
    const answered = actions.find(other => other.action === answers.get(action.action));
    const values = action.announced.map(valueTitle).filter(Boolean).join(', ');
    const does = action.cancelled ? 'stopped' : answered ? `answers ${actionTitle(answered)}` : values || 'waits';
    const label = `${actionTitle(action)}${values ? ` ${values}` : ''}, ${does}`;
    return el('li', { class: answered ? 'answer' : '' },
      card(subjectOf(action), { big: i === actions.length - 1, label, state: action.cancelled ? 'stopped' : '' }),
      el('p', { class: 'by' }, el('b', {}, action.by), el('span', {}, does)));
  };
  return el('ol', { class: 'stack', style: `--n:${actions.length}`, 'aria-label': 'Stack' }, actions.map(item));
}

function drawPile({ cards }) {
  const top = cards.slice(0, 5), isKnown = top.some(Boolean);
  const deep = cards.slice(5).flatMap((id, i) => id && cards.slice(5).some(c => !c) ? [`${i + 6}th: ${titleOf(id)}`] : []);
  const next = isKnown && el('div', { class: 'minis next' }, el('small', {}, 'next'), top.map(mini));
  return el('div', { class: 'pile draw' }, back(cards.length, `Draw pile, ${counted(cards.length, 'card')}`),
    el('div', { class: 'label' }, 'draw pile', next, deep.slice(0, 2).map(text => el('small', {}, text))));
}

function discardPile({ cards }) {
  const [top] = cards, label = `Discard pile, ${counted(cards.length, 'card')}`;
  const shown = top ? card(kindOf(top), { label: `${label}, on top ${titleOf(top)}` })
    : el('div', { class: 'card none', role: 'img', 'aria-label': 'Discard pile, empty' });
  return el('div', { class: 'pile discard' }, shown, el('div', { class: 'label' }, `discard pile · ${cards.length}`));
}

const otherPile = pile => el('div', { class: 'other' }, el('b', {}, zoneTitle(pile)),
  el('div', { class: 'minis' }, pile.cards.slice(0, MOST_MINIS).map(mini), el('span', { class: 'count' }, pile.cards.length)));

// The picture that the rules draw, as a track.
function track({ rows, lines }) {
  if (rows.length === 0) return el('pre', {}, lines.join('\n'));
  const cell = ({ text, players, marked }) => el('li', { class: marked ? 'marked' : '' },
    marked && el('span', { title: 'marked' }, '✶'), text && el('span', {}, text),
    players.length > 0 && el('span', { class: 'on' }, players.map(name =>
      build(avatar(name), { 'aria-hidden': 'false', role: 'img', 'aria-label': name, title: name }, []))));
  return rows.map(({ heading, cells }) => el('div', { class: 'track' },
    heading && el('b', {}, heading.replace(/:$/, '')), el('ol', {}, cells.map(cell))));
}

// A decision: the prompt and the options, with the one that was chosen.
function promptTitle({ seat: name, prompt }) {
  if (!prompt) return [`${name} is choosing`, 'which options there are is hidden'];
  if (prompt.prompt === 'turn') return [`${whose(name)} turn`, prompt.owed > 1 ? `the first of ${prompt.owed}` : ''];
  if (prompt.prompt === 'respond') return [`${name} may answer${prompt.to ? ` ${actionTitle(prompt.to)}` : ''}`, ''];
  if (prompt.prompt === 'cards') return [`${name} chooses cards`, `for ${comboOf(prompt.combo).title}`];
  return [prompt.text ?? `${name} is asked`, `${name} is asked`];
}
function optionTitle(option) {
  switch (option.option) {
    case 'draw': return 'Draw';
    case 'pass': return 'Pass';
    case 'yes': return 'Yes';
    case 'no': return 'No';
    case 'play': return `Play ${titleOf(option.card)}`;
    case 'combo': return `Play ${comboOf(option.combo).title}${option.cards.length > 0 ? `: ${option.cards.map(titleOf).join(', ')}` : ''}`;
    case 'card': return option.zone ? `${titleOf(option.card)} (${zoneTitle(option.zone)})` : titleOf(option.card);
    case 'respond': case 'kind': return titleOf(option.card);
    case 'player': return option.player;
    case 'hidden': return `Card ${option.place + 1}`;
    case 'number': return String(option.number);
    case 'text': return option.value;
    default: return option.text;
  }
}
const MOST_OPTIONS = 12;
function asked(decision, chosen) {
  const [title, more] = promptTitle(decision);
  const all = decision.options ?? [];
  const shown = all.length <= MOST_OPTIONS ? all
    : all.filter((option, i) => i < MOST_OPTIONS - 2 || option.id === chosen);
  const chip = option => el('li', { class: option.id === chosen ? 'chosen' : '' },
    option.id === chosen && el('span', { 'aria-label': 'chosen:' }, '✓ '), optionTitle(option));
  const rest = all.length - shown.length;
  return el('div', { class: 'ask' },
    el('div', { class: 'prompt' }, el('b', {}, title), more && el('small', {}, more)),
    shown.length > 0 && el('ul', { class: 'options', 'aria-label': 'Options' }, shown.map(chip),
      rest > 0 && el('li', { class: 'rest' }, `and ${rest} more`)));
}

// A hand as a fan: cards of options are raised. Equal cards of a large hand are drawn once.
function hand(cards, decision, chosen) {
  const options = decision?.options ?? [], taken = options.find(option => option.id === chosen);
  const uses = (option, id) => option.card === id || option.cards?.includes(id);
  const groups = [];
  for (const id of cards) {
    const same = cards.length > 10 && groups.find(group => group.id === id);
    if (same) same.n += 1; else groups.push({ id, n: 1 });
  }
  const middle = (groups.length - 1) / 2, step = Math.min(3, 20 / groups.length);
  let left = taken?.cards?.length ?? 1;
  return groups.map(({ id, n }, i) => {
    const state = id == null ? '' : taken && uses(taken, id) && left-- > 0 ? 'raised chosen'
      : options.some(option => uses(option, id)) ? 'raised' : '';
    const off = i - middle;
    return el('li', { style: `--turn:${(off * step).toFixed(1)}deg;--drop:${(off * off * step / 2).toFixed(1)}px;--n:${groups.length}` },
      id == null ? back(n > 1 ? `×${n}` : '', 'A card face down') : card(kindOf(id), { label: titleOf(id), state, n }));
  });
}

// Draws the whole table. `own` is the seat whose hand lies below.
function drawTable({ position, picture, decision, chosen }, { viewer, answers }) {
  const { turn, seats, piles, counters } = position;
  const isSeat = name => seats.some(info => info.name === name);
  const own = isSeat(viewer) ? viewer : isSeat(decision?.seat) ? decision.seat : turn.seat;
  const at = seats.findIndex(info => info.name === viewer);
  const others = at < 0 ? seats : [...seats.slice(at + 1), ...seats.slice(0, at)];
  $('turn').replaceChildren(el('b', {}, position.outcome ? 'the game is over' : `${whose(turn.seat)} turn`),
    turn.owed > 1 ? ` · ${turn.owed} owed` : '', turn.reversed ? ' · reversed' : '');
  $('seats').replaceChildren(...others.map(info => seat(info, position, decision, viewer)));
  const main = ['draw', 'discard'].map(zone => piles.find(pile => pile.zone === zone) ?? { zone, cards: [] });
  $('middle').replaceChildren(drawPile(main[0]), el('div', { class: 'center' }, stack(position, answers)), discardPile(main[1]));
  const facts = counters.filter(({ owner, value }) => owner == null && value !== 0 && value !== '')
    .map(({ name, value }) => `${name.replaceAll('_', ' ')}: ${value ?? '?'}`);
  for (const counter of position.card_counters ?? []) {
    facts.push(`${titleOf(counter.card)} (${zoneTitle(counter)}): ${counter.name.replaceAll('_', ' ')} ${counter.value}`);
  }
  $('beneath').replaceChildren(
    el('div', { class: 'others' }, piles.filter(pile => !main.includes(pile)).map(otherPile),
      facts.length > 0 && el('div', { class: 'facts' }, facts.map(fact => el('span', {}, fact)))),
    ...(picture ? [track(picture)].flat() : []));
  const info = seats.find(other => other.name === own);
  const isShown = info && viewer !== 'nobody';
  const mine = at >= 0 && seat(seats[at], position, decision, viewer);
  if (mine) mine.classList.add('mine');
  $('asked').replaceChildren(...[mine && el('ul', {}, mine), decision && asked(decision, chosen)].filter(Boolean));
  $('hand').setAttribute('aria-label', `${whose(own)} hand`);
  $('hand').replaceChildren(...(isShown ? hand(info.hand, decision?.seat === own ? decision : null, chosen) : []));
}

// The story of some events: headings of turns, and lines. `select` is called with a line.
function story({ events, lines }, select) {
  const starts = new Map(lines.map(line => [line.event, line]));
  return events.flatMap(event => {
    const found = [], line = starts.get(event.id);
    if (event.event === 'turn_began') {
      found.push({ node: el('h2', {}, `${whose(event.by)} turn${event.owed > 1 ? `, ${event.owed} owed` : ''}`) });
    }
    if (event.event === 'laid_out') found.push({ node: el('h2', {}, 'a position is laid out') });
    if (line) {
      const isPass = event.event === 'passed';
      const isSecret = event.seen_by?.only || ['looked', 'arranged'].includes(event.event) || (event.event === 'said' && event.to);
      const node = el('button', { class: `line ${isPass ? 'pass' : ''} ${isSecret ? 'secret' : ''}`, tabindex: -1, click: () => select(line, node) },
        el('span', {}, line.text), event.at && el('span', { class: 'at' }, `${event.at.file.split('/').pop()}:${event.at.line}`));
      found.push({ node, line, isPass, isAnswer: event.answers != null });
    }
    return found;
  });
}

// Why something happened. `go` is called with a ply.
function why(heading, causes, go) {
  const reasons = [...causes.after, ...causes.because].map(event => el('li', {}, event.text || 'a script says something'));
  const inputs = causes.inputs.map(input => el('li', {},
    el('button', { class: 'ply', click: () => go(input.ply) }, `ply ${input.ply}`),
    ` ${input.seat ?? ''}: ${input.typed ?? input.redacted}`));
  if (causes.in_setup) reasons.push(el('li', {}, 'in the setup'));
  const by = causes.by ?? causes.event?.at;
  return [el('h2', {}, heading), by && el('code', {}, `${by.file}:${by.line}\n${by.source}`),
    el('ul', {}, reasons, inputs), reasons.length + inputs.length === 0 && !by && el('p', {}, 'nothing but the turn led to this')];
}
