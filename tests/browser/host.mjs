// One browser for all tests, each with windows of its own. Takes tasks as lines of JSON, with an id, and
// answers each with a line, in any order; it ends with its input. Arguments: the browser, the program, a
// folder for screenshots or `-`, axe-core's file or `-`; then, to look by hand, a task and its words:
// `node tests/browser/host.mjs chromium target/debug/litterbox target/browser - play digits`.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { chromium } from './chromium.mjs';
import { picture } from './picture.mjs';
import { play } from './play.mjs';
import { report } from './report.mjs';
import { states } from './states.mjs';
import { workbench } from './workbench.mjs';

const [browserProgram, program, shots, axeFile, task, ...words] = process.argv.slice(2);
const browser = await chromium(browserProgram);
const axe = axeFile === '-' ? null : readFileSync(axeFile, 'utf8');
const context = { browser, program, shots, axe, isAll: process.env.LITTERBOX_TESTS === 'all', isByHand: task !== undefined };

/** Opens a page. Returns its complaints with its PDF, or with the text by which a script of the page replaces it. */
async function open({ url, look, pdf = false }) {
  const share = browser.share(), page = await share.page(look);
  try {
    await page.look({ still: false, ...look });
    await page.go(url);
    if (!pdf) await page.until('!document.body');
    const result = pdf ? { pdf: await page.pdf() } : { text: await page.eval('document.documentElement.textContent') };
    return { ...result, complaints: page.complaints };
  } finally {
    await page.close();
  }
}

const TASKS = {
  open,
  picture: ({ names }) => picture(context, names),
  play: ({ names }) => play(context, names),
  report: () => report({ ...context, browser: browser.share() }),
  states: ({ names }) => states(context, names),
  workbench: ({ names }) => workbench(context, names),
};

if (task) {
  const said = await TASKS[task]({ names: words });
  console.log(said.join('\n'));
  process.exitCode = said.some(line => line.startsWith('FAILED')) ? 1 : 0;
} else {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, task: name, ...rest } = JSON.parse(line);
    const answer = value => process.stdout.write(`${JSON.stringify({ id, ...value })}\n`);
    TASKS[name](rest).then(result => answer({ result }), error => answer({ error: error.stack }));
  }
}
await browser.close();
