// The pages of reports: nothing is cut off, everybody can use them. With `LITTERBOX_TESTS=all`, in four windows instead
// of two.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultsOf } from './labels.mjs';
import { run } from './table.mjs';

const REPORTS = {
  sim: 'sim classic --agents random,greedy --players 3 --games 60 --card nope',
  compare: 'compare classic slapstick --agents random --games 60',
  sweep: 'compare classic --sweep deck.nope=0..4 --agents random --games 60',
  tune: 'tune classic --agents random --over deck.nope=1..6 --over deal=4..7 --toward turns=20 --toward first_wins=0.5 --games 600',
  slap: 'sim slap --agents random --players 3 --games 20',
  many: 'sim many --agents random,greedy --players 6 --games 20',
  tournament: 'tournament classic --agents random,greedy --games 20',
};
// A pack of seventy kinds, five of which are in no game.
const MANY = Array.from({ length: 60 }, (_, i) => `extra_${i}`);
function pack(folder) {
  mkdirSync(join(folder, 'scripts/cards'), { recursive: true });
  mkdirSync(join(folder, 'variants'));
  MANY.forEach((id, i) => writeFileSync(join(folder, `scripts/cards/${id}.rhai`), `//! Extra: number ${i}.\n\nfn resolve(me) { ${i % 2 ? 'end_turn();' : ''} }\n`));
  const deck = Object.fromEntries(MANY.map((id, i) => [id, i < 55 ? 1 : 0]));
  writeFileSync(join(folder, 'variants/many.json'), JSON.stringify({ name: 'Many', extends: 'classic', players: [2, 6], deck: { ...deck, exploding_kitten: 'players - 1', defuse: 'players + 2' } }));
}

const LOOKS = [{ width: 1280, height: 900 }, { width: 360, height: 740, dark: true }, { width: 390, height: 844 }, { width: 1280, height: 900, dark: true }];

/** In the page: the ids of cards and combos where people read their titles. Options, such as `deck.nope`, are named as they are written. */
function ids() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('script, style, code')) texts.push(walker.currentNode.data);
  for (const node of document.querySelectorAll('[title], [aria-label]')) texts.push(node.getAttribute('title') ?? '', node.getAttribute('aria-label') ?? '');
  const titled = Object.entries(shown.kinds).filter(([id, { title }]) => id !== title);
  const isIn = (text, id) => text.trim() === id || (id.includes('_') && new RegExp(`(?<![\\w.])${id}(?!\\w)`).test(text));
  return texts.flatMap(text => titled.filter(([id]) => isIn(text, id)).map(([id, { title }]) => `says ${id}, not ${title}: ${text}`));
}

/** Looks at the pages of all reports. Returns that they are right, or throws. */
export async function report({ browser, program, shots, axe, isAll }) {
  const skipped = axe ? [] : ['SKIPPED, axe-core is not installed: accessibility of reports'];
  if (shots !== '-') mkdirSync(shots, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'litterbox-reports-'));
  const bad = [];
  pack(folder);
  for (const [name, line] of Object.entries(REPORTS)) {
    const path = join(folder, `${name}.html`);
    const said = await run(program, folder, [...line.split(' '), '--report', path]);
    for (const look of isAll ? LOOKS : LOOKS.slice(0, 2)) {
      const page = await browser.page(look);
      await page.go(`file://${path}`);
      const found = await page.eval(`(() => {
        const cut = [...document.querySelectorAll('details')].map(node => { node.open = true; return node; });
        const wide = document.documentElement.scrollWidth > innerWidth ? ['scrolls sideways'] : [];
        return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done([...wide, ...[...document.querySelectorAll('.scroll')]
          .filter(box => box.scrollWidth > box.clientWidth + 1).map(box => 'cut off: ' + box.innerText.slice(0, 60))]))));
      })()`);
      found.push(...await faultsOf(page), ...await page.eval(`(${ids})()`));
      found.push(...await page.eval('[...document.querySelectorAll("table")].filter(({ tBodies }) => tBodies[0].rows.length === 0).map(({ ariaLabel }) => `headings without a row: ${ariaLabel}`)'));
      if (axe) {
        await page.eval(`${axe};0`);
        found.push(...await page.eval('axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`))'));
      }
      await page.eval('document.querySelectorAll("details").forEach(node => { node.open = false; })');
      if (shots !== '-') await page.shot(join(shots, `report-${name}-${look.width}${look.dark ? '-dark' : ''}.png`));
      const answers = await page.eval('[...document.querySelectorAll(".answer p:not(.more)")].map(node => node.textContent)');
      assert.ok(answers.length > 0, `${name}: ${await page.eval("document.body.innerText.slice(0, 400)")}`);
      const plain = said.replaceAll('`', '');
      for (const text of answers) assert.ok(plain.includes(text), `only the page says: ${text}`);
      if (await page.eval('document.body.innerText.includes("`")')) found.push('shows a backtick instead of code');
      bad.push(...[...found, ...page.complaints.map(text => `complains: ${text}`)].map(text => `${name}, ${look.width}: ${text}`));
      await page.close();
    }
  }
  await reads(await browser.page(LOOKS[0]), folder);
  // By keys alone: the first heading of the cards sorts them.
  const page = await browser.page(LOOKS[0]);
  await page.go(`file://${join(folder, 'sim.html')}`);
  const names = '[...document.querySelectorAll("table.sorts")[0].tBodies[0].rows].map(row => row.cells[0].innerText)';
  const before = await page.eval(names);
  for (let i = 0; i < 60 && await page.eval('document.activeElement.textContent !== "card"'); i++) await page.press('Tab');
  await page.press('Enter');
  const after = await page.eval(names);
  assert.notDeepEqual(after, before);
  assert.deepEqual(after, [...before].sort((a, b) => a.localeCompare(b)));
  assert.deepEqual(bad, []);
  return [...skipped, 'ok reports'];
}

/** What matters is on the first screens: the answers in a row, the clearest rows of a long table, one plot for one measure. */
async function reads(page, folder) {
  await page.go(`file://${join(folder, 'sim.html')}`);
  const tops = await page.eval('[...document.querySelectorAll(".answer")].map(node => Math.round(node.getBoundingClientRect().top))');
  assert.equal(tops.length, 5);
  assert.equal(new Set(tops).size, 1, 'five answers are in a row');
  assert.equal(await page.eval('document.querySelectorAll("table.sorts .lane").length'), 0, 'the plot of values is in the next section');
  await page.go(`file://${join(folder, 'many.html')}`);
  const rows = 'document.querySelector("table.sorts").tBodies[0].rows', seen = `[...${rows}].filter(row => row.checkVisibility()).length`;
  assert.ok(await page.eval(`${rows}.length`) > 60);
  assert.equal(await page.eval(seen), 12);
  assert.ok(await page.eval('document.querySelector("main > section:nth-of-type(2)").getBoundingClientRect().bottom < 2 * innerHeight'), 'the cards end on the second screen');
  // On paper nothing can be opened: all rows are there, and no button.
  await page.eval('for (const { cssRules } of document.styleSheets) for (const rule of cssRules) if (rule.media?.mediaText === "print") rule.media.mediaText = "all"; 0');
  assert.equal(await page.eval(`${seen} === ${rows}.length && !document.querySelector("button.more").checkVisibility()`), true);
  await page.go(`file://${join(folder, 'many.html')}`);
  await page.click('button.more');
  assert.equal(await page.eval(`${seen} === ${rows}.length`), true);
  // The kinds that a deck leaves out are in no section; what was never offered is told.
  await page.go(`file://${join(folder, 'slap.html')}`);
  const slap = await page.eval('document.body.innerText');
  assert.doesNotMatch(slap, /^(Targeted )?Attack$/m);
  assert.match(slap, /Never played[^]*never offered/);
  await page.go(`file://${join(folder, 'compare.html')}`);
  assert.match(await page.eval('document.querySelector("h1").innerText'), /^classic and slapstick: comparison, /);
  await page.go(`file://${join(folder, 'tune.html')}`);
  assert.ok(await page.eval('[...document.querySelectorAll("tr.marked")].filter(row => !row.closest("details")).every(row => row.checkVisibility())'), 'what is recommended is in sight');
  assert.match(await page.eval('document.body.innerText'), /Turns: the best 20 of 24 combinations/);
  await page.go(`file://${join(folder, 'many.html')}`);
  const ends = await page.eval('[...document.querySelectorAll(".chart .label")].map(({ parentNode, attributes: { y } }) => [parentNode.ariaLabel, Number(y.value)])');
  assert.ok(ends.every(([of, y], i) => i === 0 || ends[i - 1][0] !== of || y - ends[i - 1][1] > 13.9), 'labels lie on each other');
  const nav = await page.eval('[...document.querySelectorAll("nav a")].map(link => link.textContent)');
  assert.equal(new Set(nav).size, nav.length, 'no two links are called the same');
  await page.close();
}
