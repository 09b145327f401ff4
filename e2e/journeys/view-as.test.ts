import { expect, test } from 'vitest';
import { consolePath, enter, openPage, stack, useBrowser } from '../support/browser.ts';
import { chooseGroups, groupButton } from '../support/groups.ts';
import { answerDialog, callApi, REFUSALS } from '../support/settings.ts';

const { visitor } = useBrowser();

async function userNoOf(page: Parameters<typeof callApi>[0], userId: string): Promise<number> {
  const { list } = await callApi(page, 'POST', '/users/1/100', {
    _method: 'get',
    filter: { search: userId },
  });
  const found = (list as { userId: string; userNo: number }[]).find((user) => user.userId === userId);
  if (!found) throw new Error(`no user ${userId}`);
  return found.userNo;
}

test("viewing as another user shows that user's console read-only under a banner in all windows, and can be ended", async () => {
  const { page, context } = await visitor(REFUSALS);
  await enter(page, 'total', '/main');
  await chooseGroups(page, '실시간 처리');
  const own = await groupButton(page).textContent();
  const cookies = () => context.cookies(stack().consoleUrl);
  const chosen = (await cookies()).filter(({ name }) => name.startsWith('gwanje_groups'));
  expect(chosen).not.toEqual([]);
  const userNo = await userNoOf(page, 'user');
  const from = `/setting/user?userNo=${userNo}`;
  const second = await context.newPage();
  await second.goto(`${stack().consoleUrl}/alarm-list`);
  await openPage(page, from);
  await page.getByRole('button', { name: '이 사용자로 보기' }).click();
  expect(await answerDialog(page, '보기')).toContain('감사 로그');

  const banner = page.getByRole('region', { name: /사용자로 보는 중$/ });
  await banner.getByText('읽기 전용').waitFor();
  await page.waitForURL('**/main');
  await second.getByRole('region', { name: /사용자로 보는 중$/ }).waitFor();
  expect(consolePath(second)).toBe('/alarm-list');
  expect(await page.getByRole('button', { name: '설정', exact: true }).count()).toBe(0);
  expect(await groupButton(page).textContent()).not.toBe(own);

  await page.goto(`${stack().consoleUrl}/custom-main`);
  await page.getByRole('button', { name: '상황판' }).waitFor();
  expect(await page.getByRole('button', { name: '수정' }).count()).toBe(0);
  await page.goto(`${stack().consoleUrl}/realtime-detection`);
  await banner.waitFor();
  const refused = await page.request.post(`${stack().consoleUrl}/api/v1/viewoption/x`, {
    headers: { origin: stack().consoleUrl },
    data: {},
  });
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 8010]);

  await banner.getByRole('button', { name: '그만 보기' }).click();
  await page.getByRole('heading', { level: 1, name: '사용자' }).waitFor();
  expect(consolePath(page)).toBe(from);
  expect(await banner.count()).toBe(0);
  await second.getByRole('region', { name: /사용자로 보는 중$/ }).waitFor({ state: 'detached' });
  expect((await cookies()).filter(({ name }) => name.startsWith('gwanje_groups'))).toEqual(chosen);
  expect(await groupButton(page).textContent()).toBe(own);

  await openPage(page, '/setting/audit?search=viewAs.');
  const log = page.getByRole('grid', { name: '감사 로그' });
  await log.getByText('viewAs.start').first().waitFor();
  await log.getByText('viewAs.stop').first().waitFor();
});
