import { STANDARD_SECURITY } from '@gwanje/contract/settings/security';
import { getSignOnRules, updateSignOnRules } from '@gwanje/contract/settings/sign-on-rules';
import { expect, onTestFinished, test } from 'vitest';
import { Api } from '../support/api.ts';
import { enter, openPage, stack, useBrowser } from '../support/browser.ts';
import {
  answerDialog,
  createMetaGroup,
  createSubGroup,
  REFUSALS,
  setSecurityRules,
  uniqueName,
} from '../support/settings.ts';

const { visitor } = useBrowser();

/** One green pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
  'base64',
);

test("the logo is checked before the upload, uploaded, shown, and replaced by the product's default logo", async () => {
  const { page } = await visitor(REFUSALS);
  await enter(page, 'total', '/setting/logo');
  const name = `${uniqueName('logo')}.png`;
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

  await file.setInputFiles({ name, mimeType: 'image/png', buffer: PICTURE });
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

test('a total admin changes rules of access: each says what it does and its default, and the audit log has the change', async () => {
  onTestFinished(() => setSecurityRules(STANDARD_SECURITY));
  const { page } = await visitor(REFUSALS);
  await enter(page, 'total', '/setting/security');
  const sessions = page.getByRole('region', { name: '접속 세션' });
  const factors = page.getByRole('region', { name: '2단계 인증과 본인 확인' });
  await sessions.getByText('720분').waitFor();
  await sessions.getByText(/^이 시간 동안 활동이 없으면 로그아웃됩니다/).waitFor();

  await page.getByRole('button', { name: '수정', exact: true }).click();
  await page.getByLabel('자동 로그아웃').fill('30');
  await page.getByLabel('사용자에게 메일로 알림').uncheck({ force: true });
  await factors.getByLabel('전체 관리자').check();
  await page.getByLabel('대표·전체 관리자').fill('192.0.2.0/24');
  await page.getByRole('button', { name: '저장' }).click();
  await page.getByText('현재 접속한 IP 주소가 빠져 있어 저장하면 접속이 끊깁니다.').waitFor();
  await page.getByLabel('대표·전체 관리자').fill('127.0.0.0/8');
  await page.getByRole('button', { name: '저장' }).click();
  await factors.getByText('내 역할이 포함되어 있지만').waitFor();
  await factors.getByLabel('전체 관리자').uncheck();
  await page.getByRole('button', { name: '저장' }).click();
  await page.getByRole('button', { name: '수정', exact: true }).waitFor();
  await sessions.getByText('30분').waitFor();
  await sessions.getByText('기본값: 720분').waitFor();
  await factors.getByText('알리지 않음').waitFor();
  await page.getByRole('region', { name: '허용 네트워크' }).getByText('127.0.0.0/8').waitFor();

  await openPage(page, '/setting/audit?search=security.update');
  await page.getByRole('row').filter({ hasText: '"idleMin":30' }).first().waitFor();
});

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
