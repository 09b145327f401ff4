import { expect, test } from 'vitest';
import { OwnCluster } from '../support/agent.ts';
import { Api } from '../support/api.ts';
import { openPage, signInByApi, useBrowser } from '../support/browser.ts';
import {
  answerDialog,
  browserAlerts,
  callApi,
  createMetaGroup,
  createSubGroup,
  createUser,
  REFUSALS,
  rowOf,
  uniqueName,
} from '../support/settings.ts';

const { visitor } = useBrowser();
const META_LIST = '메타 그룹 목록';
const SUB_LIST = '서브 그룹 목록';
const MEMBERS = '구성원 목록';

test('meta groups and sub groups are created, renamed, moved and deleted, and a move first lists who gains and who loses access', async () => {
  const { page } = await visitor(REFUSALS);
  await signInByApi(page, 'key');
  const [from, to] = [uniqueName('from'), uniqueName('to')];
  const fromId = await createMetaGroup(page, from);
  await createMetaGroup(page, to);
  const admin = await Api.as('key');
  const owned = async (kind: string) => {
    const userId = uniqueName(kind);
    const ownerUserNo = await createUser(page, { userId, name: `이름 ${userId}`, role: 3 });
    const metaGroupId = await createMetaGroup(page, userId);
    await callApi(page, 'PUT', '/group/meta/update', [{ metaGroupId, ownerUserNo }]);
    return { userId, metaGroupId };
  };
  const [left, right] = [await owned('from'), await owned('to')];
  const subGroupId = await createSubGroup(page, left.metaGroupId, '야간');
  const cluster = await OwnCluster.create(admin, uniqueName('seen'), {
    metaGroupId: left.metaGroupId,
    subGroupId,
  });
  await openPage(page, '/setting/group/meta-list');
  const [name, renamed] = [uniqueName('meta'), uniqueName('renamed')];

  await page.getByRole('button', { name: '메타 그룹 생성' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^이름/).fill('커머스 플랫폼 본부');
  await dialog.getByLabel(/^이름/).press('Enter');
  await dialog.getByText('이미 사용 중인 이름입니다.').waitFor();
  await dialog.getByLabel(/^이름/).fill(name);
  await dialog.getByLabel(/^이름/).press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await rowOf(page, META_LIST, name).getByText('내 그룹').waitFor();

  const owner = uniqueName('owner');
  await createUser(page, { userId: owner, name: `이름 ${owner}`, role: 3 });
  await page.getByRole('button', { name: `${name} 수정` }).click();
  await dialog.getByLabel(/^이름/).fill(renamed);
  await dialog.getByLabel('소유자').first().fill(owner);
  await page.getByRole('option', { name: new RegExp(owner) }).click();
  await dialog.getByRole('button', { name: '저장' }).click();
  expect(await answerDialog(page, '저장')).toContain('아무도 달라지지 않습니다.');
  await rowOf(page, META_LIST, renamed).getByText(`이름 ${owner}`).waitFor();

  await page.getByRole('button', { name: `${renamed} 삭제` }).click();
  expect(await answerDialog(page, '삭제')).toContain('메타 그룹만 삭제됩니다.');
  await rowOf(page, META_LIST, renamed).waitFor({ state: 'detached' });

  await openPage(page, '/setting/group/meta-list');
  await rowOf(page, META_LIST, from).click();
  await page.waitForURL(`**/setting/group/sub-list?metaGroupId=${fromId}`);
  await page.getByText('서브 그룹이 없습니다').waitFor();
  for (const name of ['alpha', 'beta']) {
    await page.getByRole('button', { name: '서브 그룹 생성' }).first().click();
    await dialog.getByLabel(/^이름/).fill(name);
    await dialog.getByLabel(/^이름/).press('Enter');
    await rowOf(page, SUB_LIST, name).waitFor();
  }
  await page.getByRole('button', { name: 'beta 이름 변경' }).click();
  await dialog.getByLabel(/^이름/).fill('gamma');
  await dialog.getByRole('button', { name: '저장' }).click();
  await rowOf(page, SUB_LIST, 'gamma').waitFor();

  await page.getByRole('checkbox', { name: '모두 선택' }).check();
  await page.getByText('2개 선택').waitFor();
  await page.getByRole('button', { name: '이동', exact: true }).click();
  await dialog
    .getByLabel(/^이동할 메타 그룹/)
    .first()
    .fill(to);
  await page.getByRole('option', { name: to }).click();
  await dialog.getByRole('button', { name: '이동' }).click();
  expect(await answerDialog(page, '이동')).toContain('아무도 달라지지 않습니다.');
  await page.getByText('서브 그룹이 없습니다').waitFor();

  // The group selector has the new groups at once.
  await page.getByRole('button', { name: /^그룹 선택/ }).click();
  await page.getByRole('treeitem').filter({ hasText: to }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('메타 그룹 선택').first().fill(to);
  await page.getByRole('option', { name: to }).click();
  await rowOf(page, SUB_LIST, 'alpha').waitFor();
  await rowOf(page, SUB_LIST, 'gamma').waitFor();
  await page.getByRole('checkbox', { name: '모두 선택' }).check();
  await page.getByRole('button', { name: '삭제', exact: true }).click();
  expect(await answerDialog(page, '삭제')).toContain('서브 그룹 2개');
  await page.getByText('서브 그룹이 없습니다').waitFor();
  // If the selection still named a deleted group, the server would have refused the next call.
  expect(await page.getByRole('alertdialog').count()).toBe(0);

  await openPage(page, `/setting/group/sub-list?metaGroupId=${left.metaGroupId}`);

  await rowOf(page, SUB_LIST, '야간').getByRole('checkbox').check();
  await page.getByRole('button', { name: '이동', exact: true }).click();
  const form = page.getByRole('dialog');
  await form
    .getByLabel(/^이동할 메타 그룹/)
    .first()
    .fill(right.userId);
  await page.getByRole('option', { name: right.userId }).click();
  const move = form.getByRole('button', { name: '이동' });
  await move.click();
  const confirm = page.getByRole('alertdialog');
  const rowsOf = (name: RegExp) => confirm.getByRole('table', { name }).getByRole('row');
  await rowsOf(/^볼 수 있게 됨/)
    .filter({ hasText: right.userId })
    .getByText(cluster.name)
    .waitFor();
  await rowsOf(/^볼 수 없게 됨/)
    .filter({ hasText: left.userId })
    .getByText(cluster.name)
    .waitFor();
  expect(await confirm.getByRole('row').count()).toBe(4);
  await answerDialog(page, '취소');
  await move.click();
  expect((await callApi(page, 'GET', `/group/sub/info/${subGroupId}`)).metaGroupId).toBe(left.metaGroupId);
  await answerDialog(page, '이동');
  await page.getByText('서브 그룹이 없습니다').waitFor();
  expect((await callApi(page, 'GET', `/group/sub/info/${subGroupId}`)).metaGroupId).toBe(right.metaGroupId);
});

test('the page of a sub group is read-only until 수정, then takes members, and asks before it discards changes', async () => {
  const { page } = await visitor(REFUSALS);
  const alerts = browserAlerts(page);
  await signInByApi(page, 'key');
  const metaName = uniqueName('team');
  const subGroupId = await createSubGroup(page, await createMetaGroup(page, metaName), '야간');
  const [first, second] = [uniqueName('first'), uniqueName('second')];
  for (const userId of [first, second]) await createUser(page, { userId, name: `이름 ${userId}` });
  await openPage(page, `/setting/group/sub?subGroupId=${subGroupId}`);
  await page.getByText('구성원이 없습니다').waitFor();

  await page.getByRole('textbox', { name: '이름', exact: true }).press('x');
  await page.getByLabel('구성원 추가').click();
  expect(alerts).toEqual(['변경이 불가합니다.', '변경이 불가합니다.']);

  await page.getByRole('button', { name: '수정', exact: true }).click();
  for (const userId of [first, second]) {
    await page.getByLabel('구성원 추가').first().fill(userId);
    await page.getByRole('option', { name: new RegExp(userId) }).click();
    await rowOf(page, MEMBERS, userId).getByText('추가 예정').waitFor();
  }
  await page.getByRole('link', { name: metaName }).first().click();
  expect(await answerDialog(page, '계속 수정')).toContain('저장하지 않은 변경 사항');
  await page.getByRole('textbox', { name: /^이름/ }).fill('주간');
  await page.getByRole('button', { name: '저장' }).click();
  await answerDialog(page, '저장');
  await page.getByRole('heading', { level: 1, name: '주간' }).waitFor();
  await page.getByRole('button', { name: '수정', exact: true }).waitFor();

  await page.getByRole('button', { name: '수정', exact: true }).click();
  await page.getByRole('button', { name: `이름 ${first} 제거` }).click();
  await rowOf(page, MEMBERS, first).getByText('제거 예정').waitFor();
  await page.getByRole('button', { name: '저장' }).click();
  await answerDialog(page, '저장');
  await rowOf(page, MEMBERS, first).waitFor({ state: 'detached' });
  await page.reload();
  await rowOf(page, MEMBERS, second).waitFor();
  expect(await rowOf(page, MEMBERS, first).count()).toBe(0);
  expect(alerts).toHaveLength(2);
});
