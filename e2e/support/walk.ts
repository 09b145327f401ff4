import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { AxeChecker, switchTheme } from './axe.ts';
import { showsConsole, stack } from './browser.ts';
import { addressOf, type Ids, ONE_PER_COMPONENT, type REDIRECTS, type Route } from './routes.ts';
import { answerDialog } from './settings.ts';
import { keyboardErrors, tabStops } from './tab-stops.ts';

const IN_PAGE = ['layout-shift', 'whole-page']
  .map((name) => readFileSync(join(import.meta.dirname, `in-page/${name}.js`), 'utf8'))
  .join('\n');
const HEIGHT_PX = 900;
/** Limit for the sum of layout shifts; users do not notice smaller ones. */
const MAX_LAYOUT_SHIFT = 0.1;
const WITHIN_MS = 60_000;
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

interface Walk {
  readonly ids: Ids;
  readonly width: number;
}

/** The report of `wholePage` in the browser, once the page is complete or at the timeout. */
interface PageReport {
  readonly missing: string;
  readonly heading: string;
  readonly alerts: readonly string[];
  readonly layoutShift: number;
}

/** Opens each page without a load. Checks its title, content and width, and that nothing shifts. */
export async function walk(page: Page, routes: readonly Route[], { ids, width }: Walk): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT_PX });
  for (const route of routes) {
    await open(page, route, ids);
    await expectNoOverflow(page, route.path);
  }
}

/** Also checks the pages of `ONE_PER_COMPONENT` with axe, half of them in each theme, and with the tab key. */
export async function walkAccessibly(
  page: Page,
  routes: readonly Route[],
  { ids, width }: Walk,
): Promise<void> {
  const axeChecker = new AxeChecker();
  await page.setViewportSize({ width, height: HEIGHT_PX });
  const byTheme = Object.groupBy(routes, (_route, index) => (index % 2 === 0 ? 'light' : 'dark'));
  for (const theme of ['light', 'dark'] as const)
    for (const [index, route] of (byTheme[theme] ?? []).entries()) {
      await open(page, route, ids);
      if (index === 0) await switchTheme(page, theme);
      await expectNoOverflow(page, route.path);
      // The first page checks the header too.
      if (ONE_PER_COMPONENT.includes(route))
        await expectAccessible(page, route.path, axeChecker, index === 0 ? undefined : 'main');
    }
}

async function expectAccessible(
  page: Page,
  path: string,
  axeChecker: AxeChecker,
  from: string | undefined,
): Promise<void> {
  expect.soft(await axeChecker.seriousViolations(page), path).toEqual([]);
  let found = keyboardErrors(await tabStops(page, from));
  // Rows that arrive during the first round are reached in the second.
  if (found.length > 0) found = keyboardErrors(await tabStops(page, from));
  expect.soft(found, `${path} by keys`).toEqual([]);
}

async function open(page: Page, route: Route, ids: Ids): Promise<void> {
  const address = addressOf(route.path, ids, route.ids);
  if (showsConsole(page)) {
    await page.evaluate('layoutShift.reset()');
    await navigateInPage(page, address);
  } else {
    await page.goto(stack().consoleUrl + address);
    await page.evaluate(IN_PAGE);
  }
  await expectShown(page, route);
}

export async function expectRedirects(page: Page, redirects: typeof REDIRECTS, ids: Ids): Promise<void> {
  for (const [from, to, needed] of redirects) {
    await navigateInPage(page, addressOf(from, ids, needed));
    await page.waitForURL(stack().consoleUrl + addressOf(to, ids, needed));
  }
}

/** Expects the alert about the missing access right, then the dashboard. */
export async function expectRefused(page: Page, routes: readonly Route[], ids: Ids): Promise<void> {
  for (const { path, ids: needed } of routes) {
    await navigateInPage(page, addressOf(path, ids, needed));
    expect.soft(await answerDialog(page, '확인'), path).toContain('해당 경로에 대한 접근 권한이 없습니다.');
    await page.waitForURL(`${stack().consoleUrl}/main`);
  }
}

/** Opens a page without a load, and waits for its title. */
export async function goTo(page: Page, route: Route, ids: Partial<Ids>): Promise<void> {
  await navigateInPage(page, addressOf(route.path, ids, route.ids));
  await waitForTitle(page, route);
}

export async function waitForTitle(page: Page, { path, title }: Route): Promise<void> {
  const end = `${title} · 관제`;
  await expect.poll(async () => (await page.title()).slice(-end.length), { message: path }).toBe(end);
}

/** Without a load, as by a link. */
export async function navigateInPage(page: Page, address: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);
}

/** Polls inside the page every 20 ms; polling from outside would take half a second per check. */
async function expectShown(page: Page, route: Route): Promise<void> {
  const { path, title, heading = title, content = '' } = route;
  const wanted = JSON.stringify({ title: `${title} · 관제`, content, withinMs: WITHIN_MS });
  const shown = await page.evaluate<PageReport>(`wholePage(${wanted})`);
  expect(shown.missing, path).toBe('');
  expect.soft(shown.heading, path).toContain(heading);
  expect.soft(shown.alerts, path).toEqual([]);
  expect.soft(shown.layoutShift, `${path} moves`).toBeLessThan(MAX_LAYOUT_SHIFT);
}

/** Polls, because content that depends on measured sizes follows a resize with a delay. */
async function expectNoOverflow(page: Page, path: string): Promise<void> {
  const overflowPx = () => page.evaluate<number>(OVERFLOW);
  await expect.poll(overflowPx, { message: `${path} is wider than the window` }).toBe(0);
}
