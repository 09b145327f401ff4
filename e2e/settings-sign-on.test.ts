import { getSignOnRules, updateSignOnRules } from '@gwanje/contract/settings/sign-on-rules';
import { expect, onTestFinished, test } from 'vitest';
import { Api } from './support/api.ts';
import { enter, stack, useBrowser } from './support/browser.ts';
import { createMetaGroup, createSubGroup, REFUSALS, uniqueName } from './support/settings.ts';

const { visitor } = useBrowser();

test('a total admin writes rules of single sign-on, sees in the preview what they give, and saves them', async () => {
  const api = await Api.as('key');
  const before = await api.call(getSignOnRules);
  onTestFinished(async () => {
    await api.call(updateSignOnRules, { body: { rules: before.rules } });
  });
  const { page } = await visitor(REFUSALS);
  await enter(page, 'key', '/setting/group/meta-list');
  const meta = uniqueName('규칙');
  const metaGroupId = await createMetaGroup(page, meta);
  await createSubGroup(page, metaGroupId, '점검실');
  // The console reads the groups when it starts.
  await page.goto(`${stack().consoleUrl}/setting/sign-on`);
  await page.getByText('규칙이 없습니다.').first().waitFor();

  await page.getByRole('button', { name: '수정', exact: true }).click();
  await page.getByRole('button', { name: '규칙 추가' }).click();
  await page.getByRole('button', { name: '저장' }).click();
  await page.getByText('그룹 이름을 200자까지 입력해 주세요.').waitFor();
  await page.getByLabel('1번 규칙 그룹 이름').fill('관제-*-운영');
  await page.getByLabel('1번 규칙 비교').selectOption('pattern');
  await page.getByLabel('1번 규칙 역할').selectOption({ label: '그룹 관리자' });
  await page.getByLabel('1번 규칙 서브 그룹').fill(meta);
  await page.getByRole('option', { name: `${meta} / 점검실` }).click();
  await page.getByRole('button', { name: '규칙 추가' }).click();
  await page.getByLabel('2번 규칙 그룹 이름').fill('직원');
  await page.getByLabel('2번 규칙 역할').selectOption({ label: '사용자' });
  await page.getByLabel('맞는 규칙이 없으면').selectOption({ label: '로그인 거부' });

  // Before the rules are saved.
  await page.getByLabel('그룹 이름 목록').fill('관제-커머스-운영\n직원');
  await page.getByRole('button', { name: '미리 보기' }).click();
  await page.getByText('1번 규칙, 2번 규칙').waitFor();
  const preview = page.getByRole('region', { name: '미리 보기' });
  await preview.getByText(`${meta} / 점검실`).waitFor();
  await preview.getByText('그룹 관리자').waitFor();
  await page.getByText('바뀌는 사용자가 없습니다').waitFor();
  expect((await api.call(getSignOnRules)).version).toBe(before.version);
  await page.getByLabel('그룹 이름 목록').fill('외부');
  await page.getByRole('button', { name: '미리 보기' }).click();
  await preview.getByText('로그인 거부').waitFor();

  await page.getByRole('button', { name: '저장' }).click();
  await page.getByRole('button', { name: '수정', exact: true }).waitFor();
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: '관제-*-운영' });
  await row.getByText(`${meta} / 점검실`).waitFor();
  expect((await api.call(getSignOnRules)).rules).toMatchObject({
    ruleList: [
      { match: 'pattern', value: '관제-*-운영', role: 3 },
      { value: '직원', role: 2 },
    ],
    otherwise: 'refuse',
  });
});
