// The packaged extension in a real VS Code: its server build from npm, with a headless browser as its window. Arguments: the browser, the
// program, the package, the folder of code-server, a folder to work in, and a folder for pictures or `-`. Prints a line for each step.

import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '../browser/chromium.mjs';

const [browserProgram, program, vsix, codeServer, home, shots] = process.argv.slice(2);
const main = join(codeServer, 'lib/vscode/out/server-main.js');
const [data, project, suite, told] = ['data', 'project', 'suite', 'told.txt'].map(name => join(home, name));

mkdirSync(join(data, 'data/Machine'), { recursive: true });
mkdirSync(join(data, 'data/User'), { recursive: true });
const settings = {
  'litterbox.path': program, 'telemetry.telemetryLevel': 'off', 'extensions.autoCheckUpdates': false, 'workbench.startupEditor': 'none',
  'update.mode': 'none', 'files.simpleDialog.enable': true, 'git.enabled': false, 'workbench.tips.enabled': false,
};
for (const of of ['Machine', 'User']) writeFileSync(join(data, 'data', of, 'settings.json'), JSON.stringify(settings));
execFileSync(program, ['new', 'project', project], { stdio: 'ignore' });
cpSync(join(import.meta.dirname, 'suite'), suite, { recursive: true });

const env = { ...process.env, LITTERBOX_TOLD: told, EXTENSIONS_GALLERY: '{}' };
const common = ['--server-data-dir', data, '--accept-server-license-terms'];
execFileSync(process.execPath, [main, ...common, '--install-extension', vsix], { env, stdio: 'ignore' });
const server = spawn(process.execPath, [main, ...common, '--host', '127.0.0.1', '--port', '0', '--without-connection-token'], { env });
const port = await new Promise((done, failed) => {
  let said = '';
  server.stdout.on('data', text => {
    said += text;
    const found = /listening on (\d+)/.exec(said);
    if (found) done(found[1]);
  });
  server.once('exit', code => failed(new Error(`the server ended with ${code}: ${said}`)));
});
const browser = await chromium(browserProgram);
const page = await browser.share().page({ width: 1240, height: 760 });
const pause = () => page.until('true');
const lines = () => (existsSync(told) ? readFileSync(told, 'utf8').split('\n').filter(Boolean) : []);
try {
  const payload = JSON.stringify([['extensionDevelopmentPath', `vscode-remote://remote${suite}`]]);
  await page.go(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(project)}&payload=${encodeURIComponent(payload)}`);
  // The folder is not trusted yet: the editor asks.
  const trust = `[...document.querySelectorAll('.monaco-dialog-box .monaco-button')].find(button => button.textContent.startsWith('Yes'))`;
  await page.until(trust);
  while (!lines().some(line => line.startsWith('untrusted'))) await pause();
  // A dialog that is still being drawn takes no click.
  while (await page.eval(`Boolean(${trust})`)) {
    await page.eval(`${trust}.id = 'trust'`);
    await page.click('#trust', 4).catch(() => {});
    await pause();
  }
  for (let seen = 0; ; ) {
    const all = lines(), news = all.slice(seen);
    seen = all.length;
    for (const line of news) {
      const shot = /^picture (\w+)$/.exec(line);
      if (!shot) console.log(line);
      else if (shots !== '-') await page.shot(join(shots, `${shot[1]}.png`));
      if (shot) writeFileSync(join(home, `${shot[1]}.shot`), '');
    }
    if (news.some(line => line === 'done' || line.startsWith('FAILED'))) break;
    await pause();
  }
} finally {
  await browser.close();
  server.kill();
}
process.exitCode = lines().includes('done') ? 0 : 1;
