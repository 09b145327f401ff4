import { revokeSubGroup } from '@gwanje/contract/users/groups';
import { updateUsers } from '@gwanje/contract/users/users';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Api, ownUser } from './support/api.ts';
import { consolePath, enter, stack, useBrowser } from './support/browser.ts';
import { chooseGroups, subGroup } from './support/groups.ts';
import { confirmDialog, dialogWith, GROUPS_CHANGED, SESSION_EXPIRED } from './support/settings.ts';

const { visitor } = useBrowser();
/** The page may request the cluster once more after access is revoked; the server answers not found. */
const REFUSED = { expectErrors: /status of 40[134]/ };

test('a user who loses the group of the shown cluster gets one alert, then a cluster of a remaining group', async () => {
  const { page } = await visitor(REFUSED);
  const admin = await Api.as('total');
  const [remainingGroup, revokedGroup] = [
    await subGroup(admin, '운영'),
    await subGroup(admin, '실시간 처리'),
  ];
  const { userId, userNo, password } = await ownUser(admin, [remainingGroup, revokedGroup]);
  await enter(page, userId, '/mon/summary', password);
  await page.getByRole('heading', { level: 1, name: 'prod-busan' }).waitFor();
  await admin.call(revokeSubGroup, { params: { userNo, ...revokedGroup } });

  const groupLoads = requestsOf(page, '/api/v1/group-name/list');
  // No input is needed: the server closes the stream within seconds.
  await confirmDialog(page, GROUPS_CHANGED);
  await page.getByRole('heading', { level: 1, name: 'prod-seoul' }).waitFor();
  expect(consolePath(page)).toMatch(/^\/mon\/summary\?hostId=\d+$/);
  await page.getByRole('button', { name: '그룹 선택: 전체 그룹' }).waitFor();

  // Another call, which must not cause a second alert.
  await chooseGroups(page, '운영');
  await page.getByRole('heading', { level: 1, name: 'prod-seoul' }).waitFor();
  expect(groupLoads).toHaveLength(1);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
});

test('a suspended user gets an alert within seconds, then the login site, which shows the reason', async () => {
  const { page } = await visitor(REFUSED);
  const admin = await Api.as('total');
  const { userId, userNo, password } = await ownUser(admin, [await subGroup(admin, '운영')]);
  await enter(page, userId, '/event-list?filter=x', password);
  await page.getByRole('heading', { level: 1, name: '전체 이벤트' }).waitFor();
  await admin.call(updateUsers, { body: [{ userNo, status: 2 }] });

  await dialogWith(page, SESSION_EXPIRED).waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(1);
  await dialogWith(page, SESSION_EXPIRED).getByRole('button', { name: '확인', exact: true }).click();
  await page.waitForURL(`${stack().loginUrl}/login**`);
  const returnUrl = new URL(page.url()).searchParams.get('returnUrl');
  expect(returnUrl).toBe(`${stack().consoleUrl}/event-list?filter=x`);

  await page.getByLabel('사용자 ID').fill(userId);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await page.getByText('정지된 계정입니다. 관리자에게 문의해 주세요.').waitFor();
});

/** Collects requests as the page sends them. */
function requestsOf(page: Page, path: string): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sent.push(request.url());
  });
  return sent;
}
