// Pictures of what people see: that of a table in README, in which bob is asked whether he answers ann's Attack, and those in
// `tests/browser/pictures`. `node tests/browser/host.mjs chromium target/debug/litterbox - - picture` makes them again. The test
// compares the texts that are seen, and their places: within a few pixels, or more where the machine has other fonts.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NARROW, SMALL, WIDE, choose, command, join_table, run, serve } from './table.mjs';

const at = path => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const SHOWN = at('tests/browser/picture.json'), FOLDER = 'tests/browser/pictures';
// Pixels that a text may be away, with the fonts of the pictures and with others.
const [NEAR, FAR] = [8, 40];

/** How wide and high some letters are: tells which fonts a machine has. */
const FONTS = `(() => {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.style.cssText = 'position: absolute; font: 40px/normal system-ui, sans-serif; white-space: nowrap';
  probe.textContent = 'Exploding Kittens ✶ 爆炸';
  const { width, height } = probe.getBoundingClientRect();
  probe.remove();
  return [Math.round(width), Math.round(height)];
})()`;

const asked = (page, prompt) => page.until(`document.querySelector('.prompt b')?.innerText === ${JSON.stringify(prompt)} && document.querySelector('.options button')`);
const WAR = ':table classic ann: attack nope | bob: nope skip | cat: nope favor | draw: skip*9';
const game = (line, cards, game = ['classic', 'ann', 'bob', 'cat']) => ({ game, line, until: `$("hand").children.length === ${cards}` });

/** The pictures: the table, whose page is seen in which window, and what happens before. */
const PICTURES = {
  'README': { ...game(':table classic ann: attack favor tacocat | bob: nope skip see_the_future beard_cat defuse | cat: nope shuffle | draw: exploding_kitten skip*9 | discard: shuffle', 3), who: 'bob', look: { width: 1200, height: 860 },
    async act({ bob, author }) {
      await command(author, 'ann: play attack', 'document.querySelectorAll(".stack .card").length === 1');
      await bob.until('document.querySelector(".options [data-key=nope]") && document.querySelectorAll(".stack .card").length === 1');
    } },
  'room-phone': { game: ['classic', 'ann', 'bob', 'cat'], who: 'room', look: SMALL },
  'first-turn-phone': { ...game(':table classic ann: attack favor tacocat*2 nope | bob: nope skip | cat: favor | draw: skip*9', 5), who: 'ann', look: NARROW, keepsRules: true, act: ({ ann }) => asked(ann, 'Your turn') },
  'answer-dark': { ...game(WAR, 2), who: 'bob', look: { ...WIDE, dark: true }, act: async ({ ann, bob }) => { await choose(ann, 'play attack'); await asked(bob, 'ann’s Attack'); } },
  'war-phone': { ...game(WAR, 2), who: 'ann', look: NARROW, async act({ ann, bob, cat }) {
    await choose(ann, 'play attack');
    for (const page of [bob, cat]) await asked(page, 'ann’s Attack');
    await choose(bob, 'nope');
    await choose(cat, 'pass');
    await asked(ann, 'bob’s Nope');
  } },
  'explosion': { ...game(':table classic ann: defuse skip | bob: nope skip | cat: favor | draw: exploding_kitten skip*9', 2), who: 'ann', look: { width: 1440, height: 900 }, act: async ({ ann }) => { await choose(ann, 'draw'); await asked(ann, 'You are exploding'); } },
  'consent-phone-dark': { ...game(':table classic ann: attack skip | bob: nope favor | draw: skip*4', 2, ['classic', 'ann', 'bob']), who: 'bob', look: { ...NARROW, dark: true }, async act({ ann, bob }) {
    await choose(ann, 'play attack');
    await asked(bob, 'ann’s Attack');
    await ann.click('[data-key=back]');
    await asked(bob, 'ann asks to take this back');
  } },
  'board': { ...game(':table board_game ann: super_move nope | bob: skip | cat: attack | ann.space: 3 | bob.space: 7', 2, ['board_game', 'ann', 'bob', 'cat', '--lang', 'en']), line: null, until: null, more: ['--seed', '7'], who: 'ann', look: WIDE, act: ({ ann }) => asked(ann, 'Your turn') },
  'end-phone': { ...game(':table classic ann: attack nope | bob: nope defuse | draw: exploding_kitten*2 skip*4', 2, ['classic', 'ann', 'bob']), who: 'ann', look: NARROW, async act({ ann, author }) {
    for (const line of ['ann: play attack', 'bob: nope', 'ann: nope', 'bob: pass', 'bob: draw', 'bob: defuse', 'bob: 0', 'bob: draw']) await command(author, line);
    await ann.until('document.querySelector(".points")');
  } },
  'replay': { session: '> :table classic ann: nope attack see_the_future | bob: attack nope | cat: nope skip | draw: favor shuffle exploding_kitten skip*3\n> :autopass off\nann> play attack\nbob> nope\ncat> pass\nann> nope\nbob> pass\ncat> pass', ply: 5, look: WIDE },
  'print': { print: 'classic', look: { width: 900, height: 1200 } },
};

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

/** A page of the program, in the state of a picture. */
async function shownPage({ share, program }, picture) {
  if (picture.game) {
    const table = await serve(program, { game: picture.game, more: picture.more ?? ['--seed', '7'] });
    const seats = picture.game.filter(word => /^(ann|bob|cat)$/.test(word));
    const names = picture.who === 'room' ? [] : ['author', ...seats];
    const pages = {};
    for (const name of names) pages[name] = await join_table(share, table, name, name === picture.who ? picture.look : WIDE);
    if (picture.who === 'room') {
      const page = await share.page(picture.look);
      await page.go(table.links.room);
      await page.until('document.activeElement === $("name")');
      return { page, stop: table.stop };
    }
    if (picture.line) await command(pages.author, picture.line, picture.until);
    for (const name of seats) {
      await pages[name].until(`document.querySelector(".pile.draw") && ${picture.line ? 'document.querySelector("#last").innerText.length > 0' : 'true'}`);
      if (name !== picture.who || !picture.keepsRules) await pages[name].eval('document.querySelector("[data-key=rules]")?.click()');
    }
    await picture.act?.(pages);
    return { page: pages[picture.who], stop: table.stop };
  }
  const folder = mkdtempSync(join(tmpdir(), 'litterbox-pictures-')), out = join(folder, 'page.html');
  if (picture.session) {
    writeFileSync(join(folder, 'game.session.md'), `# A game\n\n\`\`\`litterbox\n${picture.session}\n\`\`\`\n`);
    await run(program, folder, ['replay', 'game.session.md', '--out', out]);
  } else await run(program, folder, ['print', picture.print, '--out', out]);
  const page = await share.page(picture.look);
  await page.go(`file://${out}${picture.ply ? `#${picture.ply}` : ''}`);
  return { page, stop() {} };
}

/** Makes the pictures, or compares them with what pages show, if the word is `check`. */
export async function picture({ browser, program }, [word]) {
  const share = browser.share(), made = {}, said = [];
  const known = word === 'check' ? JSON.parse(readFileSync(SHOWN, 'utf8')) : null;
  mkdirSync(at(FOLDER), { recursive: true });
  for (const [name, picture] of Object.entries(PICTURES)) {
    const { page, stop } = await shownPage({ share, program }, picture);
    try {
      await page.eval('document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))');
      const fonts = await page.eval(FONTS), texts = await page.eval(TEXTS);
      if (!known) {
        await page.shot(at(name === 'README' ? '.github/table.png' : `${FOLDER}/${name}.png`));
        made[name] = { fonts, texts };
        continue;
      }
      assert.deepEqual(texts.map(([text]) => text), known[name].texts.map(([text]) => text), name);
      const tolerance = String(fonts) === String(known[name].fonts) ? NEAR : FAR;
      const far = texts.filter(([, ...box], i) => box.some((side, k) => Math.abs(side - known[name].texts[i][k + 1]) > tolerance));
      said.push(...far.map(text => `FAILED ${name}, is elsewhere in the picture: ${JSON.stringify(text)}`));
    } finally {
      for (const open of share.pages()) await open.close();
      stop();
    }
  }
  if (!known) {
    const lines = Object.entries(made).map(([name, { fonts, texts }]) => `  ${JSON.stringify(name)}: { "fonts": ${JSON.stringify(fonts)}, "texts": [\n${texts.map(text => `    ${JSON.stringify(text)}`).join(',\n')}\n  ] }`);
    writeFileSync(SHOWN, `{\n${lines.join(',\n')}\n}\n`);
  }
  return said.length > 0 ? said : ['ok'];
}
