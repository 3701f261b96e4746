// Drives Chromium over its debugging pipe, with nothing but Node.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The time after which a page that does not do what it should counts as hanging, in milliseconds: `tests/waiting.rs` sets it. By hand: never.
const HANGING = Number(process.env.HANGING ?? Infinity);
const ARGUMENTS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync', '--disable-quic', '--disable-background-networking',
  '--disable-component-update', '--remote-debugging-pipe', '--hide-scrollbars', '--mute-audio'];

/** Opens a browser. */
export async function chromium(program) {
  const profile = mkdtempSync(join(tmpdir(), 'litterbox-browser-'));
  const child = spawn(program, [...ARGUMENTS, `--user-data-dir=${profile}`, 'about:blank'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const [, , , to, from] = child.stdio;
  const waiting = new Map(), listeners = new Map();
  let next = 1, rest = '';
  from.setEncoding('utf8').on('data', text => {
    const messages = (rest + text).split('\0');
    rest = messages.pop();
    for (const message of messages.map(one => JSON.parse(one))) {
      const { id, error, result, method, params, sessionId } = message;
      if (id) {
        const { done, failed, what } = waiting.get(id);
        waiting.delete(id);
        if (error) failed(new Error(`${what}: ${error.message}`)); else done(result);
      } else listeners.get(sessionId)?.(method, params);
    }
  });
  child.once('exit', code => {
    hasEnded = true;
    for (const { failed, what } of waiting.values()) failed(new Error(`${what}: the browser ended with ${code}`));
  });
  // A message to a browser that has ended fails, below.
  to.on('error', () => {});
  let hasEnded = false;
  const call = (method, params = {}, sessionId = undefined) => new Promise((done, failed) => {
    if (hasEnded) throw new Error(`${method}: the browser has ended`);
    waiting.set(next, { done, failed, what: method });
    to.write(`${JSON.stringify({ id: next, method, params, sessionId })}\0`);
    next += 1;
  });
  return {
    /** A share of the browser, with its own list of open pages. */
    share() {
      const open = new Set();
      return {
        async page(size) {
          const opened = await page(call, listeners, size), { close } = opened;
          open.add(opened);
          return Object.assign(opened, { close() { open.delete(opened); return close(); } });
        },
        pages: () => [...open],
      };
    },
    async close() {
      const ended = new Promise(done => child.once('exit', done));
      await call('Browser.close').catch(() => {});
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Lets a page hear each message of a socket so many milliseconds later, as one on a bad line does. */
const hearLate = late => `WebSocket.prototype.addEventListener = function (event, listener) {
  const hear = event === 'message' ? message => setTimeout(listener, ${late}, message) : listener;
  EventTarget.prototype.addEventListener.call(this, event, hear);
};`;

/** A page with cookies and storage of its own, which hears what a socket says `late` milliseconds later. */
async function page(call, listeners, { width = 1280, height = 800, dark = false, late = 0 } = {}) {
  const { browserContextId } = await call('Target.createBrowserContext');
  const { targetId } = await call('Target.createTarget', { url: 'about:blank', browserContextId, width, height });
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
  const ask = (method, params) => call(method, params, sessionId);
  const complaints = [];
  let isClosed = false;
  listeners.set(sessionId, (method, params) => {
    if (method === 'Runtime.exceptionThrown') complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === 'Log.entryAdded' && ['error', 'warning'].includes(params.entry.level)) complaints.push(params.entry.text);
    if (method === 'Runtime.consoleAPICalled') complaints.push(params.args.map(({ value, description }) => value ?? description).join(' '));
    if (method === 'Page.javascriptDialogOpening') complaints.push(`dialog ${params.message}`);
  });
  for (const domain of ['Page', 'Runtime', 'Log']) await ask(`${domain}.enable`);
  if (late) await ask('Page.addScriptToEvaluateOnNewDocument', { source: hearLate(late) });
  const self = {
    complaints,
    async look({ width: wide, height: high, dark: isDark = false, still = true, scale = 1 }) {
      await ask('Emulation.setDeviceMetricsOverride', { width: wide, height: high, deviceScaleFactor: scale, mobile: wide <= 760 });
      const features = [{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }, { name: 'prefers-reduced-motion', value: still ? 'reduce' : 'no-preference' }];
      await ask('Emulation.setEmulatedMedia', { features });
    },
    async go(url) { await ask('Page.navigate', { url }); await self.until('document.readyState === "complete"'); },
    async reload() { await self.eval('globalThis.isOld = true'); await ask('Page.reload'); await self.until('!globalThis.isOld && document.readyState === "complete"'); },
    async offline(on) { await ask('Network.emulateNetworkConditions', { offline: on, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }); },
    async eval(expression) {
      const { result, exceptionDetails } = await ask('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
      if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
      return result.value;
    },
    /** Waits for a change of the page that makes an expression true, or looks only so many times. */
    async until(expression, looks = Infinity) {
      const began = Date.now();
      for (let n = 1; ; n += 1) {
        if (isClosed) throw new Error(`the page was closed before: ${expression}`);
        const value = await self.eval(`(() => { try { return ${expression}; } catch { return false; } })()`).catch(() => false);
        if (value) return value;
        if (n >= looks || Date.now() - began > HANGING) throw new Error(`never true: ${expression}\n${await self.eval('document.body.innerText').catch(() => '')}`);
        await new Promise(done => setTimeout(done, 25));
      }
    },
    /** Waits for the middle of an element, which nothing lies over. */
    place: (selector, looks = Infinity) => self.until(`(() => {
      const node = document.querySelector(${JSON.stringify(selector)});
      if (!node || node.disabled) return null;
      node.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const { x, y, width, height } = node.getBoundingClientRect();
      const at = [x + width / 2, y + height / 2], hit = document.elementFromPoint(...at);
      return width > 0 && hit && (node === hit || node.contains(hit)) ? at : null;
    })()`, looks),
    /**
     * Presses the middle of an element, as a person does: what lies over it is pressed instead. If the page draws itself again
     * before the press and the element lies elsewhere then, it is looked for again. Returns a function that releases it.
     */
    async hold(selector, looks = Infinity) {
      const mouse = (type, [x, y], buttons = 0) => ask('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons, clickCount: 1 });
      for (;;) {
        const at = await self.place(selector, looks);
        await self.eval(`addEventListener('pointerdown', ({ target }) => { globalThis.isHeld = Boolean(target.closest(${JSON.stringify(selector)})); }, { capture: true, once: true })`);
        await mouse('mousePressed', at, 1);
        if (await self.eval('isHeld')) return () => mouse('mouseReleased', at);
        await mouse('mouseReleased', [0, 0]);
      }
    },
    /** Clicks the middle of an element. */
    async click(selector, looks = Infinity) {
      const release = await self.hold(selector, looks);
      await release();
    },
    /** Drags the middle of an element to that of another one. */
    async drag(selector, target) {
      const [x, y] = await self.place(selector), mouse = (type, at) => ask('Input.dispatchMouseEvent', { type, x: at[0], y: at[1], button: 'left', clickCount: 1 });
      await mouse('mousePressed', [x, y]);
      const to = await self.place(target);
      await mouse('mouseMoved', [x + 10, y + 10]);
      await mouse('mouseMoved', to);
      await mouse('mouseReleased', to);
    },
    /** Rests the mouse on an element: if the page draws it again, the mouse is on the new one. */
    async hover(selector) {
      const [x, y] = await self.place(selector);
      await ask('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    },
    /** Holds a key: `Tab`, `Enter`, `Escape`, `F2`, an arrow, or a character; with Control if `isControl`. Returns a function that releases it. */
    async hold_key(key, isControl = false) {
      const codes = { Tab: 9, Delete: 46, Enter: 13, Escape: 27, ArrowUp: 38, ArrowDown: 40, ArrowLeft: 37, ArrowRight: 39, F2: 113 };
      const text = isControl ? undefined : key === 'Enter' ? '\r' : key.length === 1 ? key : undefined;
      const of = { key, modifiers: isControl ? 2 : 0, code: key.length === 1 ? `Digit${key}` : key, windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0) };
      await ask('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', text, ...of });
      return () => ask('Input.dispatchKeyEvent', { type: 'keyUp', ...of });
    },
    /** Presses a key, as `hold_key` does, and releases it. */
    async press(key, isControl = false) {
      const release = await self.hold_key(key, isControl);
      await release();
    },
    async type(text) { await ask('Input.insertText', { text }); },
    /** The page as a PDF, as its style sheet says. */
    async pdf() {
      const { data } = await ask('Page.printToPDF', { preferCSSPageSize: true, printBackground: true });
      return data;
    },
    async shot(path) {
      const { data } = await ask('Page.captureScreenshot', { format: 'png' });
      writeFileSync(path, Buffer.from(data, 'base64'));
    },
    async close() { isClosed = true; await call('Target.disposeBrowserContext', { browserContextId }); },
  };
  await self.look({ width, height, dark });
  return self;
}
