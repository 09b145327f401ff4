import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Api } from './support/api.ts';
import { enter, stack, useBrowser } from './support/browser.ts';
import { chooseGroups, groupButton, subGroup } from './support/groups.ts';
import { focused } from './support/settings.ts';

const { visitor } = useBrowser();
/** Links and buttons of the header that cover the one before them. */
const OVERLAPPING = `
  [...document.querySelectorAll('header :is(a, button)')]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0)
    .filter(({ box }, at, all) => at > 0 && box.left < all[at - 1].box.right - 0.5)
    .map(({ element }) => element.getAttribute('aria-label') ?? element.textContent)`;
const DAY_SECONDS = 24 * 60 * 60;

test('theme, language and refresh interval are saved, and a reload never shows the other theme first', async () => {
  const { page } = await visitor({ isNewProfile: true });
  await enter(page, 'user');
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light');
  await page.getByRole('button', { name: '어두운 테마로 바꾸기' }).click();
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('darkTheme');
  await page.getByRole('button', { name: '자동 새로고침: 30초' }).click();
  const choices = page.getByRole('menuitemradio');
  await choices.first().waitFor();
  expect(await choices.allTextContents()).toEqual(['끄기', '10초', '30초', '1분']);
  await page.getByRole('menuitemradio', { name: '10초' }).click();
  await page.getByRole('button', { name: '자동 새로고침: 10초' }).waitFor();
  await page.getByRole('button', { name: '언어' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await page.getByRole('link', { name: 'Monitoring' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await page.title()).toBe('Dashboard · Gwanje');

  await page.addInitScript({ path: join(import.meta.dirname, 'support/in-page/color-schemes.js') });
  await page.reload();
  await page.getByRole('button', { name: 'Language' }).click();
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-paint').length))
    .toBeGreaterThan(0);
  const seen: { atMs: number; scheme: string | null }[] = await page.evaluate('seenColorSchemes');
  const paintedMs = await page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0);
  const before = seen.filter(({ atMs }) => atMs < paintedMs);
  const after = seen.filter(({ atMs }) => atMs >= paintedMs);
  expect(before.at(-1)?.scheme, 'at the first paint').toBe('dark');
  expect(
    after.filter(({ scheme }) => scheme !== 'dark'),
    'since then',
  ).toEqual([]);

  await page.getByRole('menuitemradio', { name: '한국어' }).click();
  await page.getByRole('link', { name: '모니터링' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('ko');
  await page.getByRole('button', { name: '자동 새로고침: 10초' }).waitFor();
  await page.getByRole('button', { name: '밝은 테마로 바꾸기' }).click();
  await page.locator('html[data-mantine-color-scheme=light]').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('lightTheme');
});

describe('the group selection', () => {
  test('is saved for a year, filters the clusters and survives a reload', async () => {
    const { page, context } = await visitor();
    const { subGroupId } = await subGroup(await Api.as('key'), '온프레미스 스테이징');
    await enter(page, 'key', '/mon/summary');
    await page.getByRole('heading', { level: 1, name: 'prod-busan' }).waitFor();

    const reloaded = page.waitForResponse(/\/cluster\/name-list\?/);
    await chooseGroups(page, '온프레미스 스테이징');
    expect(new URL((await reloaded).url()).searchParams.get('subGroupIdList')).toBe(String(subGroupId));
    // The page's cluster is outside the selection, so the first selected cluster replaces it.
    await page.getByRole('heading', { level: 1, name: 'stage-onprem' }).waitFor();
    const summary = '사내 공통 인프라 ... · 온프레미스 스테이징';
    expect(await groupButton(page).textContent()).toContain(summary);

    const cookies = (await context.cookies()).filter(({ name }) => name.startsWith('gwanje_groups'));
    expect(cookies).toEqual([
      expect.objectContaining({
        name: 'gwanje_groups',
        value: `${subGroupId.toString(36)}.`,
        path: '/',
        sameSite: 'None',
        secure: true,
      }),
    ]);
    const livesSeconds = (cookies[0]?.expires ?? 0) - Date.now() / 1000;
    expect(livesSeconds).toBeGreaterThan(364 * DAY_SECONDS);
    expect(livesSeconds).toBeLessThanOrEqual(365 * DAY_SECONDS);

    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'stage-onprem' }).waitFor();
    expect(await groupButton(page).textContent()).toContain(summary);
  });
});

test('the footer shows the copyright line; the realtime button opens a window without header and footer', async () => {
  const { page } = await visitor();
  await enter(page, 'user');
  await page.getByRole('contentinfo').waitFor();
  expect(await page.getByRole('contentinfo').textContent()).toBe('© 관제 시험');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: '실시간 감지 창 열기' }).click();
  const popup = await opened;
  await popup.getByRole('heading', { level: 1, name: '실시간 감지' }).waitFor();
  expect(popup.url()).toBe(`${stack().consoleUrl}/realtime-detection`);
  expect(await popup.getByRole('banner').count()).toBe(0);
  expect(await popup.getByRole('contentinfo').count()).toBe(0);
});

test.each(['key', 'total', 'group', 'user'] as const)(
  'the header of %s fits with the longest texts, and leads to the report',
  async (account) => {
    const { page } = await visitor();
    await page.route('**/alarm/count**', async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({
        json: { ...answer, data: { ...answer.data, critical: 123_456, warning: 123_456 } },
      });
    });
    await enter(page, account, '/event-list');
    for (const [language, chosen] of [
      ['언어', 'English'],
      ['Language', '한국어'],
    ] as const) {
      for (const width of [1024, 1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 720 });
        await page.getByRole('banner').getByText('9,999+').first().waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} px`).toBe(width);
        expect(await page.evaluate(OVERLAPPING), `${width} px`).toEqual([]);
      }
      await page.getByRole('button', { name: language, exact: true }).click();
      await page.getByRole('menuitemradio', { name: chosen }).click();
      await page.getByRole('link', { name: chosen === 'English' ? 'Reports' : '보고서' }).waitFor();
    }
    await page.getByRole('link', { name: '보고서', exact: true }).click();
    await page.waitForURL('**/report');
    await page.getByRole('heading', { level: 1, name: '주간 보고서' }).waitFor();
  },
);

test('by keyboard only, the first Tab stop skips the header, and the command palette opens, works and closes', async () => {
  const { page } = await visitor();
  await enter(page, 'key');
  await page.getByRole('button', { name: /검색/ }).waitFor();
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  expect(await focused(page)).toContain('본문으로 건너뛰기');
  await page.keyboard.press('Enter');
  await page.locator('main:focus').waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: '통합 검색' });
  await field.waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });

  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type('클러스터');
  await page.getByRole('option', { name: '클러스터 요약', selected: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: '클러스터 이벤트', selected: true }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/mon\/summary\?hostId=\d+$/);
  await expect.poll(() => page.title()).toBe('클러스터 요약 · 관제');

  await page.keyboard.press('Control+k');
  await field.fill('busan');
  await page.getByRole('option', { name: 'prod-busan', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByText('prod-busan', { exact: true }).waitFor();
});

test('text typed while the command palette opens goes into its field only', async () => {
  const { page } = await visitor();
  const fetched = Promise.withResolvers<void>();
  await page.route(/\/command-palette-[^/]*\.js$/, async (route) => {
    await fetched.promise;
    await route.continue();
  });
  await enter(page, 'key', '/mon/pod-list');
  const behind = page.getByRole('main').getByRole('searchbox').first();
  await behind.click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('bux');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('san');
  expect(await behind.inputValue()).toBe('');
  fetched.resolve();
  const field = page.getByRole('combobox', { name: '통합 검색' });
  await page.getByRole('option', { name: 'prod-busan', selected: true }).waitFor();
  expect(await field.inputValue()).toBe('busan');
  await page.keyboard.type('-x');
  expect(await field.inputValue()).toBe('busan-x');
  expect(await behind.inputValue()).toBe('');
});
