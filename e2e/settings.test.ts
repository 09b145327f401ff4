import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { signIn, stack, type ThemeName, useBrowser } from './support/browser.ts';
import {
  answerDialog,
  browserAlerts,
  callApi,
  createMetaGroup,
  createSubGroup,
  createUser,
  focused,
  NEW_PASSWORD,
  openPage,
  rowOf,
  uniqueName,
} from './support/settings.ts';

const { visitor } = useBrowser();
/** Refusals are what many of these tests are about; the browser reports each as a failed resource. */
const REFUSALS = { expectErrors: /Failed to load resource/ };
const META_LIST = '메타 그룹 목록';
const SUB_LIST = '서브 그룹 목록';
const MEMBERS = '구성원 목록';
const USERS = '사용자 목록';

describe('groups', () => {
  test('a meta group is created, renamed, given another owner and deleted', async () => {
    const { page } = await visitor(REFUSALS);
    await signIn(page, 'total', '/setting/group/meta-list');
    const [name, renamed] = [uniqueName('meta'), uniqueName('renamed')];

    await page.getByRole('button', { name: '메타 그룹 생성' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '생성', exact: true }).click();
    await dialog.getByText('이름을 입력해 주세요.').waitFor();
    expect(await focused(page)).toContain('이름');
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
    await rowOf(page, META_LIST, renamed).getByText(`이름 ${owner}`).waitFor();

    await page.getByRole('button', { name: `${renamed} 삭제` }).click();
    expect(await answerDialog(page, '삭제')).toContain('메타 그룹만 삭제됩니다.');
    await rowOf(page, META_LIST, renamed).waitFor({ state: 'detached' });
  });

  test('a meta group that holds sub groups is not deleted, and says why', async () => {
    const { page } = await visitor(REFUSALS);
    await signIn(page, 'key', '/setting/group/meta-list');
    const name = uniqueName('full');
    await createSubGroup(page, await createMetaGroup(page, name), uniqueName('sub'));
    await openPage(page, '/setting/group/meta-list');

    await page.getByRole('button', { name: `${name} 삭제` }).click();
    expect(await answerDialog(page, '삭제')).toContain('서브 그룹 1개');
    await page.getByText('서브 그룹이 남아 있어 삭제할 수 없습니다.').waitFor();
    await answerDialog(page, '확인');
    await rowOf(page, META_LIST, name).waitFor();
  });

  test('sub groups are created, renamed, moved together and deleted together', async () => {
    const { page } = await visitor(REFUSALS);
    await signIn(page, 'key', '/setting/group/meta-list');
    const [from, to] = [uniqueName('from'), uniqueName('to')];
    const fromId = await createMetaGroup(page, from);
    await createMetaGroup(page, to);
    await openPage(page, '/setting/group/meta-list');
    await rowOf(page, META_LIST, from).click();
    await page.waitForURL(`**/setting/group/sub-list?metaGroupId=${fromId}`);
    await page.getByText('서브 그룹이 없습니다').waitFor();

    const dialog = page.getByRole('dialog');
    for (const name of ['alpha', 'beta']) {
      await page.getByRole('button', { name: '서브 그룹 생성' }).first().click();
      await dialog.getByLabel(/^이름/).fill(name);
      await dialog.getByLabel(/^이름/).press('Enter');
      await rowOf(page, SUB_LIST, name).waitFor();
    }
    await page.getByRole('button', { name: 'beta 이름 변경' }).click();
    await dialog.getByLabel(/^이름/).fill('ALPHA');
    await dialog.getByRole('button', { name: '저장' }).click();
    await dialog.getByText('이미 사용 중인 이름입니다.').waitFor();
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
    await page.getByText('서브 그룹이 없습니다').waitFor();

    await page.getByLabel('메타 그룹 선택').first().fill(to);
    await page.getByRole('option', { name: to }).click();
    await rowOf(page, SUB_LIST, 'alpha').waitFor();
    await rowOf(page, SUB_LIST, 'gamma').waitFor();
    await page.getByRole('checkbox', { name: '모두 선택' }).check();
    await page.getByRole('button', { name: '삭제', exact: true }).click();
    expect(await answerDialog(page, '삭제')).toContain('서브 그룹 2개');
    await page.getByText('서브 그룹이 없습니다').waitFor();
  });

  test('one’s own new group is in the group selector at once, and gone when deleted', async () => {
    const { page } = await visitor(REFUSALS);
    await signIn(page, 'key', '/setting/group/meta-list');
    const name = uniqueName('own');
    const metaGroupId = await createMetaGroup(page, name);
    await openPage(page, `/setting/group/sub-list?metaGroupId=${metaGroupId}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: '서브 그룹 생성' }).first().click();
    await dialog.getByLabel(/^이름/).fill(name);
    await dialog.getByLabel(/^이름/).press('Enter');
    await rowOf(page, SUB_LIST, name).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('button', { name: /^그룹 선택/ }).click();
    await page.getByRole('treeitem').filter({ hasText: name }).first().waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: '삭제', exact: true }).click();
    await answerDialog(page, '삭제');
    await page.waitForURL(`**/setting/group/sub-list?metaGroupId=${metaGroupId}`);
    await page.getByText('서브 그룹이 없습니다').waitFor();
    // A selection that still named the deleted group would have been refused with the next call.
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });

  test('a name is text, whatever is in it', async () => {
    const { page } = await visitor(REFUSALS);
    await signIn(page, 'key', '/setting/group/meta-list');
    const name = `<b>${uniqueName('שלום')}</b> & "x"`;
    const metaGroupId = await createMetaGroup(page, name);
    await createSubGroup(page, metaGroupId, '../<img src=x>');
    await openPage(page, '/setting/group/meta-list');
    await rowOf(page, META_LIST, name).click();
    await rowOf(page, SUB_LIST, '../<img src=x>').click();
    await page.getByRole('heading', { level: 1, name: '../<img src=x>' }).waitFor();
    await page.getByRole('link', { name }).first().waitFor();
  });
});

describe('a sub group', () => {
  test('is read-only until 수정, then takes members, and asks before changes are lost', async () => {
    const { page } = await visitor(REFUSALS);
    const alerts = browserAlerts(page);
    await signIn(page, 'key', '/setting/group/meta-list');
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
    await page.getByRole('heading', { level: 1, name: '주간' }).waitFor();
    await page.getByRole('button', { name: '수정', exact: true }).waitFor();

    await page.getByRole('button', { name: '수정', exact: true }).click();
    await page.getByRole('button', { name: `이름 ${first} 제거` }).click();
    await rowOf(page, MEMBERS, first).getByText('제거 예정').waitFor();
    await page.getByRole('button', { name: '저장' }).click();
    await rowOf(page, MEMBERS, first).waitFor({ state: 'detached' });
    await page.reload();
    await rowOf(page, MEMBERS, second).waitFor();
    expect(await rowOf(page, MEMBERS, first).count()).toBe(0);
    expect(alerts).toHaveLength(2);
  });
});

describe('users', () => {
  test('one is registered after each wrong field has been told, and can sign in', async () => {
    const { page } = await visitor(REFUSALS);
    await signIn(page, 'key', '/setting/user/registration');
    const register = page.getByRole('button', { name: '사용자 등록' });
    await register.click();
    await page.getByText('사용자 ID를 입력해 주세요.').waitFor();
    await page.getByText('역할을 선택해 주세요.').waitFor();
    expect(await focused(page)).toContain('사용자 ID');

    const userId = uniqueName('reg');
    await page.getByLabel(/^사용자 ID/).fill('Upper Case');
    await register.click();
    await page.getByText('하이픈(-), 밑줄(_)만 사용할 수 있습니다.').waitFor();
    const taken = uniqueName('taken');
    await createUser(page, { userId: taken, name: 'taken' });
    await page.getByLabel(/^사용자 ID/).fill(taken);
    await page.getByText('이미 사용 중인 ID입니다.').waitFor();
    await page.getByLabel(/^사용자 ID/).fill(userId);
    await page.getByText('사용할 수 있는 ID입니다.').waitFor();
    await page.getByLabel(/^이름/).fill('정등록');
    await page.getByLabel(/^이메일/).fill('nowhere');
    await page
      .getByLabel(/^비밀번호/)
      .first()
      .fill('1234567890');
    await page.getByRole('radio', { name: '사용자', exact: true }).check();
    const commerce = page.getByRole('group', { name: '커머스 플랫폼 본부' });
    await commerce.getByRole('checkbox', { name: '운영', exact: true }).check();
    await register.click();
    await page.getByText('추측하기 쉬운 비밀번호입니다.').waitFor();
    expect(await focused(page)).toContain('이메일');
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
  });

  test('leaving a half-filled registration asks', async () => {
    const { page } = await visitor(REFUSALS);
    await signIn(page, 'key', '/setting/user/registration');
    await page.getByLabel(/^이름/).fill('반쯤');
    await page.getByRole('button', { name: '취소' }).click();
    await answerDialog(page, '계속 수정');
    expect(new URL(page.url()).pathname).toBe('/setting/user/registration');
    await page.getByRole('link', { name: '사용자', exact: true }).click();
    await answerDialog(page, '나가기');
    await page.waitForURL('**/setting/user');
  });

  test('are found by search, filters and order, which the address restores', async () => {
    const { page } = await visitor(REFUSALS);
    await signIn(page, 'key', '/setting/user');
    const stem = uniqueName('find');
    for (const suffix of ['a', 'b'])
      await createUser(page, { userId: `${stem}${suffix}`, name: `찾기 ${suffix}` });
    await page.getByLabel('사용자 ID, 이름, 이메일 검색').fill(stem);
    await page.getByText('총 2명').waitFor();
    await page.getByLabel('상태 필터').selectOption('2');
    await page.getByText('조건에 맞는 사용자가 없습니다').waitFor();
    await page.getByLabel('상태 필터').selectOption('');
    await page.getByRole('button', { name: '이름', exact: true }).click();
    await page.getByRole('button', { name: '이름', exact: true }).click();
    await page.waitForURL(/orderBy=-name/);
    await page.reload();
    await page.getByText('총 2명').waitFor();
    const cells = page.getByRole('table', { name: USERS }).getByRole('row');
    await expect.poll(() => cells.nth(1).textContent()).toContain('찾기 b');
  });

  test('one is changed: name, role, status, groups and password', async () => {
    const { page } = await visitor(REFUSALS);
    await signIn(page, 'key', '/setting/user');
    const userId = uniqueName('edit');
    await createUser(page, { userId, name: '변경 전' });
    await openPage(page, `/setting/user?search=${userId}`);
    await rowOf(page, USERS, userId).click();
    const drawer = page.getByRole('dialog');
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
    await drawer.getByRole('button', { name: '수정', exact: true }).waitFor();
    await drawer.getByText('배치 분석').waitFor();
    await drawer.getByRole('button', { name: '닫기', exact: true }).last().click();
    const row = rowOf(page, USERS, userId);
    for (const text of ['변경 후', '그룹 관리자', '제한', '배치 분석']) await row.getByText(text).waitFor();
    const { page: theirs } = await visitor(REFUSALS);
    await signIn(theirs, userId, '/main', 'another long secret');
  });

  test('whom someone else changed meanwhile is not overwritten', async () => {
    const { page } = await visitor(REFUSALS);
    await signIn(page, 'key', '/setting/user');
    const userId = uniqueName('race');
    const userNo = await createUser(page, { userId, name: '처음 이름' });
    await openPage(page, `/setting/user?userNo=${userNo}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: '수정', exact: true }).click();
    await drawer.getByLabel(/^이름/).fill('늦은 이름');
    await callApi(page, 'PUT', '/user/update', [{ userNo, name: '빠른 이름' }]);
    await drawer.getByRole('button', { name: '저장' }).click();
    expect(await answerDialog(page, '확인')).toContain('다른 사용자가 먼저 변경했습니다');
    await drawer.getByRole('heading').getByText('빠른 이름').waitFor();
    expect(await drawer.getByRole('textbox', { name: '이름', exact: true }).inputValue()).toBe('빠른 이름');
  });

  test('one is deleted, unless a meta group is theirs', async () => {
    const { page } = await visitor(REFUSALS);
    await signIn(page, 'key', '/setting/user');
    const userId = uniqueName('gone');
    const userNo = await createUser(page, { userId, name: '떠날 사람', role: 3 });
    const metaGroupId = await createMetaGroup(page, uniqueName('theirs'));
    await callApi(page, 'PUT', '/group/meta/update', [{ metaGroupId, ownerUserNo: userNo }]);
    await openPage(page, `/setting/user?search=${userId}&userNo=${userNo}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: '사용자 삭제' }).click();
    expect(await answerDialog(page, '삭제')).toContain('그룹 권한과 개인 화면 설정이 함께 삭제');
    await page.getByText('메타 그룹의 소유자이므로').waitFor();
    await answerDialog(page, '확인');

    await callApi(page, 'DELETE', `/group/meta/delete/${metaGroupId}`);
    await drawer.getByRole('button', { name: '사용자 삭제' }).click();
    await answerDialog(page, '삭제');
    await drawer.waitFor({ state: 'hidden' });
    await page.getByText('조건에 맞는 사용자가 없습니다').waitFor();
  });
});

describe('the logo', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 28"><rect width="80" height="28" fill="#3c9"/></svg>';

  test('is checked before it is sent, uploaded, used, and given up for the product’s own', async () => {
    const { page } = await visitor(REFUSALS);
    await signIn(page, 'total', '/setting/logo');
    const name = `${uniqueName('logo')}.svg`;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().endsWith('/api/v1/logo')) sent.push(request.method());
    });
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'x.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await page.getByText('이미지만 올릴 수 있습니다.').waitFor();
    await file.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.alloc(1024 * 1024 + 1) });
    await page.getByText('파일이 1 MB를 넘습니다.').waitFor();
    expect(sent).toEqual([]);

    await file.setInputFiles({ name, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
    await page.getByText('선택한 파일').waitFor();
    await page.getByRole('button', { name: '업로드하고 사용' }).click();
    const item = page
      .getByRole('list', { name: '올린 로고 목록' })
      .getByRole('listitem')
      .filter({ hasText: name });
    await item.getByText('사용 중').waitFor();
    const home = page.getByRole('link', { name: '관제 대시보드로 이동' });
    await home.locator('img').waitFor();

    await page.getByRole('button', { name: '기본 로고 사용' }).click();
    await home.locator('img').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `${name} 삭제` }).click();
    expect(await answerDialog(page, '삭제')).toContain('머리글은 바뀌지 않습니다.');
    await item.waitFor({ state: 'detached' });
    expect(sent).toEqual(['POST', 'PUT']);
  });
});

describe('a group admin', () => {
  test('is offered only what the own groups allow', async () => {
    const { page } = await visitor(REFUSALS);
    await signIn(page, 'group', '/setting/group/meta-list');
    await rowOf(page, META_LIST, '커머스 플랫폼 본부').waitFor();
    expect(await page.getByRole('button', { name: '메타 그룹 생성' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: '커머스 플랫폼 본부 수정' }).count()).toBe(1);
    expect(await page.getByRole('button', { name: '데이터 분석 플랫폼 본부 수정' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: / 삭제$/ }).count()).toBe(0);
    await page.getByRole('button', { name: '커머스 플랫폼 본부 수정' }).click();
    expect(await page.getByRole('dialog').getByLabel('소유자').count()).toBe(0);
    await page.keyboard.press('Escape');

    await rowOf(page, META_LIST, '데이터 분석 플랫폼 본부').click();
    await rowOf(page, SUB_LIST, '실시간 처리').waitFor();
    expect(await page.getByRole('button', { name: '서브 그룹 생성' }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await rowOf(page, SUB_LIST, '실시간 처리').click();
    await page.getByText('보기 전용').waitFor();
    expect(await page.getByRole('button', { name: '수정', exact: true }).count()).toBe(0);
    expect(await page.getByLabel('구성원 추가').count()).toBe(0);
  });

  test('registers users into own groups with own roles, and may not open the logo', async () => {
    const { page } = await visitor(REFUSALS);
    await signIn(page, 'group', '/setting/user/registration');
    await page.getByRole('checkbox', { name: '커머스 플랫폼 본부' }).waitFor();
    expect(await page.getByRole('radio').count()).toBe(2);
    expect(await page.getByRole('checkbox', { name: '실시간 처리' }).count()).toBe(0);
    await page.getByLabel(/^사용자 ID/).fill(uniqueName('mine'));
    await page.getByLabel(/^이름/).fill('우리 사람');
    await page
      .getByLabel(/^비밀번호/)
      .first()
      .fill(NEW_PASSWORD);
    await page.getByRole('radio', { name: '사용자', exact: true }).check();
    await page.getByRole('button', { name: '사용자 등록' }).click();
    await page.getByText('관리하는 서브 그룹을 하나 이상 선택해 주세요.').waitFor();
    await page.getByRole('checkbox', { name: '검증', exact: true }).check();
    await page.getByRole('button', { name: '사용자 등록' }).click();
    await page.waitForURL('**/setting/user?userNo=*');

    await page.goto(`${stack().consoleUrl}/setting/logo`);
    expect(await answerDialog(page, '확인')).toContain('접근 권한이 없습니다.');
    await page.waitForURL('**/main');
  });
});

describe.each<ThemeName>(['lightTheme', 'darkTheme'])('in %s', (theme) => {
  // Looking at four whole pages takes a busy machine longer than the other tests.
  test('forms that are open, edited or refused have no serious violation', { timeout: 180_000 }, async () => {
    const { page } = await visitor(REFUSALS);
    await signIn(page, 'key', '/setting/group/meta-list');
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    await openPage(page, '/setting/group/meta-list');
    await page.getByRole('button', { name: '커머스 플랫폼 본부 수정' }).click();
    await page.getByRole('dialog').getByLabel(/^이름/).fill('');
    await page.getByRole('dialog').getByRole('button', { name: '저장' }).click();
    await page.getByText('이름을 입력해 주세요.').waitFor();
    expect(await violations(page), 'meta group').toEqual([]);

    const userId = uniqueName('axe');
    const userNo = await createUser(page, { userId, name: '접근성' });
    await page.getByRole('dialog').getByRole('button', { name: '취소' }).click();
    await answerDialog(page, '나가기');
    await openPage(page, `/setting/user?userNo=${userNo}`);
    await page.getByRole('dialog').getByRole('button', { name: '수정', exact: true }).click();
    await page.getByRole('button', { name: '새 비밀번호 설정' }).click();
    expect(await violations(page), 'user').toEqual([]);

    await openPage(page, '/setting/user/registration');
    await page.getByRole('button', { name: '사용자 등록' }).click();
    await page.getByText('사용자 ID를 입력해 주세요.').waitFor();
    expect(await violations(page), 'registration').toEqual([]);

    const subGroupId = await createSubGroup(page, await createMetaGroup(page, uniqueName('axe')), '접근성');
    await openPage(page, `/setting/group/sub?subGroupId=${subGroupId}`);
    await page.getByRole('button', { name: '수정', exact: true }).click();
    await page.getByLabel('구성원 추가').first().fill(userId);
    await page.getByRole('option', { name: new RegExp(userId) }).waitFor();
    expect(await violations(page), 'sub group').toEqual([]);
  });
});

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
