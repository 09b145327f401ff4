import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, inject } from 'vitest';
import { becomesReady } from '../../scripts/installation/stack.ts';
import type { StackAddress } from './global-setup.ts';
import { launchBrowser, signInAt } from './launch.ts';

export const DEMO_PASSWORD = 'gwanje-demo';
export type DemoAccount = 'key' | 'total' | 'group' | 'user';

interface VisitorOptions {
  readonly width?: number;
  readonly expectErrors?: RegExp;
  /** For tests that change the window's clock or network, or measure a first load. */
  readonly isNewProfile?: boolean;
  /** In a new profile. Other profiles have none: it would answer for a server that a test takes away. */
  readonly hasServiceWorker?: boolean;
}

export interface BrowserTests {
  /**
   * A browser profile without cookies and stored values, and its window; console errors, page errors and violations of
   * the content security policy in it fail the test that opened it.
   */
  readonly visitor: (options?: VisitorOptions) => Promise<Visitor>;
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** A profile that the tests of this worker use one after the other. */
interface Profile extends Visitor {
  /** Receives the errors of this profile. */
  report: (text: string, location: string) => void;
}

/** Long, because a busy server asks the console to wait, and the console then retries. */
const TIMEOUT_MS = 60_000;
/** Small, because the CPU renders the pages. Tests that check the layout use larger windows. */
const WINDOW = { width: 1280, height: 720 };
/** A page of the console's origin without the console. */
const EMPTY_PAGE = '/readyz';
/** The processor draws every frame. With these flags the browser draws fewer, in half of the processor time. */
const FEWER_FRAMES = [
  '--disable-threaded-animation',
  '--disable-smooth-scrolling',
  '--disable-checker-imaging',
];
const TEST_LISTENERS = ['dialog', 'request', 'requestfinished'] as const;

/** Shared by all files of this worker, and closed with it. */
let browser: Browser | undefined;
/**
 * The next test uses the profiles of the last one: their windows have the console's files compiled. A new
 * window takes a second of processor time more.
 */
let profiles: Profile[] = [];

/** Call at the top of a test file. */
export function useBrowser(): BrowserTests {
  let used: Profile[] = [];
  let newContexts: BrowserContext[] = [];
  let browserErrors: string[] = [];

  beforeAll(async () => {
    const { consoleUrl, loginUrl } = stack();
    await Promise.all([consoleUrl, loginUrl].map((url) => becomesReady(Number(new URL(url).port))));
    if (browser?.isConnected()) return;
    browser = await launchBrowser(FEWER_FRAMES);
    profiles = [];
  });
  afterEach(async () => {
    const cleared = await Promise.allSettled(used.map(clear));
    profiles = [
      ...used.filter((_, at) => cleared[at]?.status === 'fulfilled'),
      ...profiles.slice(used.length),
    ];
    await Promise.all(newContexts.map((context) => context.close()));
    const found = browserErrors;
    [used, newContexts, browserErrors] = [[], [], []];
    expect(found, 'errors in the browser').toEqual([]);
  });
  return {
    async visitor({ width = WINDOW.width, expectErrors, isNewProfile, hasServiceWorker = false } = {}) {
      const isNew = isNewProfile === true || hasServiceWorker;
      const known = isNew ? undefined : profiles[used.length];
      const profile = known ?? (await newProfile(hasServiceWorker));
      if (isNew) newContexts.push(profile.context);
      else used.push(profile);
      profile.report = (text, location) => {
        if (!isFirstVisit(text, location) && !expectErrors?.test(text))
          browserErrors.push(`${text} ${location}`);
      };
      await profile.page.setViewportSize({ ...WINDOW, width });
      return profile;
    },
  };
}

async function newProfile(hasServiceWorker: boolean): Promise<Profile> {
  if (!browser) throw new Error('the browser is launched in beforeAll: call visitor() inside a test');
  const context = await browser.newContext({
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    serviceWorkers: hasServiceWorker ? 'allow' : 'block',
    // A click waits until a moving element rests, and axe would measure the mixed colours of a fade.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  await context.addInitScript({ path: join(import.meta.dirname, 'in-page/policy-violations.js') });
  await context.addCookies([sameBrowser()]);
  const profile: Profile = { context, page: await context.newPage(), report: () => undefined };
  context.on('weberror', (error) => profile.report(String(error.error()), ''));
  context.on('console', (message) => {
    if (message.type() === 'error') profile.report(message.text(), message.location().url);
  });
  return profile;
}

/** Leaves the profile to the next test as if it were new, but with the console's files compiled. */
async function clear({ context, page }: Profile): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of TEST_LISTENERS) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(stack().consoleUrl + EMPTY_PAGE);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await context.clearCookies();
  await context.addCookies([sameBrowser()]);
}

/** All sign-ins of the tests are of one browser: the console shows users a notice about sign-ins with new browsers. */
export function sameBrowser() {
  return { name: 'gwanje_browser', value: 'e'.repeat(43), url: stack().loginUrl };
}

/** The login check of a first visit answers 401, which the browser reports as an error. */
function isFirstVisit(text: string, location: string): boolean {
  return /\b401\b/.test(text) && location.includes('/api/v1/loginCheck');
}

/** The installation that all files use. */
export function stack(): StackAddress {
  return inject('stack');
}

/** Signs in by the form of the login site; ends on the requested page. */
export function signIn(page: Page, account: string, path = '/main', password = DEMO_PASSWORD): Promise<void> {
  return signInAt(page, stack(), account, path, password);
}

/** For tests that are not about signing in: calls the login site's API instead of using its form. */
export async function signInByApi(page: Page, account: string, password = DEMO_PASSWORD): Promise<void> {
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
  await signInByApi(page, account, password);
  await page.goto(stack().consoleUrl + path);
}

/** Sets the shortest refresh interval of the header, for tests that wait until a page shows a change. */
export async function refreshOften(page: Page): Promise<void> {
  await page.goto(stack().consoleUrl + EMPTY_PAGE);
  await page.evaluate(`localStorage.setItem('refreshInterval', '10s')`);
}

/** Opens a page of the console. Only the first page of a window is loaded; the others open as by a link. */
export async function openPage(page: Page, path: string): Promise<void> {
  if (showsConsole(page)) await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  else await page.goto(stack().consoleUrl + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** False before the first page of a test. */
export function showsConsole(page: Page): boolean {
  const { consoleUrl } = stack();
  return page.url().startsWith(`${consoleUrl}/`) && page.url() !== consoleUrl + EMPTY_PAGE;
}

export function consolePath(page: Page): string {
  const { origin, pathname, search } = new URL(page.url());
  return origin === stack().consoleUrl ? pathname + search : page.url();
}
