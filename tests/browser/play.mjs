// Games that people play by clicks and keys, each with a table and pages of its own.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { FILES } from './pack.mjs';
import { NARROW, SMALL, WIDE, choose, command, join_table, run, serve, shown, start, sync } from './table.mjs';

const SEATS = ['ann', 'bob', 'cat'];
// Seconds to answer, of which the slowest machine needs few.
const WINDOW = 3_600;
// The milliseconds by which the second page of a game hears everything late.
const LATE = 60;

/** Waits until a page shows this: at once, or after later news. */
async function see(page, expression) {
  await sync(page);
  await page.until(expression);
}
const asked = (page, prompt) => see(page, `document.querySelector('.prompt b').innerText === ${JSON.stringify(prompt)} && document.querySelector('.options button')`);
const tells = (page, line) => see(page, `document.querySelector('#story').innerText.includes(${JSON.stringify(line)})`);

/** Presses a tool with this text, as soon as there is one. */
async function tool(page, text) {
  const button = `[...document.querySelectorAll('.tool')].find(({ innerText }) => innerText === ${JSON.stringify(text)})`;
  await see(page, button);
  await page.eval(`${button}.click()`);
}

/** Every such element is seen, and could be pressed. */
const isInView = (page, selector) => see(page, `[...document.querySelectorAll('${selector}')].every(node => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(left + width / 2, top + 4)) && node.contains(document.elementFromPoint(left + width / 2, top + height - 4));
}) && document.querySelector('${selector}')`);

/** Those who are asked about a play answer, until it has left the stack. */
async function everybody(pages, prompt, answer = () => 'pass') {
  await Promise.any(pages.map(page => asked(page, prompt)));
  const isOpen = `document.querySelector('.prompt b')?.innerText === ${JSON.stringify(prompt)}`;
  for (const page of pages) {
    const { prompt: now, keys, kept } = await shown(page);
    if (now === prompt && keys.length > 0 && !kept) await choose(page, answer(page));
  }
  for (const page of pages) await see(page, `!(${isOpen})`);
}

/** In the report of an error: a line with carets stands under the place that the lines before it name. */
const ALIGNED = `(() => {
  const lines = [...document.querySelectorAll('#why .report span')].map(line => line.textContent);
  const at = lines.findIndex(line => /\\|\\s*\\^+\\s*$/.test(line)), [, column] = lines.slice(0, at).join('').match(/rhai:\\d+:(\\d+)/) ?? [];
  const tops = [...document.querySelectorAll('#why .report span')].map(line => line.getClientRects().length);
  return at > 0 && lines[at].indexOf('^') - lines[at].indexOf('|') - 2 === column - 1 && tops.every(n => n === 1);
})()`;

/** The scenarios of a browser: `games`, each a function; `shot` of a page, and `stop`, which ends the table. */
function scenarios({ browser, program, shots, axe }) {
  let table = null, bench = null, empty = null;
  async function at(options, who = SEATS, looks = []) {
    table = await serve(program, options);
    // The second page hears everything late: no test depends on who hears first.
    const pages = await Promise.all(who.map((name, i) => join_table(browser, table, name, { ...(looks[i] ?? WIDE), late: i === 1 ? LATE : 0 })));
    if (options.window) await pages[who.indexOf('author')].eval('send({ type: "start" })');
    return pages;
  }
  async function shot(page, name) {
    if (shots === '-') return;
    mkdirSync(shots, { recursive: true });
    await page.shot(join(shots, `${name}.png`));
  }
  const games = {
    async 'a whole classic game by clicks'() {
      const pages = await at({ game: ['classic', ...SEATS], more: ['--seed', '3'] }, SEATS, [WIDE, NARROW, { ...WIDE, dark: true }]);
      let outcome = null, nClicks = 0;
      const pick = keys => (keys.includes('pass') ? keys.find(key => key === 'defuse') ?? 'pass' : keys[0] === 'draw' ? keys[nClicks % 4 === 0 && keys.length > 1 ? 1 : 0] : keys.at(-1));
      while (!outcome) {
        assert.ok(nClicks < 600, 'the game does not end');
        for (const page of pages) {
          const { keys, kept, isBusy, outcome: said, isWide } = await shown(page);
          assert.equal(isWide, false, 'the page scrolls sideways');
          outcome ??= said;
          if (said || kept || isBusy || keys.length === 0) continue;
          // Others may have ended the decision in the meantime.
          await page.click(`.options button[data-key=${JSON.stringify(pick(keys))}]`, 20).catch(() => {});
          nClicks += 1;
        }
      }
      for (const page of pages) await see(page, `document.querySelector('.outcome strong').innerText === ${JSON.stringify(outcome)}`);
      const [story] = await Promise.all(pages.map(shown));
      assert.ok(story.story.at(-1).endsWith('wins the game'), story.story.at(-1));
      await see(pages[0], 'document.querySelectorAll(".places li").length === 2');
      await shot(pages[0], 'over');
      await shot(pages[1], 'over-narrow');
      const file = await pages[1].eval(`new Promise(done => {
        HEARD.file = done;
        [...document.querySelectorAll('.outcome .tool')].find(tool => tool.innerText === 'Download the replay').click();
      })`);
      assert.ok(file.name === 'classic-replay.html' && file.text.includes('</html>') && !/"seed":\s*\d/.test(file.text), file.name);
      await pages[1].click('[data-key=again]');
      for (const page of pages) await see(page, '!document.querySelector(".outcome") && $("turn").innerText.startsWith(live.viewer === "bob" ? "your" : "bob") && $("hand").children.length === 8');
    },

    async 'a Nope war that two answer at the same time'() {
      const [ann, bob, cat, author] = await at({ game: ['classic', ...SEATS] }, [...SEATS, 'author'], [NARROW, { ...WIDE, dark: true }, WIDE, WIDE]);
      await command(author, ':table classic ann: attack nope | bob: nope skip | cat: nope favor | draw: skip*4', '$("hand").children.length === 2');
      await asked(ann, 'Your turn');
      await ann.click('#hand .raised');
      await asked(bob, 'ann’s Attack');
      await asked(cat, 'ann’s Attack');
      const does = page => page.eval('document.querySelector(".prompt small").innerText');
      assert.equal(await does(bob), 'Nope would stop ann’s Attack.');
      await see(ann, 'document.querySelector(".stack .decides").innerText === "waiting for answers"');
      assert.equal((await does(ann)), 'to ann’s Attack');
      await shot(bob, 'window-dark');
      await choose(cat, 'nope');
      await see(cat, 'document.querySelector(".options .chosen").dataset.key === "nope"');
      for (const page of [ann, bob, author]) assert.equal((await shown(page)).story.some(line => line.includes('Nope')), false, 'an early answer is shown');
      await shot(cat, 'kept');
      await choose(bob, 'nope');
      await tells(cat, 'bob plays Nope');
      await see(cat, 'document.querySelector("#hand [aria-label^=Nope]")');
      assert.deepEqual((await shown(ann)).stack.length, 2);
      await shot(ann, 'war-narrow');
      await asked(ann, 'bob’s Nope');
      assert.equal(await does(ann), 'It would stop ann’s Attack. Nope would stop it.');
      await shot(cat, 'war');
      await everybody([ann, bob, cat], 'bob’s Nope', page => (page === ann ? 'nope' : 'pass'));
      await everybody([ann, bob, cat], 'ann’s Nope');
      await tells(bob, 'ann’s Nope stops bob’s Nope');
      await asked(bob, 'Your turn');
    },

    async 'a card shows its text and its uses'() {
      const [ann, bob, author] = await at({ game: ['classic', ...SEATS] }, ['ann', 'bob', 'author'], [NARROW]);
      await command(author, ':table classic ann: tacocat*3 defuse skip favor | bob: nope | cat: nope | draw: skip*4', '$("hand").children.length === 6');
      await asked(ann, 'Your turn');
      const isOpen = text => see(ann, `$('sheet').open && $('sheet').innerText.includes(${JSON.stringify(text)})`);
      const large = title => see(ann, `!$("zoom").hidden && $("zoom").querySelector(".title").innerText === ${JSON.stringify(title)}`);
      await ann.click('#hand [aria-label^=Defuse]');
      await isOpen('Rescues');
      assert.deepEqual(await ann.eval('[...document.querySelectorAll(".uses button")].map(button => button.innerText)'), ['Close']);
      await ann.press('Escape');
      await see(ann, '!$("sheet").open && $("zoom").hidden');
      await ann.hover('#hand [aria-label^=Favor]');
      await large('Favor');
      // It is there again when the table has been drawn again.
      await ann.eval('draw()');
      await large('Favor');
      await ann.hover('#turn');
      await see(ann, '$("zoom").hidden');
      await ann.press('Tab');
      await ann.eval('document.querySelector("#hand [aria-label^=Skip]").focus()');
      await large('Skip');
      // It is there again when the table has been drawn again.
      await ann.eval('draw()');
      await large('Skip');
      assert.ok(await ann.eval('(({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)($("zoom").getBoundingClientRect())'), 'all of it is seen');
      await shot(ann, 'zoom-narrow');
      await ann.click('#hand [aria-label^=Tacocat]');
      await isOpen('Play Three of a Kind');
      await shot(ann, 'sheet-narrow');
      assert.equal(await ann.eval('document.querySelectorAll(".uses button").length'), 3);
      await ann.press('Escape');
      await ann.click('#last');
      await ann.click('#to-notes');
      await ann.eval('[...document.querySelectorAll("#notes label")].find(label => label.innerText.includes("before I play")).click()');
      await ann.click('#close');
      await ann.click('#hand [aria-label^=Favor]');
      await isOpen('Play Favor');
      await ann.click('.uses button');
      await asked(ann, 'Ask whom for a favor?');
      await see(ann, 'document.querySelector(".stack .decides").innerText === "you choose whom"');
      await see(bob, 'document.querySelector(".stack .card").ariaLabel.startsWith("ann’s Favor") && document.querySelector(".stack .decides").innerText === "ann is choosing"');
    },

    async 'cards move, a turn is felt, and initials differ'() {
      const [bea, author] = await at({ game: ['classic', 'ann', 'bea', 'ben'] }, ['bea', 'author']);
      assert.deepEqual(await author.eval('[...document.querySelectorAll("#seats .avatar")].map(({ innerText }) => innerText)'), ['A', 'Ba', 'Bn']);
      await bea.eval(`(() => {
        globalThis.felt = [];
        navigator.vibrate = pattern => felt.push(pattern);
        globalThis.moves = [];
        const place = () => {
          const node = [...document.querySelectorAll('main *')].find(({ style }) => style.viewTransitionName === 'moving');
          return node?.closest('#hand, .stack, .pile, #seats > *')?.matches('#hand') ? 'hand' : node?.closest('.stack, .pile')?.classList[0] ?? node?.closest('[data-seat]')?.dataset.seat;
        };
        const begin = document.startViewTransition.bind(document);
        document.startViewTransition = act => {
          const from = place();
          return begin(() => { act(); moves.push([from, place()].join(' to ')); });
        };
      })()`);
      await command(author, ':table classic ann: skip | bea: attack skip | ben: nope | draw: tacocat*9', '$("hand").children.length === 1');
      // Neither is switched on: the system asks for less motion, and a vibration is a choice.
      await command(author, 'ann: draw');
      await asked(bea, 'Your turn');
      assert.deepEqual(await bea.eval('[moves, felt]'), [[], []]);
      await bea.look({ ...WIDE, still: false });
      await bea.click('#to-notes');
      await bea.eval('[...document.querySelectorAll("#notes label")].find(label => label.innerText.includes("vibrate when it is my turn")).click()');
      await command(author, 'bea: draw');
      await see(bea, 'moves.includes("pile to hand")');
      for (const line of ['ben: draw', 'ann: draw']) await command(author, line);
      await asked(bea, 'Your turn');
      assert.deepEqual(await bea.eval('felt'), [60, [60, 60, 60]]);
      await choose(bea, 'play attack');
      await see(bea, 'moves.includes("hand to stack")');
    },

    async 'what is drawn again keeps the focus where it is still there, and nothing scrolls'() {
      const [ann, bob, author] = await at({ game: ['classic', ...SEATS] }, ['ann', 'bob', 'author']);
      await command(author, ':table classic ann: skip*2 favor | bob: skip attack | cat: - | draw: tacocat*9', '$("hand").children.length === 3');
      await asked(ann, 'Your turn');
      // Here the table scrolls under the decision.
      await author.look({ width: 780, height: 490 });
      await see(author, '(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 100)(document.querySelector("main"))');
      const focused = page => page.eval('document.activeElement === document.body ? "nothing" : document.activeElement.dataset.key || document.activeElement.title || document.activeElement.ariaLabel || document.activeElement.className || document.activeElement.innerText');
      const scrolled = page => page.eval('document.querySelector("main").scrollTop');
      // The seats are out of sight: what has the focus there would be scrolled to.
      const focus = (page, node) => page.eval(`(${node}).focus(); document.querySelector("main").scrollTop = 9999`);
      /** A line of the author changes what a page shows, once something of it has the focus. */
      async function keeps(page, node, name, line, change) {
        await sync(page);
        await focus(page, node);
        const before = await scrolled(page);
        assert.equal(await focused(page), name);
        await page.eval('globalThis.drawn = document.querySelector("#middle > *")');
        await author.eval(`input(${JSON.stringify(line)})`);
        await see(page, `!drawn.isConnected && ${change}`);
        return [await focused(page), await scrolled(page), before];
      }
      const check = ([now, after, before], name) => assert.deepEqual([now, after], [name, before]);
      // A value of a seat, and a line of the story.
      const count = '[...document.querySelectorAll("#seats .count.value")].at(-1)';
      check(await keeps(author, count, 'When did cat.hand change?', 'ann: draw', 'live.decision.seat === "bob"'), 'When did cat.hand change?');
      check(await keeps(author, '$("seen").lastChild', 'nobody', ':back', 'live.decision.seat === "ann"'), 'nobody');
      // The second of two equal cards, which is raised before and not after.
      const second = '$("hand").querySelectorAll("[data-key=\\"card Skip\\"]")[1]';
      check(await keeps(ann, second, 'card Skip', 'ann: draw', '$("turn").innerText.startsWith("bob")'), 'card Skip');
      assert.ok(await ann.eval(`document.activeElement === ${second}`));
      // The answer that was chosen cannot be chosen any more: what is asked now has the focus.
      await author.eval('input(":back")');
      await asked(ann, 'Your turn');
      check(await keeps(ann, 'document.querySelector("[data-key=\\"play favor\\"]")', 'play favor', 'ann: draw', '$("turn").innerText.startsWith("bob")'), 'prompt');
      // What is gone elsewhere leaves the focus to nobody.
      check(await keeps(bob, 'document.querySelector(".rules .tool")', 'rules', 'bob: play skip', 'live.position.stack.length === 1'), 'nothing');
      // A card in large is closed after its hand has been drawn again.
      await bob.eval('document.querySelector("#hand [data-key=\\"card Attack\\"]").focus()');
      await bob.press('Enter');
      await see(bob, '$("sheet").open');
      await bob.eval('draw()');
      await bob.press('Escape');
      await see(bob, '!$("sheet").open && document.activeElement.dataset.key === "card Attack"');
    },

    async 'a field that is being filled in stays, whatever the page hears'() {
      table = await serve(program, { game: ['classic', 'ann', 'bob'] });
      bench = await start(program, ['workbench'], { 'variants/mine.json': '{ "name": "Mine", "extends": "classic", "deck": { "tax": 4 } }', 'scripts/cards/tax.rhai': '//! Tax: nothing.\n\nfn resolve(me) { me.draw(); }\n' });
      empty = await start(program, ['workbench']);
      // Each page, what it has to show, its fields, and how they are brought in sight.
      const at = 'source.value.indexOf("draw") + 1', rename = `explainAt(${at}); renameAt(${at});`;
      const pages = [
        [table.links.room, '$("name")', ['name'], ''],
        [table.links.ann, '$("flag")', ['flag'], '$("to-notes").click();'],
        [table.links.author, '$("agents")?.firstChild', ['Who plays ann', 'Who plays bob', 'position', 'input'], '$("to-notes").click();'],
        [bench.links.author, 'bench.file && $("numbers").firstChild && $("agents").firstChild', ['source', 'Tax', '', 'bob has nothing to give', 'Who plays ann', 'position', 'input'],
          '$("to-notes").click(); $("settings").open = true; for (const id of ["new-card", "from-here"]) if (!$(id).querySelector("form")) $(id).firstChild.click();'],
        [bench.links.author, 'bench.file', ['The new name'], rename],
        [empty.links.author, '$("start-card")', ['', 'input'], ''],
      ];
      for (const [link, ready, wanted, show] of pages) {
        const page = Object.assign(await browser.page(), { who: link });
        await page.go(link);
        await page.until(ready);
        // The page connects again, so that all of what it hears is known.
        await page.eval(`globalThis.all = []; globalThis.hear_again = receive; globalThis.receive = message => { all.push(message); hear_again(message); }; socket.close()`);
        await page.until(`all.some(({ type }) => type === (live.role === 'room' ? 'room' : 'welcome')) && ${ready}`);
        await sync(page);
        await page.eval(`{ ${show} }`);
        if (show === rename) await page.until('all.some(({ work }) => work?.is === "explained")');
        const nameOf = 'node => node.id || node.dataset.key || node.ariaLabel || node.placeholder || ""';
        const fields = '[...document.querySelectorAll(FIELDS)].filter(node => !node.disabled && node.checkVisibility())';
        const names = await page.eval(`${fields}.map(${nameOf})`);
        for (const name of wanted) assert.ok(names.includes(name), `${name || 'a field without a name'} is not among ${names}`);
        for (let i = 0; i < names.length; i += 1) {
          await page.eval(`{ ${show} }`);
          await page.eval(`globalThis.filled = ${fields}[${i}], globalThis.former = filled.value, filled.focus()`);
          if (await page.eval('filled.tagName !== "SELECT"')) await page.type('7');
          const [before, after] = await page.eval(`(() => {
            const state = () => [filled.isConnected, document.activeElement === filled, filled.value, filled.type === 'number' ? null : filled.selectionStart];
            const before = state();
            if (filled.ariaLabel === 'The new name') explainAt(${at});
            for (const message of [...all]) hear_again(structuredClone(message));
            draw();
            return [before, state()];
          })()`);
          assert.deepEqual(after, before, `${link}: ${names[i]}`);
          assert.ok(before[0] && before[1] && (before[2].includes('7') || before[3] == null), `${names[i]}: ${before}`);
          await page.eval('filled.value = former');
        }
        // Leaving is not asked about.
        await page.eval('if (typeof source !== "undefined") source.value = bench.saved');
        await page.close();
      }
    },

    async 'what a page hears between press and release takes no click away'() {
      table = await serve(program, { game: ['classic', ...SEATS] });
      const come = async (who, link, ready) => {
        const page = Object.assign(await browser.page(), { who });
        await page.go(link);
        await page.until(ready);
        await page.eval('globalThis.arrived = []; globalThis.pass_on = receive; globalThis.receive = message => { arrived.push(message.type); pass_on(message); }; 0');
        return page;
      };
      const [zoe, eve] = [await come('zoe', table.links.room, '$("name")'), await come('eve', table.links.room, '$("name")')];
      const author = await come('author', table.links.author, 'live.links && $("invite").firstChild');
      await author.click('#to-notes');
      for (const page of [zoe, eve]) await page.eval(`$('name').value = '${page.who}'`);
      // Both buttons are drawn again when eve sits down: one of the room, which a mouse holds, and one of the author, which a key holds.
      const held = [[zoe, '[data-key="seat bob"]', 'room'], [author, '#invite > .tools > :first-child', 'table']];
      const releases = [];
      for (const [page, button] of held) {
        await page.eval(`globalThis.button = document.querySelector(${JSON.stringify(button)}), button.focus()`);
        releases.push(await (page === zoe ? page.hold(button) : page.hold_key(' ')));
        await page.eval('arrived.length = 0');
      }
      await eve.click('[data-key="seat ann"]');
      for (const [page, , news] of held) {
        await page.until(`arrived.includes('${news}')`);
        assert.ok(await page.eval('button.isConnected && unheard.length === arrived.length'), `${page.who}: drawn again under a click`);
      }
      await releases[0]();
      await see(zoe, 'live.viewer === "zoe" && document.querySelector(".pile.draw")');
      await releases[1]();
      await see(author, 'live.links.is_open === false && game.seats.includes("eve") && unheard.length === 0');
    },

    async 'a reaction is seen in full, and nothing else changes'() {
      const [ann, bob] = await at({ game: ['classic', ...SEATS] }, ['ann', 'bob']);
      await tool(bob, 'Bravo');
      await see(ann, 'document.querySelector(".reaction")');
      const places = '["seats", "middle", "own"].map(id => Math.round($(id).getBoundingClientRect().top)).join()';
      for (const look of [SMALL, { width: 768, height: 1024, dark: true }, WIDE, { width: 1440, height: 900 }]) {
        await ann.look(look);
        const shows = reaction => ann.eval(`live.reactions = ${JSON.stringify(reaction)}; draw(); fade($("seats")); [${places}, $("seats").classList.contains("fades")]`);
        const before = await shows({});
        assert.deepEqual([await shows({ bob: 'Bravo' }), before[1]], [before, false]);
        await isInView(ann, '.reaction');
      }
    },

    async 'an end with its turning points, and a replay that plays by itself'() {
      const [ann, author] = await at({ game: ['classic', 'ann', 'bob'] }, ['ann', 'author'], [NARROW]);
      await command(author, ':table classic ann: attack nope | bob: nope defuse | draw: exploding_kitten*2 skip*4', '$("hand").children.length === 2');
      for (const line of ['ann: play attack', 'bob: nope', 'ann: nope', 'bob: pass', 'bob: draw', 'bob: defuse', 'bob: 0', 'bob: draw']) await command(author, line);
      const POINTS = ['2 answers to ann’s Attack: it takes effect', 'bob is saved by Defuse', 'bob is out'];
      const points = page => page.eval('[...document.querySelectorAll(".points li")].map(({ innerText }) => innerText)');
      await see(ann, 'document.querySelector(".points")');
      assert.deepEqual(await points(ann), POINTS);
      assert.equal(await ann.eval('document.querySelector(".outcome > p").innerText'), 'ann stopped bob');
      await shot(ann, 'turning-points');
      const { text } = await ann.eval(`new Promise(done => { HEARD.file = done; send({ type: 'download', what: 'replay' }); })`);
      table.write('replay.html', text);
      const replay = await browser.page(NARROW), jump = name => replay.click(`[aria-label=${JSON.stringify(name)}]`);
      await replay.go(`file://${join(table.folder, 'replay.html')}`);
      const told = () => replay.eval('$("last").firstChild.textContent');
      await jump('Next play that is stopped');
      assert.equal(await told(), 'bob must take 2 turns');
      await jump('Next explosion');
      assert.equal(await told(), 'bob shows Exploding Kitten and is about to explode');
      await jump('Next turn');
      await see(replay, '$("turn").innerText === "bob’s turn" && plies[ply].events.some(LANDMARKS.turn)');
      await replay.eval('go(first)');
      await isInView(replay, '.options .chosen');
      await jump('Play');
      await replay.eval('globalThis.pressed = document.activeElement; 0');
      await see(replay, 'ply > first');
      assert.equal(await replay.eval('pressed.ariaLabel === "Pause" && pressed.isConnected && document.activeElement === pressed'), true, 'the button stays');
      await jump('Pause');
      await replay.eval('go(last)');
      assert.deepEqual(await points(replay), POINTS);
      await replay.click('.points li:nth-child(2) button');
      assert.match(await told(), /is about to explode|bob’s Defuse stops/);
    },

    async 'a play that is taken back when all agree'() {
      const [ann, bob, author] = await at({ game: ['classic', 'ann', 'bob'] }, ['ann', 'bob', 'author'], [NARROW, NARROW, WIDE]);
      await command(author, ':table classic ann: attack skip | bob: nope favor | draw: skip*4', '$("hand").children.length === 2');
      await asked(ann, 'Your turn');
      assert.equal(await ann.eval('document.querySelectorAll("[data-key=back]").length'), 0);
      await choose(ann, 'play attack');
      await asked(bob, 'ann’s Attack');
      await ann.click('[data-key=back]');
      await see(ann, 'document.querySelector(".prompt b").innerText === "You ask to take this back" && document.querySelector(".prompt small").innerText.endsWith("waiting for bob")');
      await see(author, 'document.querySelector("[data-key=agree]")');
      await asked(bob, 'ann asks to take this back');
      await see(bob, 'document.title.startsWith("● I am asked") && document.querySelectorAll(".options button").length === 2');
      await isInView(bob, '.options button');
      await shot(bob, 'consent-narrow');
      // Nothing takes the button from under a click, however long it is pressed.
      const release = await bob.hold('[data-key=agree]');
      await bob.eval('globalThis.button = document.querySelector("[data-key=agree]"), drawSoon(), drawIfDue()');
      assert.ok(await bob.eval('isDue && button.isConnected'), 'drawn again under a click');
      await release();
      await asked(ann, 'Your turn');
      await see(bob, '$("state").innerText === "ann takes the last answer back"');
      await choose(ann, 'play skip');
      await asked(bob, 'ann’s Skip');
    },

    async 'a secret choice together'() {
      const root = new URL('../homebrew/', import.meta.url);
      const file = name => [name, readFileSync(new URL(name, root), 'utf8')];
      const variant = JSON.stringify({ name: 'Bids', extends: 'classic', deck: { auction: 4 } });
      const files = Object.fromEntries([file('scripts/cards/auction.rhai'), ['variants/bids.json', variant]]);
      const [ann, bob, cat, author] = await at({ game: ['bids', ...SEATS], files }, [...SEATS, 'author']);
      await command(author, ':table bids ann: auction skip | bob: skip*3 | cat: favor*3 | draw: skip*4', '$("hand").children.length === 2');
      await asked(ann, 'Your turn');
      await choose(ann, 'play auction');
      await everybody([ann, bob, cat], 'ann’s Auction');
      for (const page of [ann, bob, cat]) await asked(page, 'Bid how many cards?');
      await choose(cat, '1');
      await see(cat, 'document.querySelector(".options .chosen").dataset.key === "1"');
      await choose(cat, '3');
      await see(cat, 'document.querySelector(".options .chosen").dataset.key === "3"');
      await shot(cat, 'together');
      await choose(bob, '2');
      await choose(ann, '0');
      await asked(cat, 'Pay with which card?');
    },

    async 'a turn of the board game'() {
      const [ann, bob, author] = await at({ game: ['board_game', 'ann', 'bob'], more: ['--seed', '3'] }, ['ann', 'bob', 'author'], [WIDE, NARROW, WIDE]);
      await asked(ann, 'Your turn');
      assert.ok(await ann.eval('document.querySelectorAll(".track li").length > 10'));
      const hand = await ann.eval('(() => { const { bottom } = $("hand").getBoundingClientRect(); return [...document.querySelectorAll("#hand .card")].every(card => card.getBoundingClientRect().bottom <= Math.min(bottom, innerHeight) + 1); })()');
      assert.ok(hand, 'the hand is cut off');
      await shot(ann, 'board');
      await shot(bob, 'board-narrow');
      await ann.click('.pile.draw .card');
      for (let n = 0; n < 10_000 && !(await ann.eval('$("turn").innerText.startsWith("bob")')); n += 1) {
        for (const page of [ann, bob]) {
          const { keys, kept, isBusy } = await shown(page);
          if (keys.length > 0 && !kept && !isBusy) await page.click(`.options li:${keys[0] === 'draw' ? 'first' : 'last'}-child button`, 20).catch(() => {});
        }
      }
      await see(bob, '$("turn").innerText.startsWith("your") && document.querySelector(".options button")');
      await shot(author, 'board-author');
    },

    async 'the author steps back, and reads why'() {
      const [ann, bob, author] = await at({ game: ['classic', ...SEATS], more: ['--seed', '3', '--editor-url', 'vscode://file/{path}:{line}'] }, ['ann', 'bob', 'author'], [WIDE, NARROW, { width: 1440, height: 900 }]);
      await ann.click('.pile.draw .card');
      await asked(bob, 'Your turn');
      const before = await shown(ann);
      await choose(bob, 'draw');
      await see(ann, '$("turn").innerText.startsWith("cat")');
      await see(author, '$("ply").innerText.startsWith("2")');
      await author.click('#steps button:first-child');
      await see(author, '$("ply").innerText.startsWith("1") && document.querySelector("[data-key=move]")');
      await shot(author, 'author-peek');
      await author.look(SMALL);
      await see(author, '$("asked").lastChild.querySelector("small").getBoundingClientRect().bottom <= document.querySelector(".ask > .tools").getBoundingClientRect().top');
      await author.look({ width: 1440, height: 900 });
      for (const [page, whose] of [[ann, 'cat'], [bob, 'cat']]) assert.ok((await shown(page)).turn.startsWith(whose), 'only the author sees it');
      await author.click('[data-key=stay]');
      await see(author, '$("ply").innerText.startsWith("2") && !document.querySelector("[data-key=move]")');
      await author.click('#steps button:first-child');
      await author.click('[data-key=move]');
      await asked(bob, 'Your turn');
      await see(ann, '$("turn").innerText.startsWith("bob")');
      assert.deepEqual((await shown(ann)).story, before.story);
      await see(ann, '$("state").innerText === "the author moved everybody to ply 1"');
      await author.click('#steps button:nth-child(2)');
      await see(bob, 'document.querySelector(".prompt b").innerText === "The author is looking at the middle of a ply"');
      await see(author, 'document.querySelector(".prompt b").innerText.startsWith("In the middle of ply")');
      await author.click('#steps button:nth-child(3)');
      await asked(bob, 'Your turn');
      await author.click('.row:last-of-type .line');
      await see(author, '$("why").innerText.includes("me.draw()")');
      assert.ok((await author.eval('document.querySelector("a.at").getAttribute("href")')).endsWith('/scripts/rules/classic.rhai:19'));
      await command(author, ':help', '$("why").innerText.includes(":help")');
      assert.equal(await author.eval('(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector("#why .report"))'), 0, 'lines end within words');
      await command(author, ':odds', '$("why").innerText.includes(":odds")');
      await author.click('#seen button:nth-child(3)');
      await see(author, 'document.querySelectorAll("#seats .face").length === 0');
      await shot(author, 'author');
      await author.click('#seen button:nth-child(1)');
      await see(author, 'document.querySelectorAll("#seats .face").length > 0');
      await author.click('#to-notes');
      await author.eval('document.querySelector("#position ~ .tools button").click()');
      await see(author, '$("position").value.startsWith(":table ann:")');
      await shot(author, 'author-notes');
      await author.click('#seats .count.value');
      await see(author, '$("why").innerText.includes("The last change of ann.hand")');
      await author.click('#why .tool');
      await see(author, '$("why").innerText.includes(":last-change ann.hand")');
      await see(ann, '$("hand").children.length === 8');
    },

    async 'a whole evening on four phones'() {
      const NAMES = ['zoe', 'eve', 'max', 'ida'], card = body => `//! Zap.\n\nfn resolve(me) { ${body} }\n`;
      const files = { 'scripts/cards/zap.rhai': card('me.draw();'), 'variants/evening.json': JSON.stringify({ name: 'Evening', extends: 'classic', deck: { zap: 4 } }) };
      table = await serve(program, { game: ['evening', 'a', 'b', 'c', 'd'], files, window: WINDOW });
      const author = await join_table(browser, table, 'author');
      const phones = [];
      for (const [i, name] of NAMES.entries()) {
        const page = Object.assign(await browser.page({ ...NARROW, dark: i % 2 === 1 }), { who: name });
        await page.go(table.links.room);
        await see(page, 'document.activeElement === $("name")');
        await page.type(name);
        await page.press('Enter');
        await see(page, `live.viewer === ${JSON.stringify(name)} && document.querySelector(".pile.draw")`);
        assert.equal((await page.eval('document.querySelector(".empty .rules")?.innerText ?? ""')).includes('wins'), true, 'one paragraph of rules');
        await page.click('[data-key=rules]');
        phones.push(page);
      }
      const [zoe, eve, max, ida] = phones;
      await see(author, `String(game.seats) === ${JSON.stringify(String(NAMES))}`);
      await command(author, ':table evening zoe: attack nope | eve: nope skip*2 zap | max: nope favor | ida: skip nope | draw: skip*9', '$("hand").children.length === 2');

      // A phone sleeps in a window, and comes back by its own link.
      await asked(zoe, 'Your turn');
      await choose(zoe, 'play attack');
      for (const page of [eve, max, ida]) await asked(page, 'zoe’s Attack');
      const link = await max.eval('location.href');
      await max.go('about:blank');
      await see(author, '[...document.querySelectorAll("#seats .seat")].some(seat => seat.innerText.includes("max") && seat.innerText.includes("away"))');
      await choose(eve, 'nope');
      await choose(ida, 'pass');
      await max.go(link);
      await asked(max, 'zoe’s Attack');
      await choose(max, 'pass');

      // A Nope war.
      await asked(zoe, 'eve’s Nope');
      await everybody(phones, 'eve’s Nope', page => (page === zoe ? 'nope' : 'pass'));
      await everybody(phones, 'zoe’s Nope');
      await asked(eve, 'Your turn');

      // An answer is taken back when the others agree.
      await choose(eve, 'play skip');
      await asked(max, 'eve’s Skip');
      await eve.click('[data-key=back]');
      for (const page of [zoe, max, ida]) {
        await asked(page, 'eve asks to take this back');
        await page.click('[data-key=agree]');
      }
      await asked(eve, 'Your turn');

      // The author changes a rule: the game that was played is another one now.
      await choose(eve, 'play zap');
      await everybody(phones, 'eve’s Zap');
      await see(eve, 'document.querySelectorAll("#hand .card").length > 0 && document.querySelector(".prompt b").innerText === "Your turn"');
      table.write('scripts/cards/zap.rhai', card('end_turn();'));
      await see(author, 'document.querySelector("#marks .differs")');
      await asked(eve, 'Your turn');
      await shot(eve, 'evening');

      // The end.
      await command(author, ':table evening zoe: defuse | eve: defuse | max: defuse | ida: skip | draw: exploding_kitten*3 skip*3', '$("hand").children.length === 1');
      for (const page of [zoe, eve, max]) {
        await asked(page, 'Your turn');
        await choose(page, 'draw');
        await asked(page, 'You are exploding');
        await choose(page, 'pass');
        // To explode with a Defuse in the hand is confirmed.
        await see(page, 'live.confirms');
        // It counts as a second click, not as a double one.
        await page.eval('live.asksAgain = -Infinity');
        await choose(page, 'pass');
      }
      for (const page of phones) await see(page, 'document.querySelector(".outcome strong")?.innerText.includes("ida")');
      await shot(zoe, 'evening-end');
      const { text } = await zoe.eval('new Promise(done => { HEARD.file = done; [...document.querySelectorAll(".outcome .tool, .tools .tool")].find(node => node.innerText === "Download the replay").click(); })');
      await ida.click('.again');
      for (const page of phones) {
        await see(page, `!document.querySelector(".outcome") && game.seats.length === 4 && ${JSON.stringify(NAMES)}.every(name => game.seats.includes(name)) && live.viewer === ${JSON.stringify(page.who)}`);
      }
      await Promise.any(phones.map(page => asked(page, 'Your turn')));
      table.write('replay.html', text);
      const replay = Object.assign(await browser.page(NARROW), { who: 'replay' });
      await replay.go(`file://${join(table.folder, 'replay.html')}`);
      await replay.eval('go(last)');
      await see(replay, 'document.querySelector(".outcome strong").innerText.includes("ida")');
      for (const page of [...phones, replay]) assert.equal(await page.eval('document.documentElement.scrollWidth > innerWidth'), false, page.who);
    },

    async 'a live edit with another way of the game'() {
      const card = body => `//! Zap.\n\nfn resolve(me) { ${body} }\n`;
      const files = { 'scripts/cards/zap.rhai': card('me.draw();'), 'variants/zaps.json': JSON.stringify({ name: 'Zaps', extends: 'classic', deck: { zap: 4 } }) };
      const [ann, author] = await at({ game: ['zaps', 'ann', 'bob'], files }, ['ann', 'author']);
      const bob = await join_table(browser, table, 'bob');
      await command(author, ':table zaps ann: zap | bob: skip | draw: skip*4', '$("hand").children.length === 1');
      // A card without a drawing has a letter, large and in the middle.
      await see(ann, `(() => {
        const letter = document.querySelector('#hand use[href="#letter-Z"]'), [{ x, width, height }, whole] = [letter, letter.closest('svg')].map(node => node.getBoundingClientRect());
        return Math.abs(x + width / 2 - whole.x - whole.width / 2) < 2 && height > whole.height * 0.6;
      })()`);
      await choose(ann, 'play zap');
      await everybody([ann, bob], 'ann’s Zap');
      await asked(ann, 'Your turn');
      table.write('scripts/cards/zap.rhai', card('me.draw()'.repeat(2)));
      await see(author, '$("why").innerText.includes("zap.rhai:3")');
      assert.ok(await author.eval(ALIGNED), 'the caret stands under the error');
      await shot(author, 'errors');
      assert.equal((await shown(ann)).prompt, 'Your turn');
      table.write('scripts/cards/zap.rhai', card('end_turn();'));
      await see(author, 'document.querySelector("#marks .differs")');
      const lines = await author.eval('[...document.querySelectorAll("#why .report span")].map(line => [line.className, line.innerText.trim()])');
      for (const name of ['old', 'new']) assert.ok(lines.some(([kind, text]) => kind === name && text.startsWith(`${name}: `)), `${name}: ${JSON.stringify(lines)}`);
      await asked(bob, 'Your turn');
      table.write('scripts/cards/zap.rhai', card('me.drw();'));
      await see(author, '$("why").innerText.includes("L0101")');
      assert.ok(await author.eval(ALIGNED), 'an error of rules that are played has its caret, too');
      table.write('scripts/cards/zap.rhai', card('end_turn();'));
      await see(author, '$("why").hidden || !$("why").innerText.includes("L0101")');
    },

    async 'friends come in by one link, a name and a click'() {
      table = await serve(program, { game: ['classic', 'ann', 'bob'] });
      const come = async (who, look) => {
        const page = Object.assign(await browser.page(look), { who });
        await page.go(table.links.room);
        await see(page, 'document.activeElement === $("name")');
        return page;
      };
      const [zoe, eve] = [await come('zoe', NARROW), await come('eve', NARROW)], author = await join_table(browser, table, 'author');
      await see(author, 'document.querySelector(".center .qr") && document.querySelector(".center code").innerText.includes("#room.")');
      await shot(author, 'invitation');
      await shot(zoe, 'room-narrow');
      await zoe.type('zoe');
      await zoe.click('[data-key="seat ann"]');
      await see(zoe, 'document.querySelector(".pile.draw") && live.viewer === "zoe"');
      assert.ok((await zoe.eval('location.hash')).startsWith('#zoe.'));
      await see(eve, 'document.querySelector(".lobby .taken").innerText.includes("here")');
      await eve.type('zoe');
      await eve.press('Enter');
      await see(eve, '$("refused").innerText.includes("taken")');
      await eve.eval('$("name").value = ""');
      await eve.type('eve the first');
      await eve.press('Enter');
      await see(eve, 'document.querySelector(".pile.draw") && $("state").innerText === "here you are called eve_the_first"');
      await see(author, '!document.querySelector(".center .qr")');
      await see(zoe, 'String(game.seats) === "zoe,eve_the_first"');
      await zoe.reload();
      await see(zoe, 'document.querySelector(".pile.draw") && live.viewer === "zoe"');
      await author.click('#to-notes');
      await author.eval('[...document.querySelectorAll("#agents li")][1].querySelector(".tool[title*=ends]").click()');
      await see(eve, '$("state").innerText.includes("freed this seat")');
      eve.complaints.splice(0);
    },

    async 'the page speaks the language of the titles'() {
      const [ann, bob, author] = await at({ game: ['classic', 'ann', 'bob'], more: ['--lang', 'fr'] }, ['ann', 'bob', 'author'], [NARROW]);
      await command(author, ':table classic ann: attack | bob: nope | draw: skip*4', '$("hand").children.length === 1');
      await asked(ann, 'À vous de jouer');
      assert.equal(await ann.eval('document.documentElement.lang + $("story").closest("[lang]").lang'), 'fren');
      assert.deepEqual(await ann.eval('[$("last").firstChild.textContent, $("last").firstChild.lang]'), ['la partie commence', 'fr']);
      await choose(ann, 'play attack');
      await see(bob, 'document.querySelector(".prompt small").innerText.includes("annulerait") && document.querySelector(".options [data-key=pass]").innerText.startsWith("Passer")');
      await shot(ann, 'french-narrow');
      const room = Object.assign(await browser.page(NARROW), { who: 'room' });
      await room.go(table.links.room);
      await see(room, 'document.querySelector(".lobby h2").innerText === "Entrez"');
    },

    async 'a reload and a lost connection in the middle of a decision'() {
      const [ann, bob] = await at({ game: ['classic', ...SEATS], more: ['--seed', '3'] }, ['ann', 'bob']);
      await asked(ann, 'Your turn');
      const before = await shown(ann);
      await ann.reload();
      await asked(ann, 'Your turn');
      assert.deepEqual(await shown(ann), before);
      await ann.eval('socket.close()');
      await see(ann, '$("state").innerText.startsWith("connection lost") && document.querySelectorAll(".options button").length === 0');
      await see(ann, '$("state").innerText === "" && document.querySelector(".options button")');
      await ann.click('.pile.draw .card');
      await see(bob, '$("turn").innerText.startsWith("your")');
      await bob.go('about:blank');
      await bob.go(table.links.bob.replace(/.$/, last => (last === '0' ? '1' : '0')));
      await see(bob, 'document.querySelector("#state button").innerText === "Load again"');
      await shot(bob, 'wrong-link');
    },

    async 'a clock, more time, passing, a pause and downloads'() {
      const [ann, bob, author] = await at({ game: ['classic', ...SEATS], window: WINDOW, more: ['--seed', '3'] }, ['ann', 'bob', 'author'], [WIDE, NARROW]);
      await asked(ann, 'Your turn');
      await ann.click('#hand .raised');
      await asked(bob, 'ann’s Skip');
      const left = Number(await bob.eval('$("clock").innerText'));
      assert.ok(left > 0 && left <= WINDOW, `${left} seconds`);
      await shot(bob, 'clock-narrow');
      await bob.eval(`globalThis.hasGrown = false; globalThis.last = Number($('clock').innerText); new MutationObserver(() => {
        const now = Number($('clock')?.innerText ?? globalThis.last);
        globalThis.hasGrown ||= now > globalThis.last;
        globalThis.last = now;
      }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
      await bob.click('[data-key=time]');
      await see(ann, '$("seats").innerText.includes("needs more time")');
      await see(bob, `globalThis.hasGrown && !document.querySelector('[data-key=time]')`);
      await bob.click('[data-key=passing]');
      await see(ann, '$("seats").innerText.includes("passing")');
      await see(bob, 'document.querySelector("[data-key=passing]").ariaPressed === "true"');
      await author.click('#to-notes');
      await tool(author, 'Pause');
      await see(bob, '$("state").innerText === "paused by the author" && document.querySelectorAll(".options button").length === 0');
      await tool(author, 'Go on');
      await see(ann, '$("state").innerText === ""');
      await command(author, ':save game.json', '$("state").innerText === "game.json is downloaded"');
      for (const what of ['game', 'session', 'notes']) {
        const size = await author.eval(`new Promise(done => {
          HEARD.file = ({ name, text }) => done(name.length * text.length);
          [...document.querySelectorAll('.tool')].find(tool => tool.innerText === '${what}').click();
        })`);
        assert.ok(size > 0, what);
      }
    },

    async 'answers without scrolling on the smallest phone'() {
      const [ann, bob, author] = await at({ game: ['classic', ...SEATS], window: WINDOW }, ['ann', 'bob', 'author'], [SMALL, SMALL, WIDE]);
      await command(author, ':table classic ann: attack skip favor shuffle see_the_future tacocat tacocat beard_cat*2 defuse | bob: nope skip*8 | cat: nope | draw: exploding_kitten skip*4', '$("hand").children.length > 4');
      await see(ann, 'document.querySelectorAll("#seats .seat")[1].innerText.includes("1 card")');
      await asked(ann, 'Your turn');
      assert.equal((await shown(ann)).keys[0], 'draw');
      assert.equal(await ann.eval('document.querySelectorAll(".extras button").length'), 0);
      await ann.eval('document.querySelector(".options").scrollTop = 999');
      await isInView(ann, '.options [data-key=draw]');
      await shot(ann, 'turn-small');
      await choose(ann, 'play skip');
      await asked(bob, 'ann’s Skip');
      await isInView(bob, '.options button, #clock');
      await bob.click('[data-key=passing]');
      await shot(bob, 'window-small');
      await command(author, ':table classic ann: defuse skip | bob: nope | cat: nope | draw: exploding_kitten skip*4', '$("hand").children.length === 2');
      await see(ann, '$("hand").children.length === 2');
      await asked(ann, 'Your turn');
      await choose(ann, 'draw');
      await asked(ann, 'You are exploding');
      await choose(ann, 'pass');
      await see(ann, 'document.querySelector(".options [data-key=pass]").innerText === "Pass and explode?"');
      await shot(ann, 'explode-small');
      await choose(ann, 'defuse');
      await asked(ann, 'How deep does the kitten go?');
      assert.equal(await ann.eval('document.querySelector(".prompt small").innerText'), '0 = on top');
      await command(author, ':table classic ann: skip | bob: nope | cat: nope | draw: exploding_kitten defuse skip*4', '$("hand").children.length === 1');
      await see(ann, '$("hand").children.length === 1');
      await asked(ann, 'Your turn');
      await ann.eval('$("to-cards").click(); $("last").click()');
      const fit = '[...document.querySelectorAll("#cards li:has(i)")].every(row => { const [i, svg] = ["i", "svg"].map(part => row.querySelector(part).getBoundingClientRect()); return svg.top >= i.top && svg.bottom <= i.bottom; })';
      assert.ok(await ann.eval(fit), 'icons are in their circles');
      await shot(ann, 'cards-small');
    },

    async 'a decision and its hand in sight on a laptop'() {
      const five = ['ann', 'bob', 'cat', 'dan', 'eve'], LAPTOPS = [[1366, 768], [1024, 768]];
      const [ann, author] = await at({ game: ['classic', ...five] }, ['ann', 'author']);
      const fits = async page => {
        for (const [width, height] of LAPTOPS) {
          await page.look({ width, height });
          await isInView(page, '.prompt, .options.main button');
          await see(page, `[...document.querySelectorAll('#hand .card')].every(card => {
            const { left, top } = card.getBoundingClientRect();
            return card.contains(document.elementFromPoint(left + 14, top + 30));
          }) && document.querySelector('#hand .card')`);
        }
      };
      for (const page of [ann, author]) await page.eval('document.querySelector("[data-key=rules]")?.click()');
      await command(author, ':table classic ann: attack nope skip favor shuffle tacocat*2 see_the_future | bob: nope skip*3 | cat: nope | dan: nope | eve: nope skip | draw: skip*6', '$("hand").children.length === 8');
      await asked(ann, 'Your turn');
      for (const page of [ann, author]) await fits(page);
      for (const line of ['ann: play attack', 'bob: nope', 'cat: nope']) await command(author, line);
      await see(author, 'document.querySelector(".prompt b").innerText === "dan may answer cat’s Nope" && $("holder").innerText === "dan’s hand" && document.querySelector(".seat.asked").dataset.seat === "dan"');
      for (const page of [ann, author]) await fits(page);
      await command(author, ':table classic ann: attack nope skip favor tacocat beard_cat cattermelon hairy_potato_cat rainbow_cat defuse see_the_future shuffle | bob: nope | cat: nope | dan: - | eve: - | draw: skip*6', '$("hand").children.length === 12');
      await see(ann, '$("hand").children.length === 12');
      for (const width of [768, 1024, 1440]) {
        await ann.look({ width, height: 900 });
        await see(ann, '$("hand").scrollWidth <= $("hand").clientWidth');
      }
    },

    async 'a story that opens at its end'() {
      const [ann, author] = await at({ game: ['classic', ...SEATS] }, ['ann', 'author'], [SMALL]);
      await command(author, ':table classic ann: skip | bob: skip | cat: skip | draw: skip*20', '$("hand").children.length === 1');
      for (let i = 0; i < 12; i += 1) await command(author, `${SEATS[i % 3]}: draw`);
      const isAtEnd = () => see(ann, '$("story").scrollTop > 0 && $("story").scrollTop + $("story").clientHeight >= $("story").scrollHeight - 1');
      await see(ann, 'document.querySelectorAll("#story .line").length >= 12');
      await ann.click('#last');
      await isAtEnd();
      await ann.eval('$("story").scrollTop = 0');
      await ann.click('#to-notes');
      await ann.click('#to-story');
      await isAtEnd();
    },

    async 'a phone on its side'() {
      const look = { width: 844, height: 390 };
      const [ann, bob, author] = await at({ game: ['board_game', ...SEATS], window: WINDOW, more: ['--seed', '3'] }, ['ann', 'bob', 'author'], [look, look, look]);
      await asked(ann, 'Your turn');
      for (const page of [ann, author]) await isInView(page, '.options [data-key=draw], #hand li:first-child, #seats .seat:first-child, .pile .card, #last');
      await isInView(author, '#steps button, #seen button');
      await shot(ann, 'board-side');
      await shot(author, 'author-side');
      await ann.click('#hand .raised');
      await see(bob, 'document.querySelector(".options [data-key=pass]")');
      await isInView(bob, '.options button, #clock, .extras button, .stack .card');
      await shot(bob, 'window-side');
      await author.click('#last');
      await isInView(author, '#input, #close');
      assert.equal((await shown(ann)).isWide, false);
    },

    async 'a phone on its side says that options follow, and what a card does'() {
      const look = { width: 740, height: 360 };
      const [ann, bob, author] = await at({ game: ['classic', ...SEATS] }, ['ann', 'bob', 'author'], [look, look]);
      await command(author, ':table classic ann: attack skip favor shuffle see_the_future tacocat*2 | bob: nope | cat: - | draw: skip*9', '$("hand").children.length === 7');
      await asked(ann, 'Your turn');
      await see(ann, '$("asked").scrollHeight > $("asked").clientHeight && $("asked").classList.contains("fades")');
      await command(author, 'ann: play attack');
      await asked(bob, 'ann’s Attack');
      await see(bob, 'document.querySelector(".stack .text").checkVisibility()');
    },

    async 'texts of a hostile pack'() {
      const evil = '</script><script>alert(1)</script>"><img src=x onerror=alert(1)>\u202e\u2066\u0007\'&amp;';
      const said = `${evil.replaceAll('"', '\\"')}${'z'.repeat(10_000)}`;
      const cards = { evil: { title: `Evil ${evil}`, text: `Does ${evil}` }, long: { title: 'W'.repeat(1_900), text: 'x'.repeat(1_900) } };
      const files = {
        'variants/evil.json': JSON.stringify({ name: `Evil ${evil}`, extends: 'classic', deck: { evil: 8, long: 4 } }),
        'variants/titles/en.json': JSON.stringify({ language: 'en', name: 'English', cards }),
        'scripts/cards/evil.rhai': `//! Evil.\n\nfn announce(me) { me.choose("Which ${said}?", ["a <b>", "b"]) }\n\nfn resolve(me, word) { say("${said}"); me.tell("${said}"); }\n`,
        'scripts/cards/long.rhai': '//! Long.\n\nfn resolve(me) {}\n',
      };
      const [ann, bob, author] = await at({ game: ['evil', 'ann', 'bob'], files }, ['ann', 'bob', 'author'], [WIDE, NARROW]);
      await command(author, ':table evil ann: evil long | bob: nope long | draw: skip*3', '$("hand").children.length === 2');
      await see(ann, '$("hand").children.length === 2');
      await choose(ann, 'play evil');
      await see(ann, 'document.querySelector(".options button").innerText.startsWith("a <b>")');
      await ann.click('.options button');
      await see(bob, 'document.querySelector(".options button")');
      await bob.click('.options li:last-child button');
      await see(ann, '$("story").innerText.includes("zzz")');
      await shot(bob, 'hostile-narrow');
      await shot(ann, 'hostile');
      await author.look({ width: 360, height: 640 });
      for (const page of [ann, bob, author]) {
        for (const tab of ['cards', 'notes', 'story']) {
          await page.eval(`$('to-${tab}').click()`);
          assert.equal((await shown(page)).isWide, false, `${page.who}, ${tab}`);
        }
        assert.equal(await page.eval('document.querySelectorAll("img, iframe, script, [onerror]").length'), 2, 'texts are only texts');
        assert.equal(await page.eval('/[\\u202e\\u2066\\u0007]/.test(document.body.innerHTML.replaceAll(/data-key="[^"]*"/g, "") + document.title)'), false, 'controls are escaped');
      }
    },

    async 'names of a hostile pack that every object has'() {
      const names = ['constructor', 'toString', '__proto__'];
      const [guest, other, author] = await at({ game: ['classic', ...names] }, [...names.slice(0, 2), 'author']);
      await command(author, `:table classic ${names.map(name => `${name}: -`).join(' | ')} | draw: exploding_kitten*2 skip`);
      for (const line of [':mark constructor', 'constructor: draw', 'toString: draw']) await command(author, line);
      await tool(other, 'Bravo');
      await see(guest, 'document.querySelector(".reaction") && document.querySelector(".outcome")');
      assert.equal(await guest.eval('document.querySelectorAll(".reaction").length'), 1);
      await author.eval('$("to-notes").click()');
      const { text } = await guest.eval(`new Promise(done => { HEARD.file = done; send({ type: 'download', what: 'replay' }); })`);
      table.write('replay.html', text);
      const replay = await browser.page();
      await replay.go(`file://${join(table.folder, 'replay.html')}`);
      for (const page of [guest, other, author, replay]) {
        const shown = await page.eval('document.documentElement.outerHTML.replaceAll(/<script[^]*?<\\/script>/g, "")');
        assert.doesNotMatch(shown, /native code|\[object/, page.who ?? 'a replay');
      }
    },

    async 'images of a hostile pack'() {
      const heard = [], spy = createServer((request, answer) => { heard.push(request.url); answer.end(); });
      await new Promise(done => spy.listen(0, '127.0.0.1', done));
      const address = `http://127.0.0.1:${spy.address().port}`;
      const art = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="80" height="60" onload="parent.hacked = top.hacked = 1; fetch('${address}/load')">
        <style>@import url("${address}/import"); @font-face { font-family: f; src: url("${address}/font"); } rect { fill: url("${address}/fill#a"); }</style>
        <a xlink:href="${address}/link" target="_top"><rect width="80" height="60" onclick="fetch('${address}/click')" style="background: url(${address}/style)"/></a>
        <animate attributeName="onload" begin="0s" onbegin="fetch('${address}/begin')"/><text y="30" font-family="f">TAX</text><circle cx="60" cy="40" r="15" fill="#c33"/></svg>`;
      const files = {
        'art/tax.svg': art, 'scripts/cards/tax.rhai': '//! Tax: nothing.\n\nfn resolve(me) {}\n',
        'variants/taxes.json': JSON.stringify({ name: 'Taxes', extends: 'classic', deck: { tax: 8 } }),
        'variants/titles/en.json': JSON.stringify({ language: 'en', name: 'English', cards: { tax: { title: 'Tax', text: 'Nothing happens.', image: 'art/tax.svg' } } }),
        'game.session.md': '# A game\n\n```litterbox\n> :table taxes ann: tax skip | bob: skip | draw: skip*3\n```\n',
      };
      try {
        const [ann, author] = await at({ game: ['taxes', 'ann', 'bob'], files }, ['ann', 'author']);
        await command(author, ':table taxes ann: tax*2 skip | bob: nope tax | draw: skip*3', '$("hand").children.length === 3');
        await see(ann, '$("hand").children.length === 3');
        const seen = 'document.querySelector("#hand img")?.complete && [...document.images].every(image => image.naturalWidth > 0 && image.src.startsWith("data:image/svg+xml") && image.alt === "")';
        await see(ann, seen);
        await ann.click('#hand img');
        await asked(ann, 'Your turn').catch(() => {});
        await shot(ann, 'images');
        await run(program, table.folder, ['replay', 'game.session.md', '--out', 'game.html']);
        await run(program, table.folder, ['print', 'taxes', '--out', 'cards.html', '--kinds', 'tax']);
        const pages = [ann];
        for (const [name, wait] of [['game', seen.replace('#hand ', '')], ['cards', 'document.images.length > 0 && [...document.images].every(image => image.naturalWidth > 0)']]) {
          const page = Object.assign(await browser.page(), { who: name });
          await page.go(`file://${join(table.folder, `${name}.html`)}`);
          await see(page, wait);
          await shot(page, `images-${name}`);
          pages.push(page);
        }
        for (const page of pages) assert.equal(await page.eval('window.hacked ?? 0'), 0, page.who);
        assert.deepEqual(heard, [], 'an image asks for nothing');
      } finally {
        spy.close();
      }
    },

    async 'by keys alone'() {
      const [ann, bob] = await at({ game: ['classic', ...SEATS], more: ['--seed', '3'] }, ['ann', 'bob']);
      await asked(ann, 'Your turn');
      await ann.press('1');
      await asked(bob, 'Your turn');
      assert.equal((await shown(ann)).focus, 'prompt');
      for (let i = 0; i < 60 && !(await bob.eval('document.activeElement.dataset?.key === "draw"')); i += 1) await bob.press('Tab');
      await bob.press('Enter');
      await see(bob, '$("turn").innerText.startsWith("cat")');
      assert.equal((await shown(bob)).focus, 'prompt');
      for (let i = 0; i < 60 && !(await bob.eval('document.activeElement.id === "to-notes"')); i += 1) await bob.press('Tab');
      await bob.press('Enter');
      for (let i = 0; i < 9 && !(await bob.eval('document.activeElement.id === "flag"')); i += 1) await bob.press('Tab');
      await bob.type('12 is a digit, but no answer');
      await bob.press('Tab');
      await bob.press('Enter');
      await see(bob, '$("flag").value === "" && $("state").innerText.startsWith("flagged")');
    },

    async 'digits type numbers, and an Enter answers'() {
      const [ann, author] = await at({ game: ['asking', ...SEATS], files: FILES }, ['ann', 'author']);
      const ask = async (kind, prompt) => {
        await command(author, `:table asking ann: ${kind} skip | bob: - | cat: - | draw: skip*6`, '$("hand").children.length === 2');
        await see(ann, `document.querySelector('[data-key="play ${kind}"]')`);
        await choose(ann, `play ${kind}`);
        await asked(ann, prompt);
      };
      const isAt = key => see(ann, `document.activeElement.dataset.key === ${JSON.stringify(key)}`);
      await ask('ask_number', 'Which number?');
      for (const digit of '13') await ann.press(digit);
      await isAt('13');
      assert.equal((await shown(ann)).prompt, 'Which number?', 'a digit answers nothing');
      await ann.press('Enter');
      await tells(ann, 'dialled: 13');
      await ask('ask_few', 'Bet how much?');
      for (const digit of '3') await ann.press(digit);
      await isAt('3');
      for (const digit of '-1') await ann.press(digit);
      await isAt('-1');
      await ann.press('Enter');
      await tells(ann, 'bet: -1');
      await ask('ask_depth', 'How deep?');
      await ann.press('3');
      await isAt('3');
      await ann.press('Enter');
      await tells(ann, 'buried: 3');
      await ask('ask_counted', 'How many?');
      await ann.press('2');
      await see(ann, 'document.activeElement.textContent === "2 cards"');
      await ann.press('9');
      assert.equal((await shown(ann)).prompt, 'How many?');
      assert.equal(await ann.eval('document.querySelectorAll(".options kbd").length'), 0);
    },

    async 'without violations of accessibility, light and dark, wide and narrow'() {
      if (!axe) return 'SKIPPED, axe-core is not installed: accessibility';
      table = await serve(program, { game: ['classic', ...SEATS], more: ['--seed', '3'] });
      const bad = [];
      for (const look of [WIDE, NARROW]) {
        for (const dark of [false, true]) {
          for (const who of ['ann', 'author']) {
            const page = await join_table(browser, table, who, { ...look, dark });
            await page.eval(`${axe};0`);
            for (const tab of ['story', 'cards', 'notes']) {
              await page.eval(`document.body.classList.toggle('side-open', ${tab !== 'story'}); $('to-${tab}').click()`);
              const found = await page.eval('axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`))');
              if (await page.eval('document.documentElement.scrollWidth > innerWidth')) found.push('scrolls sideways');
              bad.push(...found.map(text => `${who}, ${tab}, ${look.width}, ${dark ? 'dark' : 'light'}: ${text}`));
            }
            await page.close();
          }
        }
      }
      assert.deepEqual(bad, []);
    },
  };
  return { games, shot, stop: () => [table, bench, empty].forEach(one => one?.stop()) };
}

/** Plays the scenarios with these words in their names. Returns what each reports. */
export const play = (context, names) => playAll(scenarios, context, names);
export async function playAll(scenarios, context, names) {
  const said = [];
  for (const name of Object.keys(scenarios(context).games)) {
    if (names.length > 0 && !names.some(part => name.includes(part))) continue;
    const browser = context.browser.share(), { games, shot, stop } = scenarios({ ...context, browser });
    try {
      const skipped = await games[name]();
      for (const page of browser.pages()) assert.deepEqual(page.complaints, [], 'the page complains');
      said.push(skipped ?? `ok ${name}`);
    } catch (error) {
      said.push(`FAILED ${name}: ${error.stack}`);
      for (const page of browser.pages()) await shot(page, `failed-${page.who}`).catch(() => {});
    } finally {
      stop();
      for (const page of browser.pages()) await page.close();
    }
  }
  return said;
}
