import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { enter, openPage, stack, useBrowser } from '../support/browser.ts';
import {
  answerDialog,
  callApi,
  createUser,
  NEW_PASSWORD,
  REFUSALS,
  rowOf,
  uniqueName,
} from '../support/settings.ts';

const { visitor } = useBrowser();

test('a token is shown once and authorises calls until it is revoked, and the log records both', async () => {
  const { page } = await visitor(REFUSALS);
  await enter(page, 'key', '/setting/access-token');
  const name = uniqueName('token');
  await page.getByRole('button', { name: '토큰 생성' }).first().click();
  await page.getByLabel('이름').fill(name);
  await page.getByRole('button', { name: '생성', exact: true }).click();
  const shown = page.getByRole('dialog').locator('code');
  const token = (await shown.textContent()) ?? '';
  await page.getByRole('button', { name: '닫기' }).click();
  const row = rowOf(page, '액세스 토큰 목록', name);
  await row.getByText('사용 중').waitFor();
  expect(await page.content()).not.toContain(token);

  const call = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${stack().consoleUrl}/api/v1/group-name/list`, { headers });
    return answer.status;
  };
  expect(await call()).toBe(200);
  await row.getByRole('button', { name: '폐기' }).click();
  await answerDialog(page, '폐기');
  await row.getByText('폐기됨').waitFor();
  expect(await call()).toBe(401);

  await openPage(page, '/setting/audit?search=accesstoken.');
  const log = page.getByRole('grid', { name: '감사 로그' });
  await log.getByText('accessToken.revoke').first().waitFor();
  await log.getByText('accessToken.insert').first().waitFor();
});

test('every user reads their own actions, sees what is stored, and downloads it', async () => {
  const { page } = await visitor();
  await enter(page, 'user', '/main');
  await page.getByRole('button', { name: /^사용자 메뉴/ }).click();
  await page.getByRole('menuitem', { name: '내 활동' }).click();
  const log = page.getByRole('grid', { name: '내 활동' });
  await log.getByText('session.create').first().waitFor();
  expect(await log.getByRole('columnheader', { name: '사용자' }).count()).toBe(0);
  await page.getByRole('button', { name: /^사용자 메뉴/ }).click();
  await page.getByRole('menuitem', { name: '내 개인정보' }).click();
  await rowOf(page, '저장된 개인정보', '접속 세션').getByText('기기, 접속 주소').waitFor();
  expect(await page.getByRole('button', { name: '개인정보 삭제' }).count()).toBe(0);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'JSON으로 내려받기' }).click();
  const { rows } = JSON.parse(await readFile(await (await downloaded).path(), 'utf8'));
  expect(rows).toContainEqual(expect.objectContaining({ data: 'account', userId: 'user' }));
});

test('a user sets a password once by a link, and signs in; a suspended one is erased, and the audit log forgets the id', async () => {
  const { page } = await visitor(REFUSALS);
  await enter(page, 'total', '/setting/user');
  const userId = uniqueName('link');
  const userNo = await createUser(page, { userId, name: '링크' });
  await openPage(page, `/setting/user?userNo=${userNo}`);
  await page.getByRole('button', { name: '비밀번호 설정 링크' }).click();
  expect(await answerDialog(page, '확인')).toContain('모든 세션이 종료됩니다');
  const address = (await page.getByRole('dialog').locator('code').textContent()) ?? '';

  const { page: guest } = await visitor(REFUSALS);
  await guest.goto(address);
  await guest.getByLabel('새 비밀번호', { exact: true }).fill(`${NEW_PASSWORD} again`);
  await guest.getByLabel('새 비밀번호 확인').fill(`${NEW_PASSWORD} again`);
  await guest.getByRole('button', { name: '비밀번호 설정' }).click();
  await guest.getByText('비밀번호를 설정했습니다').waitFor();
  expect(guest.url()).not.toContain('#');
  await guest.getByRole('link', { name: '로그인' }).click();
  await guest.getByLabel('사용자 ID').fill(userId);
  await guest.getByLabel('비밀번호', { exact: true }).fill(`${NEW_PASSWORD} again`);
  await guest.getByRole('button', { name: '로그인', exact: true }).click();
  await guest.waitForURL('**/portal');

  const { page: second } = await visitor(REFUSALS);
  await second.goto(address);
  await second.getByText('이미 사용했거나 만료된 링크입니다.').waitFor();

  const leaving = uniqueName('leaving');
  const leavingNo = await createUser(page, { userId: leaving, name: '퇴사자' });
  await openPage(page, `/setting/user?userNo=${leavingNo}`);
  await page.getByRole('button', { name: '개인정보', exact: true }).click();
  await page.getByText('사용자의 상태를 먼저 ‘정지’로 바꿔 주세요').waitFor();
  const erase = page.getByRole('button', { name: '개인정보 삭제' });
  expect(await erase.isDisabled()).toBe(true);

  await callApi(page, 'PUT', '/user/update', [{ userNo: leavingNo, status: 2 }]);
  await page.reload();
  await erase.click();
  expect(await answerDialog(page, '삭제')).toContain('‘퇴사자’ 사용자의 개인정보를 삭제하시겠습니까?');
  await page.getByText(/에 개인정보를 삭제했습니다/).waitFor();
  await rowOf(page, '삭제 이력', `삭제된 사용자 #${leavingNo}`).waitFor();

  // A job goes through the log.
  await expect
    .poll(async () => JSON.stringify(await callApi(page, 'POST', '/audit/1/100', { _method: 'get' })), {
      timeout: 60_000,
    })
    .not.toContain(leaving);
});
