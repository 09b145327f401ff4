import { STANDARD_SECURITY } from '@gwanje/contract/settings/security';
import { onTestFinished, test } from 'vitest';
import { enter, openPage, useBrowser } from './support/browser.ts';
import { setSecurityRules } from './support/security.ts';
import { REFUSALS } from './support/settings.ts';

const { visitor } = useBrowser();

test('a total admin changes rules of access: each says what it does and its default, and the audit log has the change', async () => {
  onTestFinished(() => setSecurityRules(STANDARD_SECURITY));
  const { page } = await visitor(REFUSALS);
  await enter(page, 'total', '/setting/security');
  const sessions = page.getByRole('region', { name: '접속 세션' });
  const factors = page.getByRole('region', { name: '2단계 인증과 본인 확인' });
  await sessions.getByText('720분').waitFor();
  await sessions.getByText(/^이 시간 동안 활동이 없으면 로그아웃됩니다/).waitFor();

  await page.getByRole('button', { name: '수정', exact: true }).click();
  await page.getByLabel('자동 로그아웃').fill('3');
  await page.getByRole('button', { name: '저장' }).click();
  await sessions.getByText('범위 안의 숫자를 입력해 주세요.').waitFor();
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
