import { expect, test } from 'vitest';
import { Api } from '../support/api.ts';
import { enter, openPage, signIn, useBrowser } from '../support/browser.ts';
import {
  answerDialog,
  callApi,
  createMetaGroup,
  createUser,
  NEW_PASSWORD,
  REFUSALS,
  rowOf,
  uniqueName,
} from '../support/settings.ts';

const { visitor } = useBrowser();
const USERS = '사용자 목록';

test('a user is registered, signs in, is changed, and is deleted unless the user owns a meta group', async () => {
  const { page } = await visitor(REFUSALS);
  await enter(page, 'key', '/setting/user/registration');
  const register = page.getByRole('button', { name: '사용자 등록' });
  const userId = uniqueName('reg');
  const taken = uniqueName('taken');
  await createUser(page, { userId: taken, name: 'taken' });
  await page.getByLabel(/^사용자 ID/).fill(taken);
  await page.getByText('이미 사용 중인 ID입니다.').waitFor();
  await page.getByLabel(/^사용자 ID/).fill(userId);
  await page.getByText('사용할 수 있는 ID입니다.').waitFor();
  await page.getByLabel(/^이름/).fill('정등록');
  await page.getByRole('button', { name: '취소' }).click();
  await answerDialog(page, '계속 수정');
  await page
    .getByLabel(/^비밀번호/)
    .first()
    .fill('1234567890');
  await page.getByRole('radio', { name: '사용자', exact: true }).check();
  const commerce = page.getByRole('group', { name: '커머스 플랫폼 본부' });
  await commerce.getByRole('checkbox', { name: '운영', exact: true }).check();
  await register.click();
  await page.getByText('추측하기 쉬운 비밀번호입니다.').waitFor();
  await page.getByLabel(/^이메일/).fill('jung@example.com');
  await page
    .getByLabel(/^비밀번호/)
    .first()
    .fill(NEW_PASSWORD);
  await register.click();

  await page.waitForURL('**/setting/user?userNo=*');
  const drawer = page.getByRole('dialog');
  await drawer.getByText('커머스 플랫폼 본부').waitFor();
  const { page: theirs } = await visitor(REFUSALS);
  await signIn(theirs, userId, '/main', NEW_PASSWORD);
  await theirs.getByRole('button', { name: /사용자 메뉴: 정등록/ }).waitFor();

  await openPage(page, `/setting/user?search=${userId}`);
  await rowOf(page, USERS, userId).click();
  await drawer.getByRole('button', { name: '수정', exact: true }).click();
  await drawer.getByLabel(/^이름/).fill('변경 후');
  await drawer.getByRole('radio', { name: '그룹 관리자' }).check();
  await drawer.getByLabel('상태').selectOption({ label: '제한' });
  await drawer.getByRole('checkbox', { name: '배치 분석' }).check();
  await drawer.getByRole('button', { name: '새 비밀번호 설정' }).click();
  await drawer
    .getByLabel(/^비밀번호/)
    .first()
    .fill('another long secret');
  await drawer.getByRole('button', { name: '저장' }).click();
  // The group holds no cluster.
  expect(await answerDialog(page, '저장')).toContain('아무도 달라지지 않습니다.');
  await drawer.getByRole('button', { name: '수정', exact: true }).waitFor();
  await drawer.getByText('배치 분석').waitFor();
  await drawer.getByRole('button', { name: '닫기', exact: true }).last().click();
  const row = rowOf(page, USERS, userId);
  for (const text of ['변경 후', '그룹 관리자', '제한', '배치 분석']) await row.getByText(text).waitFor();
  await Api.as(userId, 'another long secret');

  const gone = uniqueName('gone');
  const userNo = await createUser(page, { userId: gone, name: '떠날 사람', role: 3 });
  const metaGroupId = await createMetaGroup(page, uniqueName('theirs'));
  await callApi(page, 'PUT', '/group/meta/update', [{ metaGroupId, ownerUserNo: userNo }]);
  await openPage(page, `/setting/user?search=${gone}&userNo=${userNo}`);
  await drawer.getByRole('button', { name: '사용자 삭제' }).click();
  expect(await answerDialog(page, '확인')).toContain('메타 그룹의 소유자이므로');

  await callApi(page, 'DELETE', `/group/meta/delete/${metaGroupId}`);
  await drawer.getByRole('button', { name: '사용자 삭제' }).click();
  expect(await answerDialog(page, '삭제')).toContain('그룹 권한과 개인 화면 설정이 함께 삭제');
  await drawer.waitFor({ state: 'hidden' });
  await page.getByText('조건에 맞는 사용자가 없습니다').waitFor();
});
