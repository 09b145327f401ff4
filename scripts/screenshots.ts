import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser, signInAt } from '../e2e/support/launch.ts';
import { buildConsole } from './console-build.ts';
import { startDemo } from './demo.ts';
import { freePort } from './free-port.ts';
import { startStack } from './stack.ts';

/** `npm run screenshots`: docs/screenshots, each page in both themes, from the demo installation. */
const PAGES: Readonly<Record<string, string>> = {
  main: '/main',
  'setting-group': '/setting/group/meta-list',
  'setting-group-sub-list': '/setting/group/sub-list?metaGroupId=1',
  'setting-group-sub': '/setting/group/sub?subGroupId=1',
  'setting-user': '/setting/user',
  'setting-user-registration': '/setting/user/registration',
  'setting-logo': '/setting/logo',
};
const THEMES = { light: 'lightTheme', dark: 'darkTheme' } as const;
const folder = join(import.meta.dirname, '../docs/screenshots');

buildConsole();
const dataDir = await mkdtemp(join(tmpdir(), 'gwanje-shots-'));
const [port, loginPort] = [await freePort(), await freePort()];
const address = { consoleUrl: `http://localhost:${port}`, loginUrl: `http://localhost:${loginPort}` };
const stack = await startStack({ dataDir, port, loginPort, env: { GWANJE_DEMO: '1' } });
await startDemo(stack, {
  dataDir,
  serverPort: port,
  simulatorPort: 0,
  pods: 1500,
  historySec: 26 * 3600,
});
const browser = await launchBrowser();
try {
  for (const [name, theme] of Object.entries(THEMES)) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'ko-KR',
      timezoneId: 'Asia/Seoul',
      colorScheme: name === 'dark' ? 'dark' : 'light',
    });
    await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
    const page = await context.newPage();
    await page.goto(`${address.loginUrl}/login`);
    await page.screenshot({ path: join(folder, `login-${name}.png`) });
    await signInAt(page, address, 'key', '/main', 'gwanje-demo');
    for (const [file, path] of Object.entries(PAGES)) {
      await page.goto(address.consoleUrl + path, { waitUntil: 'load' });
      await page.screenshot({ path: join(folder, `${file}-${name}.png`) });
    }
    await context.close();
  }
} finally {
  await browser.close();
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}
