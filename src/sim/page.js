const report = JSON.parse(document.getElementById('data').textContent);
const parsed = new DOMParser().parseFromString('<svg></svg>', 'text/html');
const SVG = parsed.body.firstChild.namespaceURI;
const WIDTH = 720, HEIGHT = 256, LEFT = 56, RIGHT = 12, TOP = 10, BELOW = 44;

// Adds an element to another one. A text is never read as markup.
function add(parent, name, attributes = {}, text = '') {
  const isDrawn = name === 'svg' || parent.namespaceURI === SVG;
  const made = isDrawn ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== '') made.append(text);
  return parent.appendChild(made);
}

const paragraphs = (parent, texts, kind) =>
  texts.filter(text => text).forEach(text => add(parent, 'p', kind ? { class: kind } : {}, text));
const each = (n, most) => Math.max(1, Math.ceil(n / most));
const isWide = ([, , low, high]) => low < high;

// About five round numbers of a range.
function ticks(least, most) {
  const rough = (most - least) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(n => n * power).find(size => size >= rough * 0.999);
  const first = Math.ceil(least / step - 1e-9);
  const n = Math.floor(most / step + 1e-9) - first + 1;
  const tick = (_, i) => Number(((first + i) * step).toPrecision(6));
  return Array.from({ length: Math.max(n, 0) }, tick);
}

// An empty plot with a vertical axis; `range` holds all values.
function frame(parent, label, range, unit, axis) {
  const box = add(parent, 'div', { class: 'wide' });
  const viewBox = `0 0 ${WIDTH} ${HEIGHT}`;
  const svg = add(box, 'svg', { viewBox, role: 'img', 'aria-label': label });
  const [least, most] = range[0] < range[1] ? range : [range[0] - 1, range[0] + 1];
  const y = value => TOP + (HEIGHT - BELOW - TOP) * (1 - (value - least) / (most - least));
  for (const tick of ticks(least, most)) {
    add(svg, 'line', { class: 'axis', x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) });
    const shown = unit === '%' ? `${Number((100 * tick).toPrecision(6))} %` : tick;
    add(svg, 'text', { x: LEFT - 6, y: y(tick) + 4, 'text-anchor': 'end' }, String(shown));
  }
  below(svg, (LEFT + WIDTH) / 2, axis, 9);
  return { svg, y };
}

const below = (svg, x, text, up = 26, anchor = 'middle') =>
  add(svg, 'text', { x, y: HEIGHT - up, 'text-anchor': anchor }, text);
const tell = (shape, text) => add(shape, 'title', {}, text);
const range = cells => {
  const ends = cells.filter(cell => cell.length > 1).flatMap(cell => cell.slice(1));
  return [Math.min(...ends), Math.max(...ends)];
};

function bars({ title, rows, plot }, parent) {
  const cells = rows.map(row => row.cells[0]);
  const isBar = plot.type === 'bars';
  const [low, high] = range(cells);
  const pad = (high - low) * 0.06;
  const ends = isBar ? [0, Math.max(high, plot.fair ?? 0) * 1.06] : [low - pad, high + pad];
  if (!Number.isFinite(ends[1])) return;
  const { svg, y } = frame(parent, title, ends, plot.unit, plot.axis ?? '');
  const step = (WIDTH - RIGHT - LEFT) / rows.length;
  rows.forEach(({ name }, i) => {
    const [text, value] = cells[i];
    const middle = LEFT + (i + 0.5) * step;
    const width = Math.min(step * (rows.length > 12 ? 0.9 : 0.5), 90);
    if (i % each(rows.length, 12) === 0) below(svg, middle, name);
    if (value === undefined) return;
    const x = isBar ? middle + width / 2 + 6 : middle;
    const shape = isBar
      ? add(svg, 'rect', { x: middle - width / 2, y: y(value), width, height: y(0) - y(value) })
      : add(svg, 'circle', { cx: middle, cy: y(value), r: 5 });
    shape.setAttribute('class', 'bar');
    tell(shape, `${name}: ${text}`);
    if (!isWide(cells[i])) return;
    const [y1, y2] = cells[i].slice(2).map(y);
    add(svg, 'line', { class: 'band', x1: x, x2: x, y1, y2 });
  });
  if (isBar && plot.fair) {
    const level = y(plot.fair);
    add(svg, 'line', { class: 'fair', x1: LEFT, x2: WIDTH - RIGHT, y1: level, y2: level });
  }
}

function curves({ title, columns, rows, plot }, parent) {
  const { svg, y } = frame(parent, title, [0, 1], '%', plot.axis);
  const last = Math.max(rows.length - 1, 1);
  const x = i => LEFT + (WIDTH - RIGHT - LEFT) * i / last;
  const path = (values, isBack) => {
    const points = values.map((value, i) => [x(i).toFixed(1), y(value).toFixed(1)]);
    if (isBack) points.reverse();
    const step = ([px, py]) => isBack ? `V${py} H${px}` : `H${px} V${py}`;
    const next = plot.steps ? step : point => `L${point.join(' ')}`;
    const start = isBack ? 'L' : 'M';
    return points.map((point, i) => i ? next(point) : start + point.join(' ')).join(' ');
  };
  const names = columns.map(column => column.title.replace(', %', ''));
  const drawn = columns.map((_, c) => rows.map(row => row.cells[c]).filter(cell => cell.length > 1));
  if (drawn[0].some(isWide)) {
    const area = path(drawn[0].map(cell => cell[3])) + path(drawn[0].map(cell => cell[2]), true);
    add(svg, 'path', { class: 'area', d: `${area}Z` });
  }
  // The first curve lies on the others.
  for (const [c, cells] of [...drawn.entries()].reverse()) {
    const d = path(cells.map(cell => cell[1]));
    const line = add(svg, 'path', { class: `curve c${c % 6}`, d });
    tell(line, names[c]);
    if (plot.steps && c > 0) continue;
    cells.forEach(([text, value], i) => {
      const dot = add(svg, 'circle', { class: `dot c${c % 6}`, cx: x(i), cy: y(value), r: 5 });
      tell(dot, `${names[c]}, ${rows[i].name}: ${text} %`);
    });
  }
  rows.forEach(({ name }, i) => {
    const anchor = i === rows.length - 1 ? 'end' : 'middle';
    if (i % each(rows.length, 12) === 0) below(svg, x(i), name, 26, anchor);
  });
  if (names.length > 1) {
    const legend = add(parent, 'p', { class: 'legend' });
    names.forEach((name, c) => add(legend, 'span', { class: `c${c % 6}` }, name));
  }
}

function scatter({ title, columns, rows, plot }, parent) {
  const points = rows.filter(row => row.cells[0].length > 1 && row.cells[1].length > 1);
  const ends = [0, 1].map(axis => {
    const cells = points.map(({ cells, marked }) => marked ? cells[axis] : cells[axis].slice(0, 2));
    const [low, high] = range([...cells, ['', plot.targets[axis]]]);
    const pad = (high - low) * 0.06 || 1;
    return [low - pad, high + pad];
  });
  const [across, up] = columns.map(column => column.title);
  const { svg, y } = frame(parent, title, ends[1], '', `${across} (vertical: ${up})`);
  const [least, most] = ends[0];
  const x = value => LEFT + (WIDTH - RIGHT - LEFT) * (value - least) / (most - least);
  ticks(...ends[0]).forEach(tick => below(svg, x(tick), String(tick)));
  const [tx, ty] = [x(plot.targets[0]), y(plot.targets[1])];
  add(svg, 'line', { class: 'fair', x1: LEFT, x2: WIDTH - RIGHT, y1: ty, y2: ty });
  add(svg, 'line', { class: 'fair', x1: tx, x2: tx, y1: TOP, y2: HEIGHT - BELOW });
  for (const { name, cells: [a, b], marked } of points) {
    const [cx, cy] = [x(a[1]), y(b[1])];
    if (marked) {
      add(svg, 'line', { class: 'band', x1: x(a[2]), x2: x(a[3]), y1: cy, y2: cy });
      add(svg, 'line', { class: 'band', x1: cx, x2: cx, y1: y(b[2]), y2: y(b[3]) });
    }
    const dot = add(svg, 'circle', { class: 'bar', cx, cy, r: marked ? 6 : 3 });
    tell(dot, `${name}: ${a[0]}; ${b[0]}`);
  }
}

// An interval on a scale that contains 0, with a line there.
function interval(cell, [, value, low, high], [least, most]) {
  const x = number => 4 + 112 * (number - least) / (most - least);
  const svg = add(cell, 'svg', { class: 'interval', viewBox: '0 0 120 16', 'aria-hidden': 'true' });
  add(svg, 'line', { class: 'fair', x1: x(0), x2: x(0), y1: 0, y2: 16 });
  add(svg, 'line', { class: 'band', x1: x(low), x2: x(high), y1: 8, y2: 8 });
  add(svg, 'circle', { class: 'bar', cx: x(value), cy: 8, r: 3.5 });
}

function table({ names, columns, rows, sorts, heat }, parent) {
  const box = add(parent, 'div', { class: 'wide' });
  const made = add(box, 'table', sorts ? { class: 'sorts' } : {});
  const head = add(add(made, 'thead'), 'tr');
  for (const title of [names, ...columns.map(column => column.title)]) {
    const cell = add(head, 'th', { scope: 'col' }, sorts ? '' : title);
    if (sorts) add(cell, 'button', {}, title);
  }
  const body = add(made, 'tbody');
  for (const { name, cells } of rows) {
    const row = add(body, 'tr');
    add(row, 'td', { 'data-value': name }, name);
    cells.forEach((cell, c) => {
      const [text, value] = cell;
      const shown = add(row, 'td', { 'data-value': value ?? '' }, text);
      if (columns[c].scale && cell.length === 4) interval(shown, cell, columns[c].scale);
      if (heat) {
        shown.className = 'heat';
        shown.style.setProperty('--heat', `${Math.round(60 * (value ?? 0))}%`);
      }
    });
  }
  if (sorts) sortable(made);
}

function sortable(made) {
  const heads = [...made.tHead.rows[0].cells];
  heads.forEach((head, column) => head.firstChild.addEventListener('click', () => {
    // Names begin with A, numbers with the greatest; the same heading again reverses the order.
    const orders = column ? ['descending', 'ascending'] : ['ascending', 'descending'];
    const order = head.getAttribute('aria-sort') === orders[0] ? orders[1] : orders[0];
    heads.forEach(other => other.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', order);
    const sign = order === 'ascending' ? 1 : -1;
    const value = row => row.cells[column].dataset.value;
    const compare = (a, b) => {
      const [x, y] = [value(a), value(b)];
      // What was never measured comes last either way.
      if (x === '' || y === '') return (x === '') - (y === '');
      return sign * (column ? x - y : x.localeCompare(y));
    };
    made.tBodies[0].append(...[...made.tBodies[0].rows].sort(compare));
  }));
}

const plots = { bars, points: bars, curves, scatter };
const main = add(document.body, 'main');
add(main, 'h1', {}, report.title);
paragraphs(main, [report.about]);
paragraphs(main, report.warnings, 'warning');
paragraphs(main, [report.summary.join(' ')], 'summary');
for (const section of report.sections) {
  const part = add(main, 'section');
  add(part, 'h2', {}, section.title);
  if (section.plot) plots[section.plot.type](section, part);
  const isOpen = !section.plot || section.sorts;
  const data = isOpen ? part : add(part, 'details');
  if (!isOpen) add(data, 'summary', {}, 'Data');
  table(section, data);
  paragraphs(part, [...section.findings, section.notes]);
}
paragraphs(main, [report.notes]);
