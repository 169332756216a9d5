// Takes pictures of a viewer page without VS Code, to look at while one works on it:
// `node --import tsx test/page/shoot.ts NAME '{"page":"list","query":{}}' [rows=200000 brokenEvery=97 indexed=0.63 ...]`
// writes NAME in every theme, wide and narrow, to test-results/screenshots/.
import path from 'node:path';
import { openBrowser } from '../vscode/browser.ts';
import { startPageServer, themeClasses } from './pageServer.ts';

const [name = 'page', route = '{"page":"list","query":{}}', ...extra] = process.argv.slice(2);
/** Path of another panel's pages, for example `at=label`. */
const at = extra.find((one) => one.startsWith('at='))?.slice(3) ?? '';
const pictures = path.resolve(import.meta.dirname, '../../test-results/screenshots');
const only = extra
  .find((one) => one.startsWith('themes='))
  ?.slice(7)
  .split(',');

const [server, browser] = await Promise.all([startPageServer(), openBrowser()]);
process.stdout.write(`${JSON.stringify(server.sizes)}\n`);
for (const theme of only ?? Object.keys(themeClasses)) {
  for (const width of [1100, 520]) {
    const page = await browser.context.newPage();
    page.on('console', (line) => process.stdout.write(`${theme} ${width}: ${line.text()}\n`));
    page.on('pageerror', (error) =>
      process.stdout.write(`${theme} ${width}: ${error.stack ?? ''}\n`),
    );
    await page.setViewportSize({ width, height: 800 });
    const query = new URLSearchParams([
      ['theme', theme],
      ['route', route],
    ]);
    for (const one of extra) query.append(...(one.split('=', 2) as [string, string]));
    await page.goto(`${server.address}/${at}?${query.toString()}`);
    await page.waitForTimeout(600);
    await page.screenshot({ path: path.join(pictures, `${name}-${theme}-${width}.png`) });
    await page.close();
  }
}
await Promise.all([browser.close(), server.close()]);
