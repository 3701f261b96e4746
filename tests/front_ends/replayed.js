// Steps through the page of `litterbox replay`, and measures it.
const all = (shapes, within = document) => [...within.querySelectorAll(shapes)];
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const at = () => Number($('slider').value);
const press = (key, on = document.body) => on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

// The colours painted one upon the other, as red, green and blue.
function painted(colours) {
  for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
}
// The contrast of two colours as WCAG defines it.
function contrast(one, other) {
  const luminance = colour => {
    const [red, green, blue] = colour.map(part => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
const chain = node => (node ? [...chain(node.parentElement), node] : []);
const isShown = node => node.checkVisibility() && node.getClientRects().length > 0;

const bad = [];
function measure() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement, text = texts.currentNode.data.trim();
    if (text === '' || !isShown(node) || node.closest('script, .back, text, noscript')) continue;
    const grounds = chain(node).map(parent => getComputedStyle(parent).backgroundColor);
    const ratio = contrast(painted(grounds), painted([...grounds, getComputedStyle(node).color]));
    if (ratio < 4.5) bad.push(`${at()}: contrast ${ratio.toFixed(2)} of “${text.slice(0, 20)}”`);
  }
  const scrolls = node => ['auto', 'scroll'].includes(getComputedStyle(node).overflowX);
  for (const node of all('body *')) {
    const box = node.getBoundingClientRect(), parents = chain(node.parentElement).slice(2);
    if (isShown(node) && !node.matches('.felt') && (box.right > innerWidth + 1 || box.left < -1) && !parents.some(scrolls)) {
      bad.push(`${at()}: ${node.tagName}.${node.className} leaves the page`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) bad.push(`${at()}: the page scrolls sideways`);
  // Three drawings have words beside them where there is room, and the timeline has room everywhere.
  const words = all('#steps .word').filter(isShown).map(node => node.textContent).join(' ');
  if (words !== (innerWidth > 760 ? 'turn explosion stopped' : '')) bad.push(`${at()}: the words of steps are “${words}”`);
  if ($('timeline').offsetWidth < 200) bad.push(`${at()}: a timeline of ${$('timeline').offsetWidth} px`);
  for (const node of all('button, [role=img]')) {
    if (!(node.getAttribute('aria-label') || node.textContent.trim())) bad.push(`${at()}: no name of ${node.outerHTML}`);
  }
}
const state = () => {
  measure();
  return {
    ply: at(), address: location.hash, title: document.title, said: $('slider').getAttribute('aria-valuetext'),
    turn: $('turn').textContent, story: all('.line:not([hidden]) > span:first-child').map(line => line.textContent),
    headings: all('#story h2').map(heading => heading.textContent),
    stack: all('.stack li').map(item => item.querySelector('.card').getAttribute('aria-label')),
    prompt: all('.prompt').map(prompt => prompt.textContent), options: all('.options li').map(option => option.textContent),
    hand: all('#hand .card').map(card => card.getAttribute('aria-label')),
    seats: all('#seats .name').map(name => name.textContent), faces: all('#seats .face').length,
    piles: all('.pile > .card').map(pile => pile.getAttribute('aria-label')), track: all('.track li').length,
    why: $('why').innerText, viewer: $('viewer').textContent,
  };
};
const told = { dark: matchMedia('(prefers-color-scheme: dark)').matches, width: innerWidth, states: [state()] };
const steps = [
  () => press('ArrowLeft'), () => press('ArrowRight'), () => press('Home'), () => all('#steps button')[2].click(),
  () => { $('slider').value = 2; $('slider').dispatchEvent(new Event('input')); }, () => press('End'),
  () => all('.line').at(-1).click(),
];
for (const step of steps) { step(); told.states.push(state()); }
const script = document.querySelector('#why details');
if (script) {
  told.script = [script.open, script.querySelector('.now').textContent.trim(), script.querySelector('code').textContent];
  script.open = true;
  measure();
}
if ($('last').checkVisibility()) $('last').click();
measure();
$('to-cards').click();
measure();
Object.assign(told, {
  bad, flags: all('.flag').map(flag => flag.textContent), cards: all('#cards li:has(i)').map(card => card.textContent), headings: all('h1').map(heading => heading.textContent),
  requests: performance.getEntriesByType('resource').length,
  foreign: all('img, iframe, link, a, form, [onerror], [onload]').length, scripts: all('script').length,
});
parent.postMessage(JSON.stringify(told), '*');
