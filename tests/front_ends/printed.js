// Measures the cards of a page of `litterbox print`, in CSS pixels of 96 per inch.
const mm = 96 / 25.4;
const round = number => Math.round(number * 100) / 100;
const all = (shapes, within = document) => [...within.querySelectorAll(shapes)];
const bad = [];

// A title in an overview is whole, or was cut because it is longer than any that is shipped.
for (const title of all('.list b')) if (title.scrollWidth > title.clientWidth + 1 && !title.textContent.endsWith('…')) bad.push(`${title.textContent}: cut in an overview`);
// A text in an overview is a whole sentence, or refers to the card.
for (const text of all('.list em')) if (text.textContent.endsWith('…')) bad.push(`${text.textContent}: torn in an overview`);
for (const text of all('.list em')) if (text.scrollHeight > text.clientHeight + 3 || text.scrollWidth > text.clientWidth + 1) bad.push(`${text.textContent}: cut in an overview`);
for (const list of all('.list')) {
  // A word that is longer than a line is smaller.
  const sizes = new Set(all('li:not(.narrow) b', list).map(title => getComputedStyle(title).fontSize));
  if (sizes.size > 1) bad.push(`titles of an overview in ${[...sizes]}`);
}
for (const card of all('.card')) {
  const name = card.querySelector('footer, h2')?.textContent ?? 'back';
  const box = card.getBoundingClientRect();
  if (round(box.width / mm) !== 63.5 || round(box.height / mm) !== 88.9) bad.push(`${name}: size`);
  for (const part of all('*', card)) {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const room = part.matches('.corner, .symbol, .corner *, .symbol *, i, i *') ? 3 * mm - 0.1 : 0;
    const [x, y] = [Math.min(left - box.left, box.right - right), Math.min(top - box.top, box.bottom - bottom)];
    if (Math.min(x, y) < room) bad.push(`${name}: ${part.tagName} ${part.className} leaves the card`);
  }
  // Text that is hidden because it does not fit.
  for (const part of all(':scope > p, ul, h2', card)) {
    const over = part.scrollHeight - part.clientHeight;
    if (over > 1) bad.push(`${name}: ${part.tagName} is ${over} px too high`);
    if (part.scrollWidth - part.clientWidth > 1) bad.push(`${name}: ${part.tagName} is too wide`);
  }
  const parts = all(':scope > h2, :scope > .symbol, :scope > p, :scope > footer', card);
  const boxes = parts.map(part => part.getBoundingClientRect());
  boxes.slice(1).forEach((below, i) => {
    if (below.top < boxes[i].bottom - 1) bad.push(`${name}: ${parts[i].tagName} overlaps what follows`);
  });
}
for (const part of all('.column, .rules h2, .about, .board h2, .board h3')) {
  const over = Math.max(part.scrollHeight - part.clientHeight, part.scrollWidth - part.clientWidth);
  if (over > 1) bad.push(`${part.textContent.slice(0, 20)}: ${part.className || part.tagName} is ${over} px too large`);
}
for (const space of all('.board li')) {
  const [within, text] = [space, space.firstChild].map(part => part.getBoundingClientRect());
  if (text.left < within.left || text.right > within.right || text.bottom > within.bottom) bad.push(`${space.textContent}: leaves its space`);
}
for (const board of all('.board article')) {
  const [tokens, ...tracks] = all('.tokens, ol', board).reverse().map(part => part.getBoundingClientRect());
  if (tracks.some(({ bottom, right }) => bottom > tokens.top || right > board.getBoundingClientRect().right + 1)) bad.push('a board leaves its page');
}
const sides = ['left', 'top', 'right', 'bottom'];
function marginsOf(part) {
  const [within, page] = [part, part.closest('.page')].map(box => box.getBoundingClientRect());
  return sides.map(side => round(Math.abs(within[side] - page[side]) / mm));
}
const margins = marginsOf(document.querySelector('.grid'));
// Boards and rules have the margins of cards.
for (const whole of all('.page > article')) {
  if (`${marginsOf(whole)}` !== `${margins}`) bad.push(`${whole.parentElement.className}: margins of ${marginsOf(whole)} mm`);
}
const told = {
  bad,
  margins,
  n_cards: all('.card:not(.back)').length,
  requests: performance.getEntriesByType('resource').length,
  scripts: all('script, img, link, iframe, [onerror], [onload]').length - 1,
};
document.documentElement.replaceChildren(JSON.stringify(told));
