import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { Reader } from './axe.ts';
import { stack } from './browser.ts';
import { addressOf, type Ids, type REDIRECTS, type Route } from './routes.ts';
import { answerDialog } from './settings.ts';
import { keyboardFaults, tabStops } from './tab-stops.ts';

const NARROWEST_PX = 1280;
const HEIGHT_PX = 900;
/** What moves by itself, added up; less is felt by nobody. */
const STEADY = 0.1;
const WITHIN = { timeout: 30_000 };
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

export type Scheme = 'light' | 'dark';

interface Walk {
  readonly ids: Ids;
  readonly width: number;
  /** Each window becomes as narrow as there is, once its page is there. */
  readonly narrows?: boolean;
  /** Which pages are loaded anew; the others are gone to inside the console. */
  readonly isLoaded: (index: number) => boolean;
  readonly scheme: Scheme;
  readonly readers: Readers;
}

/** One for each scheme, who know what they have read. */
export type Readers = Readonly<Record<Scheme, Reader>>;

export function newReaders(): Readers {
  return { light: new Reader(), dark: new Reader() };
}

/** What a page says of itself as soon as it lacks nothing, or at last. */
interface Shown {
  readonly lacking: string;
  readonly heading: string;
  readonly alerts: readonly string[];
  readonly layoutShift: number;
}

/** Each page: its title and content, still, no wider than the window, for readers and for keys. */
export async function walk(page: Page, routes: readonly Route[], options: Walk): Promise<void> {
  const { ids, width, narrows = false, isLoaded, scheme, readers } = options;
  for (const [index, route] of routes.entries()) {
    const { path } = route;
    if (narrows || index === 0) await page.setViewportSize({ width, height: HEIGHT_PX });
    const loads = page.url() === 'about:blank' || isLoaded(index);
    if (loads) await page.goto(stack().consoleUrl + addressOf(path, ids, route.ids));
    else await goInside(page, addressOf(path, ids, route.ids));
    await isShown(page, route);
    await fits(page, path);
    if (narrows) {
      await page.setViewportSize({ width: NARROWEST_PX, height: HEIGHT_PX });
      await fits(page, path);
    }
    if (index === 0) await useTheme(page, scheme);
    expect.soft(await readers[scheme].seriousViolations(page), `${path}, ${scheme}`).toEqual([]);
    // Each page is loaded by one of those who walk; the others, who came from another, go on from where its content begins.
    const stops = await tabStops(page, loads ? undefined : 'main');
    expect.soft(keyboardFaults(stops), `${path} by keys`).toEqual([]);
  }
}

/** Before the first page. While something fades in or over, its colours are mixed with others. */
export async function prepareWalk(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const name of ['layout-shift', 'whole-page'])
    await page.addInitScript({ path: join(import.meta.dirname, `in-page/${name}.js`) });
}

export async function isLedOn(page: Page, redirects: typeof REDIRECTS, ids: Ids): Promise<void> {
  for (const [from, to, needed] of redirects) {
    await goInside(page, addressOf(from, ids, needed));
    await page.waitForURL(stack().consoleUrl + addressOf(to, ids, needed));
  }
}

/** Says that there is no access right, and goes to the dashboard. */
export async function isRefused(page: Page, routes: readonly Route[], ids: Ids): Promise<void> {
  for (const { path, ids: needed } of routes) {
    await goInside(page, addressOf(path, ids, needed));
    expect.soft(await answerDialog(page, '확인'), path).toContain('해당 경로에 대한 접근 권한이 없습니다.');
    await page.waitForURL(`${stack().consoleUrl}/main`);
  }
}

/** Inside the console; the page is there when its title is. */
export async function goTo(page: Page, route: Route, ids: Partial<Ids>): Promise<void> {
  await goInside(page, addressOf(route.path, ids, route.ids));
  await isTitled(page, route);
}

export async function isTitled(page: Page, { path, title }: Route): Promise<void> {
  await expect.poll(() => page.title(), { ...WITHIN, message: path }).toMatch(new RegExp(`${title} · 관제$`));
}

/** Without a load, as by a link. */
export async function goInside(page: Page, address: string): Promise<void> {
  await page.evaluate(`window.layoutShift = 0; history.pushState(null, '', ${JSON.stringify(address)})`);
}

/** Watched from inside the page, which sees it at once; from outside one would look again after half a second. */
async function isShown(page: Page, route: Route): Promise<void> {
  const { path, title, heading = title, content = '' } = route;
  const wanted = JSON.stringify({ title: `${title} · 관제`, content, withinMs: WITHIN.timeout });
  const shown = await page.evaluate<Shown>(`wholePage(${wanted})`);
  expect(shown.lacking, path).toBe('');
  expect.soft(shown.heading, path).toContain(heading);
  expect.soft(shown.alerts, path).toEqual([]);
  expect.soft(shown.layoutShift, `${path} moves`).toBeLessThan(STEADY);
}

/** What is drawn to measure follows the window a moment later. */
async function fits(page: Page, path: string): Promise<void> {
  const overflowPx = () => page.evaluate<number>(OVERFLOW);
  await expect.poll(overflowPx, { ...WITHIN, message: `${path} is wider than the window` }).toBe(0);
}

/** As by another window of the same browser. */
async function useTheme(page: Page, scheme: Scheme): Promise<void> {
  await page.evaluate(`(() => {
    const newValue = '${scheme}Theme';
    localStorage.setItem('theme', newValue);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue, storageArea: localStorage }));
  })()`);
  await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor({ state: 'attached' });
}
