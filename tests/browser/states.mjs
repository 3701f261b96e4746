// Every kind of option, prompt, waiting state and end of a game: each text can be read, and each option is
// called what it is. With `LITTERBOX_TESTS=all`, at six widths instead of four, for everybody.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { faultsAfter, faultsOf } from './labels.mjs';
import { FILES } from './pack.mjs';
import { NARROW, join_table, run, serve, sync } from './table.mjs';

// The most states of one table: those of others are laid out on another one.
const MOST = 15;
const FEW = [[360, 640], [768, 1024], [1024, 768], [1280, 800]], ALL = [[360, 640], [390, 844], [768, 1024], [1024, 768], [1280, 800], [1440, 900]];
let widths = ALL, browser = null, program = null, shots = '-', isByHand = false, axe = null, names = [];
const faults = new Map();
let nStates = 0;

/** Types lines as the author, and waits until each has been carried out. */
async function type(author, lines) {
  for (const line of lines) {
    const said = await author.eval(`new Promise(done => {
      const { output } = HEARD;
      HEARD.output = message => { HEARD.output = output; done(message); };
      input(${JSON.stringify(line)});
    })`);
    assert.equal(said.status, 'done', `${said.text}\nafter ${line}`);
  }
}

// What axe-core says of the parts of a page that it has not seen in these colours; of the whole page, if other parts than ever are shown.
const AXE = `(async () => {
  const seen = globalThis.seenByAxe ??= new Set(), colours = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const isNew = key => !seen.has(key + colours) && seen.add(key + colours);
  const parts = [...document.querySelectorAll('body > :not(main, script, style), main > *')].filter(part => part.checkVisibility());
  const isOther = isNew(parts.map(part => part.id || part.tagName).join()), changed = parts.filter(part => isNew(part.outerHTML));
  if (!isOther && changed.length === 0) return [];
  const { violations } = await axe.run(isOther ? document : { include: changed }, { resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target));
})()`;

/** Looks at a page in all widths. */
async function look(page, name, { before = null, reads = null } = {}) {
  const say = (text, size) => {
    const key = `${name}, ${page.who}: ${text}`;
    faults.set(key, [...(faults.get(key) ?? []), size]);
  };
  page.nLooks = (page.nLooks ?? page.who.length) + 1;
  for (const [i, [width, height]] of widths.entries()) {
    const dark = (page.nLooks + i) % 2 === 1;
    await page.look({ width, height, dark });
    const found = await page.eval(faultsAfter(before));
    if (axe && width === 390) {
      if (!page.hasAxe) await page.eval(`${axe};0`);
      page.hasAxe = true;
      found.push(...await page.eval(AXE));
    }
    for (const text of found) say(text, width);
    // A picture takes as long as all that is checked.
    const isShot = shots !== '-' && (isByHand || found.length > 0);
    if (isShot) await page.shot(join(shots, `${name.replaceAll(/\W+/g, '-')}-${page.who}-${width}${dark ? '-dark' : ''}.png`));
  }
  const text = await page.eval('["turn", "middle", "asked", "holder", "beneath", "seats"].map(id => $(id)?.innerText ?? "").join("\\n").replace(/[ \\t]+/g, " ")');
  for (const part of reads?.[page.who] ?? []) if (!text.includes(part)) say(`does not say “${part}”: ${text}`, 0);
  // The rules speak of turns, whatever happens now.
  const rules = await page.eval('document.querySelector(".rules")?.innerText.replace(/[ \\t]+/g, " ") ?? ""');
  if (reads?.not?.test(text.replace(rules, '')) && page.who !== 'author') say(`says ${reads.not}: ${text}`, 0);
  if (await page.eval('typeof live !== "undefined" && Boolean((live.peek ?? live).decision?.asked_by)') && text.includes('nothing is being played')) say('says that nothing is being played while an effect asks', 0);
  nStates += 1;
  for (const text of page.complaints.splice(0)) say(`the page complains: ${text}`, 0);
}

const EMPTY = 'ann: - | bob: - | cat: - | draw: skip*6';
const HAND = 'tacocat hippo squirrel chinese draw_from_the_bottom long_name skip x';
const ask = (kind, rest = 'bob: - | cat: -', more = '') => [`:table asking ann: ask_${kind} ${HAND} | ${rest} | draw: skip nope favor attack hippo skip${more}`, `ann: play ask_${kind}`];
const VIEWERS = ['ann', 'bob', 'onlooker', 'author'];

// The game, its players, and by name: the lines that lead to a state, who looks, and what they read.
const TABLES = {
  wordy: { game: ['good_vs_evil', 'ann', 'bob', 'cat'], states: {
    'a card that says much': { lines: [':table good_vs_evil ann: armageddon skip | bob: nope | cat: - | draw: skip*9', 'ann: play armageddon'], who: ['ann', 'onlooker'] },
  } },
  questions: { game: ['asking', 'ann', 'bob', 'cat'], states: {
    'a turn': { lines: [`:table asking ann: ask_cards ${HAND} tacocat tacocat beard_cat*2 nope defuse attack shuffle | bob: skip*12 | cat: - | draw: skip*6 | discard: long_name`], who: VIEWERS },
    'a turn without cards': { lines: [`:table asking ${EMPTY}`], who: ['ann', 'bob'], reads: { ann: ['Your turn', 'nothing is being played'], bob: ['ann is choosing', 'nothing is being played'] } },
    'cards': { lines: ask('cards'), who: VIEWERS, reads: { ann: ['Which card do you want?', 'takes effect'], bob: ['ann is choosing', 'for ann’s Cards', 'takes effect'] } },
    'cards in several places': { lines: ask('places', 'bob: - | cat: -', ' | discard: shuffle long_name squirrel | ann.front: charm tacocat | bob.front: skip charm'), who: ['ann', 'author'] },
    'cards face down': { lines: [...ask('hidden', 'bob: skip*11 hippo | cat: -'), 'bob: pass'], who: ['ann', 'bob'], reads: { ann: ['leave them', 'any of the cards that are not seen is random'] } },
    'kinds': { lines: ask('kind'), who: ['ann'], reads: { ann: ['none of them'] } },
    'players': { lines: ask('player'), who: ['ann', 'bob'] },
    'yes or no from another': { lines: [...ask('player'), 'ann: cat'], who: ['ann', 'cat', 'onlooker'], reads: { ann: ['cat is choosing', 'for ann’s Point', 'takes effect'], onlooker: ['cat is choosing', 'takes effect'] } },
    'a card from another': { lines: [...ask('other', `bob: ${HAND} | cat: ${HAND}`), 'bob: pass', 'cat: pass'], who: ['ann', 'bob', 'cat', 'onlooker', 'author'], reads: { ann: ['bob is choosing', 'takes effect'], cat: ['bob is choosing'] } },
    'many numbers': { lines: ask('number'), who: ['ann', 'bob'] },
    'few numbers': { lines: ask('few'), who: ['ann'] },
    'a depth': { lines: ask('depth'), who: ['ann', 'bob'] },
    'words': { lines: ask('words'), who: ['ann', 'author'] },
    'words with numbers': { lines: ask('counted'), who: ['ann'] },
    'yes or no': { lines: ask('yes'), who: ['ann', 'bob'] },
    'an order': { lines: ask('order'), who: ['ann', 'bob'] },
    'words from all': { lines: [':table asking ann: all_words | bob: - | cat: - | draw: skip*6', 'ann: play all_words'], who: VIEWERS, reads: { ann: ['the others choose at the same time'], onlooker: ['ann, bob and cat are choosing', 'all at the same time', 'takes effect'] } },
    'numbers from all': { lines: [':table asking ann: all_numbers | bob: - | cat: - | draw: skip*6', 'ann: play all_numbers'], who: VIEWERS },
    'cards from all': { lines: [`:table asking ann: all_cards ${HAND} | bob: ${HAND} | cat: ${HAND} | draw: skip*6`, 'ann: play all_cards', 'bob: pass', 'cat: pass'], who: VIEWERS },
    'words from the others': { lines: [':table asking ann: others_words | bob: - | cat: - | draw: skip*6', 'ann: play others_words'], who: VIEWERS, reads: { ann: ['bob and cat are choosing'], bob: ['the others choose at the same time'] } },
    'a window': { lines: [`:table asking ann: long_name ${HAND} | bob: nope skip | cat: nope | draw: skip*6`, 'ann: play long_name'], who: VIEWERS, reads: { ann: ['Waiting for answers'], onlooker: ['Waiting for answers', 'to ann’s The Very Long Title'], author: ['bob may answer ann’s The Very Long Title', 'bob’s hand', 'bob\nasked'], not: /(bob|cat)\s+(may|is|asked)|’s hand/ } },
    'a war': { lines: [`:table asking ann: squirrel nope*2 | bob: nope*3 skip | cat: nope*4 | draw: skip*6`, 'ann: play squirrel', 'bob: nope', 'ann: nope', 'bob: nope', 'ann: nope', 'cat: nope'], who: VIEWERS },
    'an explosion': { lines: [':table asking ann: defuse skip | bob: nope | cat: - | draw: exploding_kitten skip*4', 'ann: draw'], who: VIEWERS, reads: { ann: ['You are exploding', 'you may answer'], bob: ['ann is exploding', 'waiting for answers'] } },
    'an explosion with cards in front': { lines: [`:table asking ann: defuse skip tacocat favor | bob: nope | cat: - | draw: exploding_kitten skip*4 | ann.front: ${HAND} charm`, 'ann: draw'], who: ['ann', 'bob', 'onlooker'] },
    'the depth of a kitten': { lines: [':table asking ann: defuse skip | bob: nope | cat: - | draw: exploding_kitten skip*4', 'ann: draw', 'ann: defuse'], who: VIEWERS, reads: { ann: ['stopped'], onlooker: ['stopped'], not: /takes effect/ } },
    'out of the game': { lines: [':table asking ann: skip | bob: nope | cat: - | draw: exploding_kitten skip*4', 'ann: draw', 'ann: pass'], who: ['ann', 'bob', 'onlooker'], reads: { ann: ['You are out', 'bob'] } },
    'counters': { lines: [':table asking ann: charm*2 tacocat charm | bob: - | cat: - | draw: skip*6', 'ann: play charm'], who: VIEWERS, reads: { ann: ['debts 2', 'rival bob', 'favorite See the Future', 'Charm: charges 3, owner ann, likes Tacocat, mood up', 'leader: ann'] } },
    'a long sentence': { lines: [':table asking ann: say_long skip | bob: - | cat: - | draw: skip*6', 'ann: play say_long'], who: ['ann', 'onlooker'] },
    'a winner': { lines: [':table asking ann: win skip | bob: - | cat: - | draw: skip*6', 'ann: play win'], who: VIEWERS, reads: { bob: ['ann wins', 'the game is over'] } },
    'winners': { lines: [':table asking ann: win_all skip | bob: skip | cat: - | draw: skip*6', 'ann: play win_all', 'bob: pass'], who: ['ann', 'bob'], reads: { bob: ['ann, bob and cat win'] } },
    'a loser': { lines: [':table asking ann: lose skip | bob: - | cat: - | draw: skip*6', 'ann: play lose'], who: ['ann', 'onlooker'] },
    'scores': { lines: [':table asking ann: score_all skip | bob: - | cat: - | draw: skip*6', 'ann: play score_all'], who: ['ann', 'onlooker'], reads: { onlooker: ['ann wins\nA\nann\n1000\nB\nbob\n667'] } },
  } },
};

const LONG = ['Bartholomew', 'Christabel_Ann', 'Maximilian', 'Alexandra', 'Jo', 'Guinevere', 'Konstantinos', 'Wilhelmina', 'Oluwaseun', 'X_1'];
TABLES.many = { game: ['asking', ...LONG], states: {
  'ten players': { lines: [], who: ['Jo', 'onlooker', 'author'] },
  'a card from each of ten': { lines: [`:table asking ${LONG.map((name, i) => `${name}: ${i === 0 ? 'ask_other ' : ''}${HAND}`).join(' | ')} | draw: skip*6`, 'Bartholomew: play ask_other', ...LONG.slice(1).map(name => `${name}: pass`)], who: ['Bartholomew', 'Christabel_Ann', 'Jo', 'onlooker'] },
  'a vote of ten': { lines: [`:table asking ${LONG.map((name, i) => `${name}: ${i === 0 ? 'all_words' : '-'}`).join(' | ')} | draw: skip*6`, 'Bartholomew: play all_words'], who: ['Bartholomew', 'onlooker', 'author'], reads: { Bartholomew: ['you and 9 others choose'], onlooker: ['10 players are choosing'] } },
  'a player of ten': { lines: [`:table asking ${LONG.map((name, i) => `${name}: ${i === 0 ? 'ask_player skip' : '-'}`).join(' | ')} | draw: skip*6`, 'Bartholomew: play ask_player'], who: ['Bartholomew', 'Jo'] },
  'an explosion among ten': { lines: [`:table asking ${LONG.map((name, i) => `${name}: ${i === 0 ? 'defuse skip tacocat favor' : '-'}`).join(' | ')} | draw: exploding_kitten skip*4 | Bartholomew.front: ${HAND} charm`, 'Bartholomew: draw'], who: ['Bartholomew', 'Jo', 'onlooker'] },
  'peace among ten': { lines: [`:table asking ${LONG.map((name, i) => `${name}: ${i === 0 ? 'win_all' : '-'}`).join(' | ')} | draw: skip*6`, 'Bartholomew: play win_all'], who: ['Jo', 'onlooker'] },
  'scores of ten': { lines: [`:table asking ${LONG.map((name, i) => `${name}: ${i === 0 ? 'score_all' : '-'}`).join(' | ')} | draw: skip*6`, 'Bartholomew: play score_all'], who: ['Jo', 'onlooker'] },
} };
TABLES.teams = { game: ['teams', 'ann', 'bob', 'cat', 'dan'], states: {
  'a turn': { lines: [':table teams ann: win skip | bob: skip | cat: - | dan: - | draw: skip*6'], who: ['ann', 'bob', 'author'] },
  'a team wins': { lines: [':table teams ann: win skip | bob: - | cat: - | dan: - | draw: skip*6', 'ann: play win'], who: ['ann', 'bob', 'onlooker'] },
} };
const BIDS = `//! Bids: before the first turn everybody bids; the highest bidder begins.\n\nfn setup() {
    previous();
    let bids = choose_numbers_together(players(), "Bid how many cards?", 0, 3);
    let winner = players()[bids.index_of(bids.reduce(|a, b| max(a, b), 0))];
    if winner.confirm("Begin?") { winner.take_turns(1); }
}\n`;
const SETUP = /’s turn|your turn|on turn|takes effect|until my turn|nothing is being played/i;
TABLES.setup = { game: ['bids', 'ann', 'bob', 'cat'], files: { 'scripts/rules/bids.rhai': BIDS, 'variants/bids.json': '{ "name": "Bids", "extends": "classic", "rules": ["classic", "bids"] }' }, states: {
  'a bid': { lines: [], who: VIEWERS, reads: { ann: ['setup', 'Bid how many cards?', 'before the first turn'], onlooker: ['setup', 'all at the same time'], author: ['setup'], not: SETUP } },
  'a question': { lines: ['ann: 1', 'bob: 3', 'cat: 0'], who: VIEWERS, reads: { ann: ['setup', 'bob is choosing', 'before the first turn'], bob: ['Begin?'], not: SETUP } },
  'the first turn': { lines: ['bob: yes'], who: ['ann', 'bob'], reads: { ann: ['bob’s turn'], bob: ['your turn'] } },
} };
TABLES.board = { game: ['board_game', 'ann', 'bob', 'cat', 'dan', 'eve', 'fay'], files: {}, states: {
  'a turn': { lines: [], who: ['ann', 'bob', 'onlooker', 'author'] },
  'a tile': { lines: [':table board_game ann: skip*7 | bob: - | cat: - | dan: - | eve: - | fay: - | tiles: move_1_or_flip move_2*3', 'ann: draw'], who: ['ann', 'bob'] },
} };
TABLES.chinese = { game: ['party_pack_zh', 'ann', 'bob', 'cat'], files: {}, more: ['--seed', '3', '--lang', 'zh'], states: {
  'a turn': { lines: [], who: ['ann', 'bob', 'author'] },
  'a favor': { lines: [':table party_pack_zh ann: favor skip | bob: skip attack alter_the_future tacocat | cat: - | draw: skip*6', 'ann: play favor bob', 'bob: pass'], who: ['ann', 'bob', 'onlooker'] },
} };
for (const lang of ['fr', 'it']) {
  TABLES[lang] = { game: ['slap', 'ann', 'bob', 'cat'], files: {}, more: ['--seed', '3', '--lang', lang], states: {
    'a turn': { lines: [], who: ['ann', 'bob'] },
    'a favor': { lines: [':table slap ann: favor skip | bob: skip attack alter_the_future tacocat rainbow_cat draw_from_the_bottom double_slap | cat: - | draw: skip*6', 'ann: play favor bob', 'bob: pass'], who: ['ann', 'bob'] },
  } };
}
const press = text => `[...document.querySelectorAll('.tool')].find(tool => tool.textContent === '${text}').click()`;
const DARK_CORNERS = ['ann', 'author'];
TABLES.corners = { game: ['asking', 'ann', 'bob', 'cat'], window: 600, more: ['--seed', '3'], states: {
  'a clock': { lines: [':table asking ann: squirrel skip | bob: nope | cat: nope | draw: skip*6', 'ann: play squirrel'], who: ['ann', 'bob', 'onlooker'] },
  'the cards': { lines: [], who: DARK_CORNERS, before: 'document.body.classList.contains("side-open") || $("last").click(); settle(); $("to-cards").click()' },
  'the notes': { lines: [], who: DARK_CORNERS, before: 'document.body.classList.contains("side-open") || $("last").click(); settle(); $("to-notes").click()' },
  'the story': { lines: [], who: DARK_CORNERS, before: 'document.body.classList.contains("side-open") || $("last").click(); settle(); $("to-story").click()' },
  'a card in large': { lines: [':table asking ann: tacocat*3 long_name hippo charm | bob: nope | cat: nope | draw: skip*6'], who: ['ann'], before: '$("close").click(); $("sheet").open || document.querySelector("#hand [aria-label^=Tacocat]").click()' },
  'the longest title in large': { lines: [], who: ['ann'], before: '$("sheet").open && $("sheet").close(); openSheet("long_name", [], null)' },
  'a paused game': { lines: [], who: ['ann', 'bob', 'author'], first: async (author, open) => { await (await open('ann')).eval('$("sheet").close()'); await author.eval(press('Pause')); }, before: '$("close").click()' },
  'a game that goes on': { lines: [':table asking ann: ask_cards hippo skip | bob: - | cat: - | draw: skip*6', 'ann: play ask_cards'], who: ['ann'], first: author => author.eval(press('Go on')), before: '$("close").click()' },
  'a peek': { lines: [], who: ['author'], first: async author => { await author.eval('go(0)'); await author.until('document.querySelector("[data-key=stay]")'); } },
  'the middle of a ply': { lines: [':rstep'], who: ['ann', 'author'], first: author => author.eval('stay()') },
  'an agent plays': { lines: [':table asking ann: skip hippo | bob: skip | cat: - | draw: skip*6', ':agent bob greedy'], who: ['ann', 'author'], before: '$("to-notes").click()', reads: { ann: ['agent greedy'] } },
  'a window before a draw': { lines: [':agent bob ask', ':new moments ann bob cat', ':table ann: skip | bob: interject skip | cat: interject | draw: skip*6', 'ann: draw'], who: ['ann', 'bob', 'onlooker'], first: async (author, open) => { await (await open('bob')).eval('setMoment("draw", true)'); await author.eval(press('Pause')); }, reads: { onlooker: ['Waiting for answers', 'to ann’s draw'] } },
} };

async function play(name, { game, states, more = ['--seed', '3'], files = FILES, window = 0 }) {
  const wanted = Object.entries(states).filter(([state]) => isWanted(`${name}, ${state}`));
  if (wanted.length === 0) return;
  const table = await serve(program, { game, files, more, window });
  try {
    const pages = new Map();
    const open = async who => {
      if (!pages.has(who)) pages.set(who, await join_table(browser, table, who));
      return pages.get(who);
    };
    const author = await open('author');
    if (window > 0) await author.eval('send({ type: "start" })');
    for (const [state, { lines, who, first, before, reads }] of wanted) {
      await first?.(author, open);
      await type(author, lines);
      for (const one of who) {
        const page = await open(one);
        if (!(state === 'a peek')) await sync(page);
        await look(page, `${name}, ${state}`, { before, reads });
      }
    }
    for (const page of pages.values()) await page.close();
  } finally {
    table.stop();
  }
}

/** The room, before and after somebody has taken a seat, and what the author shows to invite friends. */
async function room() {
  if (!isWanted('room')) return;
  const table = await serve(program, { game: ['classic', 'ann', 'bob', 'Maximilian_the_First'], more: ['--seed', '3'] });
  try {
    const come = async who => {
      const page = Object.assign(await browser.page(), { who });
      await page.go(table.links.room);
      await page.until('document.querySelector(".lobby")');
      return page;
    };
    const [zoe, eve, author] = [await come('zoe'), await come('eve'), await join_table(browser, table, 'author')];
    await author.until('document.querySelector(".center .qr")');
    await look(author, 'room, an invitation');
    await author.eval('$("to-notes").click()');
    await look(author, 'room, the links', { before: 'document.body.classList.contains("side-open") || $("last").click(); settle()' });
    await look(zoe, 'room, free seats');
    await zoe.eval('document.querySelector("[data-key=\\"seat ann\\"]").click()');
    await look(zoe, 'room, no name yet');
    await zoe.eval('$("name").value = "zoe"; document.querySelector("[data-key=\\"seat ann\\"]").click()');
    await zoe.until('document.querySelector(".pile.draw")');
    await eve.until('document.querySelector(".lobby .taken")');
    await look(eve, 'room, a seat is taken');
    await author.eval('send({ type: "room", open: false })');
    await eve.until('!document.querySelector("#name")');
    await look(eve, 'room, closed');
    for (const page of [zoe, eve, author]) await page.close();
  } finally {
    table.stop();
  }
}

const isWanted = name => names.length === 0 || names.some(part => name.includes(part));

/** A folder with the files of the pack. */
function packed() {
  const folder = mkdtempSync(join(tmpdir(), 'litterbox-files-'));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A game to step through. */
async function replay(as) {
  if (!isWanted(`replay, ${as}`)) return;
  const folder = packed();
  const played = [`> :table asking ann: charm ask_other ask_few all_words squirrel ${HAND} | bob: nope ${HAND} | cat: ${HAND} | draw: exploding_kitten skip*6`, 'ann> play charm', 'bob> pass', 'ann> play ask_few', 'bob> pass', 'ann> -1', 'ann> play squirrel', 'bob> nope', 'ann> play all_words', 'ann> rock', 'bob> paper', 'cat> scissors', 'ann> play ask_other', 'bob> tacocat', 'cat> x', 'ann> draw'];
  writeFileSync(join(folder, 'game.session.md'), `# A game\n\n\`\`\`litterbox\n${played.join('\n')}\n\`\`\`\n`);
  await run(program, folder, ['replay', 'game.session.md', '--as', as, '--out', 'game.html']);
  const page = Object.assign(await browser.page(), { who: as });
  await page.go(`file://${join(folder, 'game.html')}`);
  const [first, last] = await page.eval('[first, last]');
  assert.equal(last - first, played.length - 1, 'the replay has all plies');
  for (let ply = first; ply <= last; ply += widths === ALL ? 1 : 3) {
    await page.look(NARROW);
    await page.eval(`go(${ply})`);
    const isOff = await page.eval('(() => { const { bottom, top } = document.querySelector(".options .chosen")?.getBoundingClientRect() ?? { bottom: 1, top: 0 }; return top < -1 || bottom > innerHeight + 1; })()');
    if (isOff) faults.set(`replay, ply ${ply}: the chosen answer is not on the screen of a phone`, [NARROW.width]);
    await look(page, `replay, ply ${ply}`);
  }
  await page.close();
}

/** Cards to print. */
async function print() {
  if (!isWanted('print')) return;
  const folder = packed();
  await run(program, folder, ['print', 'asking', '--one-each', '--out', 'cards.html']);
  const page = Object.assign(await browser.page({ width: 1280, height: 900 }), { who: 'cards' });
  await page.go(`file://${join(folder, 'cards.html')}`);
  const found = (await faultsOf(page)).filter(text => /^(broken|cut|not for|.* not for)/.test(text));
  if (shots !== '-') await page.shot(join(shots, 'print.png'));
  found.forEach(text => faults.set(`print: ${text}`, [1280]));
  await page.close();
}

/** Looks at all states whose names have these words. Returns what is wrong, or how many views are right. */
export async function states(context, words) {
  const { isAll } = context;
  ({ program } = context);
  // What needs most of the time.
  [widths, shots, axe] = isAll ? [ALL, context.shots, context.axe] : [FEW, '-', null];
  [browser, names, isByHand] = [context.browser.share(), words, context.isByHand];
  if (shots !== '-') mkdirSync(shots, { recursive: true });
  // Two tables at a time; the states of one with many are laid out on several, which are the first.
  const tables = Object.entries(TABLES).flatMap(([name, table]) => {
    const states = Object.entries(table.states), size = table.files || table.window ? states.length : MOST;
    return Array.from({ length: Math.ceil(states.length / size) }, (_, i) => () => play(name, { ...table, states: Object.fromEntries(states.slice(i * size, (i + 1) * size)) }));
  });
  const waiting = [...tables, room, ...['all', 'bob', 'nobody'].map(as => () => replay(as)), print];
  await Promise.all(Array.from({ length: 2 }, async () => { while (waiting.length > 0) await waiting.shift()(); }));
  const found = [...faults].map(([key, widths]) => `FAILED ${key} (${widths.join(', ')})`);
  const skipped = axe || !isAll ? [] : ['SKIPPED, axe-core is not installed: accessibility of each state'];
  return [...skipped, ...found, ...found.length > 0 ? [] : [`ok ${nStates} views`]];
}
