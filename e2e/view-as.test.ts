import { UserNo } from '@gwanje/contract/definition/fields';
import { updateUsers } from '@gwanje/contract/users/users';
import { describe, expect, test } from 'vitest';
import { Api } from './support/api.ts';
import { consolePath, enter, openPage, stack, useBrowser } from './support/browser.ts';
import { confirmDialog } from './support/dialogs.ts';
import { chooseGroups, groupButton } from './support/groups.ts';
import { answerDialog, callApi, createUser, REFUSALS, uniqueName } from './support/settings.ts';

const { visitor } = useBrowser();
const ENDED =
  '보고 있던 사용자가 바뀌었거나 권한이 달라져 다른 사용자로 보기를 끝냈습니다. 내 화면으로 돌아갑니다.';

async function userNoOf(page: Parameters<typeof callApi>[0], userId: string): Promise<number> {
  const { list } = await callApi(page, 'POST', '/users/1/100', {
    _method: 'get',
    filter: { search: userId },
  });
  const found = (list as { userId: string; userNo: number }[]).find((user) => user.userId === userId);
  if (!found) throw new Error(`no user ${userId}`);
  return found.userNo;
}

describe('viewing as another user', () => {
  test("shows that user's console read-only under a banner in all windows, and can be ended", async () => {
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

  test('offers no change in a form, and ends when that user is suspended', async () => {
    const { page } = await visitor(REFUSALS);
    await enter(page, 'key', '/main');
    const userId = uniqueName('seen');
    const userNo = await createUser(page, { userId, name: '보이는 관리자', role: 1 });
    await callApi(page, 'POST', '/view-as', { userNo });
    await page.goto(`${stack().consoleUrl}/setting/user?userNo=${userNo}`);
    await page.getByRole('region', { name: '보이는 관리자 사용자로 보는 중' }).waitFor();
    await page.getByRole('dialog').getByText(userId).first().waitFor();
    expect(await page.getByRole('button', { name: '수정', exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: '이 사용자로 보기' }).count()).toBe(0);

    const admin = await Api.as('key');
    await admin.call(updateUsers, { body: [{ userNo: UserNo.parse(userNo), status: 2 }] });
    await confirmDialog(page, ENDED);
    await page.waitForURL('**/main');
    await page.getByRole('button', { name: /^사용자 메뉴: / }).waitFor();
    expect(await page.getByRole('region', { name: /사용자로 보는 중$/ }).count()).toBe(0);
  });
});
