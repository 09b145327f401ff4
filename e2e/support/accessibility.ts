import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Reader, seriousViolations } from './axe.ts';
import { enter, openPage, signIn, stack, type ThemeName, takeSession, useBrowser } from './browser.ts';
import { dialogWith, INVALID_ADDRESS } from './dialogs.ts';
import { INSTALLATION, SETTINGS, WATCHING, watchedIds } from './routes.ts';
import { uniqueName } from './settings.ts';
import { prepareWalk, walkAccessibly } from './walk.ts';

/** About sixty pages, rendered without a graphics card. */
const PATIENCE_MS = 600_000;

/** Elements that open over a page, and how to open them. */
const OVERLAYS: readonly (readonly [name: string, open: (page: Page) => Promise<Locator>])[] = [
  ['group selector', (page) => opened(page, /^그룹 선택/, page.getByRole('dialog', { name: '그룹 선택' }))],
  ['refresh menu', (page) => opened(page, /^자동 새로고침/, page.getByRole('menu'))],
  ['language menu', (page) => opened(page, '언어', page.getByRole('menu'))],
  ['settings menu', (page) => opened(page, '설정', page.getByRole('menu'))],
  ['user menu', (page) => opened(page, /^사용자 메뉴/, page.getByRole('menu'))],
  ['command palette', (page) => opened(page, /^검색/, page.getByRole('listbox'))],
];

/** Call at the top of a test file. One file for each theme, so that they run side by side. */
export function testAccessibility(theme: ThemeName): void {
  const { visitor } = useBrowser();
  const scheme = theme === 'darkTheme' ? 'dark' : 'light';

  test(`an admin opens every page, and none has a serious violation`, { timeout: PATIENCE_MS }, async () => {
    const { page } = await visitor({ theme });
    await prepareWalk(page);
    const ids = await watchedIds(uniqueName('routes'));
    const [account, width] = theme === 'lightTheme' ? (['total', 1280] as const) : (['key', 3840] as const);
    await takeSession(page, account);
    await walkAccessibly(page, [...WATCHING, ...SETTINGS, ...INSTALLATION], { ids, width, theme });
  });

  test('no open menu, selector, palette or board has a serious violation', {
    timeout: PATIENCE_MS,
  }, async () => {
    const { page } = await visitor({ theme });
    await enter(page, 'key');
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(scheme);
    const reader = new Reader(theme);
    for (const [name, open] of OVERLAYS) {
      const overlay = await open(page);
      expect(await reader.seriousViolations(page), name).toEqual([]);
      await page.keyboard.press('Escape');
      await overlay.waitFor({ state: 'hidden' });
    }
    await openPage(page, '/main?isAllCluster=false');
    await page.getByText('클러스터를 하나 이상 선택해 주세요.').waitFor();
    expect(await reader.seriousViolations(page), 'dashboard without clusters').toEqual([]);
    await openPage(page, '/custom-main');
    await page.getByRole('button', { name: '수정', exact: true }).click();
    expect(await reader.seriousViolations(page), 'board editor').toEqual([]);
    await openPage(page, '/custom-main?wall=1');
    await page.getByRole('banner').waitFor({ state: 'detached' });
    expect(await reader.seriousViolations(page), 'wallboard').toEqual([]);
  });

  test('no dialog has a serious violation', async () => {
    const { page } = await visitor({ theme });
    await enter(page, 'user', '/mon/summary?hostId=999999');
    await dialogWith(page, INVALID_ADDRESS).waitFor();
    expect(await seriousViolations(page), 'alert').toEqual([]);
    await page.goto(`${stack().consoleUrl}/setting/user`);
    await page.getByRole('alertdialog').getByRole('button', { name: '닫기' }).waitFor();
    expect(await seriousViolations(page), 'confirm').toEqual([]);
  });

  test('the login site has no serious violation', async () => {
    const { page } = await visitor({ theme });
    await page.goto(`${stack().loginUrl}/login`);
    expect(await groundOf(page)).toBe(scheme);
    expect(await seriousViolations(page), 'login').toEqual([]);
    await signIn(page, 'user');
    await page.goto(`${stack().loginUrl}/portal`);
    expect(await groundOf(page)).toBe(scheme);
    expect(await seriousViolations(page), 'portal').toEqual([]);
  });
}

async function opened(page: Page, button: string | RegExp, overlay: Locator): Promise<Locator> {
  const isExact = typeof button === 'string';
  await page.getByRole('button', { name: button, exact: isExact }).click();
  await overlay.waitFor();
  return overlay;
}

/** Reads the background colour, whichever attribute set it. */
async function groundOf(page: Page): Promise<'light' | 'dark'> {
  const colour = await page
    .locator('body')
    .evaluate((body) => body.ownerDocument.defaultView.getComputedStyle(body).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return red + green + blue < 3 * 128 ? 'dark' : 'light';
}
