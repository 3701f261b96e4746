// The picture of a table in README: bob is asked whether he answers ann's Attack.
// `node tests/browser/host.mjs chromium target/debug/litterbox - - picture` makes it again. The test compares the texts
// that are seen, and their places within some pixels, since the fonts of machines differ.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { command, join_table, serve } from './table.mjs';

const [PICTURE, SHOWN] = ['.github/table.png', 'tests/browser/picture.json'].map(path => fileURLToPath(new URL(`../../${path}`, import.meta.url)));
const TOLERANCE = 40;

/** The visible texts of a page, each with its place: left, top, width, height. */
const TEXTS = `(() => {
  const texts = [], nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const text = nodes.currentNode.data.replace(/\\s+/g, ' ').trim(), range = document.createRange();
    range.selectNodeContents(nodes.currentNode);
    const { x, y, width, height } = range.getBoundingClientRect();
    const isSeen = text && width > 1 && nodes.currentNode.parentElement.checkVisibility() && x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    if (isSeen) texts.push([text, ...[x, y, width, height].map(Math.round)]);
  }
  return texts;
})()`;

/** Makes the picture, or compares it with what the page shows, if the word is `check`. */
export async function picture({ browser, program }, [word]) {
  const share = browser.share(), table = await serve(program, { game: ['classic', 'ann', 'bob', 'cat'], more: ['--seed', '7'] });
  try {
    const [author, , , bob] = await Promise.all(['author', 'ann', 'cat', 'bob'].map(who => join_table(share, table, who, { width: 1200, height: 860 })));
    await command(author, ':table classic ann: attack favor tacocat | bob: nope skip see_the_future beard_cat defuse | cat: nope shuffle | draw: exploding_kitten skip*9 | discard: shuffle', '$("hand").children.length === 3');
    await command(author, 'ann: play attack', 'document.querySelectorAll(".stack .card").length === 1');
    await bob.until('document.querySelector(".options [data-key=nope]") && document.querySelectorAll(".stack .card").length === 1');
    const texts = await bob.eval(TEXTS);
    if (word !== 'check') {
      await bob.shot(PICTURE);
      writeFileSync(SHOWN, `[\n${texts.map(text => `  ${JSON.stringify(text)}`).join(',\n')}\n]\n`);
      return ['ok'];
    }
    const shown = JSON.parse(readFileSync(SHOWN, 'utf8'));
    assert.deepEqual(texts.map(([text]) => text), shown.map(([text]) => text));
    const far = texts.filter(([, ...box], i) => box.some((at, k) => Math.abs(at - shown[i][k + 1]) > TOLERANCE));
    return far.length === 0 ? ['ok'] : far.map(text => `FAILED, is elsewhere in the picture: ${JSON.stringify(text)}`);
  } finally {
    for (const page of share.pages()) await page.close();
    table.stop();
  }
}
