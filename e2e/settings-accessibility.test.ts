import { describe, expect, test } from 'vitest';
import { Reader } from './support/axe.ts';
import { openPage, type ThemeName, takeSession, useBrowser } from './support/browser.ts';
import {
  answerDialog,
  createMetaGroup,
  createSubGroup,
  createUser,
  REFUSALS,
  uniqueName,
} from './support/settings.ts';

const { visitor } = useBrowser();

describe.each<ThemeName>(['lightTheme', 'darkTheme'])('in %s', (theme) => {
  // Checking four whole pages takes longer than other tests on a busy machine.
  test('open, edited and refused forms have no serious violation', { timeout: 180_000 }, async () => {
    const { page } = await visitor({ ...REFUSALS, theme });
    await takeSession(page, 'key');
    const reader = new Reader(theme);
    const metaGroup = uniqueName('axe');
    const metaGroupId = await createMetaGroup(page, metaGroup);
    await openPage(page, '/setting/group/meta-list');
    const scheme = theme === 'darkTheme' ? 'dark' : 'light';
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(scheme);
    await page.getByRole('button', { name: `${metaGroup} 수정` }).click();
    await page.getByRole('dialog').getByLabel(/^이름/).fill('');
    await page.getByRole('dialog').getByRole('button', { name: '저장' }).click();
    await page.getByText('이름을 입력해 주세요.').waitFor();
    expect(await reader.seriousViolations(page), 'meta group').toEqual([]);

    const userId = uniqueName('axe');
    const userNo = await createUser(page, { userId, name: '접근성' });
    await page.getByRole('dialog').getByRole('button', { name: '취소' }).click();
    await answerDialog(page, '나가기');
    await openPage(page, `/setting/user?userNo=${userNo}`);
    await page.getByRole('dialog').getByRole('button', { name: '수정', exact: true }).click();
    await page.getByRole('button', { name: '새 비밀번호 설정' }).click();
    expect(await reader.seriousViolations(page), 'user').toEqual([]);

    await openPage(page, '/setting/user/registration');
    await page.getByRole('button', { name: '사용자 등록' }).click();
    await page.getByText('사용자 ID를 입력해 주세요.').waitFor();
    expect(await reader.seriousViolations(page), 'registration').toEqual([]);

    const subGroupId = await createSubGroup(page, metaGroupId, '접근성');
    await openPage(page, `/setting/group/sub?subGroupId=${subGroupId}`);
    await page.getByRole('button', { name: '수정', exact: true }).click();
    await page.getByLabel('구성원 추가').first().fill(userId);
    await page.getByRole('option', { name: new RegExp(userId) }).waitFor();
    expect(await reader.seriousViolations(page), 'sub group').toEqual([]);
  });
});
