const report = JSON.parse($('data').textContent);
const { shown = {} } = report;

// Adds an element to another one.
const add = (parent, name, attributes = {}, text = '') =>
  parent.appendChild((name === 'svg' || parent.namespaceURI === SVG ? svg : el)(name, attributes, text));

// A text with code between backticks; a single one is a character of a name.
function addCode(parent, text) {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return parent.append(text);
  parts.forEach((part, i) => { if (i % 2) add(parent, 'code', {}, part); else parent.append(part); });
}

// A text whose percentages and options stay on a line.
function addWhole(parent, text) {
  text.split(/(--[\w-]+|[\d.,]+ %)/).forEach((part, i) => { if (i % 2) add(parent, 'span', { class: 'unbroken' }, part); else parent.append(part); });
}

const paragraphs = (parent, texts, kind) =>
  texts.filter(text => text).forEach(text => addCode(add(parent, 'p', kind ? { class: kind } : {}), text));
const isWide = ([, , low, high]) => low < high;
const tell = (shape, text) => add(shape, 'title', {}, text);
const ends = cells => {
  const all = cells.filter(cell => cell.length > 1).flatMap(cell => cell.slice(1));
  return [Math.min(...all), Math.max(...all)];
};

// About five round numbers of a range.
function ticks(least, most, n = 5) {
  const rough = (most - least) / n;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(n => n * power).find(size => size >= rough * 0.999);
  const first = Math.ceil(least / step - 1e-9);
  const count = Math.floor(most / step + 1e-9) - first + 1;
  const tick = (_, i) => Number(((first + i) * step).toPrecision(6));
  return Array.from({ length: Math.max(count, 0) }, tick);
}
const scaled = (value, unit) =>
  unit ? `${Number((100 * value).toPrecision(6))}${unit === '%' ? ' %' : ''}` : String(value);

// Values of options, such as `deal=5 deck.nope=4`; those of the variant as it is are marked.
function valued(name) {
  const isNow = part => {
    const [option, value] = part.split('=');
    return value !== undefined && String(entryOf(shown.present, option)) === value;
  };
  return name.split(' ').every(isNow) ? `${name} (now)` : name;
}

// The symbol and the title of a card or combo; other names are shown as they are.
function named(parent, name) {
  const kind = entryOf(shown.kinds, name);
  if (!kind) { parent.append(valued(name)); return; }
  const made = add(parent, 'span', { class: 'titled' });
  face(made, name);
  add(made, 'span', {}, kind.title);
}

function face(parent, name, more = '') {
  const kind = entryOf(shown.kinds, name) ?? unknown(name);
  const made = add(parent, 'span', { class: `face ${more}`, '--h': kind.hue, title: kind.title });
  made.append(symbol(kind));
  return made;
}

// A chart that is drawn again when its width changes, so that its texts keep their size.
function chart(parent, label, draw) {
  const box = add(parent, 'div', { class: 'chart' });
  const svg = add(box, 'svg', { role: 'img', 'aria-label': label });
  let last = 0;
  const redraw = () => {
    const width = Math.round(Math.max(box.clientWidth, 260));
    if (width === last) return;
    last = width;
    svg.replaceChildren();
    const height = width < 500 ? 230 : 270;
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    draw(svg, width, height);
  };
  redraw();
  // In the next frame: whoever changes sizes while they are told is complained about.
  new ResizeObserver(() => requestAnimationFrame(redraw)).observe(box);
}

// The axes of a chart; returns the scales.
function axes(svg, [width, height], { x, y, unit = '', axis = '', right = 10, steps = [] }) {
  const [left, top, bottom] = [46, 12, 44];
  const spread = ([least, most]) => least < most ? [least, most] : [least - 1, most + 1];
  const [[x0, x1], [y0, y1]] = [spread(x), spread(y)];
  const across = value => left + (width - left - right) * (value - x0) / (x1 - x0);
  const up = value => top + (height - top - bottom) * (1 - (value - y0) / (y1 - y0));
  for (const tick of ticks(y0, y1, 4)) {
    const at = { x1: left, x2: width - right, y1: up(tick), y2: up(tick) };
    add(svg, 'line', { class: 'rule', ...at });
    add(svg, 'text', { x: left - 7, y: up(tick) + 4, 'text-anchor': 'end' }, scaled(tick, unit));
  }
  const marks = steps.length ? steps : ticks(x0, x1, width < 500 ? 4 : 8).map(tick => [tick, String(tick)]);
  const most = Math.max(2, Math.floor((width - left) / (9 * Math.max(...marks.map(([, text]) => text.length), 3))));
  const each = Math.ceil(marks.length / most);
  marks.forEach(([value, text], i) => {
    if (i % each === 0) add(svg, 'text', { x: across(value), y: height - 26, 'text-anchor': 'middle' }, text);
  });
  add(svg, 'text', { class: 'axis-title', x: (left + width - right) / 2, y: height - 6, 'text-anchor': 'middle' }, axis);
  return { across, up, left, right: width - right, top, bottom: height - bottom };
}

// Bars or points with their intervals, a row each.
function lanes({ rows, plot, title }, parent) {
  const column = plot.column ?? 0;
  const isBar = plot.type === 'bars';
  let shownRows = rows.filter(({ cells }) => cells[column]?.length > 1);
  if (!shownRows.length) return;
  if (plot.type === 'forest') shownRows = shownRows.toSorted((a, b) => b.cells[column][1] - a.cells[column][1]);
  const mark = plot.fair ?? plot.target;
  const wanted = plot.target ?? null;
  const [low, high] = ends([...shownRows.map(({ cells }) => cells[column]), ...(wanted === null ? [] : [['', wanted]])]);
  const pad = (high - low) * 0.06 || Math.abs(high) * 0.1 || 1;
  const first = isBar ? 0 : plot.type === 'forest' ? Math.min(low - pad, 0) : low - pad;
  const last = isBar ? Math.max(high, plot.fair ?? 0) * 1.04 : plot.type === 'forest' ? Math.max(high + pad, 0) : high + pad;
  const at = value => `${(100 * (value - first) / (last - first)).toFixed(2)}%`;
  const box = add(parent, 'div', { class: 'lanes', role: 'group', 'aria-label': title });
  for (const { name, cells } of shownRows) {
    named(add(box, 'div', { class: 'name' }), name);
    lane(add(box, 'div', { class: 'lane', 'aria-hidden': 'true' }), cells[column], at, { isBar, fair: mark, zero: plot.type === 'forest' });
    add(box, 'div', { class: 'text' }, cells[column][0]);
  }
  if (isBar && !plot.fair) return;
  add(box, 'div', { class: 'gap' });
  const foot = add(box, 'div', { class: 'foot', 'aria-hidden': 'true' });
  const marks = isBar ? [] : ticks(first, last, 4);
  marks.forEach(tick => add(foot, 'span', { style: `left:${at(tick)}` }, scaled(tick, plot.unit)));
  if (plot.fair) add(foot, 'span', { style: `left:${at(plot.fair)}` }, `fair: ${(100 * plot.fair).toFixed(1)} %`);
  if (wanted !== null) add(foot, 'span', { class: 'unit' }, `line: wanted, ${scaled(wanted, plot.unit)}`);
  if (plot.axis) add(foot, 'span', { class: 'unit' }, plot.axis);
  add(box, 'div', { class: 'gap' });
}

function lane(parent, cell, at, { isBar = false, fair = null, zero = false } = {}) {
  const [, value, low, high] = cell;
  if (zero) add(parent, 'i', { class: 'line zero', style: `left:${at(0)}` });
  if (isBar) add(parent, 'i', { class: 'full bar', style: `width:${at(value)}` });
  if (isWide(cell)) add(parent, 'i', { class: 'range', style: `left:${at(low)};right:calc(100% - ${at(high)})` });
  const isUnsure = zero && low <= 0 && 0 <= high;
  if (!isBar) add(parent, 'i', { class: `dot${isUnsure ? ' unsure' : ''}`, style: `left:${at(value)}` });
  if (fair) add(parent, 'i', { class: 'line', style: `left:${at(fair)}` });
}

// Many bars side by side: a distribution.
function histogram({ title, rows, plot }, parent) {
  const values = rows.map(({ cells }) => cells[0][1] ?? 0);
  chart(parent, title, (svg, width, height) => {
    const steps = rows.map(({ name }, i) => [i, name]);
    const { across, up } = axes(svg, [width, height], { x: [-0.5, rows.length - 0.5], y: [0, Math.max(...values) * 1.04], unit: plot.unit, axis: plot.axis, steps });
    const wide = Math.max(1, (across(1) - across(0)) * 0.86);
    rows.forEach(({ name, cells: [cell] }, i) => {
      const box = { x: across(i) - wide / 2, y: up(values[i]), width: wide, height: up(0) - up(values[i]) };
      tell(add(svg, 'rect', { class: 'bar', ...box, rx: Math.min(2, wide / 4) }), `${name}: ${cell[0]}`);
      if (isWide(cell)) add(svg, 'line', { class: 'band', x1: across(i), x2: across(i), y1: up(cell[2]), y2: up(cell[3]) });
    });
  });
}

function bars(section, parent) {
  (section.rows.length > 12 ? histogram : lanes)(section, parent);
}

// Points over numbers, with a line through them: the values of a sweep.
function points(section, parent) {
  const { title, rows, plot } = section;
  if (!plot.at) { lanes(section, parent); return; }
  const column = plot.column ?? 0;
  const placed = rows.map(({ name, cells }, i) => ({ name, x: plot.at[i], cell: cells[column] })).filter(({ cell }) => cell?.length > 1);
  if (!placed.length) return;
  placed.sort((a, b) => a.x - b.x);
  chart(parent, title, (svg, width, height) => {
    const wanted = plot.target ?? null;
    const [low, high] = ends([...placed.map(({ cell }) => cell), ...(wanted === null ? [] : [['', wanted]])]);
    const pad = (high - low) * 0.08 || 0.5;
    const xs = placed.map(({ x }) => x);
    const room = (Math.max(...xs) - Math.min(...xs)) * 0.04 || 1;
    const { across, up, top, bottom, left, right } = axes(svg, [width, height], { x: [Math.min(...xs) - room, Math.max(...xs) + room], y: [low - pad, high + pad], unit: plot.unit, axis: plot.axis, steps: xs.map(x => [x, String(x)]) });
    const present = entryOf(shown.present, plot.axis);
    if (present !== undefined) {
      const x = across(present);
      if (x >= left && x <= right) {
        add(svg, 'line', { class: 'present', x1: x, x2: x, y1: top, y2: bottom });
        const anchor = x > (left + right) / 2 ? 'end' : 'start';
        add(svg, 'text', { class: 'present', x: x + (anchor === 'end' ? -6 : 6), y: top + 10, 'text-anchor': anchor }, 'now');
      }
    }
    if (wanted !== null) {
      add(svg, 'line', { class: 'fair', x1: left, x2: right, y1: up(wanted), y2: up(wanted) });
      add(svg, 'text', { class: 'wanted', x: right, y: up(wanted) - 5, 'text-anchor': 'end' }, `wanted: ${scaled(wanted, plot.unit)}`);
    }
    if (low < 0 && high > 0) add(svg, 'line', { class: 'base', x1: left, x2: right, y1: up(0), y2: up(0) });
    add(svg, 'path', { class: 'curve c0 thin', d: placed.map(({ x, cell }, i) => `${i ? 'L' : 'M'}${across(x).toFixed(1)} ${up(cell[1]).toFixed(1)}`).join('') });
    for (const { name, x, cell } of placed) {
      if (isWide(cell)) add(svg, 'line', { class: 'band c0', x1: across(x), x2: across(x), y1: up(cell[2]), y2: up(cell[3]) });
      tell(add(svg, 'circle', { class: 'mark c0', cx: across(x), cy: up(cell[1]), r: 5 }), `${name}: ${cell[0]}`);
    }
  });
}

function colour(names, c) {
  const seat = name => name.match(/^p(\d+)$/)?.[1];
  if (!names.some(seat)) return `c${c % SEAT_COLOURS}`;
  return seat(names[c]) ? `c${(seat(names[c]) - 1) % SEAT_COLOURS}` : 'cx';
}

function curves({ title, columns, rows, plot }, parent) {
  const names = columns.map(column => column.title.replace(', %', ''));
  const drawn = columns.map((_, c) => rows.map(row => row.cells[c]).filter(cell => cell.length > 1));
  const isShare = plot.unit === '%';
  const [, high] = ends(drawn.flat());
  const top = isShare ? (plot.whole ? 1 : Math.min(1, high * 1.08)) : high * 1.08;
  chart(parent, title, (svg, width, height) => {
    const isNarrow = width < 500;
    const steps = rows.map(({ name }, i) => [i, name]);
    const { across, up } = axes(svg, [width, height], { x: [0, Math.max(rows.length - 1, 1)], y: [0, top || 1], unit: plot.unit, axis: plot.axis, right: names.length > 1 && !isNarrow ? 84 : 16, steps });
    const path = (values, isBack) => {
      const points = values.map((value, i) => [across(i).toFixed(1), up(value).toFixed(1)]);
      if (isBack) points.reverse();
      const step = ([px, py]) => isBack ? `V${py} H${px}` : `H${px} V${py}`;
      const next = plot.steps ? step : point => `L${point.join(' ')}`;
      return points.map((point, i) => i ? next(point) : (isBack ? 'L' : 'M') + point.join(' ')).join(' ');
    };
    if (drawn[0].some(isWide)) {
      const area = path(drawn[0].map(cell => cell[3] ?? cell[1])) + path(drawn[0].map(cell => cell[2] ?? cell[1]), true);
      add(svg, 'path', { class: `area ${colour(names, 0)}`, d: `${area}Z` });
    }
    const labels = [];
    // The first curve lies on the others.
    for (const [c, cells] of [...drawn.entries()].reverse()) {
      if (!cells.length) continue;
      const isStrong = plot.strong?.includes(c) || (!plot.strong?.length && c === 0);
      const line = add(svg, 'path', { class: `curve ${colour(names, c)} ${isStrong ? 'strong' : 'thin'}`, d: path(cells.map(cell => cell[1])) });
      tell(line, names[c]);
      labels.push({ c, y: up(cells.at(-1)[1]) + 4, x: across(cells.length - 1) + 7 });
      if (plot.steps && c > 0) continue;
      cells.forEach(([text, value], i) => {
        tell(add(svg, 'circle', { class: `ghost ${colour(names, c)}`, cx: across(i), cy: up(value), r: 5 }), `${names[c]}, ${rows[i].name}: ${text}`);
      });
    }
    if (names.length < 2 || isNarrow) return;
    // Labels at the ends of the curves, moved apart.
    const HIGH = 14;
    labels.sort((a, b) => a.y - b.y);
    labels.forEach((label, i) => { if (i) label.y = Math.max(label.y, labels[i - 1].y + HIGH); });
    // From the bottom up: none lies below the axis, or on another one.
    labels.toReversed().forEach((label, i, upwards) => { label.y = Math.min(label.y, i ? upwards[i - 1].y - HIGH : height - 48); });
    labels.forEach(({ c, x, y }) => {
      const isWinner = plot.strong?.includes(c);
      add(svg, 'text', { class: `label ${colour(names, c)}`, x, y }, isWinner ? `${names[c]} wins` : names[c]);
    });
  });
  if (names.length < 2) return;
  const legend = add(parent, 'p', { class: 'legend' });
  names.forEach((name, c) => add(legend, 'span', { class: colour(names, c) }, plot.strong?.includes(c) ? `${name} (wins)` : name));
}

// One game, a box for each turn.
function strip({ turns, title, about }, parent) {
  add(parent, 'h2', {}, title);
  paragraphs(parent, [about], 'notes');
  const list = add(parent, 'ol', { class: 'strip' });
  for (const turn of turns) {
    const box = add(list, 'li', { class: `c${(turn.seat - 1) % SEAT_COLOURS}` });
    const who = add(box, 'span', { class: 'who' }, `p${turn.seat} `);
    add(who, 'b', {}, turn.hand === 1 ? '1 card' : `${turn.hand} cards`);
    const cards = add(box, 'span', { class: 'cards' });
    for (const { kind, seat, cancelled, drew } of turn.cards) {
      const classes = [cancelled && 'cut', seat !== turn.seat && `other c${(seat - 1) % SEAT_COLOURS}`, drew && 'drew'];
      const made = face(cards, kind, classes.filter(Boolean).join(' '));
      const title = entryOf(shown.kinds, kind)?.title ?? kind;
      const text = `p${seat} ${drew ? 'draws' : 'plays'} ${title}${cancelled ? ', cancelled' : ''}`;
      made.title = text;
      made.setAttribute('role', 'img');
      made.setAttribute('aria-label', text);
    }
    turn.ends.forEach(end => add(box, 'span', { class: 'end' }, end));
  }
}

// Long tables begin with the rows that say most.
const LONG = 24, FIRST = 12;
const isEmpty = cells => cells.every(cell => !cell[1]);
// A card that is not in the box says nothing.
const isOut = ({ name, cells }) => entryOf(shown.kinds, name)?.count === 0 && isEmpty(cells);
// How clearly a value differs from none, or else how large it is.
function weight(cell) {
  const [, value = 0, low = value, high = value] = cell;
  return high > low ? Math.abs(value) / (high - low) : Math.abs(value);
}
// The values of cards have a plot of their own in the next section.
const isPlotted = ({ plot }, c, { title }) => (['bars', 'points', 'forest'].includes(plot?.type) ? (plot.column ?? 0) === c
  : title.startsWith('value') && report.sections.some(section => section.plot?.type === 'forest'));

function table(section, parent) {
  const { names, columns, sorts, heat, title } = section;
  const inPlay = section.rows.filter(row => !isOut(row)), hasNone = ({ name, cells }) => entryOf(shown.kinds, name) && isEmpty(cells);
  // Those with nothing to count are named below the others.
  const isAll = inPlay.every(hasNone), none = isAll ? [] : inPlay.filter(hasNone);
  let rows = isAll ? inPlay : inPlay.filter(row => !hasNone(row));
  if (sorts && !section.is_ranked && rows.length > LONG) {
    const scaled = columns.findLastIndex(({ scale }) => scale), told = scaled < 0 ? 0 : scaled;
    rows = rows.toSorted((a, b) => weight(b.cells[told]) - weight(a.cells[told]));
  }
  const box = add(parent, 'div', { class: `scroll${sorts ? ' sorted' : ''}` });
  const made = add(box, 'table', { role: 'table', 'aria-label': title, ...(sorts ? { class: 'sorts' } : {}) });
  const head = add(add(made, 'thead', { role: 'rowgroup' }), 'tr', { role: 'row' });
  const titles = [names || title, ...columns.map(column => valued(column.title))];
  for (const heading of titles) {
    const cell = add(head, 'th', { scope: 'col', role: 'columnheader' }, sorts ? '' : heading);
    if (sorts) add(cell, 'button', { type: 'button' }, heading);
  }
  const body = add(made, 'tbody', { role: 'rowgroup' });
  for (const { name, cells, marked } of rows) {
    const row = add(body, 'tr', { role: 'row', ...(marked ? { class: 'marked' } : {}) });
    const first = add(row, 'th', { scope: 'row', role: 'rowheader' });
    first.dataset.value = entryOf(shown.kinds, name)?.title ?? name;
    named(first, name);
    cells.forEach((cell, c) => {
      const [text, value] = cell;
      const { scale, title: label } = columns[c];
      const made = add(row, 'td', { role: 'cell', 'data-value': value ?? '', 'data-label': label });
      if (scale && cell.length === 4 && !isPlotted(section, c, columns[c])) {
        made.classList.add('whole');
        const both = add(made, 'div', { class: 'valued' });
        add(both, 'span', {}, text);
        const [least, most] = scale.map(end => 1.05 * end);
        const at = number => `${(100 * (number - least) / (most - least)).toFixed(2)}%`;
        lane(add(both, 'div', { class: 'lane', 'aria-hidden': 'true' }), cell, at, { zero: least < 0 });
      } else made.append(text);
      if (heat) {
        made.classList.add('heat');
        made.style.setProperty('--heat', `${Math.round(100 * (value ?? 0))}%`);
      }
    });
  }
  if (sorts) sortable(made);
  if (sorts && rows.length > LONG) folding(parent, made, rows.length, section.is_ranked ? 'best' : 'clearest');
  if (none.length) {
    const folded = add(parent, 'details');
    add(folded, 'summary', {}, none.length === 1 ? '1 with nothing to count' : `${none.length} with nothing to count`);
    const list = add(folded, 'p', { class: 'named' });
    none.forEach(({ name }) => named(list, name));
  }
  stacking(box, made);
}

// Shows the first rows of a long table, in whatever order they are, until all are wanted.
function folding(parent, made, count, order) {
  made.classList.add('folded');
  // What is recommended is in sight wherever it stands.
  const n = [...made.tBodies[0].rows].filter((row, i) => i < FIRST || row.classList.contains('marked')).length;
  const more = add(parent, 'button', { type: 'button', class: 'more', 'aria-expanded': 'false' }, `${n} of ${count} rows, the ${order} first: show all`);
  more.addEventListener('click', () => {
    const isOpen = !made.classList.toggle('folded');
    more.setAttribute('aria-expanded', isOpen);
    more.textContent = isOpen ? `Show ${n} of ${count} rows` : `${n} of ${count} rows: show all`;
  });
}

// In a window too narrow for a table, its plots are left out; if it is still too narrow, its rows
// become blocks, with their plots.
function stacking(box, made) {
  let width = 0;
  const check = () => {
    if (!box.clientWidth || box.clientWidth === width) return;
    width = box.clientWidth;
    box.classList.remove('bare', 'stacked');
    const isTooWide = () => made.offsetWidth > width + 1;
    if (isTooWide()) box.classList.add('bare');
    if (isTooWide()) box.classList.replace('bare', 'stacked');
    // What still scrolls is reached by keys.
    if (box.scrollWidth > box.clientWidth + 1) Object.assign(box, { tabIndex: 0, role: 'region', ariaLabel: made.ariaLabel });
    else ['tabindex', 'role', 'aria-label'].forEach(name => box.removeAttribute(name));
  };
  new ResizeObserver(() => requestAnimationFrame(check)).observe(box);
  check();
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

// The first screen: what was asked, and the answers.
function head(main) {
  const top = add(main, 'header');
  if (shown.date) add(top, 'p', { class: 'eyebrow' }, `Litterbox, ${shown.date}`);
  add(top, 'h1', {}, report.title);
  const facts = add(top, 'dl', { class: 'facts' });
  const fact = (name, text, isCode) => {
    if (!text) return;
    add(facts, 'dt', {}, name);
    const value = add(facts, 'dd');
    if (isCode) add(value, 'code', {}, text); else value.append(text);
  };
  fact('Command', shown.command, true);
  fact('Played by', report.players);
  fact('Run', report.about);
  // A report of an error has columns that stand under each other.
  report.warnings.forEach(text => paragraphs(top, [text], text.includes('\n') ? 'warning lines' : 'warning'));
  const answers = add(main, 'section', { class: 'answers', 'aria-label': 'Answers' });
  let box = null;
  const about = seconds => {
    const [size, unit] = seconds >= 5400 ? [3600, 'hours'] : seconds >= 90 ? [60, 'minutes'] : [1, 'seconds'];
    return `${Math.max(1, Math.round(seconds / size))} ${unit}`;
  };
  for (const [i, { question, text }] of report.summary.entries()) {
    const seconds = shown.seconds && shown.seconds[i];
    const more = seconds && `They take about ${about(seconds)}.`;
    if (question || !box) {
      box = add(answers, 'div', { class: 'answer' });
      if (question) add(box, 'h2', {}, question);
    }
    addWhole(add(box, 'p'), text);
    if (more) add(box, 'p', { class: 'more' }, more);
  }
}

const plots = { bars, points, forest: lanes, curves };
const main = add(document.body, 'main');
head(main);
const links = add(main, 'nav', { 'aria-label': 'Sections' });
// Sections of one kind that follow each other have one link.
const part = (title, short) => {
  const id = `s${main.children.length}`;
  if (!short || links.lastChild?.textContent !== short) add(links, 'a', { href: `#${id}` }, short || title);
  return add(main, 'section', { id, tabindex: -1 });
};
report.sections.filter(({ rows }) => !rows.every(isOut)).forEach((section, i) => {
  const made = part(section.title, section.short);
  add(made, 'h2', {}, section.title);
  if (section.plot) plots[section.plot.type](section, made);
  const isOpen = !section.plot || section.opens;
  paragraphs(made, section.findings, 'said');
  const data = isOpen ? made : add(made, 'details');
  if (!isOpen) add(data, 'summary', {}, 'The figures');
  table(section, data);
  paragraphs(made, [section.notes], 'notes');
  if (i === 0 && shown.strip) strip(shown.strip, part(shown.strip.title, 'a typical game'));
});
paragraphs(add(main, 'footer'), [report.notes], 'notes');
