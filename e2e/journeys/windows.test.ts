import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { consolePath, enter, signInByApi, stack, useBrowser } from '../support/browser.ts';
import { chooseGroups, groupButton } from '../support/groups.ts';

const { visitor } = useBrowser();
/** A window that learns of a logout asks whether the session has ended: 401. */
const ENDED = { expectErrors: /status of 40[13]/ };

/** The selections that the window sends from now on, in order. */
function selectionsSent(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const inQuery = url.searchParams.get('subGroupIdList');
    const inBody: unknown = JSON.parse(request.postData() ?? '{}').subGroupIdList;
    if (inQuery !== null) sent.push(inQuery);
    if (Array.isArray(inBody)) sent.push(inBody.join());
  });
  return sent;
}

/** The chosen group is one, all groups are several. */
function isChosen(selection: string): boolean {
  return /^\d+$/.test(selection);
}

/** Whether the window has sent only the chosen group since it learned of it. */
function isFollowed(selections: readonly string[]): boolean {
  const first = selections.findIndex(isChosen);
  return first !== -1 && selections.slice(first).every(isChosen);
}

test('groups, theme, language, interval, logout and another user reach every open window at once', async () => {
  const { page, context } = await visitor(ENDED);
  await enter(page, 'key', '/main');
  await groupButton(page).waitFor();
  const [tab, popup] = [await context.newPage(), await context.newPage()];
  await tab.goto(`${stack().consoleUrl}/event-list`);
  await popup.goto(`${stack().consoleUrl}/realtime-detection`);
  await tab.getByRole('heading', { level: 1, name: '전체 이벤트' }).waitFor();
  await popup.getByRole('heading', { level: 1, name: '실시간 감지' }).waitFor();

  const sent = [selectionsSent(tab), selectionsSent(popup)];
  await chooseGroups(page, '운영');
  const chosen = await groupButton(page).textContent();
  expect(chosen).not.toContain('전체');
  await expect.poll(() => groupButton(tab).textContent()).toBe(chosen);
  for (const selections of sent) {
    await expect.poll(() => selections.some(isChosen)).toBe(true);
    expect(isFollowed(selections)).toBe(true);
  }

  await page.getByRole('button', { name: '어두운 테마로 바꾸기' }).click();
  for (const one of [tab, popup]) await one.locator('html[data-mantine-color-scheme=dark]').waitFor();
  await page.getByRole('button', { name: /^자동 새로고침/ }).click();
  await page.getByRole('menuitemradio', { name: '끄기' }).click();
  await tab.getByRole('button', { name: '자동 새로고침: 끄기' }).waitFor();
  await page.getByRole('button', { name: '언어' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  for (const one of [tab, popup]) await one.locator('html[lang=en]').waitFor();
  await popup.getByRole('heading', { level: 1, name: 'Realtime detection' }).waitFor();
  for (const selections of sent) expect(isFollowed(selections)).toBe(true);

  // Another user signs in: the windows of the former user load again.
  await signInByApi(page, 'user');
  await page.reload();
  for (const one of [page, tab]) await one.getByRole('button', { name: /^User menu.*User/ }).waitFor();

  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  for (const one of [tab, popup]) await one.waitForURL(`${stack().loginUrl}/login**`);
  expect(new URL(popup.url()).searchParams.get('returnUrl')).toBe(`${stack().consoleUrl}/realtime-detection`);
  expect(consolePath(page)).not.toBe('/main');
});
