// Draws a game from the values of the protocol: positions, decisions, events, causes. It knows no
// rules: what is possible and who sees what is in the values. All their texts become text nodes.

// The fixed words of the page, which it has from the beginning.
function translate(wanted) {
  speak(wanted);
  for (const [id, text] of [['to-story', 'Story'], ['to-cards', 'Cards'], ['to-notes', 'Notes'], ['close', 'Close']]) $(id).textContent = W(text);
  $('last').lastChild.textContent = W('story');
  $('story').dataset.empty = W('the game begins');
  showLast(null);
}
// The last line of the story, which is in English.
function showLast(last) {
  const text = $('last').firstChild;
  text.textContent = last?.node.firstChild.textContent ?? W('the game begins');
  text.lang = last ? 'en' : language;
}

// The kinds and combos of the game by their ids, and the names of the seats.
const game = { kinds: new Map(), combos: new Map(), seats: [] };

const colourOf = name => `var(--c${Math.max(0, game.seats.indexOf(name)) % SEAT_COLOURS})`;
// As in the sentences of the game; a replay may have a player called `me`.
const whose = name => (name === 'me' ? 'my' : `${name}’s`);
const owned = (name, thing) => (name === 'me' ? `my ${thing}` : W('{0}’s {1}', name, thing));
const listed = (names, last = 'and') => (language !== 'en' ? new Intl.ListFormat(language, { type: last === 'or' ? 'disjunction' : 'conjunction' }).format(names) : names.length > 1 ? `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}` : names.join(''));
// Of many, their number: each is marked at the table.
const MOST_NAMES = 4;
const summed = (names, me) => {
  const others = names.filter(name => name !== me), n = others.length;
  if (names.length > MOST_NAMES) return n < names.length ? `you and ${n} others` : W('{0} players', n);
  return listed(names.map(name => (name === me ? 'you' : name)));
};
const counted = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
const MOST_MINIS = 9;

// Cards. The id of a card that differs from others of its kind says how, `charge(charges=3)`; that of one that lies with its other
// face up ends with `^`.
const bare = id => id.replace(/(\(.*\))?\^?$/, '');
const differences = id => (id.match(/\(([^()]*=[^()]*)\)/)?.[1] ?? '').replaceAll('=', ' ').replaceAll(',', ', ').replaceAll('_', ' ');
const kindOf = id => game.kinds.get(bare(id)) ?? unknown(id);
const comboOf = id => game.combos.get(id) ?? unknown(id);
const titleOf = id => kindOf(id).title + (differences(id) ? ` (${differences(id)})` : '') + (id.endsWith('^') ? ' (turned)' : '');
// A title in whole words: how wide its longest word is, and all of it, in widths of `em`.
const measured = new Map();
let brush = null;
function widthsOf(title) {
  if (!measured.has(title)) {
    brush ??= Object.assign(document.createElement('canvas').getContext('2d'), { font: `700 100px ${getComputedStyle(document.body).fontFamily}` });
    const width = text => Math.ceil(brush.measureText(text).width) / 100;
    const words = title.split(/[\s-]+|(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u);
    measured.set(title, { '--word': String(Math.max(1, ...words.map(word => width(`${word}-`)))), '--words': String(Math.max(1, width(title))) });
  }
  return measured.get(title);
}
// The initial of a seat; where others have it, too, with a letter that they do not have there.
function initialOf(name) {
  const letters = [...name], alike = game.seats.map(other => [...other]).filter(other => other.join('') !== name && other[0]?.toUpperCase() === letters[0].toUpperCase());
  const at = alike.length === 0 ? 0 : letters.findIndex((letter, i) => i > 0 && alike.every(other => other[i]?.toLowerCase() !== letter.toLowerCase()));
  return letters[0].toUpperCase() + (at > 0 ? letters[at] : at < 0 ? game.seats.indexOf(name) + 1 : '');
}
const avatar = name => el('span', { class: `avatar ${initialOf(name).length > 1 ? 'two' : ''}`, '--seat': colourOf(name), 'aria-hidden': true }, initialOf(name));

// A long press, or the other button of a mouse.
const LONG = 500;
function held(act) {
  let timer = 0;
  const end = () => clearTimeout(timer);
  return {
    contextmenu: event => { event.preventDefault(); end(); act(); },
    pointerdown: event => { if (event.pointerType === 'touch') timer = setTimeout(act, LONG); },
    pointerup: end, pointercancel: end, pointerleave: end,
  };
}
// How wide a text may be, in widths of `em`, that an ordinary large card has room for.
const WORDY = 84;
function card(kind, { label = kind.title, big = false, state = '', n = 1, act, hold } = {}) {
  const text = big && kind.text ? el('span', { class: 'text' }, kind.text) : null;
  const isWordy = text && widthsOf(kind.text)['--words'] > WORDY;
  const several = n > 1 ? el('span', { class: 'copies' }, `×${n}`) : null;
  const called = label.replace(kind.title, n > 1 ? () => `${kind.title} ×${n}` : '$&');
  const node = el(act ? 'button' : 'div', {
    class: `card ${big ? 'big' : ''} ${isWordy ? 'wordy' : ''} ${state}`, '--h': kind.hue, role: act ? null : 'img', type: act && 'button', click: act, 'data-key': act && `card ${kind.title}`, ...(hold ? held(hold) : {}),
    'aria-label': called, title: kind.text ? `${label}: ${kind.text}` : label,
  }, el('span', { class: 'title', ...widthsOf(kind.title) }, kind.title), several, el('span', { class: 'symbol' }, symbol(kind)), text,
  el('span', { class: 'foot' }));
  if (!big) faces.set(node, kind);
  return node;
}
// The card under the pointer or the focus, in large with its text. Who listens hears the text: it belongs to the card.
const faces = new WeakMap(), REST = 300;
let resting = 0;
function zoom(node) {
  clearTimeout(resting);
  $('zoom').hidden = true;
  const kind = faces.get(node);
  if (kind?.text) resting = setTimeout(() => { if (node.isConnected) enlarged(node, kind); }, REST);
}
function enlarged(node, kind) {
  $('zoom').replaceChildren(card(kind, { big: true }));
  $('zoom').hidden = false;
  const { left, width, top, bottom } = node.getBoundingClientRect(), { offsetWidth: wide, offsetHeight: high } = $('zoom');
  const x = Math.min(Math.max(8, left + width / 2 - wide / 2), innerWidth - wide - 8), isAbove = top > high + 16;
  const beside = left > wide + 16 ? left - wide - 10 : left + width + 10;
  const isBeside = !isAbove && innerHeight - bottom < high + 16;
  $('zoom').style.setProperty('translate', `${isBeside ? beside : x}px ${isAbove ? top - high - 10 : isBeside ? Math.max(8, innerHeight - high - 8) : bottom + 10}px`);
}
const cardAt = ({ target }) => target.closest?.('.card');
// The card that the last key or move of the mouse reached. A page that is drawn again tells of an element under a mouse at rest, too.
let byKeys = false, pointed = '';
document.addEventListener('keydown', () => { byKeys = true; }, true);
document.addEventListener('pointerover', event => {
  if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
  const place = `${event.clientX} ${event.clientY}`;
  if (place !== pointed) byKeys = false;
  pointed = place;
  if (!byKeys) zoom(cardAt(event));
});
document.addEventListener('focusin', event => { if (byKeys && event.target.matches(':focus-visible')) zoom(cardAt(event)); });
for (const event of ['pointerdown', 'focusout', 'wheel']) document.addEventListener(event, () => zoom(null));
document.documentElement.addEventListener('pointerleave', () => zoom(null));

const back = (content, label) =>
  el('div', { class: 'card back', role: 'img', 'aria-label': label }, content);
const mini = id => id == null
  ? el('span', { class: 'mini', 'aria-hidden': true })
  : el('span', {
    class: 'mini face', role: 'img', '--h': kindOf(id).hue,
    'aria-label': titleOf(id), title: titleOf(id),
  }, symbol(kindOf(id)));

// Actions and values in words.
const SUBJECTS = { draw: 'draw', turn: 'beginning of a turn', between: 'pause', explosion: 'explosion' };
const subjectOf = action => action.subject === 'card' ? kindOf(action.card)
  : action.subject === 'combo' ? comboOf(action.combo)
  : action.hazard ? kindOf(action.hazard)
  : { ...unknown(SUBJECTS[action.subject] ?? action.subject), drawing: { draw: 'draw', explosion: 'burst' }[action.subject] ?? 'step' };
const actionTitle = action => action.subject === 'turn' ? `the beginning of ${whose(action.by)} turn`
  : action.subject === 'between' ? `the pause in ${whose(action.by)} turn`
  : owned(action.by, W(SUBJECTS[action.subject] ?? subjectOf(action).title));
const zoneTitle = ({ zone, id, owner }) => ({
  draw: 'draw pile', discard: 'discard pile', table: 'middle of the table', box: 'box',
  pile: id?.replaceAll('_', ' '), own: `${whose(owner)} ${id?.replaceAll('_', ' ')}`, hand: `${whose(owner)} hand`, front: `in front of ${owner}`,
})[zone] ?? zone;
function valueTitle({ type, value }) {
  if (type === 'player') return `on ${value}`;
  if (type === 'players') return `on ${listed(value)}`;
  if (type === 'kind') return titleOf(value);
  if (type === 'zone') return zoneTitle(value);
  if (type === 'list') return value.map(valueTitle).filter(Boolean).join(', ');
  return type === 'number' || type === 'text' ? String(value) : '';
}

// What a counter holds: a number, a text, the name of a player or the id of a kind.
const heldTitle = value => (value == null ? '?' : game.kinds.has(value) ? titleOf(value) : String(value));
const counterName = name => name.replaceAll('_', ' ');
const counterTitle = ({ name, value }) => `${counterName(name)} ${heldTitle(value)}`;
// A counter as a chip: its name, and what it holds.
const counterChip = (path, { name, value }, between = ' ') => valued(path, { class: 'counter' }, `${counterName(name)}${between}`, el('b', {}, heldTitle(value)));
// The counters of each card: they come card by card.
function countedCards(counters) {
  const cards = [];
  for (const counter of counters) {
    const last = cards.at(-1), isSame = last && last.card === counter.card && zoneTitle(last.zone) === zoneTitle(counter.zone) && !last.counters.some(({ name }) => name === counter.name);
    if (isSame) last.counters.push(counter); else cards.push({ ...counter, counters: [counter] });
  }
  return cards.map(card => ({ ...card, text: card.counters.map(counterTitle).join(', ') }));
}

// A value of the position: where it can be asked about, a button.
let askAbout = null;
function valued(value, attributes, ...children) {
  if (!askAbout) return el('span', attributes, ...children);
  const node = el('button', { ...attributes, class: `${attributes.class ?? ''} value`, title: `When did ${value} change?`, click: event => { event.stopPropagation(); askAbout(value); } }, ...children);
  // Several players may have as many cards: who hears the button hears whose they are.
  const [owner, ...rest] = value.split('.');
  if (rest.length > 0) node.ariaLabel = safe(`${owner}: ${node.textContent.replace(/^ · /, '')}`);
  return node;
}
const chips = facts => facts.length > 0 && el('div', { class: 'facts' }, facts.map(fact => (typeof fact === 'string' ? el('span', {}, fact) : fact)));

// A seat: its hand with the cards that are known, what lies in front of it, its counters.
// `table` says who is there, `choose` offers the players among the options.
function seat(info, position, decision, { viewer, table, choose, reactions }) {
  const onTurn = info.name === position.turn.seat && !position.outcome && !position.setup, asked = !isSecret({ viewer, table }) && [decision?.seat, ...decision?.together ?? []].includes(info.name);
  const status = !info.alive ? 'out' : table?.thinking === info.name ? 'thinking' : onTurn ? 'on turn' : asked ? 'asked' : '';
  const target = choose && decision?.options?.find(({ option, player }) => option === 'player' && player === info.name);
  const counters = position.counters.filter(({ owner, value }) => owner === info.name && value !== 0 && value !== '');
  const facts = counters.map(counter => counterChip(`${info.name}.${counter.name}`, counter));
  for (const { card, zone, text } of countedCards(position.card_counters ?? [])) if (zone.owner === info.name) facts.push(`${titleOf(card)}: ${text}`);
  const team = position.teams?.findIndex(members => members.includes(info.name)) ?? -1;
  if (team >= 0) facts.push(W('team {0}', team + 1));
  if (info.score != null) facts.push(W('score {0}', info.score));
  if (info.blind) facts.push(W('hand face down'));
  if (table) {
    const agent = entryOf(table.agents, info.name);
    if (agent) facts.push(W('agent {0}', agent)); else if (info.name !== viewer && !table.present.includes(info.name)) facts.push(W('away'));
    if (table.passing.includes(info.name)) facts.push(W('passing'));
    if (table.more_time.includes(info.name)) facts.push(W('needs more time'));
  }
  const reaction = entryOf(reactions, info.name);
  const minis = info.hand.slice(0, MOST_MINIS).map(mini);
  return el('li', { class: `seat ${onTurn ? 'turn' : ''} ${asked ? 'asked' : ''} ${info.alive ? '' : 'out'} ${target ? 'target' : ''}`, 'data-seat': info.name, click: target && (() => choose(target)) },
    el('div', { class: 'who' }, avatar(info.name),
      el('span', { class: 'name' }, info.name, info.name === viewer && el('small', {}, W(' (you)'))),
      status && el('span', { class: 'status' }, W(status))),
    reaction && el('b', { class: 'reaction', role: 'status' }, reaction),
    el('div', { class: `minis ${minis.length > 6 ? 'many' : ''}` }, minis,
      valued(`${info.name}.hand`, { class: 'count' }, info.hand.length === 1 ? W('1 card') : W('{0} cards', info.hand.length))),
    info.front.length > 0 && el('div', { class: 'minis front' }, valued(`${info.name}.front`, {}, el('small', {}, W('in front'))), info.front.map(mini)),
    chips(facts));
}

// Events that are looked for: turns, explosions, and plays that are stopped.
const isPlay = ({ subject }) => subject === 'card' || subject === 'combo';
const LANDMARKS = {
  turn: ({ event }) => event === 'turn_began',
  explosion: ({ event, announced }) => event === 'announced' && announced.subject === 'explosion',
  stop: ({ event, cancelled }) => event === 'cancelled' && isPlay(cancelled),
};
// The events by which it is told how a game went.
const isNoted = ({ event }) => ['out', 'revived', 'announced', 'cancelled'].includes(event);
// How a game went: who was out in which order, who stopped whom how often, and its turning points: wars, rescues, ends.
function noted(events) {
  const out = [], stops = new Map(), plays = new Map(), points = [];
  for (const { event, id, ply, player, announced, answers, cancelled, action } of events) {
    if (event === 'out') {
      out.push(player);
      points.push({ id, ply, weight: 3, text: W('{0} is out', player) });
    }
    if (event === 'revived' && out.includes(player)) out.splice(out.lastIndexOf(player), 1);
    if (event === 'announced') {
      const root = plays.get(answers)?.root ?? { ...announced, id, ply, n: 0, isStopped: false };
      if (answers != null && isPlay(announced)) root.n += 1;
      plays.set(announced.action, { announced, root });
      if (answers == null && isPlay(announced)) points.push(root);
    }
    const by = plays.get(action?.action)?.announced;
    if (event !== 'cancelled' || !by) continue;
    if (cancelled.subject === 'explosion') points.push({ id, ply, weight: 2, text: W('{0} is saved by {1}', cancelled.by, subjectOf(by).title) });
    if (!isPlay(cancelled)) continue;
    const root = plays.get(cancelled.action)?.root, who = W('{0} stopped {1}', by.by, cancelled.by);
    if (root?.action === cancelled.action) root.isStopped = true;
    stops.set(who, (stops.get(who) ?? 0) + 1);
  }
  for (const root of points) if (root.n > 1) Object.assign(root, { weight: 1 + root.n, text: W(root.isStopped ? '{0} answers to {1}: stopped' : '{0} answers to {1}: it takes effect', root.n, actionTitle(root)) });
  return { out, stops, points: points.filter(({ text }) => text) };
}
// The actions that were stopped, by their numbers. In a position that is laid out they begin anew.
function stoppedIn(events) {
  const stopped = new Set();
  for (const { event, announced, cancelled } of events) {
    if (event === 'announced') stopped.delete(announced.action);
    if (event === 'cancelled') stopped.add(cancelled.action);
  }
  return stopped;
}
const MOST_POINTS = 5;
function result({ outcome }, { out, stops, points }, see) {
  const places = out.filter(name => !outcome.winners.includes(name)).map(name => el('li', {}, avatar(name), name));
  const most = [...stops].sort(([, one], [, other]) => other - one).slice(0, 3).map(([who, n]) => (n > 1 ? `${who} ×${n}` : who));
  // The weightiest, of equal ones the last, in the order of the game.
  const weighty = [...points].sort((one, other) => other.weight - one.weight || other.id - one.id).slice(0, MOST_POINTS).sort((one, other) => one.id - other.id);
  const point = ({ text, ply }) => el('li', {}, see ? el('button', { class: 'ply', click: () => see(ply) }, text) : text);
  return [places.length > 0 && el('div', { class: 'places' }, el('small', {}, W('out of the game, first to last')), el('ol', {}, places)), most.length > 0 && el('p', {}, listed(most)),
    weighty.length > 0 && el('div', { class: 'points' }, el('small', {}, W('turning points')), el('ol', {}, weighty.map(point)))];
}

// What somebody has laid down and not announced yet: they may have to choose first. `before` is what lay there before some events.
function laidDown(events, before = null) {
  let laid = before;
  for (const { event, reason, from, card: id } of events) {
    const isNext = laid && laid.by === from?.owner;
    if (event !== 'moved' || reason !== 'play') laid = null;
    else laid = isNext ? { ...laid, n: laid.n + 1 } : { by: from.owner, subject: 'card', card: id, n: 1 };
  }
  return laid;
}

// Who decides now, as everybody may know. In a window nobody is named: who could answer is a secret.
const CHOSEN = { player: 'whom', card: 'a card', hidden: 'a card', kind: 'a kind of card', number: 'a number' };
function deciding(decision, how) {
  const { me, table } = how;
  if (!decision) return table?.thinking ? `${table.thinking} is thinking` : '';
  const { seat: name, prompt, options, together = [] } = decision;
  if (isSecret(how) && !(name === me && options?.length > 1)) return W('waiting for answers');
  if (prompt?.prompt === 'respond') return name === me ? W('you may answer') : W('{0} may answer', name);
  if (together.length > 1) return `${summed(together, me)} choose`;
  const kinds = new Set(options?.map(({ option }) => option) ?? []), what = kinds.size === 1 ? CHOSEN[[...kinds][0]] : null;
  if (language !== 'en' || !what) return name === me ? W('you choose') : W('{0} is choosing', name);
  return name === me ? `you choose ${what}` : `${name} chooses ${what}`;
}

// In a window only who sees everything knows who may answer.
const isSecret = ({ viewer, table }) => Boolean(table?.window) && viewer !== 'all';
const turnOf = name => (name === 'me' ? 'my turn' : W('{0}’s turn', name));

// The stack, latest last, with what takes effect, and who decides now. `answers` tells which action an action answers.
function stack(position, answers, decision, how) {
  const asker = decision?.asked_by, isNew = asker?.asker === 'action' && !position.stack.some(({ action }) => action === asker.action);
  // What was stopped may ask, too: where a kitten goes whose player was rescued.
  const effect = isNew ? { ...asker, announced: [], cancelled: how.stopped.has(asker.action) } : null;
  const laid = how.laid && decision?.seat === how.laid.by && !effect ? { ...how.laid, announced: [] } : null;
  const actions = [...position.stack, effect, laid].filter(Boolean);
  if (position.outcome) {
    const { winners, losers = [], scores = [] } = position.outcome;
    const names = listed(winners.length > 0 ? winners : losers) || 'nobody';
    const verb = winners.length > 0 || losers.length === 0 ? 'win' : 'lose';
    const many = (winners.length || losers.length) > 1;
    return el('div', { class: 'outcome' }, winners.map(avatar),
      el('strong', {}, W(`{0} ${verb}${many ? '' : 's'}`, names)),
      scores.length > 0 && el('ol', { class: 'scores' }, scores.map(({ player, score }) => el('li', {}, avatar(player), el('span', {}, player), el('b', {}, score)))),
      how.result && result(position, how.result, how.see), how.ending);
  }
  if (actions.length === 0 && how.invitation) return how.invitation;
  if (actions.length === 0) {
    const what = position.setup ? 'before the first turn' : asker ? 'a rule takes effect' : 'nothing is being played';
    return decision ? el('div', { class: 'empty' }, el('p', {}, W(what)), how.rules) : '';
  }
  const item = (action, i) => {
    const to = answers.get(action.action), answered = to != null && actions.find(other => other.action === to);
    const values = action.announced.map(valueTitle).filter(Boolean).join(', ');
    const isLast = i === actions.length - 1, decides = isLast ? deciding(decision, how) : '';
    const does = action.cancelled ? W('stopped') : action === effect ? W('takes effect') : action === laid ? W('plays it') : answered ? W('answers {0}', actionTitle(answered)) : values || W('waits');
    const label = `${actionTitle(action)}${values ? ` ${values}` : ''}, ${does}`;
    return el('li', { class: answered ? 'answer' : '' },
      card(subjectOf(action), { big: isLast, n: action.n, label, state: action.cancelled ? 'stopped' : action.subject === 'explosion' ? 'bursting' : '' }),
      el('p', { class: 'by', ...widthsOf(`${action.by} ${does} ${decides}`) }, el('b', {}, action.by), el('span', {}, does), decides && el('i', { class: 'decides' }, decides)));
  };
  return el('ol', { class: 'stack', '--n': actions.length, 'aria-label': 'Stack' }, actions.map(item));
}

function drawPile({ cards }, act) {
  const top = cards.slice(0, 5), isKnown = top.some(Boolean);
  const deep = cards.slice(5).flatMap((id, i) => id && cards.slice(5).some(c => !c) ? [`${i + 6}th: ${titleOf(id)}`] : []);
  const next = isKnown && el('div', { class: 'minis next' }, el('small', {}, W('next')), top.map(mini));
  return el('div', { class: `pile draw ${act ? 'target' : ''}`, click: act }, cards.length > 0 ? back(cards.length, `Draw pile, ${counted(cards.length, 'card')}`)
      : el('div', { class: 'card none', role: 'img', 'aria-label': 'Draw pile, empty' }),
    el('div', { class: 'label' }, valued('draw', {}, W('draw pile')), next, deep.slice(0, 2).map(text => el('small', {}, text))));
}

function discardPile({ cards }) {
  const [top] = cards, label = `Discard pile, ${counted(cards.length, 'card')}`;
  const shown = top ? card(kindOf(top), { label: `${label}, on top ${titleOf(top)}` })
    : el('div', { class: 'card none', role: 'img', 'aria-label': 'Discard pile, empty' });
  return el('div', { class: 'pile discard' }, shown, el('div', { class: 'label' }, valued('discard', {}, W('discard pile · {0}', cards.length)), top && el('small', { class: 'on-top', 'aria-hidden': true, ...widthsOf(titleOf(top)) }, titleOf(top))));
}

// Equal cards once, with their number.
function grouped(cards) {
  const groups = new Map();
  for (const id of cards) groups.set(id, (groups.get(id) ?? 0) + 1);
  return [...groups].map(([id, n]) => ({ id, n }));
}
// Another pile; one of which a player knows all cards lies there as cards.
function otherPile(pile, viewer) {
  const known = grouped(pile.cards).slice(0, MOST_MINIS), isOpen = viewer !== 'all' && pile.cards.length > 0 && pile.cards.every(Boolean);
  const cards = isOpen ? el('div', { class: 'open' }, known.map(({ id, n }) => card(kindOf(id), { label: titleOf(id), n })))
    : el('div', { class: 'minis' }, pile.cards.slice(0, MOST_MINIS).map(mini));
  return el('div', { class: 'other' }, el('b', {}, zoneTitle(pile)), cards, valued(pile.id ?? pile.zone, { class: 'count' }, pile.cards.length));
}

// The picture that the rules draw, as a track, and where a player is on it.
function track({ rows, lines }, own) {
  if (rows.length === 0) return el('pre', {}, lines.join('\n'));
  const cell = ({ text, players, marked }) => el('li', { class: `${marked ? 'marked' : ''} ${players.includes(own) ? 'here' : ''}` },
    marked && el('span', { title: 'marked' }, '✶'), text && el('span', {}, text),
    players.length > 0 && el('span', { class: 'on' }, players.map(name =>
      build(avatar(name), { 'aria-hidden': 'false', role: 'img', 'aria-label': name, title: name }, []))));
  return rows.map(({ heading, cells }) => el('div', { class: 'track' },
    heading && el('b', {}, heading.replace(/:$/, '')), el('ol', {}, cells.map(cell))));
}

// What answers do: those to an action that a viewer could give, and what the action itself would do.
function answersTo(to, options, stacked, answers) {
  const stopping = [...new Set(options?.filter(({ option, card: id }) => option === 'respond' && kindOf(id).stops).map(option => titleOf(option.card)) ?? [])];
  const stopped = subjectOf(to).stops && stacked.find(({ action }) => action === answers.get(to.action));
  const own = stopping.length > 0 ? (stopped || to.subject === 'explosion' ? W('{0} would stop it.', listed(stopping, 'or')) : W('{0} would stop {1}.', listed(stopping, 'or'), actionTitle(to)))
    : options?.some(({ option }) => option === 'respond') ? W('Do you answer?') : options ? W('You hold no answer to it.') : '';
  return [stopped && W('It would stop {0}.', actionTitle(stopped)), own].filter(Boolean).join(' ');
}

// A decision: the prompt and the options, with the one that was chosen.
// What somebody is asked: for who is asked, or for the others. In a window nobody is named: who could answer is a secret.
function promptTitle({ seat: name, prompt, options, depth_of: depthOf, together = [], asked_by: asker }, how) {
  const { me, top, stacked, answers } = how;
  const of = asker?.asker === 'action' ? actionTitle(asker) : '';
  if (prompt && name === me) {
    if (prompt.prompt === 'turn') return [W('Your turn'), prompt.owed > 1 ? W('the first of {0}', prompt.owed) : ''];
    if (prompt.prompt === 'respond') return [prompt.to?.subject === 'explosion' && prompt.to.by === me ? W('You are exploding') : prompt.to ? actionTitle(prompt.to) : 'A play', prompt.to ? answersTo(prompt.to, options, stacked, answers) : W('Do you answer?')];
    if (prompt.prompt === 'cards') return ['Choose cards', `for ${comboOf(prompt.combo).title}`];
    return [prompt.text, depthOf ? '0 = on top' : W('You choose')];
  }
  if (isSecret(how)) {
    const to = prompt?.to ?? top;
    const does = to ? answersTo(to, null, stacked, answers) : '';
    return to?.subject === 'explosion' ? [W('{0} is exploding', to.by), W('waiting for answers')] : [W('Waiting for answers'), to ? `${W('to {0}', actionTitle(to))}${does ? `. ${does}` : ''}` : ''];
  }
  const others = together.filter(other => other !== me);
  if (!prompt && together.length > 1) return [others.length < together.length ? 'The others are choosing' : W('{0} are choosing', summed(others)), `${of ? `${of}: ` : ''}${W('all at the same time')}`];
  if (!prompt) return [W('{0} is choosing', name), of && (language === 'en' ? `for ${of}` : of)];
  if (prompt.prompt === 'turn') return [turnOf(name), prompt.owed > 1 ? W('the first of {0}', prompt.owed) : ''];
  if (prompt.prompt === 'respond') return prompt.to ? [W('{0} may answer {1}', name, actionTitle(prompt.to)), answersTo(prompt.to, null, stacked, answers)] : [W('{0} may answer', name), ''];
  if (prompt.prompt === 'cards') return [`${name} chooses cards`, `for ${comboOf(prompt.combo).title}`];
  return [prompt.text ?? `${name} is asked`, together.length > 1 ? `${name} is asked first of ${listed(together)}` : `${name} is asked`];
}
function optionTitle(option) {
  const title = plainTitle(option), how = differences(option.id);
  return how && !title.includes(how) && option.option !== 'text' ? `${title} (${how})` : title;
}
function plainTitle(option) {
  switch (option.option) {
    case 'draw': return W('Draw');
    case 'pass': return W('Pass');
    case 'yes': return W('Yes');
    case 'no': return W('No');
    case 'play': return W('Play {0}', titleOf(option.card));
    case 'combo': return `${W('Play {0}', comboOf(option.combo).title)}${option.cards.length > 0 ? `: ${option.cards.map(titleOf).join(', ')}` : ''}`;
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
// Whether options have numbers in their texts: a digit that is typed is one of these then, and not a place in the list.
const areNumbers = options => options.some(option => /\p{N}/u.test(optionTitle(option)));
function asked(decision, how) {
  const { chosen, choose, confirms, note, extras = [] } = how;
  const what = promptTitle(decision, how), watches = W('You are out: you watch the others play');
  const [title, about] = how.isOut ? [watches, what.filter(Boolean).join(' · ')] : what;
  const isRandom = (decision.options ?? []).filter(({ option, random }) => option === 'hidden' && random).length > 1;
  const more = [about, isRandom && 'any of the cards that are not seen is random'].filter(Boolean).join(' · ');
  // What ends a turn comes first: a long list scrolls.
  const isDraw = ({ option }) => option === 'draw', found = decision.options ?? [];
  const all = [...found.filter(isDraw), ...found.filter(option => !isDraw(option))];
  const shown = choose || all.length <= MOST_OPTIONS ? all
    : all.filter((option, i) => i < MOST_OPTIONS - 2 || option.id === chosen);
  const isOne = option => option.id === chosen, hasNumbers = areNumbers(shown);
  const main = choose && all.length > 1 ? all.filter(isDraw) : [];
  const chip = (option, i) => choose
    ? el('li', {}, el('button', {
      class: `${isOne(option) ? 'chosen' : ''} ${option.id === confirms ? 'confirms' : ''}`, 'aria-pressed': chosen ? String(isOne(option)) : null, 'data-key': option.id, click: () => choose(option),
    }, option.card && el('i', { '--h': kindOf(option.card).hue }, symbol(kindOf(option.card))),
    el('span', {}, option.id === confirms ? `${optionTitle(option)} and explode?` : optionTitle(option)), i < 9 && !hasNumbers && el('kbd', { 'aria-hidden': true }, `${i + 1}`)))
    : el('li', { class: isOne(option) ? 'chosen' : '' },
      isOne(option) && el('span', { 'aria-label': 'chosen:' }, '✓ '), optionTitle(option));
  const rest = all.length - shown.length;
  return el('div', { class: 'ask' },
    el('div', { class: 'prompt', tabindex: -1 }, el('b', {}, title), (note ?? more) && el('small', {}, note ?? more)),
    main.length > 0 && el('ul', { class: 'options main', 'aria-label': 'End the turn' }, main.map(chip)),
    shown.length > 0 && el('ul', { class: `options ${shown.length > MOST_OPTIONS ? 'many' : ''} ${hasNumbers ? 'numbers' : ''}`, 'aria-label': 'Options' }, shown.map((option, i) => i >= main.length && chip(option, i)),
      rest > 0 && el('li', { class: 'rest' }, `and ${rest} more`)), extras);
}

// Points out some of the options, where a card has several.
function offer(options) {
  const buttons = [...document.querySelectorAll('.options button')];
  for (const button of buttons) button.classList.toggle('offered', options.some(({ id }) => id === button.dataset.key));
  buttons.find(button => button.classList.contains('offered'))?.focus();
}

// A card of the hand in large, with its text and its uses.
function openSheet(id, uses, choose) {
  const close = () => $('sheet').close();
  $('sheet').replaceChildren(card(kindOf(id), { big: true, label: titleOf(id) }),
    el('div', { class: 'uses' }, uses.map(option => el('button', { click: () => { close(); choose(option); } }, optionTitle(option))),
      el('button', { class: 'quiet', click: close }, W('Close'))));
  $('sheet').dataset.of = `card ${kindOf(id).title}`;
  if (!$('sheet').open) $('sheet').showModal();
}
// The hand may have been drawn again below it.
$('sheet').addEventListener('close', ({ target }) => {
  const focused = document.activeElement;
  if (focused === document.body || target.contains(focused)) $('hand').querySelector(`[data-key="${CSS.escape(target.dataset.of)}"]`)?.focus({ preventScroll: true });
});

// A hand as a fan: cards of options are raised. Equal cards of a large hand are drawn once.
function hand(cards, decision, { chosen, choose, enlarge, isCareful }) {
  const options = decision?.options ?? [], taken = options.find(option => option.id === chosen);
  const uses = (option, id) => option.card === id || option.cards?.includes(id);
  const groups = [];
  for (const id of cards) {
    const same = cards.length > 10 && groups.find(group => group.id === id);
    if (same) same.n += 1; else groups.push({ id, n: 1 });
  }
  const middle = (groups.length - 1) / 2, step = groups.length > 9 ? 0 : Math.min(2.5, 14 / groups.length);
  let left = taken?.cards?.length ?? 1;
  return groups.map(({ id, n }, i) => {
    const state = id == null ? '' : taken && uses(taken, id) && left-- > 0 ? 'raised chosen'
      : options.some(option => uses(option, id)) ? 'raised' : '';
    const off = i - middle, mine = choose ? options.filter(option => uses(option, id)) : [];
    const hold = enlarge && id != null && (() => enlarge(id, mine, choose));
    const act = hold && (() => (mine.length === 1 && !isCareful ? choose(mine[0]) : hold()));
    const label = `${titleOf(id ?? '')}${state.includes('chosen') ? ', chosen' : mine.length > 0 ? ', can be chosen' : ''}`;
    return el('li', { '--turn': `${(off * step).toFixed(1)}deg`, '--drop': `${(off * off * step / 2).toFixed(1)}px`, },
      id == null ? back(n > 1 ? `×${n}` : '', 'A card face down') : card(kindOf(id), { label, state, n, act: act || null, hold }));
  });
}

// Whoever is asked, or else on turn, is in sight among many seats.
let followed = null;
function follow() {
  const node = $('seats').querySelector('.asked') ?? $('seats').querySelector('.turn'), name = node?.dataset.seat;
  if (node && followed !== name) $('seats').scrollLeft = node.offsetLeft - ($('seats').clientWidth - node.offsetWidth) / 2;
  followed = name;
}

// Draws the whole table. `own` is the seat whose hand lies below, `me` the one who plays here.
function drawTable({ position, picture, decision }, how) {
  const { viewer, answers, choose } = how;
  const { turn, seats, piles, counters } = position;
  const isSeat = name => seats.some(info => info.name === name);
  const own = isSeat(viewer) ? viewer : isSeat(decision?.seat) ? decision.seat : turn.seat;
  const at = seats.findIndex(info => info.name === viewer);
  const others = at < 0 ? seats : [...seats.slice(at + 1), ...seats.slice(0, at)];
  $('turn').replaceChildren(el('b', {}, position.outcome ? W('the game is over') : position.setup ? W('setup') : turn.seat === how.me ? W('your turn') : turnOf(turn.seat)),
    turn.owed > 1 ? valued(`${turn.seat}.owed`, {}, W(' · {0} owed', turn.owed)) : '', turn.reversed ? W(' · reversed') : '');
  $('seats').replaceChildren(...others.map(info => seat(info, position, decision, how)));
  const draws = choose && decision?.options?.find(({ option }) => option === 'draw');
  const main = ['draw', 'discard'].map(zone => piles.find(pile => pile.zone === zone) ?? { zone, cards: [] });
  $('middle').replaceChildren(drawPile(main[0], draws && (() => choose(draws))), el('div', { class: 'center' }, stack(position, answers, decision, how)), discardPile(main[1]));
  const facts = counters.filter(({ owner, value }) => owner == null && value !== 0 && value !== '')
    .map(counter => counterChip(counter.name, counter, ': '));
  for (const { card, zone, text } of countedCards(position.card_counters ?? [])) if (!zone.owner) facts.push(`${titleOf(card)} (${zoneTitle(zone)}): ${text}`);
  $('beneath').replaceChildren(
    el('div', { class: 'others' }, piles.filter(pile => !main.includes(pile)).map(pile => otherPile(pile, viewer)),
      chips(facts)),
    ...(picture ? [track(picture, own)].flat() : []));
  const info = seats.find(other => other.name === own);
  const isShown = info && viewer !== 'nobody';
  const top = position.stack.at(-1);
  const mine = at >= 0 && seat(seats[at], position, decision, how);
  if (mine) mine.classList.add('mine');
  // Who is out may be asked all the same.
  const isOut = how.me && !position.outcome && at >= 0 && !seats[at].alive && decision?.seat !== how.me;
  const hasFacts = !how.table || mine.children?.length > 2;
  $('zoom').hidden = true;
  $('asked').replaceChildren(...[mine && hasFacts && el('ul', {}, mine), decision && asked(decision, { ...how, top, stacked: position.stack, isOut })].filter(Boolean));
  const holder = owned(own, W('hand'));
  $('holder').textContent = isShown && viewer === 'all' && info.hand.length > 0 ? safe(holder) : '';
  $('hand').setAttribute('aria-label', holder);
  $('hand').replaceChildren(...(isShown ? hand(info.hand, decision?.seat === own ? decision : null, how) : []));
  $('hand').style.setProperty('--n', Math.max(1, $('hand').children.length));
  settle();
  follow();
}

// What scrolls can be reached by keys, even if it has nothing to press.
const PRESSED = 'button:not([tabindex="-1"]), input, textarea, select, a[href], [tabindex="0"]:not([data-scrolls])';
function reachable() {
  for (const box of document.querySelectorAll('body *')) {
    const isOver = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
    const scrolls = isOver && box.clientWidth > 0 && /auto|scroll/.test(getComputedStyle(box).overflow) && !box.querySelector(PRESSED);
    if (scrolls && box.tabIndex < 0) [box.tabIndex, box.dataset.scrolls] = [0, box.hasAttribute('tabindex') ? 'named' : ''];
    if (scrolls || box.dataset?.scrolls == null) continue;
    if (box.dataset.scrolls === 'named') box.tabIndex = -1; else box.removeAttribute('tabindex');
    delete box.dataset.scrolls;
  }
}
// A track fills its rows: no space is alone in the last one.
function level(list) {
  const cells = [...list.children], nRows = () => new Set(cells.map(({ offsetTop }) => offsetTop)).size;
  list.classList.remove('tight');
  list.style.removeProperty('max-width');
  if (nRows() > 1) list.classList.add('tight');
  const n = nRows();
  if (n < 2) return;
  const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0, widths = cells.map(cell => cell.getBoundingClientRect().width + gap);
  const total = widths.reduce((sum, width) => sum + width, 0);
  list.style.setProperty('max-width', `${Math.ceil(total / n + Math.max(...widths) / 2)}px`);
  if (nRows() > n) list.style.removeProperty('max-width');
}
// The options take the free room of the table. Where they scroll all the same, the edge cuts a row: there is more.
const CUT = .6, BARELY = 12;
function fit(list) {
  const { scrollHeight: all, clientHeight: least } = list, { top, height } = list.getBoundingClientRect(), zoom = height / list.offsetHeight;
  if (all <= least + 1) return;
  const bottom = node => node.getBoundingClientRect().bottom;
  const isBeside = $('own').getBoundingClientRect().left > $('middle').getBoundingClientRect().left + 1, place = $(isBeside ? 'asked' : 'middle');
  const free = Math.max(0, bottom(place) - Math.max(...[...place.children].map(bottom))) / zoom;
  const rows = new Map([...list.children].map(item => [Math.round((item.getBoundingClientRect().top - top) / zoom), item.offsetHeight]));
  const cuts = [...rows].map(([start, high]) => start + high * CUT), room = least + free;
  // What is played needs the room more than half a row.
  const over = document.querySelector('.stack') ? 0 : BARELY * 2, fits = cuts.filter(cut => cut <= room + over);
  const shown = all <= room + BARELY ? all : Math.max(cuts[1] ?? all, ...fits);
  list.style.setProperty('max-height', `${shown}px`);
}
// The last action is in sight above the decision: when it is new, and when the decision takes more or less room. When nothing is
// being played any more, the table is where it was; on a board the own place and the next spaces are in sight then, but in
// a low window the seats and piles.
const LOW = 480;
let heeded = '', home = 0;
function heed(table) {
  const action = document.querySelector('.stack li:last-child'), own = $('own');
  const last = action ?? (innerHeight > LOW ? document.querySelector('.track .here') : null);
  const now = last ? [action ? action.firstChild.ariaLabel : 'the board', table.clientHeight, own.offsetHeight].join() : '';
  if (now === heeded) return;
  if (!heeded) home = table.scrollTop;
  heeded = now;
  table.scrollTop = home;
  if (!last) return;
  const [{ top, right, bottom }, edge, over] = [last, table, own].map(node => node.getBoundingClientRect());
  // On a phone on its side the decision is beside it.
  const end = over.left < right ? over.top : edge.bottom;
  // The names leave the window for the card, and not for the words below it.
  const names = Math.max(0, ($('seats').querySelector('.name')?.getBoundingClientRect().top ?? edge.top) - edge.top - 2);
  const card = action ? action.querySelector('.card').getBoundingClientRect().bottom + 8 : Math.min(bottom * 2 - top, last.parentElement.getBoundingClientRect().bottom);
  const below = Math.max(card - end, Math.min(names, bottom - end));
  table.scrollTop += Math.min(top - edge.top, Math.max(0, below));
}
// What lies under an open side cannot be reached.
function settle() {
  const isUnder = document.body.classList.contains('side-open') && getComputedStyle($('side')).position === 'fixed';
  for (const part of document.querySelectorAll('header, main, footer')) part.inert = isUnder;
  for (const list of document.querySelectorAll('.stack')) list.scrollLeft = list.scrollWidth;
  document.querySelectorAll('.track ol').forEach(level);
  const table = document.querySelector('main'), lists = document.querySelectorAll('.options');
  table.classList.remove('over');
  lists.forEach(list => list.style.removeProperty('max-height'));
  table.classList.toggle('over', table.scrollHeight > table.clientHeight + 1);
  lists.forEach(fit);
  heed(table);
  document.querySelectorAll(LISTS).forEach(fade);
  reachable();
}
addEventListener('resize', settle);
// Where more of a list is beyond an edge, it fades there.
const LISTS = '#seats, #hand, #seen, #asked, .stack, .open, .options, .extras, .mine > .front, #project > section';
function fade(list) {
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = list;
  // What hangs out of a list that does not scroll is in sight.
  const scrolls = getComputedStyle(list).overflow !== 'visible';
  const beyond = scrolls ? { left: scrollLeft, right: scrollWidth - clientWidth - scrollLeft, top: scrollTop, bottom: scrollHeight - clientHeight - scrollTop } : {};
  for (const [edge, more] of Object.entries(beyond)) list.style.setProperty(`--${edge}`, more > 1 ? 'var(--fade)' : '0px');
  list.classList.toggle('fades', Object.values(beyond).some(more => more > 1));
}
document.addEventListener('scroll', ({ target }) => { if (target.matches?.(LISTS)) fade(target); }, true);

// What tells a card from others of its kind, `charm(charges=3,owner=ann)`, ends lines between its parts.
const apart = text => text.replace(/,(?=[^\s,()]+=)/g, ', ');
// A sentence of the game has the apostrophes of the page.
const sentence = text => apart(text).replace(/(?<=[\p{L}\p{N}_])'(?=s\b)/gu, '’');

// The story of some events as a viewer knows them: headings of turns, and lines. `select` is called
// with a line; `place` returns the address of a script line.
function story({ events, lines }, viewer, select, place = () => null) {
  const starts = new Map(lines.map(line => [line.event, line]));
  return events.flatMap(event => {
    const found = [], line = starts.get(event.id);
    if (event.event === 'turn_began') {
      found.push({ event: event.id, node: el('h2', {}, `${whose(event.by)} turn${event.owed > 1 ? `, ${event.owed} owed` : ''}`) });
    }
    if (event.event === 'laid_out') found.push({ event: event.id, node: el('h2', {}, LAID_OUT) });
    if (line) {
      const isPass = event.event === 'passed';
      const only = event.seen_by?.only ?? (['looked', 'arranged'].includes(event.event) ? [event.by] : event.event === 'said' && event.to ? [event.to] : null);
      const isSecret = only?.some(name => ['all', name].includes(viewer));
      const at = event.at && `${event.at.file.split('/').pop()}:${event.at.line}`, href = event.at && place(event.at);
      const node = el(select ? 'button' : 'p', { class: `line ${isPass ? 'pass' : ''} ${isSecret ? 'secret' : ''}`,
        tabindex: select && -1, click: select && (() => select(line, node)) }, el('span', {}, sentence(line.text)), at && !href && el('span', { class: 'at' }, at));
      const row = href ? el('div', { class: 'row' }, node, el('a', { class: 'at', href }, at)) : node;
      found.push({ event: event.id, node, row, line, isPass, isAnswer: event.answers != null });
    }
    return found;
  });
}

// A line of a script, with the script below where the page has it: once open, it stays open for other lines.
let isScriptOpen = false;
function scriptLine({ file, line, source }) {
  const at = el('code', {}, `${file}:${line}\n${source}`), lines = game.scripts?.[file];
  if (!lines) return at;
  const show = node => { node.scrollTop = node.querySelector('.now').offsetTop - node.clientHeight / 2; };
  const text = el('pre', { tabindex: 0, role: 'group', 'aria-label': file }, lines.map((row, i) => el('span', { class: i + 1 === line ? 'now' : '' }, `${String(i + 1).padStart(3)}  ${row}\n`)));
  if (isScriptOpen) requestAnimationFrame(() => show(text));
  return el('details', { open: isScriptOpen, toggle: ({ target }) => { isScriptOpen = target.open; if (isScriptOpen) show(text); } }, el('summary', {}, at), text);
}

// Why something happened. `go` is called with a ply.
function why(heading, causes, go) {
  const reasons = [...causes.after, ...causes.because].map(event => el('li', {}, sentence(event.text || 'a script says something')));
  const inputs = causes.inputs.map(input => el('li', {},
    el('button', { class: 'ply', click: () => go(input.ply) }, `ply ${input.ply}`),
    ` ${input.seat ?? ''}: ${input.typed ?? input.redacted}`));
  if (causes.in_setup) reasons.push(el('li', {}, 'in the setup'));
  const by = causes.by ?? causes.event?.at;
  return [el('h2', {}, heading), by && scriptLine(by),
    el('ul', {}, reasons, inputs), reasons.length + inputs.length === 0 && !by && el('p', {}, 'nothing but the turn led to this')];
}

// Passes one after the other, with the line that follows.
function passRuns(lines) {
  const runs = [];
  lines.forEach((one, i) => {
    if (!one.isPass) return;
    if (i > 0 && lines[i - 1].isPass) runs.at(-1).passes.push(one); else runs.push({ passes: [one] });
    runs.at(-1).next = lines[i + 1];
  });
  return runs;
}
// Passes that nobody answers in between are one line.
function fold({ passes, next }, isAfter) {
  const isFolded = Boolean(next) && isAfter(next) && !next.isAnswer;
  passes.forEach(({ node, line }, i) => {
    node.firstChild.textContent = isFolded ? 'nobody answers' : safe(sentence(line.text));
    node.hidden = isFolded && i > 0;
  });
}

// The timeline: buttons, and a slider below a mark for each ply.
const LAID_OUT = 'a position is laid out';
const inputTitle = ({ input }) => {
  if (!input) return 'start';
  const text = input.typed ?? input.redacted;
  return input.seat && !text.startsWith(`${input.seat}:`) ? `${input.seat}: ${text}` : text;
};
const isLayout = ({ input }) => /^:table\b/.test(input?.typed ?? '');
const shortened = (text, n = 48) => ([...text].length > n ? `${[...text].slice(0, n - 2).join('').replace(/\s+\S*$/, '')} …` : text);
const stepButton = ([name, path, act]) => el('button', { 'aria-label': name, title: name, click: act },
  svg('svg', { viewBox: '0 0 48 48', 'aria-hidden': true }, path.startsWith('#') ? svg('use', { href: path }) : svg('path', { d: path })));
const markText = (mark, note) => note ? `${mark}: ${note}` : `mark ${mark}`;
const marksOf = ({ marks, notes, leaving }) => [...marks.map(mark => markText(mark, entryOf(notes, mark))), ...leaving.map(branch => `branch ${branch} splits off here`)];
function plyMark(value) {
  const name = value.input?.seat, isQuiet = !name || (value.chosen ?? value.input.typed) === 'pass';
  const facts = [value.ply, inputTitle(value), ...marksOf(value)];
  return el('i', { class: `${isQuiet ? 'quiet' : ''} ${value.marks.length > 0 ? 'marked' : ''} ${value.leaving.length > 0 ? 'leaving' : ''}`,
    '--seat': colourOf(name), 'data-ply': value.ply, title: facts.join(' · ') });
}
function drawPly(value, last) {
  $('slider').max = last;
  $('slider').value = value.ply;
  const text = isLayout(value) ? LAID_OUT : inputTitle(value);
  $('slider').setAttribute('aria-valuetext', `ply ${value.ply} of ${last}, ${text}`);
  $('ply').replaceChildren(el('b', {}, `${value.ply}`), ` of ${last}`, el('span', { title: inputTitle(value) }, shortened(text)));
  document.querySelectorAll('#marks i').forEach(mark => mark.classList.toggle('now', Number(mark.dataset.ply) === value.ply));
}
function openTimeline(go) {
  $('slider').addEventListener('input', event => go(Number(event.target.value)));
  const timeline = $('timeline');
  function point(event) {
    const { left, width } = timeline.getBoundingClientRect();
    const [least, most] = [$('slider').min, $('slider').max].map(Number);
    go(least + Math.floor((event.clientX - left) / width * (most - least + 1)));
  }
  timeline.addEventListener('pointerdown', event => { timeline.setPointerCapture(event.pointerId); point(event); });
  timeline.addEventListener('pointermove', event => { if (timeline.hasPointerCapture(event.pointerId)) point(event); });
}

// The column at the side; on a narrow page it is opened over the table.
const rulesOf = () => el('p', ENGLISH, safe(game.rules));
const cardList = act => [el('li', {}, el('div', {}, el('b', {}, W('Rules')), rulesOf())), ...[...game.kinds, ...game.combos].map(([id, kind]) =>
  el('li', { '--h': kind.hue }, el('i', {}, symbol(kind)), el('div', {}, el('b', {}, kind.title),
    kind.count > 0 && el('span', { class: 'count' }, ` ×${kind.count}`), act && el('button', { class: 'ply', click: () => act(id) }, 'script'), el('p', {}, kind.text))))];
function openSide(tabs) {
  const toEnd = () => { $('story').scrollTop = $('story').scrollHeight; };
  function show(shown) {
    for (const [button, nodes] of tabs) {
      $(button).setAttribute('aria-pressed', button === shown);
      for (const id of nodes) $(id).hidden = button !== shown;
    }
    toEnd();
  }
  function side(isOpen) {
    document.body.classList.toggle('side-open', isOpen);
    $('last').setAttribute('aria-expanded', isOpen);
    toEnd();
    settle();
    (isOpen ? $(tabs[0][0]) : $('last')).focus();
  }
  for (const [button] of tabs) $(button).addEventListener('click', () => show(button));
  $('last').addEventListener('click', () => side(true));
  $('close').addEventListener('click', () => side(false));
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && document.body.classList.contains('side-open')) side(false);
  });
  show(tabs[0][0]);
}
// Up and down between the lines of the story.
function moveInStory(event) {
  const from = event.target.closest?.('.line');
  if (!from || !['ArrowUp', 'ArrowDown'].includes(event.key)) return false;
  const shown = [...$('story').querySelectorAll('.line:not([hidden])')];
  shown[shown.indexOf(from) + (event.key === 'ArrowUp' ? -1 : 1)]?.focus();
  event.preventDefault();
  return true;
}
