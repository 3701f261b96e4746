// Builds the elements of pages. Texts never become markup.

const $ = id => document.getElementById(id);
// The value of a name that others choose: no object has one of its own for `constructor`.
const entryOf = (values, name) => values != null && Object.hasOwn(values, name) ? values[name] : undefined;
// Controls, and what changes the direction of other texts, are shown as numbers.
const safe = text => text.replace(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu, c => `\\u{${c.codePointAt(0).toString(16)}}`);
const build = (node, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name, value);
    else if (name.startsWith('--')) node.style.setProperty(name, value);
    else if (value != null && value !== false) node.setAttribute(name, name === 'data-key' ? value : safe(String(value)));
  }
  const shown = children.flat().filter(child => child != null && child !== false && child !== '');
  node.append(...shown.map(child => (typeof child === 'string' ? safe(child) : child)));
  return node;
};
const el = (tag, attributes = {}, ...children) =>
  build(document.createElement(tag), attributes, children);
const SVG = document.querySelector('.symbols').namespaceURI;
const svg = (tag, attributes = {}, ...children) =>
  build(document.createElementNS(SVG, tag), attributes, children);

// The colours of seats are the same on all pages.
const SEAT_COLOURS = 10;

// Cards and combos.
const unknown = title => ({ title, text: '', letter: title.slice(0, 1).toUpperCase(), hue: 265 });
// A letter is a drawing, too: it is not part of what the card is called. The style sheet does not reach it where it is used.
const LETTER = { x: 24, y: 36, 'font-size': 34, 'font-weight': 700, 'text-anchor': 'middle', fill: 'currentColor', stroke: 'none' };
function letterDrawing(letter) {
  const id = `letter-${letter}`;
  if (!$(id)) document.querySelector('.symbols').append(svg('symbol', { id, viewBox: '0 0 48 48' }, svg('text', LETTER, letter)));
  return id;
}
const symbol = ({ drawing, letter, image }) => image ? Object.assign(el('img', { alt: '' }), { src: image }) : svg('svg', { 'aria-hidden': true }, svg('use', { href: `#${drawing ?? letterDrawing(letter)}` }));
