// The workbench: a project that is written by clicks and keys, each with a folder of its own.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultsOf } from './labels.mjs';
import { playAll } from './play.mjs';
import { run, start } from './table.mjs';

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
  /** Opens a list, which then comes into sight: what is in it moves once more. */
  async function unfold(page, id) {
    await page.eval(`globalThis.isListed = false; $('${id}').addEventListener('toggle', () => { isListed = true; }, { once: true })`);
    await page.click(`#${id} summary`);
    await page.until('isListed');
  }
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
      assert.match(await page.eval('$("changes").innerText'), /- ann's turn. Hand: attack skip\n\+ ann draws Favor/);
      await shot(page, 'workbench-difference');
      await page.click('#undo');
      await tested(page, '1 green');
      assert.equal(disk('scripts/cards/tax.rhai'), FAVOR);
      await page.until(`source.value === ${JSON.stringify(FAVOR)}`);
      await edit(page, '"Give which card?"); ', 'me.draw(); ');
      await save(page);
      await tested(page, '1 of 1 differ');
      await page.click('[data-key="keep all"]');
      await tested(page, '1 green');
      assert.match(disk('tests/tax.session.md'), /ann draws Favor/);
    },

    async 'a text that is not saved is kept while another file is open, and the page asks before it closes'() {
      const page = await open();
      await tested(page, '1 green');
      const closes = () => page.eval('dispatchEvent(new Event("beforeunload", { cancelable: true }))');
      const turnTo = file => page.eval(`openFile(${JSON.stringify(file)})`);
      assert.ok(await closes());
      // What is entered before the other file is there is kept, too.
      await page.eval(`openFile('variants/mine.json'); source.focus(); selectText(0, 0); document.execCommand('insertText', false, '// mine ')`);
      await page.until('bench.file === "variants/mine.json"');
      assert.equal(await closes(), false, 'the text of another file is not saved');
      await page.until('document.querySelector("#deck [data-key=tax]").innerText.includes("•")');
      await turnTo('scripts/cards/tax.rhai');
      await page.until(`bench.file === 'scripts/cards/tax.rhai' && source.value.startsWith('// mine ')`);
      // One that is saved while another is opened is not kept any longer.
      await page.eval(`save(); openFile('variants/mine.json')`);
      await page.until('bench.file === "variants/mine.json"');
      assert.equal(disk('scripts/cards/tax.rhai'), `// mine ${FAVOR}`);
      assert.ok(await closes());
      await page.eval(`refusal = 'this link has ended'; socket.close()`);
      await page.until('!isOpen()');
      // At once: the connection that ends has a note of its own.
      assert.ok(await page.eval('(save(), document.body.innerText.includes("not saved: this link has ended; the text is only on this page"))'));
    },

    async 'from an empty folder to a card, its test and its balance'() {
      const page = await open({}, WIDE, []);
      await page.until('!$("starts").hidden && document.querySelector("#start-card")');
      await shot(page, 'workbench-empty');
      for (const [width, height] of [[360, 640], [412, 800], [921, 700]]) {
        await page.look({ width, height });
        assert.deepEqual((await faultsOf(page)).filter(text => text.startsWith('lies over')), [], `at ${width}`);
      }
      await page.look(WIDE);
      let nInputs = 1;
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
      const script = await page.eval('source.value');
      await page.press('s', true);
      await tested(page, '1 of 1 differ');
      await page.click('[data-key="keep all"]');
      await tested(page, '1 green');
      await page.until('/Is it too strong.*A player dealt Tax/s.test($("weighed").innerText)');
      // The start, all of the text selected, its save, and its output kept; the answer comes by itself.
      nInputs += 3;
      // The same by commands, without the keys that open and leave an editor.
      const folder = mkdtempSync(join(tmpdir(), 'litterbox-race-'));
      let nKeys = 0;
      const type = line => { nKeys += 'litterbox '.length + line.length + 1; return run(program, folder, line.split(' ')); };
      await type('new card Tax --from favor');
      writeFileSync(join(folder, 'scripts/cards/tax.rhai'), script);
      await type('test --accept');
      assert.match(await type('sim mine --card tax --games 25'), /Is it too strong/);
      assert.equal(readFileSync(join(folder, 'tests/tax.session.md'), 'utf8'), disk('tests/tax.session.md'));
      assert.ok(nInputs <= nKeys / 2, `${nInputs} clicks and keys, not half of ${nKeys}`);
      await page.click('[data-key="less tax"]');
      await page.until('document.querySelector("[aria-label=\\"Tax in the deck\\"]").textContent === "3"');
      assert.match(disk('variants/mine.json'), /"deck": \{ "tax": 3 \}/);
      await page.until('/Is it too strong/.test($("weighed").innerText)');
      await page.until('/What do the changes/.test($("weighed").innerText)');
      await shot(page, 'workbench-card');
    },

    async 'a card of another variant than the classic one'() {
      for (const [variant, title] of [['slap', 'Slap'], ['board_game', 'The Board Game']]) {
        const page = await open({}, WIDE, [variant]);
        await page.until(`$("starts").innerText.includes("${title} with one more card")`);
        await page.click('#start-card');
        await tested(page, '1 green');
        assert.match(disk('variants/mine.json'), new RegExp(`"extends": "${variant}"`));
        bench.stop();
        await page.close();
      }
    },

    async 'a rule with one click'() {
      const page = await open({});
      await page.click('#start-rule');
      await tested(page, '1 green');
      await page.until('bench.file === "scripts/rules/house_rule.rhai" && bench.played && document.querySelector(".options button")');
      // Without a card, bob draws at the start of the turn.
      await page.until('/ann draws[^]*bob draws/.test($("story").innerText)');
      await shot(page, 'workbench-rule');
    },

    async 'a variant with one click, and its numbers and options'() {
      const page = await open({});
      await page.click('#start-variant');
      await tested(page, '1 green');
      await page.until('bench.file === "variants/my_variant.json" && bench.played && document.querySelector(".options button")');
      await unfold(page, 'settings');
      // What opens is seen.
      const bottom = (of, n) => `[...document.querySelectorAll('${of}')][${n}].getBoundingClientRect().bottom`;
      await page.until(`${bottom('#options li', 3)} <= ${bottom('#project section', 0)}`);
      assert.ok(await page.eval('[...document.querySelectorAll("#options li")].every(li => li.querySelector("small").innerText.length > 9)'), 'each option has its sentence');
      await shot(page, 'workbench-numbers');
      await page.eval('(node => { node.focus(); node.select(); })(document.querySelector("[data-key=\\"kinds/attack/turns\\"]"))');
      await page.type('3');
      await page.press('Enter');
      await page.until('source.value.includes("\\"turns\\": 3") && /What do the changes/.test($("weighed").innerText)');
      assert.match(disk('variants/my_variant.json'), /"kinds": \{ "attack": \{ "turns": 3 \} \}/);
      await page.click('#undo');
      await page.until('!source.value.includes("turns")');
    },

    async 'by keys alone'() {
      const page = await open({});
      const tabTo = async id => {
        for (let n = 0; n < 80; n += 1) {
          if (await page.eval(`document.activeElement?.id === ${JSON.stringify(id)}`)) return;
          await page.press('Tab');
        }
        assert.fail(`no Tab leads to ${id}`);
      };
      await tabTo('start-card');
      await page.press('Enter');
      await tested(page, '1 green');
      await page.until('bench.file === "scripts/cards/tax.rhai"');
      await tabTo('source');
      await page.eval('source.setSelectionRange(source.value.length, source.value.length)');
      await page.type('// ');
      await page.eval('source.setSelectionRange(source.value.indexOf("me.take"), source.value.indexOf("me.take"))');
      for (const key of 'me.dra') await page.type(key);
      await page.until('!$("complete").hidden && [...$("complete").children].some(node => node.textContent.startsWith("draw"))');
      await shot(page, 'workbench-completions');
      await page.press('Escape');
      await page.until('$("complete").hidden');
      await page.press(' ', true);
      await page.until('!$("complete").hidden');
      while (!await page.eval('/^draw(?!_)/.test(document.querySelector("#complete [aria-selected=true]").firstChild.textContent)')) await page.press('ArrowDown');
      await page.press('Enter');
      await page.until('source.value.includes("me.drawme.take")');
      await page.type('(); ');
      await page.press('s', true);
      await tested(page, '1 of 1 differ');
      await page.eval('document.activeElement.blur()');
      for (let n = 0; n < 80 && !await page.eval('document.activeElement?.dataset?.key === "keep all"'); n += 1) await page.press('Tab');
      await page.press('Enter');
      await tested(page, '1 green');
      assert.match(disk('tests/tax.session.md'), /ann draws/);
    },

    async 'a file that changes on the disk while it is written'() {
      const page = await open();
      await tested(page, '1 green');
      bench.write('scripts/cards/tax.rhai', FAVOR.replace('Tax whom?', 'Whom now?'));
      await page.until('source.value.includes("Whom now?")');
      await edit(page, FAVOR.slice(0, 7), 'mine ');
      bench.write('scripts/cards/tax.rhai', FAVOR.replace('Tax whom?', 'Theirs?'));
      await page.until('!$("conflict").hidden');
      await shot(page, 'workbench-conflict');
      assert.ok(await page.eval('source.value.includes("mine") && !source.value.includes("Theirs?")'));
      await page.click('#keep-mine');
      await page.until('$("conflict").hidden');
      assert.match(disk('scripts/cards/tax.rhai'), /Theirs/);
      await save(page);
      assert.match(disk('scripts/cards/tax.rhai'), /mine/);
      await edit(page, FAVOR.slice(0, 7), 'again ');
      bench.write('scripts/cards/tax.rhai', FAVOR);
      await page.click('#take-theirs');
      await page.until(`source.value === ${JSON.stringify(FAVOR)} && $("conflict").hidden && $("save").disabled`);
      // One that is gone is not saved; it may come back, or be written again.
      rmSync(join(bench.folder, 'scripts/cards/tax.rhai'));
      await page.until('$("conflict").textContent === "tax.rhai is gone from the diskkeep mine" && $("saved").textContent.startsWith("not saved")');
      bench.write('scripts/cards/tax.rhai', FAVOR);
      await page.until('$("conflict").hidden && $("saved").innerText.startsWith("saved")');
      rmSync(join(bench.folder, 'scripts/cards/tax.rhai'));
      await page.click('#keep-mine');
      await save(page);
      assert.equal(disk('scripts/cards/tax.rhai'), FAVOR);
    },

    async 'a save that breaks the rules, and one that is undone'() {
      const page = await open();
      await tested(page, '1 green');
      await edit(page, 'me.take_chosen(victim', ' +');
      await save(page);
      await page.until('/The old rules are played|cannot be played/.test($("changes").innerText) && /error/.test($("changes").innerText)');
      assert.ok(await page.eval('Boolean(document.querySelector(".pile.draw"))'));
      await shot(page, 'workbench-broken');
      await page.click('#undo');
      await page.until('!/The old rules|cannot be played/.test($("changes").innerText)');
      await tested(page, '1 green');
      assert.equal(disk('scripts/cards/tax.rhai'), FAVOR);
    },

    async 'what is played becomes a test, and a new card another one'() {
      const page = await open();
      await tested(page, '1 green');
      await page.click('#tests button');
      await page.until('bench.played && $("story").innerText.includes("ann plays Tax on bob")');
      await page.click('.options button[data-key="draw"]');
      await page.until('$("story").innerText.includes("ann draws")');
      await page.click('#from-here button');
      await page.type('Tax, then draw');
      await page.press('Enter');
      await tested(page, '2 green');
      assert.match(disk('tests/tax_then_draw.session.md'), /> :table mine ann: tax attack [^\n]*\n  \.\.\.\nann> play tax\n  ann plays Tax on bob\n[^]*\nann> draw\n/);
      await page.click('#lay-out');
      await page.until('!$("layout").hidden');
      const row = i => page.eval(`[...layout.rows[${i}].cards].sort()`);
      // By the mouse: one more from all cards, one from a row to another one, one thrown away.
      const own = await page.eval('layout.rows[0].cards');
      await page.drag('[data-key="all tax"]', '[data-row="0"] .lies');
      await page.drag('[data-key="all tax"]', '[data-row="1"] .lies');
      assert.deepEqual([await row(0), await row(1)], [[...own, 'tax'].sort(), ['tax']]);
      await page.drag('[data-key="0 0"]', '[data-row="1"] h3');
      await page.drag('[data-key="1 0"]', '[data-row="all"] h3');
      assert.deepEqual((await row(0)).length + (await row(1)).length, own.length + 1);
      await shot(page, 'workbench-layout');
      // By keys: to the row above, to another place of it, away; and two from all cards.
      await page.eval('document.querySelector("[data-key=\\"1 0\\"]").focus()');
      await page.press('ArrowUp');
      await page.press('ArrowLeft');
      await page.press('Delete');
      await page.eval('document.querySelector("[data-key=\\"all tax\\"]").focus()');
      await page.press('Enter');
      await page.press('Enter');
      const laid = await row(0);
      assert.ok(laid.filter(card => card === 'tax').length >= 2, `${laid}`);
      await page.click('#set-layout');
      await page.until('$("layout").hidden && !$("page").hidden');
      await page.click('#lay-out');
      await page.until('!$("layout").hidden');
      assert.deepEqual(await row(0), laid);
      await page.press('Escape');
      await page.until('$("layout").hidden');
      await page.click('#again');
      await page.click('#new-card button');
      await page.type('Quiet Cat');
      await shot(page, 'workbench-new-card');
      await page.press('Enter');
      await tested(page, '3 green');
      await page.until('bench.file === "scripts/cards/quiet_cat.rhai"');
      await page.click('#share');
      await page.until('$("state").textContent.includes("mine-replay.html is downloaded")');
      assert.equal(await page.eval('$("share").disabled'), false);
      await page.click('#invite-friends');
      await page.until('$("friends").open && $("friends").innerText.includes("Invite friends")');
      await shot(page, 'workbench-invite');
      const { top, bottom } = await page.eval('(({ top, bottom }) => ({ top, bottom }))(document.querySelector("#friends .qr").getBoundingClientRect())');
      assert.ok(top >= 0 && bottom <= WIDE.height, 'the whole code is in sight');
      await page.press('Escape');
      await page.until('!$("friends").open');
      // Its replay would show them hidden cards.
      await page.until('$("share").disabled && $("share").title.startsWith("The game is not over")');
    },

    async 'the balance begins with a verdict, and an error keeps its columns'() {
      const page = await open();
      await page.until('document.querySelector("#weighed .verdict")');
      assert.match(await page.eval('document.querySelector("#weighed div").innerText'), /^Is it too strong\?\s+(These games do not tell whether a|A) player dealt Tax wins [^;]* with a blank in its place\.\s/);
      await edit(page, 'victim) { me.', 'nothing(); me.');
      await save(page);
      await page.until('document.querySelector("#weighed pre.report")');
      const places = await page.eval(`(() => {
        const lines = document.querySelector('#weighed pre').textContent.split('\\n'), at = lines.findIndex(line => line.includes('^'));
        return [getComputedStyle(document.querySelector('#weighed pre')).whiteSpace, lines[at].indexOf('^'), lines[at - 1].indexOf('nothing')];
      })()`);
      assert.equal(places[0], 'pre');
      assert.equal(places[1], places[2], 'the caret stands under what it means');
      await shot(page, 'workbench-balance');
    },

    async 'a small window shows one panel, with the timeline in a row of its own'() {
      const long = { 'variants/titles/en.json': JSON.stringify({ language: 'en', name: 'English', cards: { tax: { title: 'The Very Long Title of a Card That Nobody Would Print' } } }) };
      const page = await open({ ...PROJECT, ...long }), bad = [];
      await tested(page, '1 of 1 differ');
      for (const [width, height, dark] of [[360, 740], [768, 1024, true], [820, 1180], [844, 390, true], [900, 800], [960, 800]]) {
        await page.look({ width, height, dark });
        const isWide = width > 920;
        for (const panel of ['project', 'editor', 'table']) {
          if (!isWide) await page.click(`#to-${panel}`);
          await page.eval('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
          await shot(page, `workbench-${width}-${panel}${dark ? '-dark' : ''}`);
          bad.push(...(await page.eval(`(() => {
            const found = [], shown = ['project', 'editor'].map($).concat(document.querySelector('main')).filter(node => node.checkVisibility());
            if (${!isWide} && shown.length !== 1) found.push(shown.length + ' panels');
            if (${!isWide}) for (const node of shown) if (node.offsetWidth < innerWidth) found.push(node.id + ' is narrow');
            if (document.documentElement.scrollWidth > innerWidth) found.push('scrolls sideways');
            for (const node of document.querySelectorAll('#file-bar > *, #changes .tool, footer button, .options.main button, .prompt b')) {
              const { left, right, top, bottom } = node.getBoundingClientRect(), over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
              if (!node.checkVisibility() || node.closest('#changes, #asked, .options') && (top < 0 || bottom > innerHeight)) continue;
              if (left < 0 || right > innerWidth + 1) found.push('outside: ' + node.innerText);
              else if (right > left && !(node === over || node.contains(over) || over?.contains(node))) found.push('covered: ' + node.innerText);
            }
            if ($('timeline').checkVisibility() && innerHeight > 480 && $('timeline').offsetWidth < innerWidth * .85) found.push('a timeline of ' + $('timeline').offsetWidth);
            return found;
          })()`)).map(text => `${width}, ${panel}: ${text}`));
          bad.push(...(await faultsOf(page)).filter(text => /^[\d.]+ px/.test(text)).map(text => `${width}, ${panel}: ${text}`));
          if (isWide) break;
        }
        if (isWide) continue;
        // The story is opened over the table.
        await page.click('#last');
        if (await page.eval('document.querySelector("aside").offsetHeight < innerHeight * .9')) bad.push(`${width}: a story that is not whole`);
        await page.click('#close');
      }
      assert.deepEqual(bad, []);
      // A long name is on one line: the page does not jump.
      await page.look(WIDE);
      await page.until('live.timeline.last_ply > 1');
      const heights = new Set();
      for (let ply = 0; ply <= await page.eval('live.timeline.last_ply'); ply += 1) {
        await page.eval(`go(${ply})`);
        await page.until(`$("ply").innerText.startsWith("${ply} of")`);
        heights.add(await page.eval('document.querySelector("footer").offsetHeight'));
      }
      assert.equal(heights.size, 1, `${[...heights]}`);
      const border = await page.eval('(mark => { mark.classList.add("differs"); return getComputedStyle(mark).borderBottomWidth; })($("marks").lastChild)');
      assert.equal(border, '0px', 'the mark of a ply that differs is not as wide as its place');
    },

    async 'a mistake is mended, explained, and a card renamed in all files'() {
      const page = await open();
      await tested(page, '1 green');
      await edit(page, '"Give which card?"); ', 'me.drwa(); ');
      await page.until('bench.found.some(({ message }) => message.includes("did you mean"))');
      await page.eval('source.focus(); source.setSelectionRange(source.value.indexOf("drwa") + 1, source.value.indexOf("drwa") + 1)');
      await page.press('.', true);
      await page.until('document.activeElement.textContent.includes("draw")');
      await shot(page, 'workbench-fix');
      await page.press('Enter');
      await page.until('source.value.includes("me.draw();") && bench.found.length === 0');
      await page.click('#save');
      await page.until('!isDirty()');
      await tested(page, '1 of 1 differ');
      await page.eval('source.focus(); source.setSelectionRange(source.value.indexOf("take_chosen") + 2, source.value.indexOf("take_chosen") + 2)');
      await page.press('.', true);
      await page.until('$("explained").innerText.includes("take_chosen")');
      await shot(page, 'workbench-explained');
      await page.press('Escape');
      await unfold(page, 'more-files');
      await page.click('[data-key="variants/mine.json"]');
      await page.until('bench.file === "variants/mine.json"');
      await page.eval('source.focus(); source.setSelectionRange(source.value.indexOf("tax\\"") + 1, source.value.indexOf("tax\\"") + 1)');
      await page.press('F2');
      await page.until('document.activeElement.getAttribute("aria-label") === "The new name"');
      await page.type('levy');
      await page.press('Enter');
      await page.until('bench.project.files.includes("scripts/cards/levy.rhai") && source.value.includes("levy")');
      assert.match(disk('tests/tax.session.md'), /ann> play levy/);
      assert.throws(() => disk('scripts/cards/tax.rhai'));
      await page.click('#undo');
      await page.until('source.value.includes("\\"tax\\":")');
      assert.match(disk('scripts/cards/tax.rhai'), /me\.draw/);
    },

    async 'texts of others are texts'() {
      const evil = '<img src=x onerror=alert(1)>';
      const files = { ...PROJECT, 'variants/titles/en.json': JSON.stringify({ language: 'en', name: 'English', cards: { tax: { title: evil, text: evil } } }) };
      files['scripts/cards/tax.rhai'] = FAVOR.replace('Tax whom?', evil);
      files['tests/tax.session.md'] = SESSION.replace('gives ann Skip', evil);
      const page = await open(files);
      await tested(page, '1 of 1 differ');
      await page.until('$("changes").innerText.includes("<img")');
      assert.equal(await page.eval('document.querySelectorAll("img").length'), 0);
    },

    async 'wide and narrow, light and dark, for everybody'() {
      const page = await open({ ...PROJECT, 'tests/other.session.md': SESSION.replace('bob gives ann Skip', 'bob gives ann Nope') });
      await tested(page, '1 of 2 differ');
      await page.click('#tests button');
      await edit(page, 'me.choose_player(', ' ');
      await page.eval('bench.found.length');
      const bad = [];
      for (const [width, height] of [[1024, 768], [1280, 800], [1920, 1080]]) {
        for (const dark of [false, true]) {
          await page.look({ width, height, dark });
          await page.eval('new Promise(done => requestAnimationFrame(() => done(paint())))');
          await shot(page, `workbench-${width}${dark ? '-dark' : ''}`);
          const found = [];
          if (axe && !await page.eval('Boolean(globalThis.axe)')) await page.eval(`${axe};0`);
          if (axe) found.push(...await page.eval('axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).slice(0, 4)}`))'));
          found.push(...(await faultsOf(page)).filter(text => /^([\d.]+ px|ends with …)/.test(text)));
          found.push(...await page.eval('[...document.querySelectorAll("#project > section")].filter(box => box.scrollHeight > box.clientHeight + 1 && !box.classList.contains("fades")).map(box => `${box.innerText.slice(0, 9)} ends without a sign`)'));
          if (await page.eval('document.documentElement.scrollWidth > innerWidth')) found.push('scrolls sideways');
          if (!await page.eval('document.querySelector("#deck .step").checkVisibility()')) found.push('the numbers of the deck cannot be changed');
          for (const id of ['save', 'undo', 'source', 'again', 'share', 'balance-title']) {
            if (await page.eval(`(({ left, right, top, bottom, width }) => width === 0 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)($('${id}').getBoundingClientRect())`)) found.push(`${id} is out of sight`);
          }
          bad.push(...found.map(text => `${width}, ${dark ? 'dark' : 'light'}: ${text}`));
        }
      }
      assert.deepEqual(bad, []);
    },
  };
  return { games, shot, stop: () => bench?.stop() };
}

export const workbench = (context, names) => playAll(scenarios, context, names);
