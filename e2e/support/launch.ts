import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

// The first has no window and is nearly twice as fast; the second is Debian's browser without desktop flags.
const CANDIDATES = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-extensions',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchBrowser(moreFlags: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.GWANJE_CHROMIUM ?? CANDIDATES.find((path) => existsSync(path));
  if (!executablePath) throw new Error('no Chromium found; set GWANJE_CHROMIUM');
  return chromium.launch({ executablePath, args: [...FLAGS, ...moreFlags] });
}

/** Signs in by the form of the login site; ends on the requested page. */
export async function signInAt(
  page: Page,
  { consoleUrl, loginUrl }: { readonly consoleUrl: string; readonly loginUrl: string },
  account: string,
  path: string,
  password: string,
): Promise<void> {
  await page.goto(consoleUrl + path);
  await page.waitForURL(`${loginUrl}/login**`);
  await page.getByLabel('사용자 ID').fill(account);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.waitForURL(`${consoleUrl}/**`);
}
