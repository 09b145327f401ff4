import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Api } from '../support/api.ts';
import { enter, openPage, stack, useBrowser } from '../support/browser.ts';
import { chooseGroups, groupButton, subGroup } from '../support/groups.ts';
import { focused } from '../support/settings.ts';

const { visitor } = useBrowser();
/** Links and buttons of the header that cover the one before them. */
const OVERLAPPING = `
  [...document.querySelectorAll('header :is(a, button)')]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0)
    .filter(({ box }, at, all) => at > 0 && box.left < all[at - 1].box.right - 0.5)
    .map(({ element }) => element.getAttribute('aria-label') ?? element.textContent)`;
const DAY_SECONDS = 24 * 60 * 60;

test('theme, language and refresh interval are saved, a reload never shows the other theme first, and realtime detection opens a window', async () => {
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

  await page.addInitScript({ path: join(import.meta.dirname, '../support/in-page/color-schemes.js') });
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

test('the group selection is saved for a year, filters the clusters and survives a reload', async () => {
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

const SETTINGS = [
  '클러스터 설정',
  '노드 설정',
  '워크로드 설정',
  '파드 설정',
  '볼륨 설정',
  'PVC 설정',
  '오토스케일러(HPA) 설정',
  '중단 예산(PDB) 설정',
  '할당량(Quota) 설정',
  '클러스터 생성',
  '이벤트 알람 설정',
  '알람 템플릿',
  '당직 설정',
  '보고서 설정',
  '메타 그룹',
  '서브 그룹',
  '사용자',
  '사용자 등록',
  '액세스 토큰',
];
const OF_TOTAL_ADMINS = ['보안 설정', '통합 인증 규칙', '개인정보', '로고 설정', '감사 로그', '설치 상태'];

/** The roles with the most and with the fewest entries; a total admin has those of the representative one. */
test.each([
  ['key', [...SETTINGS, ...OF_TOTAL_ADMINS]],
  ['group', SETTINGS],
  ['user', null],
] as const)(
  'the header of %s fits with the longest texts, and its menu lists the settings of the role',
  async (account, items) => {
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
      for (const width of [1024, 1440, 1920]) {
        await page.setViewportSize({ width, height: 720 });
        await page.getByRole('banner').getByText('9,999+').first().waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} px`).toBe(width);
        expect(await page.evaluate(OVERLAPPING), `${width} px`).toEqual([]);
      }
      await page.getByRole('button', { name: language, exact: true }).click();
      await page.getByRole('menuitemradio', { name: chosen }).click();
      await page.getByRole('link', { name: chosen === 'English' ? 'Reports' : '보고서' }).waitFor();
    }
    const menu = page.getByRole('button', { name: '설정', exact: true });
    expect(await menu.count()).toBe(items === null ? 0 : 1);
    if (items !== null) {
      await menu.click();
      await page.getByRole('menuitem').first().waitFor();
      expect(await page.getByRole('menuitem').allTextContents()).toEqual(items);
    }
  },
);

test('by keyboard only, the first Tab stop skips the header, and the command palette works, also for text typed while it opens', async () => {
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

  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
  await openPage(page, '/main');
  await page.evaluate('document.activeElement.blur()');
  await page.getByRole('button', { name: /검색/ }).waitFor();
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await page.keyboard.press('Tab');
  expect(await focused(page)).toContain('본문으로 건너뛰기');
  await page.keyboard.press('Enter');
  await page.locator('main:focus').waitFor();
  await page.keyboard.press('Control+k');
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
