// A table of `litterbox serve` with a page for each link.

import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';

export const WIDE = { width: 1280, height: 800 }, NARROW = { width: 390, height: 844 }, SMALL = { width: 360, height: 640 };

/** Runs the program, which must succeed. Returns what it writes. */
export const run = (program, folder, line) => new Promise((done, failed) => {
  execFile(program, line, { cwd: folder, maxBuffer: 1 << 26 }, (error, stdout) => (error ? failed(error) : done(stdout)));
});

/** Serves a game. `files` are put into its folder first. */
export const serve = (program, { game, window = 0, files = {}, more = [] }) => start(program, ['serve', ...game, '--window', String(window), ...more], files);

/** Starts a program that prints links, the author's last. `files` are put into its folder first. */
export async function start(program, words, files = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'litterbox-table-'));
  const write = (name, text) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const environment = { ...process.env, XDG_STATE_HOME: join(folder, 'state'), XDG_CONFIG_HOME: join(folder, 'config') };
  const child = spawn(program, words, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const links = await new Promise((done, failed) => {
    const hear = text => {
      said += text;
      const found = [...said.matchAll(/(http:\/\/\S+\/#([^\s.]+)\.\S+)/g)].map(([, link, who]) => [who, link]);
      if (/#author\.\S+\s/.test(said)) done(Object.fromEntries(found));
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.once('exit', code => failed(new Error(`the server ended with ${code}: ${said}`)));
  });
  return { links, write, folder, said: () => said, stop() { child.kill('SIGKILL'); } };
}

/** Opens the link of somebody, and waits for the table. */
export async function join_table(browser, table, who, look = WIDE) {
  const page = await browser.page(look);
  await page.go(table.links[who]);
  await page.until('document.querySelector(".pile.draw, .outcome")');
  return Object.assign(page, { who });
}

// In a page: hears what is answered to `sync`, of which nothing is shown. A new game, a connection that comes back and another
// viewer bring a snapshot that nobody has asked for.
const LISTEN = `{
  globalThis.syncs = [];
  const { welcome, snapshot } = HEARD;
  let isWelcomed = false;
  HEARD.welcome = message => { isWelcomed = true; welcome(message); };
  HEARD.snapshot = message => {
    const isOwn = isWelcomed || message.viewer !== live.viewer || syncs.length === 0;
    isWelcomed = false;
    if (isOwn) return snapshot(message);
    drawIfDue();
    requestAnimationFrame(syncs.shift());
  };
}`;

/**
 * Waits until a connected page of a table shows what the server knows now: it may hear and draw it later than the pages of others.
 * Messages come in order, so that the answer comes after all news.
 */
export const sync = page => page.eval(`new Promise(done => {
  if (typeof HEARD === 'undefined' || !isOpen() || live.role === 'room') return done();
  if (!globalThis.syncs) ${LISTEN}
  syncs.push(() => done());
  socket.addEventListener('close', () => { syncs.length = 0; done(); }, { once: true });
  send({ type: 'snapshot' });
})`);

const SHOWN = `(() => {
  const texts = selector => [...document.querySelectorAll(selector)].map(node => node.innerText.replace(/\\s+/g, ' ').trim());
  return {
    title: document.title, turn: texts('#turn')[0], prompt: texts('.prompt b')[0] ?? '', options: texts('.options button'), keys: [...document.querySelectorAll('.options button')].map(node => node.dataset.key),
    kept: texts('.options .chosen')[0] ?? null, hand: [...document.querySelectorAll('#hand .card')].map(node => node.getAttribute('aria-label')),
    stack: [...document.querySelectorAll('.stack .card')].map(node => node.getAttribute('aria-label')), story: texts('.line:not([hidden]) > span:first-child'),
    outcome: texts('.outcome strong')[0] ?? null, isBusy: $('asked').ariaBusy === 'true', focus: document.activeElement?.className ?? '', isWide: document.documentElement.scrollWidth > innerWidth,
  };
})()`;

/** Reads what a page shows of what the server knows now. */
export async function shown(page) {
  await sync(page);
  return page.eval(SHOWN);
}

/** Chooses the option with this id, by a click. */
export async function choose(page, key) {
  await page.click(`.options button[data-key=${JSON.stringify(key)}]`);
}

/** Types a line into the author's console, and waits for its effect. */
export async function command(author, line, effect = 'true') {
  await author.eval('$("input").focus()');
  await author.type(line);
  await author.press('Enter');
  await author.until(effect);
}
