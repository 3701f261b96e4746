// The workbench: a project that is written by clicks and keys, each with a folder of its own.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playAll } from './play.mjs';
import { start } from './table.mjs';

const WIDE = { width: 1280, height: 800 };

export const FAVOR = `//! Tax: a player of your choice gives you a card of their choice.

fn announce(me) { me.choose_player("Tax whom?", robbable(me)) }

fn resolve(me, victim) { me.take_chosen(victim, "Give which card?"); }
`;
const SESSION = `# Tax

\`\`\`litterbox
> :table mine ann: tax attack | bob: skip | cat: - | draw: favor shuffle see_the_future
  ...
ann> play tax
  ann plays Tax on bob
  bob gives ann Skip (only ann and bob see it)
  ann's turn. Hand: attack skip
    1 play attack   2 play skip   3 draw
\`\`\`
`;
const PROJECT = {
  'variants/mine.json': '{\n  "name": "Mine",\n  "about": "With a tax.",\n  "extends": "classic",\n  "deck": { "tax": 4 }\n}\n',
  'scripts/cards/tax.rhai': FAVOR,
  'tests/tax.session.md': SESSION,
};

function scenarios({ browser, program, shots, axe }) {
  let bench = null;
  async function open(files = PROJECT, look = WIDE, words = []) {
    bench = await start(program, ['workbench', ...words], files);
    const page = await browser.page(look);
    await page.go(bench.links.author);
    await page.until('document.querySelector(".pile.draw") && bench.file');
    return Object.assign(page, { who: 'author' });
  }
  async function shot(page, name) {
    if (shots === '-') return;
    mkdirSync(shots, { recursive: true });
    await page.shot(join(shots, `${name}.png`));
  }
  const disk = name => readFileSync(join(bench.folder, name), 'utf8');
  const tested = (page, text) => page.until(`$('tested').textContent === ${JSON.stringify(text)}`);
  /** Puts the cursor behind a text of the open file, and types there. */
  async function edit(page, after, text, removed = '') {
    await page.eval(`(() => { const at = source.value.indexOf(${JSON.stringify(after)}) + ${after.length}; selectText(at, at + ${removed.length}); })()`);
    await page.type(text);
  }
  async function save(page) {
    await page.click('#save');
    await page.until('$("saved").textContent.startsWith("saved")');
  }
  const games = {
    async 'a save shows what a session prints now, and keeps or undoes it'() {
      const page = await open();
      await tested(page, '1 green');
      await page.click('#tests button');
      await page.until('bench.played && $("story").innerText.includes("ann plays Tax on bob")');
      await edit(page, '"Give which card?"); ', 'me.draw(); ');
      await save(page);
      await tested(page, '1 of 1 differ');
      await page.until('$("changes").innerText.includes("keep")');
      await shot(page, 'workbench-difference');
    },

    async 'from an empty folder to a card, its test and its balance'() {
      const page = await open({}, WIDE, []);
      await page.until('!$("starts").hidden && document.querySelector("#start-card")');
      await shot(page, 'workbench-empty');
      await page.click('#start-card');
      await page.until('bench.file === "scripts/cards/tax.rhai" && bench.played === "tests/tax.session.md"');
      await tested(page, '1 green');
      assert.match(disk('variants/mine.json'), /"deck": \{ "tax": 4 \}/);
      await edit(page, 'fn announce(me) { ', '', 'me.choose_player("Ask whom for a favor?", robbable(me)) ');
      await page.eval('selectText(0, source.value.length)');
      await page.type('//! Tax: each other player gives you a card of their choice.\n\nfn resolve(me) {\n    for other in others(me) { if !other.hand.is_empty { me.drwa_chosen(other, "Give which card?"); } }\n}\n');
      await page.until('bench.found.some(({ line }) => line === 4)');
      await shot(page, 'workbench-findings');
      await page.eval('selectText(0, source.value.length)');
      await page.type('//! Tax: each other player gives you a card of their choice.\n\nfn resolve(me) {\n    for other in others(me) { if !other.hand.is_empty { me.take_chosen(other, "Give which card?"); } }\n}\n');
      await save(page);
      await tested(page, '1 of 1 differ');
      await page.click('[data-key="keep all"]');
      await tested(page, '1 green');
      await page.click('[data-key="less tax"]');
      await page.until('document.querySelector("[aria-label=\\"Tax in the deck\\"]").textContent === "3"');
      assert.match(disk('variants/mine.json'), /"deck": \{ "tax": 3 \}/);
      await page.until('/Is it too strong/.test($("weighed").innerText)');
      await page.until('/What do the changes/.test($("weighed").innerText)');
      await shot(page, 'workbench-card');
    },
  };
  return { games, shot, stop: () => bench?.stop() };
}

export const workbench = (context, names) => playAll(scenarios, context, names);
