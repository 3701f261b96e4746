// A game that is being played: what the server says, and what this page answers.

const PAGE_VERSION = JSON.parse($('data').textContent);
let link = location.hash.slice(1);
const live = { role: '', viewer: '', ask: null, table: null, position: null, picture: null, decision: null, timeline: null, peek: null };
document.body.classList.add('live');
const isAuthor = () => live.role === 'author';

// The connection. It comes back by itself, with all that was missed in a snapshot.
const DELAYS = [500, 1000, 2000, 4000, 8000];
let socket = null, nFailed = 0, isWelcome = false, refusal = '', again = 0, isMoving = false;
function connect() {
  clearTimeout(again);
  isWelcome = false;
  socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`);
  socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'join', link, page: PAGE_VERSION })));
  socket.addEventListener('message', event => receive(JSON.parse(event.data)));
  socket.addEventListener('close', () => {
    isWelcome = false;
    if (isMoving) { isMoving = false; return connect(); }
    showState(refusal || 'connection lost, connecting again …', refusal ? 'Load again' : null);
    again = refusal ? 0 : setTimeout(connect, DELAYS[Math.min(nFailed, DELAYS.length - 1)]);
    nFailed += 1;
    draw();
  });
}
const isOpen = () => isWelcome && socket.readyState === WebSocket.OPEN;
const send = message => { if (isOpen()) socket.send(JSON.stringify(message)); return isOpen(); };
for (const event of ['online', 'focus']) {
  addEventListener(event, () => { if (socket.readyState === WebSocket.CLOSED && again) connect(); });
}

// Above the table: the state of the connection. Over it, for some seconds: a sentence.
let noteEnds = 0;
function showState(text, button, isBrief = false) {
  $('state').classList.toggle('brief', isBrief);
  document.body.classList.toggle('offline', Boolean(text) && !isOpen());
  $('state').replaceChildren(...[safe(text), button && el('button', { click: () => location.reload() }, button)].filter(Boolean));
}
const stateOf = table => table?.unwritten ? 'the game cannot be saved now: nothing counts until it can' : table?.paused ? 'paused by the author' : '';
function note(text) {
  clearTimeout(noteEnds);
  showState(text, null, true);
  noteEnds = setTimeout(() => { if (isOpen()) showState(stateOf(live.table)); }, 8000);
}

// What the server says, by its type.
const HEARD = {
  welcome({ role, viewer, game: shown, window, moments, reactions, editor_url }) {
    Object.assign(game, { title: shown.title, seats: shown.seats, rules: shown.rules, kinds: new Map(Object.entries(shown.kinds)), combos: new Map(Object.entries(shown.combos)) });
    Object.assign(live, { role, viewer, window, moments, editor: editor_url });
    translate(shown.lang);
    [isWelcome, nFailed, again] = [true, 0, 0];
    showState('');
    document.body.dataset.role = role;
    $('game').textContent = safe(game.title);
    $('cards').replaceChildren(...cardList(isAuthor() ? id => input(`??${id}`) : null));
    $('to-notes').hidden = false;
    askAbout = isAuthor() ? value => send({ type: 'request', request: { id: `The last change of ${value}`, input: `:why ${value}` } }) : null;
    $('seen').hidden = $('console').hidden = !isAuthor();
    document.querySelector('footer').hidden = !isAuthor();
    $('react').hidden = role !== 'seat';
    $('react').replaceChildren(...reactions.map(reaction => el('button', { class: 'tool', click: () => send({ type: 'react', reaction }) }, reaction)));
    $('viewer').hidden = isAuthor();
    $('viewer').replaceChildren(...(role === 'seat' ? [avatar(viewer), safe(viewer)] : [W('watching')]));
    $('room').replaceChildren();
    if (role === 'seat') send({ type: 'ask_me', moments: askedMoments() });
    // A name has no spaces, and is written as that of a free seat.
    if (live.claimed && live.claimed !== viewer) note(`here you are called ${viewer}`);
    live.claimed = null;
    notes();
  },
  link({ link: own }) {
    link = own;
    history.replaceState(null, '', `#${link}`);
    if (live.role !== 'room') return;
    isMoving = true;
    socket.close();
  },
  room({ room }) {
    [isWelcome, nFailed, again] = [true, 0, 0];
    showState('');
    live.role = document.body.dataset.role = 'room';
    translate(room.lang);
    live.room = room;
    game.seats = room.seats.map(({ name }) => name);
    $('game').textContent = safe(room.title);
    const isNew = !$('name');
    drawRoom();
    if (isNew) $('name')?.focus();
  },
  links({ links }) { live.links = links; drawInvitation(); },
  snapshot(message) {
    entries.splice(0).forEach(({ row, node }) => (row ?? node).remove());
    answers.clear();
    showLast(null);
    tell(message, 'off');
    Object.assign(live, { viewer: message.viewer, position: message.position, picture: message.picture, decision: message.decision, state: message.state, peek: null });
  },
  update(message) {
    tell(message, 'polite');
    noteMotion(message.events);
    Object.assign(live, { picture: message.picture, decision: message.decision, state: message.state });
    if (message.position) live.position = message.position;
  },
  ask({ ask }) {
    const isNew = ask && ask.answer == null && ask.decision.id !== live.ask?.decision.id && ask.decision.prompt?.prompt === 'turn';
    if (isNew && doesVibrate()) navigator.vibrate?.([60, 60, 60]);
    live.ask = ask;
  },
  last_answer({ answer }) { live.answer = answer; },
  table({ closes_in: closesIn, ...table }) {
    live.closes = closesIn == null ? null : performance.now() + closesIn;
    live.lasts = live.closes && live.table?.window ? Math.max(closesIn, live.lasts ?? 0) : Math.max(closesIn ?? 0, live.window * 1000);
    const before = live.table;
    live.table = table;
    if (isAuthor() && before?.waiting !== table.waiting) drawInvitation();
    if (stateOf(before) === stateOf(table)) return;
    showState(stateOf(table));
    if (isAuthor() && Boolean(before?.paused) !== table.paused) notes();
  },
  reaction({ seat: name, reaction }) {
    if (name === live.viewer) return note(`you: ${reaction}`);
    live.reactions = { ...live.reactions, [name]: reaction };
    clearTimeout(quiets.get(name));
    quiets.set(name, setTimeout(() => { delete live.reactions[name]; drawSoon(); }, 5000));
  },
  told({ text }) {
    note(text);
    const node = el('p', { class: 'line secret' }, el('span', {}, text));
    entries.push({ event: entries.at(-1)?.event ?? 0, node, line: { text } });
    $('story').append(node);
  },
  stepped({ text }) { note(text); },
  output({ input: typed, text, status }) {
    if (typed === ':table') $('position').value = text.trim().split('\n')[0];
    else if (text || status !== 'done') explain(typed, [report(text)]);
  },
  completions({ line, items }) {
    if (line !== $('input').value) return;
    const before = line.slice(0, line.length - line.split(/\s/).at(-1).length);
    $('completions').replaceChildren(...items.slice(0, 40).map(([text, about]) => el('option', { value: before + text }, about)));
  },
  rules({ errors, difference, ply }) {
    const text = errors ?? difference, isWrong = errors != null || /^error\[/m.test(text ?? '');
    const heading = errors ? 'The new rules have errors: the old ones are kept' : isWrong ? 'The new rules are played, but have errors' : 'With the new rules';
    if (!errors) live.differs = difference ? ply : null;
    if (text) explain(heading, [report(text), ply != null && el('button', { class: 'ply', click: () => go(ply) }, `ply ${ply}`)]);
    else if ($('why').dataset.about === 'rules') $('why').hidden = true;
    $('why').dataset.about = 'rules';
    if (isWrong) note(`saved, with an error: ${text.match(/^(?:refused: )?(error\[.*)$/m)?.[1] ?? text.split('\n')[0]}`);
    else note(difference ? `saved: the game goes another way${ply == null ? '' : ` at ply ${ply}`}` : 'saved: the same game');
  },
  timeline({ timeline, follows }) {
    const before = follows ? live.timeline?.plies ?? [] : [];
    const first = timeline.plies[0]?.ply ?? Infinity;
    live.timeline = { ...timeline, plies: [...before.filter(value => value.ply < first), ...timeline.plies] };
  },
  file({ name, text }) {
    const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    el('a', { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
    note(`${name} is downloaded`);
  },
  closed({ why: reason, again: mayConnect }) { refusal = mayConnect ? '' : reason; },
  reply({ id, parts }) {
    const peek = parts.find(({ part }) => part === 'peek');
    if (peek) live.peek = peek;
    const causes = parts.find(({ part }) => part === 'causes');
    if (causes) explain(null, why(`Why ${id}?`, causes, go));
    const change = parts.find(({ part }) => part === 'change');
    if (change?.causes) explain(null, [...why(id, change.causes, go), el('button', { class: 'tool', click: () => input(`:last-change ${change.expression}`) }, 'Go back to just before it')]);
    else if (change) explain(id, [el('p', {}, 'nothing has changed it since the start')]);
    const refused = parts.find(({ part }) => part === 'refused');
    if (refused) note(refused.message);
  },
  error({ message }) {
    if (live.role !== 'room') return note(message);
    $('refused').textContent = safe(message.replace(/^refused: /, ''));
    $('name')?.focus();
  },
};
// Nothing is heard or drawn between press and release: it would take the button from under a click.
const unheard = [];
let isDue = false, isPressed = false;
function drawSoon() {
  isDue = true;
  setTimeout(drawIfDue);
}
function drawIfDue() { if (isDue && !isPressed) drawMoving(); }
addEventListener('pointerdown', () => { isPressed = true; }, true);
// A space presses a button, too, and clicks when it is let go.
addEventListener('keydown', ({ key }) => { if (key === ' ') isPressed = true; }, true);
// The click of a release comes first.
function release() {
  if (!isPressed) return;
  isPressed = false;
  setTimeout(() => { hear(); drawIfDue(); });
}
for (const event of ['pointerup', 'pointercancel', 'keyup']) addEventListener(event, release, true);
// Where the release is not told: another window, a drag, a menu, a button let go outside.
for (const event of ['blur', 'dragend', 'contextmenu']) addEventListener(event, release);
addEventListener('pointermove', ({ pointerType, buttons }) => { if (pointerType === 'mouse' && buttons === 0) release(); });
// A card that moves is seen to move, from where it lay to where it lies, unless the system asks for less motion.
const isStill = matchMedia('(prefers-reduced-motion: reduce)');
let moved = null;
const cardIn = ({ zone, owner } = {}, id) => {
  const inHand = [...document.querySelectorAll('#hand > li > *')], seats = [...$('seats').children];
  if (zone === 'stack') return document.querySelector('.stack li:last-child .card');
  if (zone === 'draw' || zone === 'discard') return document.querySelector(`.pile.${zone} > .card`);
  if (zone === 'hand' && owner === live.viewer) return inHand.find(node => id && node.getAttribute('aria-label')?.startsWith(titleOf(id))) ?? inHand.at(-1);
  return seats.find(node => node.dataset.seat === owner)?.querySelector(zone === 'front' ? '.front .mini:last-child' : '.minis .mini:last-of-type');
};
function noteMotion(events) {
  for (const event of events) {
    if (event.event === 'moved') moved = { from: event.from, to: event.reason === 'play' ? { zone: 'stack' } : event.to, card: event.card };
    if (event.event === 'announced' && event.announced.subject === 'explosion' && !isStill.matches) document.body.classList.add('boom');
  }
}
function drawMoving() {
  const { from, to, card: id } = moved ?? {}, before = moved && cardIn(from, id);
  moved = null;
  if (!before || isStill.matches || document.hidden || !document.startViewTransition) return draw();
  const name = (node, text) => node?.style.setProperty('view-transition-name', text);
  name(before, 'moving');
  let after = null;
  const { ready, finished } = document.startViewTransition(() => {
    name(before, 'none');
    draw();
    after = cardIn(to, id);
    name(after, 'moving');
  });
  // The next one may cut it short.
  ready.catch(() => {});
  finished.finally(() => name(after, 'none'));
}
document.body.addEventListener('animationend', event => { if (event.animationName === 'flash') document.body.classList.remove('boom'); });

// A control that has the focus and is drawn again has it again, and nothing scrolls. One that is gone leaves it to nobody.
const controlName = node => node.id || node.dataset.key || node.title || node.ariaLabel || node.textContent;
function keepFocus(act) {
  const before = document.activeElement, home = before?.parentElement?.closest('[id]')?.id, name = before && controlName(before);
  const alike = () => (home ? [...$(home)?.querySelectorAll(before.tagName) ?? []].filter(node => controlName(node) === name) : []);
  const at = alike().indexOf(before);
  act();
  if (before?.isConnected || document.activeElement !== document.body) return;
  const node = alike()[at];
  node?.focus({ preventScroll: true });
  if (before?.selectionStart != null) node?.setSelectionRange(before.selectionStart, before.selectionEnd);
}

// Draws a place again around the fields that somebody fills in, which are never replaced: they keep what was typed, the cursor, and
// a word that an input method is still composing.
const FIELDS = 'textarea, select, input:not([type=checkbox], [type=range])';
const isHalfTyped = field => (field.defaultValue ?? field.value) !== field.value;
function redraw(place, nodes) {
  const fresh = el('div', {}, nodes), all = [...fresh.querySelectorAll(FIELDS)], twins = new Map();
  for (const field of place.querySelectorAll(FIELDS)) {
    const twin = all.find(one => one.tagName === field.tagName && controlName(one) === controlName(field));
    if (!twin || !(field === document.activeElement || isHalfTyped(field))) continue;
    if (!isHalfTyped(field) && field.value !== twin.value) field.value = twin.value;
    if ('defaultValue' in field) field.defaultValue = twin.defaultValue;
    twins.set(twin, field);
  }
  merge(place, fresh, twins);
}
function merge(place, fresh, twins) {
  const childIn = (parent, node) => [...parent.children].find(child => child.contains(node));
  const stays = new Map([...twins].filter(([twin]) => fresh.contains(twin)).map(([twin, field]) => [childIn(fresh, twin), childIn(place, field)]));
  const kept = new Set(stays.values());
  for (const child of [...place.childNodes]) if (!kept.has(child)) child.remove();
  let next = place.firstChild;
  for (const child of [...fresh.childNodes]) {
    const old = stays.get(child);
    if (!old) { place.insertBefore(child, next); continue; }
    if (!old.matches(FIELDS)) merge(old, child, twins);
    next = old.nextSibling;
  }
}

function receive(message) {
  unheard.push(message);
  hear();
}
function hear() {
  while (unheard.length > 0 && !isPressed) {
    const message = unheard.shift();
    live.sent = null;
    keepFocus(() => HEARD[message.type]?.(message));
    drawSoon();
  }
}

// The story. An event replaces the one with the same id and all with higher ids.
const quiets = new Map();
const entries = [], answers = new Map(), past = new Map();
let selected = null;
function tell({ viewer, events, lines = [], line_events: starts = [] }, politeness) {
  $('story').setAttribute('aria-live', politeness);
  if (politeness === 'off') past.clear();
  for (const id of past.keys()) if (id >= (events[0]?.id ?? Infinity)) past.delete(id);
  for (const event of events) if (isNoted(event)) past.set(event.id, event);
  live.laid = laidDown(events, politeness === 'off' ? null : live.laid);
  if (events.length === 0) return;
  const from = entries.findIndex(({ event }) => event >= events[0].id);
  if (from >= 0) entries.splice(from).forEach(({ row, node }) => (row ?? node).remove());
  for (const event of events) if (event.event === 'announced') answers.set(event.announced.action, event.answers);
  const told = story({ events, lines: lines.map((text, i) => ({ text, event: starts[i] })) }, viewer, isAuthor() ? select : null,
    at => live.editor?.replaceAll('{path}', at.file).replaceAll('{line}', at.line));
  entries.push(...told);
  $('story').append(...told.map(({ row, node }) => row ?? node));
  const said = entries.filter(({ line }) => line);
  for (const run of passRuns(said)) fold(run, () => true);
  const last = said.findLast(({ node }) => !node.hidden);
  said.forEach(({ node }) => { if (isAuthor()) node.tabIndex = node === last.node ? 0 : -1; });
  showLast(last);
  $('story').scrollTop = $('story').scrollHeight;
}
function select(line, node) {
  selected?.setAttribute('aria-pressed', 'false');
  selected = node;
  node.setAttribute('aria-pressed', 'true');
  send({ type: 'request', request: { id: `“${line.text}”`, input: `:why #${line.event}` } });
}
// Lines of the program as they are: carets stand under what they mean, and without any, long lines wrap.
const LINES = [[/^\s*(error|refused|fault)\b/, 'wrong'], [/^\s*(old:|-(?!->))/, 'old'], [/^\s*(new:|\+)/, 'new'], [/^\s*\|?\s*\^+/, 'wrong']];
const CARETS = /^\s*\|?\s*\^+/m;
const report = text => el('pre', { class: `report ${CARETS.test(text) ? '' : 'wraps'}`, tabindex: 0 },
  text.trimEnd().split('\n').map(line =>
  el('span', { class: LINES.find(([form]) => form.test(line))?.[1] ?? '' }, `${line}\n`)));
function explain(heading, nodes) {
  delete $('why').dataset.about;
  $('why').hidden = false;
  $('why').replaceChildren(...[heading && el('h2', {}, heading), ...nodes, el('button', { class: 'shut', 'aria-label': 'Close', click: () => { $('why').hidden = true; } }, '×')].filter(Boolean));
  $('why').scrollTop = 0;
}

// Whether a card with one use is shown before it is played.
const isCareful = () => sessionStorage.getItem('careful') === 'on';

// How to win and how a turn goes, until it has been read: afterwards it is above the cards.
const RULES_READ = () => `rules ${game.title}`;
const newRules = () => (['seat', 'onlooker'].includes(live.role) && !localStorage.getItem(RULES_READ()) ? el('section', { class: 'rules', 'aria-label': W('Rules') },
  rulesOf(), el('button', { class: 'tool', 'data-key': 'rules', click: () => { localStorage.setItem(RULES_READ(), 'read'); draw(); } }, W('Got it'))) : null);

// What can be done at the end of a game.
const ending = () => (isOpen() && live.role !== 'room' ? el('div', { class: 'tools' },
  live.role !== 'onlooker' && el('button', { class: 'again', 'data-key': 'again', click: () => send({ type: 'again' }) }, W('Play again')),
  el('button', { class: 'tool', click: () => send({ type: 'download', what: 'replay' }) }, W('Download the replay')),
  isAuthor() && el('button', { class: 'tool', click: () => send({ type: 'download', what: 'session' }) }, 'Save as a session')) : null);

// The room: whoever has its link takes a free seat, under a name, or watches.
const STATES = { agent: 'agent', taken: 'away', free: 'free' };
function drawRoom() {
  const { seats, is_open: isOpen, has_begun: hasBegun } = live.room;
  const free = seats.filter(({ state }) => state === 'free'), canSit = isOpen && free.length > 0;
  const claim = seat => {
    const name = hasBegun ? seat : $('name').value.trim();
    $('refused').textContent = name ? '' : W('First say who you are.');
    live.claimed = name;
    if (name) send({ type: 'claim', seat, name }); else $('name').focus();
  };
  const line = canSit ? W(hasBegun ? 'The game has begun. Take a seat, and play on under its name.' : 'Say who you are, and take a seat.')
    : W(isOpen ? 'All seats are taken. You can watch, or wait until one is free.' : 'The author has closed the room. You can watch.');
  redraw($('room'), el('div', { class: 'lobby' },
    el('h2', {}, W('Come in')), el('p', {}, line),
    canSit && !hasBegun && el('label', {}, W('Your name'), el('input', { id: 'name', maxlength: 20, autocomplete: 'nickname', autocapitalize: 'off', spellcheck: 'false',
      keydown: event => { if (event.key === 'Enter') claim(live.room.seats.find(({ state }) => state === 'free').name); } })),
    el('p', { id: 'refused', role: 'alert' }),
    el('ul', { 'aria-label': 'Seats' }, seats.map(({ name, state, is_here: isHere }, i) => el('li', { class: state },
      state === 'free' && !hasBegun ? el('span', { class: 'avatar', '--seat': colourOf(name), 'aria-hidden': true }, `${i + 1}`) : avatar(name), el('span', { class: 'name' }, state === 'free' && !hasBegun ? W('Seat {0}', i + 1) : name),
      state === 'free' && isOpen ? el('button', { 'data-key': `seat ${name}`, click: () => claim(name) }, W('Sit down')) : el('small', {}, W(isHere ? 'here' : STATES[state]))))),
    el('button', { class: 'watch', 'data-key': 'watch', click: () => send({ type: 'watch' }) }, W('Just watch'))));
  document.title = `${W('Come in')} · ${safe(live.room.title)}`;
}

// The author's links: those of the room as a code for phones, too.
function copied(text) {
  const area = el('textarea', {});
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
  note('copied');
}
const copyTool = (name, text) => el('button', { class: 'tool', title: text, click: () => copied(text) }, name);
function invitation() {
  const { room, qr } = live.links, [width, path] = qr ?? [0, ''];
  return el('div', { class: 'invitation' },
    qr && el('span', { class: 'qr' }, svg('svg', { viewBox: `-2 -2 ${width + 4} ${width + 4}`, role: 'img', 'aria-label': 'The link of the room as a QR code' }, svg('path', { d: path }))),
    el('div', {}, el('b', {}, 'Invite friends'), el('p', {}, 'One link for all: each takes a seat and gives a name.'), el('code', {}, room), el('div', { class: 'tools' }, copyTool('Copy the link', room))));
}
function drawInvitation() {
  const { links } = live;
  if (!links || !$('invite')) return;
  $('invite').replaceChildren(...[invitation(), el('div', { class: 'tools' },
    el('button', { class: 'tool', click: () => send({ type: 'room', open: !links.is_open }) }, links.is_open ? 'Close the room' : 'Open the room'),
    copyTool('Copy the onlookers’ link', links.onlooker),
    live.table?.waiting && el('button', { class: 'tool', click: () => send({ type: 'start' }) }, 'Start anyway')),
  live.table?.waiting && el('p', {}, 'No clock runs until everybody has been here once.')].filter(Boolean));
  drawSeats();
}

const doesVibrate = () => sessionStorage.getItem('vibrate') === 'on';

// Answers.
function choose(option) {
  const decision = live.role === 'seat' ? live.ask?.decision : live.decision;
  const answer = `${decision?.id} ${option.id}`;
  if (!decision || !isOpen() || live.sent === answer) return;
  if (isDeadly(decision, option) && live.confirms !== answer) {
    [live.confirms, live.asksAgain] = [answer, performance.now()];
    draw();
    return;
  }
  // The second press of a double tap is not an answer.
  if (live.confirms === answer && performance.now() - live.asksAgain < 400) return;
  live.sent = answer;
  if (isAuthor()) send({ type: 'request', request: { answer: option.id, decision: decision.id } });
  else send({ type: 'answer', decision: decision.id, option: option.id });
  $('asked').setAttribute('aria-busy', 'true');
  document.querySelector('.prompt')?.focus();
}
const isWindow = () => live.ask?.decision.prompt?.prompt === 'respond';
// Who is exploding and could answer: a pass is asked for twice.
const isDeadly = ({ prompt, options }, { option }) => live.role === 'seat' && option === 'pass' && options.length > 1
  && prompt?.to?.subject === 'explosion' && prompt.to.by === live.viewer;
// In these windows there is no more time to add.
const QUIET = ['turn', 'draw', 'between'];
function extras() {
  const { table, viewer, role, closes, position } = live, found = [];
  const to = isWindow() ? live.ask.decision.prompt.to : null;
  const isAlive = position.seats.some(({ name, alive }) => name === viewer && alive);
  if (role === 'seat' && table && isAlive && !position.outcome) {
    if (to && to.by !== viewer && closes != null && !QUIET.includes(to.subject) && !table.more_time.includes(viewer)) {
      found.push(el('button', { 'data-key': 'time', click: () => send({ type: 'time' }) }, W('I need more time')));
    }
    if (position.turn.seat !== viewer && !position.setup && !(to?.subject === 'explosion' && to.by === viewer)) {
      const on = table.passing.includes(viewer);
      found.push(el('button', { 'data-key': 'passing', 'aria-pressed': String(on), click: () => passUntilTurn(!on) }, W('Pass until my turn')));
    }
  }
  if (role === 'seat' && live.answer && !table?.take_back) found.push(el('button', { 'data-key': 'back', title: live.answer, click: () => send({ type: 'take_back' }) }, W('Take it back')));
  const ring = () => svg('circle', { cx: 24, cy: 24, r: 20, pathLength: 1 });
  return [table?.window && closes != null && el('div', { id: 'clock', role: 'timer' },
    svg('svg', { viewBox: '0 0 48 48', 'aria-hidden': true }, ring(), ring()), el('b')), found.length > 0 && el('div', { class: 'extras' }, found)];
}
// A seat asks to take back its last answer: the game waits until the others have agreed, or 20 seconds.
function consent({ by, text, agreed, asked: others }) {
  const { role, viewer } = live, agree = yes => () => send({ type: 'agree', yes });
  const isAsked = isAuthor() || role === 'seat' && others.includes(viewer) && !agreed.includes(viewer), left = others.filter(name => !agreed.includes(name));
  const tool = (name, yes, key) => el('li', {}, el('button', { 'data-key': key, class: yes ? 'chosen' : '', click: agree(yes) }, W(name)));
  return el('div', { class: 'ask' }, el('div', { class: 'prompt', tabindex: -1 }, el('b', {}, W(by === viewer ? 'You ask to take this back' : '{0} asks to take this back', by)),
    el('small', {}, el('span', ENGLISH, text), isAsked ? '' : ` · ${W('waiting for {0}', listed(left))}`)), isAsked && el('ul', { class: 'options', 'aria-label': W('Do you agree?') }, tool('I agree', true, 'agree'), tool('No', false, 'disagree')));
}
function passUntilTurn(on) {
  if (!isOpen()) return;
  send({ type: 'passing', on });
  const { table, viewer } = live;
  table.passing = table.passing.filter(name => name !== viewer).concat(on ? [viewer] : []);
  draw();
}
function tick() {
  const clock = $('clock');
  if (!clock) return;
  const left = Math.max(0, live.closes - performance.now());
  clock.lastChild.textContent = Math.ceil(left / 1000);
  clock.setAttribute('aria-label', `${Math.ceil(left / 1000)} seconds`);
  clock.querySelector('circle + circle').style.setProperty('stroke-dashoffset', 1 - left / Math.max(1, live.lasts));
}
setInterval(tick, 200);

// The decision that this page shows: what its seat is asked, or what everybody may know.
function shownDecision() {
  const { role, viewer, ask, table, decision } = live;
  if (role !== 'seat' || ask) return { decision: ask?.decision ?? decision, note: ask?.answer != null ? 'kept until all have answered; you may change it' : ask?.together && !isWindow() ? W('the others choose at the same time') : null };
  return { decision: decision && { ...decision, options: null }, note: table?.thinking ? `${table.thinking} is thinking` : null };
}
function draw() {
  isDue = false;
  const wasOwn = $('own').contains(document.activeElement);
  keepFocus(drawAll);
  // An answer that nobody can give any more is followed by what is asked now.
  if (wasOwn && document.activeElement === document.body) document.querySelector('.prompt')?.focus({ preventScroll: true });
}
function drawAll() {
  const { role, viewer, ask, table, timeline, peek } = live, { position, picture } = peek ?? live;
  if (!position) return;
  const { decision, note: about } = peek ?? shownDecision();
  const canChoose = isOpen() && !peek && !table?.paused && !table?.take_back && (role === 'seat' ? ask : isAuthor() && decision?.options);
  drawTable({ position, picture, decision }, { viewer, me: role === 'seat' ? viewer : null, answers, stopped: stoppedIn(past.values()), table, laid: peek ? null : live.laid, note: about, chosen: ask?.answer ?? null, enlarge: openSheet, isCareful: isCareful(), reactions: live.reactions, result: peek || !position.outcome ? null : noted([...past.values()]), see: isAuthor() ? go : null, ending: ending(), rules: peek ? null : newRules(), invitation: isAuthor() && live.links && table?.waiting && live.state?.ply === 0 ? invitation() : null, confirms: live.confirms?.startsWith(`${decision?.id} `) ? live.confirms.slice(`${decision.id} `.length) : null, choose: canChoose ? choose : null, extras: extras() });
  if (table?.take_back && !peek) $('asked').replaceChildren(consent(table.take_back));
  if (peek) $('asked').append(peekTools(peek));
  else if (!decision && live.state?.within != null) {
    const [title, more] = isAuthor() ? [`In the middle of ply ${live.state.ply}`, 'nobody is asked before the next event or ply']
      : ['The author is looking at the middle of a ply', 'options come back when the author goes on'];
    $('asked').append(el('div', { class: 'ask' }, el('div', { class: 'prompt', tabindex: -1 }, el('b', {}, title), el('small', {}, more))));
  }
  $('asked').removeAttribute('aria-busy');
  fade($('asked'));
  if ($('sheet').open && live.sheetOf !== decision?.id) $('sheet').close();
  live.sheetOf = decision?.id;
  tick();
  const isMine = role === 'seat' && (table?.take_back ? $('asked').querySelector('button') : ask && ask.answer == null);
  document.title = `${isMine ? !table?.take_back && decision.prompt?.prompt === 'turn' ? '● My turn' : '● I am asked' : $('turn').firstChild.textContent} · ${safe(game.title)}`;
  if (!isAuthor()) return;
  $('seen').replaceChildren(...[['all', 'everything'], ...game.seats.map(name => [name, name]), ['nobody', 'nobody']].map(([id, name]) =>
    el('button', { 'aria-pressed': String(id === viewer), click: () => send({ type: 'see', viewer: id }) }, name)));
  if (timeline) drawAuthorTimeline(timeline);
  drawSeats();
}

// The author: the timeline, and what a command says.
const input = line => send({ type: 'input', input: line });
// A ply is shown to the author alone, until the author moves everybody there.
let going = 0;
const ply = () => live.peek?.location.ply ?? live.state.ply;
function go(to) {
  clearTimeout(going);
  const place = Math.min(Math.max(0, to), live.timeline?.last_ply ?? 0);
  if (place === live.state.ply && live.state.within == null) stay();
  else going = setTimeout(() => send({ type: 'request', request: { id: 'peek', input: `:peek ${place}` } }), 120);
}
function stay() {
  live.peek = null;
  drawSoon();
}
function step(line) {
  live.peek = null;
  input(line);
}
const peekTools = ({ location: { ply: place } }) => el('div', { class: 'ask' },
  el('div', { class: 'prompt', tabindex: -1 }, el('b', {}, `Ply ${place}`), el('small', {}, 'only you see it')),
  el('div', { class: 'tools' }, el('button', { class: 'tool', 'data-key': 'move', click: () => step(`:goto ${place}`) }, 'Move everybody here'), el('button', { class: 'tool', 'data-key': 'stay', click: stay }, `Back to ply ${live.state.ply}`)));
$('steps').append(...[
  ['Previous ply', 'M36 10 22 24l14 14M22 10 8 24l14 14', () => go(ply() - 1)],
  ['Previous event, for everybody', 'M30 10 16 24l14 14', () => step(':rstep')],
  ['Next event, for everybody', 'M18 10l14 14-14 14', () => step(':step')],
  ['Next ply', 'M12 10l14 14-14 14M26 10l14 14-14 14', () => go(ply() + 1)],
].map(stepButton));
openTimeline(go);
function drawAuthorTimeline({ plies, last_ply: last }) {
  const shown = ply();
  $('marks').replaceChildren(...plies.map(plyMark));
  $('marks').children[live.differs]?.classList.add('differs');
  drawPly(plies.find(value => value.ply === shown) ?? { ply: shown, input: null }, last);
}

// Notes.
const askedMoments = () => JSON.parse(sessionStorage.getItem(`ask ${link}`) ?? '[]');
function setMoment(moment, on) {
  const moments = askedMoments().filter(other => other !== moment).concat(on ? [moment] : []);
  sessionStorage.setItem(`ask ${link}`, JSON.stringify(moments));
  send({ type: 'ask_me', moments });
}
function notes() {
  const box = (text, checked, set) => el('label', {}, el('input', { type: 'checkbox', checked, change: event => set(event.target.checked) }), text);
  const tool = (name, act, about) => el('button', { class: 'tool', click: act, title: about }, name);
  const flagged = event => {
    event.preventDefault();
    if (!send({ type: 'flag', text: $('flag').value })) return;
    $('flag').value = '';
    note('flagged: the author sees it in the timeline');
  };
  const flag = [el('h2', {}, 'Flag this moment'), el('form', { submit: flagged },
    el('textarea', { id: 'flag', maxlength: 200, rows: 3, required: true, 'aria-label': 'What is odd here?', placeholder: 'What is odd here?' }), tool('Flag'))];
  const askMe = [el('h2', {}, 'Ask me'), el('p', {}, 'Off: I pass. Nobody else sees these.'), live.moments.map(([moment, text]) => box(text, askedMoments().includes(moment), on => setMoment(moment, on)))].flat();
  const taps = [el('h2', {}, 'This page'), box('show a card before I play it', isCareful(), on => { sessionStorage.setItem('careful', on ? 'on' : 'off'); draw(); }),
    navigator.vibrate && box('vibrate when it is my turn', doesVibrate(), on => { sessionStorage.setItem('vibrate', on ? 'on' : 'off'); if (on) navigator.vibrate(60); })].filter(Boolean);
  const download = what => tool(what, () => send({ type: 'download', what }));
  const author = () => [
    el('h2', {}, 'Room'), el('div', { id: 'invite' }), el('h2', {}, 'Seats'), el('ul', { id: 'agents' }, agentRows()),
    el('h2', {}, 'Advice'), el('div', { class: 'tools' }, tool('Odds', () => input(':odds')), tool('Suggest', () => input(':suggest')), tool('Why this?', () => send({ type: 'request', request: { id: 'is this asked', input: ':why' } }))),
    el('h2', {}, 'Position'), el('form', { submit: event => { event.preventDefault(); input($('position').value); } },
      el('input', { id: 'position', 'aria-label': 'The position as a :table line', spellcheck: 'false' }),
      el('div', { class: 'tools' }, el('button', { type: 'button', class: 'tool', click: () => input(':table') }, 'Show'), tool('Set'))),
    el('h2', {}, 'Table'), el('div', { class: 'tools' }, tool(live.table?.paused ? 'Go on' : 'Pause', () => send({ type: 'pause', on: !live.table?.paused }))),
    el('h2', {}, 'Download'), el('div', { class: 'tools' }, ['game', 'session', 'notes'].map(download)),
  ];
  redraw($('notes'), isAuthor() ? author() : live.role === 'seat' ? [...flag, ...askMe, ...taps] : [el('p', {}, 'An onlooker sees what everybody knows.')]);
  drawInvitation();
}
function drawSeats() { redraw($('agents'), agentRows()); }
function agentRows() {
  const linkOf = new Map(live.links?.seats.map(seat => [seat.name, seat]));
  const { agents, present = [] } = live.table ?? {};
  const names = ['greedy', 'random', 'search'];
  return game.seats.map(name => [name, entryOf(agents, name)]).map(([name, agent]) => el('li', {}, avatar(name), el('span', {}, name), el('small', {}, present.includes(name) ? 'here' : 'away'),
    el('select', { 'aria-label': `Who plays ${name}`, change: event => input(`:agent ${name} ${event.target.value}`) },
      ...['ask', ...new Set([agent, ...names].filter(Boolean))].map(value =>
        el('option', { value, selected: value === (agent ?? 'ask') }, value === 'ask' ? 'a person' : value))),
    linkOf.has(name) && copyTool('Copy link', linkOf.get(name).link),
    linkOf.get(name)?.is_taken && el('button', { class: 'tool', title: `The link of ${name} ends, and somebody else may take the seat`, click: () => send({ type: 'free', seat: name }) }, 'Free')));
}

openSide([['to-story', ['story']], ['to-cards', ['cards']], ['to-notes', ['notes']]]);
$('console').addEventListener('submit', event => {
  event.preventDefault();
  if (!$('input').value.trim() || input($('input').value)) $('input').value = '';
});
let completing = 0;
$('input').addEventListener('input', () => {
  clearTimeout(completing);
  completing = setTimeout(() => send({ type: 'complete', line: $('input').value }), 100);
});
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.matches('input:not([type=range]), textarea, select')) return;
  if (!moveInStory(event) && /^[-0-9]$/.test(event.key)) digit(event.key);
});
// A digit chooses by its place in the list. Where options are numbers or have some in their texts it is one of these: their
// numbers are typed, which moves to the option, and Enter chooses it.
let number = { decision: null, text: '' };
function digit(key) {
  const decision = live.role === 'seat' ? live.ask?.decision : live.decision;
  const buttons = [...document.querySelectorAll('.options button')];
  if (!decision?.options || buttons.length === 0) return;
  if (!areNumbers(decision.options)) return buttons[Number(key) - 1]?.click();
  const numbersOf = option => optionTitle(option).match(/-?\d+/g) ?? [];
  const find = text => {
    const exact = decision.options.filter(option => optionTitle(option) === text);
    return exact.length > 0 ? exact : decision.options.filter(option => numbersOf(option).includes(text));
  };
  const isMore = number.decision === decision.id && document.activeElement?.closest('.ask');
  const texts = [isMore ? number.text + key : null, key].filter(text => text && decision.options.some(option => numbersOf(option).some(one => one.startsWith(text))));
  number = { decision: decision.id, text: texts[0] ?? '' };
  const found = find(number.text);
  if (texts.length === 0) note(`no option has the number ${key}`);
  else if (found.length === 1) offer(found);
  else { offer([]); document.querySelector('.prompt').focus(); }
}
showState('connecting …');
connect();
