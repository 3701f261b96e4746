// Looks for texts of a page that cannot be read, and for options whose label is another one's.

/** In the page: the faults of its visible texts. Scrolls, and scrolls back. */
function faults() {
  const found = new Set(), say = (what, text) => found.add(`${what}: “${text.replace(/\s+/g, ' ').trim().slice(0, 60)}”`);
  const CODE = /\[object|undefined|\bNaN\b|\bnull\b|\bfalse\b|\{\w+\}|\$\{/;
  const JOINED = /[\p{L}\p{M}\p{N}]/u, SPLIT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f]/u;
  // Under a card that is shown in large nothing is read.
  const modal = document.querySelector('dialog[open]');
  const isShown = node => (!modal || modal.contains(node)) && node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !node.closest('script, style, datalist, select, noscript, .symbols, [inert]');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (walker.currentNode.data.trim() && isShown(walker.currentNode.parentElement)) texts.push(walker.currentNode);
  const rectsOf = (node, from = 0, to = node.length) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
  };
  // The last action and the hand are in sight before anything is scrolled.
  const [action, held] = ['.stack li:last-child .card', '#hand'].map(selector => document.querySelector(selector));
  const isHit = (card, y) => card.contains(document.elementFromPoint(card.getBoundingClientRect().left + 14, y));
  if (action && isShown(action)) {
    const { top, bottom } = action.getBoundingClientRect();
    const named = document.querySelector('#seats .name'), { top: start } = document.querySelector('main').getBoundingClientRect();
    // A small phone, and seats with many facts, may not leave the room for both.
    const isRoom = innerHeight > 700 && document.querySelector('#seats')?.offsetHeight < 130;
    if (isRoom && named && isShown(named) && named.getBoundingClientRect().top < start) say('the names are under the header', named.innerText);
    if (![top + 8, bottom - 8].every(y => isHit(action, y))) say('not all of the last action is in sight', action.ariaLabel);
  }
  if (held && isShown(held) && held.getBoundingClientRect().bottom > innerHeight + 1) say('the hand is out of sight', held.innerText);
  // A word in two lines. One that is longer than anything that people print may be broken.
  const LONGEST = 24, isOneLine = rects => rects.every(({ top }) => Math.abs(top - rects[0].top) < 1);
  for (const node of texts) {
    if (isOneLine(rectsOf(node))) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{M}\p{N}'’]+/gu)) {
      if ([...word].length > LONGEST || node.parentElement.closest('pre, code, .at')) continue;
      if (isOneLine(rectsOf(node, index, index + word.length))) continue;
      let at = index, last = null;
      for (const letter of word) {
        const [rect] = rectsOf(node, at, at + letter.length);
        at += letter.length;
        const isSplit = SPLIT.test(letter);
        if (rect && last && !isSplit && !last.isSplit && rect.top > last.rect.top + last.rect.height / 2) {
          say('broken inside a word', `${node.data.slice(0, at - letter.length)}/${node.data.slice(at - letter.length)}`);
          break;
        }
        if (rect) last = { rect, isSplit: isSplit || !JOINED.test(letter) };
      }
    }
  }
  // Cut off: beyond the edge of an ancestor that hides it, or of the page.
  const hides = value => value === 'hidden' || value === 'clip', scrolls = value => value === 'auto' || value === 'scroll';
  for (const node of texts) {
    const style = getComputedStyle(node.parentElement), size = Number.parseFloat(style.fontSize);
    const isPlaced = style.position === 'fixed';
    for (const { left, right, top, bottom } of rectsOf(node)) {
      const slack = Math.max(0, (bottom - top - size) / 2) + 1;
      let [isX, isY] = [true, true];
      for (let box = node.parentElement; box && box !== document.documentElement && (isX || isY); box = box.parentElement) {
        const of = getComputedStyle(box), edge = box.getBoundingClientRect();
        if (of.display === 'inline' || of.display === 'contents') continue;
        if (isX && hides(of.overflowX) && (left < edge.left - 1 || right > edge.right + 1)) { say(`cut off at the side by ${box.id || box.className || box.tagName}`, node.data); isX = false; }
        if (isY && hides(of.overflowY) && (top + slack < edge.top || bottom - slack > edge.bottom)) { say(`cut off by ${box.id || box.className || box.tagName}`, node.data); isY = false; }
        if (scrolls(of.overflowX) && box !== document.body) isX = false;
        if (scrolls(of.overflowY) && box !== document.body) isY = false;
        if (of.position === 'fixed' || isPlaced) break;
      }
      if (isX && (left < -1 || right > innerWidth + 1)) say('beside the page', node.data);
    }
  }
  for (const box of document.querySelectorAll('body *')) {
    if (getComputedStyle(box).textOverflow === 'ellipsis' && box.scrollWidth > box.clientWidth + 1 && isShown(box)) say('ends with …', box.innerText);
  }
  // Too small: 12 px are the least, 11 for badges and what is printed on cards, as they are seen on a page that is zoomed or drawn to scale.
  // A title fits with its longest word, however small it is then: its card is shown in large, too.
  const isFitted = (owner, least) => {
    const box = owner.closest('[style*="--word"]'), wide = name => least * Number(box.style.getPropertyValue(name));
    return box && (wide('--word') > box.clientWidth * .9 || wide('--words') > box.clientWidth * 2.8);
  };
  for (const { data, parentElement: owner } of texts) {
    const least = owner.closest('.card, .avatar, .mini, kbd, .status') ? 11 : 12, scale = owner.closest('svg') ? owner.getScreenCTM().a : owner.currentCSSZoom ?? 1;
    const size = Number.parseFloat(getComputedStyle(owner).fontSize) * scale;
    if (size < least - .05 && !isFitted(owner, least)) say(`${size.toFixed(1)} px, not ${least}, in ${owner.closest('[class], [id]')?.className || owner.closest('[id]')?.id}`, data);
  }
  // Options that are not in sight: the table has no room for another row, and half a row shows that there are more.
  for (const list of document.querySelectorAll('.options')) {
    if (!isShown(list) || list.scrollHeight <= list.clientHeight + 1) continue;
    const rects = nodes => [...nodes].map(node => node.getBoundingClientRect()), { bottom: end } = list.getBoundingClientRect();
    const rows = rects(list.children), [around, middle] = rects([document.querySelector('#own'), document.querySelector('#middle')]);
    const place = document.querySelector(around.left > middle.left + 1 ? '#asked' : '#middle');
    const free = place.getBoundingClientRect().bottom - Math.max(...rects(place.children).map(({ bottom }) => bottom));
    if (free > rows[0].height + 8) say(`options are out of sight, and ${Math.round(free)} px are free`, list.innerText);
    if (!rows.some(({ top, bottom }) => top < end - 8 && bottom > end + 4)) say('nothing shows that there are more options', list.innerText);
  }
  // Players have different colours.
  const colours = [...document.querySelectorAll('.seat .avatar')].map(node => getComputedStyle(node).backgroundColor);
  if (new Set(colours).size < Math.min(colours.length, 10)) say('two players have the same colour', colours.join());
  // On a laptop all of a board is in sight before anything is scrolled, but for the author who still invites others.
  const own = document.querySelector('#own'), isRoomy = innerWidth > 920 && !document.querySelector('.center .invitation');
  const here = document.querySelector('.track .here')?.getBoundingClientRect(), table = document.querySelector('main')?.getBoundingClientRect();
  const isUnder = ({ left }) => own.getBoundingClientRect().left < left, end = here && isUnder(here) ? own.getBoundingClientRect().top : innerHeight;
  if (here && !action && innerHeight > 480 && (here.top < table.top - 1 || here.bottom > end + 1)) say('the own place on the board is out of sight', document.querySelector('.track .here').innerText);
  for (const cell of isRoomy ? document.querySelectorAll('.track li') : []) {
    if (cell.getBoundingClientRect().bottom > own.getBoundingClientRect().top + 1) say('a space of the board is under the decision', cell.innerText);
  }
  // Covered: somewhere it can be scrolled to, nothing else may lie over it.
  const places = [...document.querySelectorAll('body *')].filter(box => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight).map(box => [box, box.scrollTop, box.scrollLeft]);
  const cover = node => {
    const owner = node.parentElement;
    for (const { left, right, top, bottom } of rectsOf(node)) {
      for (const x of [left + 1.5, (left + right) / 2, right - 1.5]) {
        const y = (top + bottom) / 2, hit = document.elementFromPoint(x, y);
        // Cards of a hand overlap: how much is seen of each is looked at below.
        if (hit?.closest('#hand li') && owner.closest('#hand li .title')) continue;
        if (!hit || !(hit.contains(owner) || owner.contains(hit) || hit.closest('button, label, a, li') === owner.closest('button, label, a, li'))) { const box = hit?.closest('[id], [class]'); return box ? `${box.id} ${box.getAttribute('class') ?? ''} ${box.textContent.slice(0, 20)}` : 'the edge'; }
      }
    }
    return null;
  };
  for (const node of texts) {
    let by = cover(node);
    for (const block of ['nearest', 'center', 'start', 'end']) {
      if (!by) break;
      node.parentElement.scrollIntoView({ block, inline: block, behavior: 'instant' });
      by = cover(node);
    }
    if (by) say(`covered by ${by.replace(/\s+/g, ' ').trim()}`, node.data);
  }
  // No button lies over a field.
  const seen = selector => [...document.querySelectorAll(selector)].filter(isShown).map(node => [node, node.getBoundingClientRect()]);
  for (const [field, one] of seen('input:not([type=range]), textarea, select')) {
    for (const [button, other] of seen('button')) {
      const isOver = one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
      if (isOver && button.closest('form, section') === field.closest('form, section')) say(`lies over the field ${field.value}`, button.innerText);
    }
  }
  // Of several values of players, each says whose it is.
  const called = [...document.querySelectorAll('.seat .value')].map(node => node.ariaLabel);
  if (new Set(called).size < called.length) say('two values have the same name', called.join());
  // A word that does not fit into its button.
  for (const button of document.querySelectorAll('button')) {
    if (isShown(button) && button.scrollWidth > button.clientWidth + 1) say('wider than its button', button.innerText);
  }
  // Enough of each card of the hand is seen to press it, wherever it can be scrolled to.
  const SEEN = [14, 42], hand = document.querySelector('#hand');
  for (const card of hand && isShown(hand) ? hand.querySelectorAll('.card') : []) {
    card.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { left, top, height } = card.getBoundingClientRect();
    if (!SEEN.every(x => card.contains(document.elementFromPoint(left + x, top + height / 2)))) say('too little of a card is seen', card.innerText);
  }
  places.forEach(([box, top, left]) => { box.scrollTop = top; box.scrollLeft = left; });
  // What is no text for people.
  for (const node of texts) if (CODE.test(node.data) && !node.parentElement.closest('pre, code')) say('not for people', node.data);
  for (const node of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    for (const name of ['aria-label', 'title', 'placeholder']) if (CODE.test(node.getAttribute(name) ?? '')) say(`${name} not for people`, node.getAttribute(name));
  }
  if (document.documentElement.scrollWidth > innerWidth) say('scrolls sideways', document.title);
  // Every area that scrolls can be reached by keys.
  for (const box of document.querySelectorAll('body *')) {
    const { overflowX, overflowY } = getComputedStyle(box);
    const isScrolled = (scrolls(overflowX) && box.scrollWidth > box.clientWidth + 1) || (scrolls(overflowY) && box.scrollHeight > box.clientHeight + 1);
    if (isScrolled && isShown(box) && box.tabIndex < 0 && !box.querySelector('button:not([tabindex="-1"]), input, textarea, select, a[href], [tabindex="0"]')) say('scrolls, but not by keys', box.id || box.className);
  }
  return [...found];
}

/** In the page of a table: options whose visible text is not theirs. */
function options() {
  const found = [], decision = live.role === 'seat' ? live.ask?.decision : live.decision;
  const buttons = [...document.querySelectorAll('.options button')];
  const canChoose = decision?.options && !live.peek && !live.table?.paused && !(live.role === 'seat' && !live.ask);
  if (canChoose && live.role !== 'onlooker' && buttons.length !== decision.options.length) found.push(`${buttons.length} buttons for ${decision.options.length} options`);
  const titles = new Map([...game.kinds, ...game.combos].map(([id, { title }]) => [id, title]));
  const title = id => titles.get(id.replace(/\^$/, '')) ?? id;
  // What must be read of each option, in this order.
  const WORDS = {
    draw: () => [W('Draw')], pass: () => [W('Pass')], yes: () => [W('Yes')], no: () => [W('No')], play: ({ card }) => [W('Play {0}', title(card))],
    combo: ({ combo, cards }) => [W('Play {0}', title(combo)), ...cards.map(title)], card: ({ card, zone }) => [title(card), ...(zone?.owner ? [zone.owner] : [])],
    respond: ({ card }) => [title(card)], kind: ({ card }) => [title(card)], player: ({ player }) => [player], number: ({ number }) => [String(number)], text: ({ value }) => [value], hidden: ({ place }) => [String(place + 1)], unseen: () => ['card'],
  };
  const seen = new Map();
  for (const button of buttons) {
    const option = decision?.options?.find(({ id }) => id === button.dataset.key);
    if (!option) { found.push(`a button of no option: ${button.innerText}`); continue; }
    const copy = button.cloneNode(true);
    copy.querySelectorAll('kbd, i, svg').forEach(node => node.remove());
    const label = copy.textContent.replace(/\s+/g, ' ').trim();
    let at = 0;
    for (const word of WORDS[option.option]?.(option) ?? [option.text]) {
      const next = label.indexOf(word, at);
      if (next < 0) { found.push(`the option ${option.id} is called “${label}”`); break; }
      at = next + word.length;
    }
    const isExact = ['player', 'number', 'text', 'yes', 'no', 'draw'].includes(option.option);
    if (isExact && label !== WORDS[option.option](option)[0]) found.push(`the option ${option.id} is called “${label}”`);
    if (seen.has(label)) found.push(`two options are called “${label}”`);
    seen.set(label, option);
    if (button.ariaLabel && button.ariaLabel !== label) found.push(`“${label}” is read as “${button.ariaLabel}”`);
    const { width, height } = button.getBoundingClientRect();
    if (width < 24 || height < 24) found.push(`“${label}” is too small to press`);
  }
  return found;
}

const FAULTS = `(${faults})()`;

/** An expression for what `faultsOf` returns and, in the page of a table, the options that are not called what they are; `before` runs first. */
export const faultsAfter = before => `(async () => {
  ${before ?? ''};
  await new Promise(done => requestAnimationFrame(() => done()));
  return [...${FAULTS}, ...typeof live === 'undefined' ? [] : (${options})()];
})()`;

/** Returns the faults of a page at its present size. */
export const faultsOf = page => page.eval(FAULTS);
