import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { enter, openPage, useBrowser } from './support/browser.ts';
import { answerDialog, callApi, createUser, REFUSALS, rowOf, uniqueName } from './support/settings.ts';

const { visitor } = useBrowser();

test('a user sees what is stored, and downloads it', async () => {
  const { page } = await visitor();
  await enter(page, 'user', '/main');
  await page.getByRole('button', { name: /^사용자 메뉴/ }).click();
  await page.getByRole('menuitem', { name: '내 개인정보' }).click();
  await rowOf(page, '저장된 개인정보', '접속 세션').getByText('기기, 접속 주소').waitFor();
  expect(await page.getByRole('button', { name: '개인정보 삭제' }).count()).toBe(0);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'JSON으로 내려받기' }).click();
  const { rows } = JSON.parse(await readFile(await (await downloaded).path(), 'utf8'));
  expect(rows).toContainEqual(expect.objectContaining({ data: 'account', userId: 'user' }));
});

test('an admin erases a user who was suspended, and the audit log names only the number', async () => {
  const { page } = await visitor(REFUSALS);
  await enter(page, 'total', '/setting/user');
  const userId = uniqueName('leaving');
  const userNo = await createUser(page, { userId, name: '퇴사자' });
  await openPage(page, `/setting/user?userNo=${userNo}`);
  await page.getByRole('button', { name: '개인정보', exact: true }).click();
  await page.getByText('사용자의 상태를 먼저 ‘정지’로 바꿔 주세요').waitFor();
  const erase = page.getByRole('button', { name: '개인정보 삭제' });
  expect(await erase.isDisabled()).toBe(true);

  await callApi(page, 'PUT', '/user/update', [{ userNo, status: 2 }]);
  await page.reload();
  await erase.click();
  expect(await answerDialog(page, '삭제')).toContain('‘퇴사자’ 사용자의 개인정보를 삭제하시겠습니까?');
  await page.getByText(/에 개인정보를 삭제했습니다/).waitFor();
  await rowOf(page, '삭제 이력', `삭제된 사용자 #${userNo}`).waitFor();

  await openPage(page, '/setting/audit?search=user.erase');
  await page.getByRole('grid', { name: '감사 로그' }).getByText(`user ${userNo}`).first().waitFor();
  // A job goes through the log.
  await expect
    .poll(async () => JSON.stringify(await callApi(page, 'POST', '/audit/1/100', { _method: 'get' })), {
      timeout: 60_000,
    })
    .not.toContain(userId);
});
