const [cards, combos] = document.querySelectorAll('table.sorts');
const cells = (table, column) =>
  [...table.tBodies[0].rows].map(row => row.cells[column].textContent);

// Clicks on whatever a pointer would hit in the middle of a heading.
function click(column) {
  const head = cards.tHead.rows[0].cells[column];
  head.firstChild.scrollIntoView({ inline: 'center' });
  const box = head.firstChild.getBoundingClientRect();
  document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).click();
  return { order: head.getAttribute('aria-sort'), cells: cells(cards, column) };
}

// The contrast of two colours as WCAG defines it.
function contrast(one, other) {
  const luminance = colour => {
    const [red, green, blue] = colour.match(/[\d.]+/g).slice(0, 3).map(part => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const count = shapes => document.querySelectorAll(shapes).length;
const style = getComputedStyle(document.documentElement);
const firstBar = document.querySelector('.lane .full');
const fill = firstBar ? getComputedStyle(firstBar).backgroundColor : style.color;
const root = document.documentElement;
const told = {
  dark: matchMedia('(prefers-color-scheme: dark)').matches,
  text: contrast(style.color, style.backgroundColor),
  bars: contrast(fill, style.backgroundColor),
  overflow: root.scrollWidth - root.clientWidth,
  requests: performance.getEntriesByType('resource').length,
  plots: count('svg[role=img]'),
  folded: count('details > summary'),
  heat: count('td.heat'),
  now: count('text.present'),
  dots: count('.ghost'),
  symbols: cards.querySelectorAll('.face').length,
  turns: count('.strip > li'),
  areas: count('.area'),
  points: count('circle.mark'),
  names: cells(cards, 0),
  others_before: cells(combos, 0),
  clicks: cards.tHead.rows[0].cells.length === 6 ? [0, 0, 1, 1, 4, 4].map(click) : [],
  others: cells(combos, 0),
};
root.replaceChildren(JSON.stringify(told));
