import { describe, expect, test } from 'vitest';
import { enter, openPage, useBrowser } from './support/browser.ts';
import { NEW_PASSWORD, REFUSALS, rowOf, uniqueName } from './support/settings.ts';

const { visitor } = useBrowser();
const META_LIST = '메타 그룹 목록';
const SUB_LIST = '서브 그룹 목록';

describe('a group admin', () => {
  test('is offered only the actions, groups and roles that their groups allow', async () => {
    const { page } = await visitor(REFUSALS);
    await enter(page, 'group', '/setting/group/meta-list');
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
    await page.getByText('읽기 전용').waitFor();
    expect(await page.getByRole('button', { name: '수정', exact: true }).count()).toBe(0);
    expect(await page.getByLabel('구성원 추가').count()).toBe(0);

    await openPage(page, '/setting/user/registration');
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
  });
});
