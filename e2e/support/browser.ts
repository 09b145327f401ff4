import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, inject } from 'vitest';
import { becomesReady } from '../../scripts/stack.ts';
import type { StackAddress } from './global-setup.ts';
import { launchBrowser, signInAt } from './launch.ts';

export const DEMO_PASSWORD = 'gwanje-demo';
export type DemoAccount = 'key' | 'total' | 'group' | 'user';
export type ThemeName = 'lightTheme' | 'darkTheme';

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

/** A busy server asks the console to wait; the console then retries by itself. */
const PATIENCE_MS = 60_000;

/** Shared by all files of this worker, and closed with it. */
let browser: Browser | undefined;

/** Call at the top of a test file. */
export function useBrowser(): BrowserTests {
  let contexts: BrowserContext[] = [];
  let complaints: string[] = [];

  beforeAll(async () => {
    const { consoleUrl, loginUrl } = stack();
    await fetch(inject('starterUrl'));
    await Promise.all([consoleUrl, loginUrl].map((url) => becomesReady(Number(new URL(url).port))));
    if (!browser?.isConnected()) browser = await launchBrowser();
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    const found = complaints;
    complaints = [];
    expect(found, 'errors in the browser').toEqual([]);
  });
  return {
    async visitor(options = {}) {
      if (!browser) throw new Error('there is no browser before the tests');
      const context = await browser.newContext({
        viewport: { width: options.width ?? 1440, height: 900 },
        locale: 'ko-KR',
        timezoneId: 'Asia/Seoul',
        // A click waits until a moving element rests, and axe would measure the mixed colours of a fade.
        reducedMotion: 'reduce',
        ...(options.theme && { storageState: { cookies: [], origins: storedTheme(options.theme) } }),
      });
      context.setDefaultTimeout(PATIENCE_MS);
      contexts.push(context);
      context.on('weberror', (error) => complaints.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() !== 'error' || isFirstVisit(message)) return;
        if (!options.expectErrors?.test(message.text())) complaints.push(message.text());
      });
      return { context, page: await context.newPage() };
    },
  };
}

/** Stores the theme as if it had been chosen on an earlier visit to the console and the login site. */
function storedTheme(value: ThemeName) {
  const { consoleUrl, loginUrl } = stack();
  return [consoleUrl, loginUrl].map((origin) => ({ origin, localStorage: [{ name: 'theme', value }] }));
}

/** A first visit without a session answers 401, which the browser reports as an error. */
function isFirstVisit(message: ConsoleMessage): boolean {
  return /\b401\b/.test(message.text()) && message.location().url.includes('/api/v1/loginCheck');
}

/** The installation that only this file uses while it runs. */
export function stack(): StackAddress {
  const place = Number(process.env.VITEST_POOL_ID) - 1;
  const own = inject('stacks')[place];
  if (!own) throw new Error(`no installation for worker ${place + 1}`);
  return own;
}

/** Signs in by the form of the login site; ends on the requested page. */
export function signIn(page: Page, account: string, path = '/main', password = DEMO_PASSWORD): Promise<void> {
  return signInAt(page, stack(), account, path, password);
}

/** For tests that are not about signing in: calls the login site's API instead of using its form. */
export async function takeSession(page: Page, account: string, password = DEMO_PASSWORD): Promise<void> {
  const { loginUrl } = stack();
  const answer = await page.request.post(`${loginUrl}/api/session`, {
    headers: { origin: loginUrl },
    data: { userId: account, password },
  });
  expect(answer.status(), `signing in as ${account}`).toBe(200);
}

export async function enter(
  page: Page,
  account: string,
  path = '/main',
  password = DEMO_PASSWORD,
): Promise<void> {
  await takeSession(page, account, password);
  await page.goto(stack().consoleUrl + path);
}

/** Opens a page of the console. Only the first page of a window is loaded; the others open as by a link. */
export async function openPage(page: Page, path: string): Promise<void> {
  const { consoleUrl } = stack();
  const isInside = page.url().startsWith(`${consoleUrl}/`);
  if (isInside) await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  else await page.goto(consoleUrl + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

export function consolePath(page: Page): string {
  const { origin, pathname, search } = new URL(page.url());
  return origin === stack().consoleUrl ? pathname + search : page.url();
}
