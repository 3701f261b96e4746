// The pages of reports: nothing is cut off, everybody can use them. With `LITTERBOX_TESTS=all`, in four windows instead
// of two.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultsOf } from './labels.mjs';
import { run } from './table.mjs';

const REPORTS = {
  sim: 'sim classic --agents random,greedy --players 3 --games 60 --card nope',
  compare: 'compare classic slapstick --agents random --games 60',
  sweep: 'compare classic --sweep deck.nope=0..4 --agents random --games 60',
  tune: 'tune classic --agents random --over deck.nope=3..6 --over deal=5..7 --toward turns=20 --toward first_wins=0.5 --games 600',
  tournament: 'tournament classic --agents random,greedy --games 20',
};
const LOOKS = [{ width: 1280, height: 900 }, { width: 360, height: 740, dark: true }, { width: 390, height: 844 }, { width: 1280, height: 900, dark: true }];

/** Looks at the pages of all reports. Returns that they are right, or throws. */
export async function report({ browser, program, shots, axe, isAll }) {
  const skipped = axe ? [] : ['SKIPPED, axe-core is not installed: accessibility of reports'];
  if (shots !== '-') mkdirSync(shots, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'litterbox-reports-'));
  const bad = [];
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
      found.push(...await faultsOf(page));
      if (axe) {
        await page.eval(`${axe};0`);
        found.push(...await page.eval('axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`))'));
      }
      await page.eval('document.querySelectorAll("details").forEach(node => { node.open = false; })');
      if (shots !== '-') await page.shot(join(shots, `report-${name}-${look.width}${look.dark ? '-dark' : ''}.png`));
      const answers = await page.eval('[...document.querySelectorAll(".answer p:not(.more)")].map(node => node.textContent)');
      assert.ok(answers.length > 0);
      const plain = said.replaceAll('`', '');
      for (const text of answers) assert.ok(plain.includes(text), `only the page says: ${text}`);
      if (await page.eval('document.body.innerText.includes("`")')) found.push('shows a backtick instead of code');
      bad.push(...[...found, ...page.complaints.map(text => `complains: ${text}`)].map(text => `${name}, ${look.width}: ${text}`));
      await page.close();
    }
  }
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
