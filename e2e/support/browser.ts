import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

export const DEMO_PASSWORD = 'gwanje-demo';
export type DemoAccount = 'key' | 'total' | 'group' | 'user';
export type ThemeName = 'lightTheme' | 'darkTheme';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface BrowserTests {
  /** A fresh browser profile; console errors and page errors in it fail the test that opened it. */
  readonly visitor: (options?: {
    theme?: ThemeName;
    width?: number;
    expectErrors?: RegExp;
  }) => Promise<Visitor>;
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Call at the top of a test file. */
export function useBrowser(): BrowserTests {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let complaints: string[] = [];

  beforeAll(async () => {
    const executablePath = process.env.GWANJE_CHROMIUM ?? CANDIDATES.find((path) => existsSync(path));
    if (!executablePath) throw new Error('no Chromium found; set GWANJE_CHROMIUM');
    browser = await chromium.launch({ executablePath, args: FLAGS });
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    const found = complaints;
    complaints = [];
    expect(found, 'errors in the browser').toEqual([]);
  });
  afterAll(() => browser?.close());

  return {
    async visitor(options = {}) {
      const context = await browser.newContext({
        viewport: { width: options.width ?? 1440, height: 900 },
        locale: 'ko-KR',
        timezoneId: 'Asia/Seoul',
      });
      contexts.push(context);
      if (options.theme) {
        const { theme } = options;
        await context.addInitScript((name) => localStorage.setItem('theme', name), theme);
      }
      context.on('weberror', (error) => complaints.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() === 'error' && !options.expectErrors?.test(message.text()))
          complaints.push(message.text());
      });
      return { context, page: await context.newPage() };
    },
  };
}

export function stack() {
  return inject('stack');
}

/** Through the login site, as a person does; ends on the page that was asked for. */
export async function signIn(
  page: Page,
  account: string,
  path = '/main',
  password = DEMO_PASSWORD,
): Promise<void> {
  const { consoleUrl, loginUrl } = stack();
  await page.goto(consoleUrl + path);
  await page.waitForURL(`${loginUrl}/login**`);
  await page.getByLabel('사용자 ID').fill(account);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.waitForURL(`${consoleUrl}/**`);
}
