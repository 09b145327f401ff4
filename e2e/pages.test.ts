import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { AxeChecker, seriousViolations, switchTheme } from './support/axe.ts';
import { type DemoAccount, openPage, signInByApi, stack, useBrowser } from './support/browser.ts';
import {
  INSTALLATION,
  MONITORING,
  REDIRECTS,
  SETTING_REDIRECTS,
  SETTINGS,
  watchedIds,
} from './support/routes.ts';
import {
  answerDialog,
  createMetaGroup,
  createSubGroup,
  createUser,
  dialogWith,
  INVALID_ADDRESS,
  REFUSALS,
  uniqueName,
} from './support/settings.ts';
import { expectRedirects, expectRefused, walk, walkAccessibly } from './support/walk.ts';

/*
 * Every page and every overlay once, with axe in both themes. The guard tables test every rule of every role
 * without a browser. Here each role walks through the pages that only this role and higher ones may open.
 */

const { visitor } = useBrowser();
/** About forty pages, rendered without a graphics card. */
const TIMEOUT_MS = 600_000;
/** Pages with tiles, rows and charts, for the widest window. */
const WIDEST = ['/main', '/mon/pod-list', '/mon/pod/cpu'];
/** Pages with buttons and columns that only admins see. */
const WITH_ADMIN_CONTROLS = ['/alarm-list', '/mon/summary', '/setting/user', '/setting/group/meta-list'];

/** Elements that open over a page, and how to open them. */
const OVERLAYS: readonly (readonly [name: string, open: (page: Page) => Promise<Locator>])[] = [
  ['group selector', (page) => opened(page, /^그룹 선택/, page.getByRole('dialog', { name: '그룹 선택' }))],
  ['refresh menu', (page) => opened(page, /^자동 새로고침/, page.getByRole('menu'))],
  ['language menu', (page) => opened(page, '언어', page.getByRole('menu'))],
  ['settings menu', (page) => opened(page, '설정', page.getByRole('menu'))],
  ['user menu', (page) => opened(page, /^사용자 메뉴/, page.getByRole('menu'))],
  ['command palette', (page) => opened(page, /^검색/, page.getByRole('listbox'))],
];

async function visitorAs(userId: DemoAccount) {
  const { page } = await visitor();
  const ids = await watchedIds(uniqueName('routes'));
  await signInByApi(page, userId);
  return { page, ids };
}

test('a user opens every monitoring page, reaches every control by keyboard, and opens no settings page', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { page, ids } = await visitorAs('user');
  await walkAccessibly(page, MONITORING, { ids, width: 1280 });
  await walk(
    page,
    MONITORING.filter(({ path }) => WIDEST.includes(path)),
    { ids, width: 3840 },
  );
  await expectRefused(page, [...SETTINGS.slice(0, 2), ...INSTALLATION.slice(0, 1)], ids);
});

test('a group admin opens every settings page except the installation pages', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { page, ids } = await visitorAs('group');
  await walkAccessibly(page, SETTINGS, { ids, width: 1920 });
  await expectRedirects(page, [...REDIRECTS, ...SETTING_REDIRECTS], ids);
  await expectRefused(page, INSTALLATION, ids);
});

test('a total admin opens the installation pages and the pages with controls for admins', async () => {
  const { page, ids } = await visitorAs('total');
  await walkAccessibly(page, INSTALLATION, { ids, width: 1440 });
  await walk(
    page,
    [...MONITORING, ...SETTINGS].filter(({ path }) => WITH_ADMIN_CONTROLS.includes(path)),
    { ids, width: 1440 },
  );
});

test('no open menu, dialog, board or form has a serious violation', async () => {
  const { page } = await visitor(REFUSALS);
  await signInByApi(page, 'key');
  const axeChecker = new AxeChecker();
  await openPage(page, '/main?isAllCluster=false');
  await page.getByText('클러스터를 하나 이상 선택해 주세요.').waitFor();
  expect(await axeChecker.seriousViolations(page), 'dashboard without clusters').toEqual([]);
  for (const [index, [name, open]] of OVERLAYS.entries()) {
    await switchTheme(page, index % 2 === 0 ? 'light' : 'dark');
    const overlay = await open(page);
    expect(await axeChecker.seriousViolations(page), name).toEqual([]);
    await page.keyboard.press('Escape');
    await overlay.waitFor({ state: 'hidden' });
  }
  await openPage(page, '/custom-main');
  await page.getByRole('button', { name: '수정', exact: true }).click();
  expect(await axeChecker.seriousViolations(page), 'board editor').toEqual([]);
  await openPage(page, '/custom-main?wall=1');
  await page.getByRole('banner').waitFor({ state: 'detached' });
  expect(await axeChecker.seriousViolations(page), 'wallboard').toEqual([]);
  await openPage(page, '/mon/summary?hostId=999999');
  await dialogWith(page, INVALID_ADDRESS).waitFor();
  expect(await axeChecker.seriousViolations(page), 'alert').toEqual([]);
  await answerDialog(page, '확인');

  const metaGroup = uniqueName('axe');
  const metaGroupId = await createMetaGroup(page, metaGroup);
  await openPage(page, '/setting/group/meta-list');
  await page.getByRole('button', { name: `${metaGroup} 수정` }).click();
  await page.getByRole('dialog').getByLabel(/^이름/).fill('');
  await page.getByRole('dialog').getByRole('button', { name: '저장' }).click();
  await page.getByText('이름을 입력해 주세요.').waitFor();
  expect(await axeChecker.seriousViolations(page), 'meta group').toEqual([]);

  const userId = uniqueName('axe');
  const userNo = await createUser(page, { userId, name: '접근성' });
  await page.getByRole('dialog').getByRole('button', { name: '취소' }).click();
  await answerDialog(page, '나가기');
  await openPage(page, `/setting/user?userNo=${userNo}`);
  await page.getByRole('dialog').getByRole('button', { name: '수정', exact: true }).click();
  await page.getByRole('button', { name: '새 비밀번호 설정' }).click();
  expect(await axeChecker.seriousViolations(page), 'user').toEqual([]);

  await openPage(page, '/setting/user/registration');
  await page.getByRole('button', { name: '사용자 등록' }).click();
  await page.getByText('사용자 ID를 입력해 주세요.').waitFor();
  expect(await axeChecker.seriousViolations(page), 'registration').toEqual([]);

  const subGroupId = await createSubGroup(page, metaGroupId, '접근성');
  await openPage(page, `/setting/group/sub?subGroupId=${subGroupId}`);
  await page.getByRole('button', { name: '수정', exact: true }).click();
  await page.getByLabel('구성원 추가').first().fill(userId);
  await page.getByRole('option', { name: new RegExp(userId) }).waitFor();
  expect(await axeChecker.seriousViolations(page), 'sub group').toEqual([]);
});

test('the login site has no serious violation in either theme, and its button switches and saves the theme', async () => {
  const { page } = await visitor();
  const { loginUrl } = stack();
  const switchTheme = page.getByRole('button', { name: '테마 전환' });
  await page.goto(`${loginUrl}/login`);
  expect(await shownThemeOf(page)).toBe('light');
  expect(await seriousViolations(page), 'login').toEqual([]);
  await switchTheme.click();
  expect(await shownThemeOf(page)).toBe('dark');
  expect(await seriousViolations(page), 'login').toEqual([]);
  await signInByApi(page, 'user');
  await page.goto(`${loginUrl}/portal`);
  expect(await shownThemeOf(page)).toBe('dark');
  expect(await seriousViolations(page), 'portal').toEqual([]);
  await switchTheme.click();
  expect(await seriousViolations(page), 'portal').toEqual([]);
});

async function opened(page: Page, button: string | RegExp, overlay: Locator): Promise<Locator> {
  const isExact = typeof button === 'string';
  await page.getByRole('button', { name: button, exact: isExact }).click();
  await overlay.waitFor();
  return overlay;
}

/** The theme, from the brightness of the background. */
async function shownThemeOf(page: Page): Promise<'light' | 'dark'> {
  const colour = await page
    .locator('body')
    .evaluate((body) => body.ownerDocument.defaultView.getComputedStyle(body).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return red + green + blue < 3 * 128 ? 'dark' : 'light';
}
