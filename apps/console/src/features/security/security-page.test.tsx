import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { AuditState } from '@gwanje/contract/settings/audit';
import { type getSecuritySettings, STANDARD_SECURITY } from '@gwanje/contract/settings/security';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import './security-messages.ts';
import { SecurityPage } from './security-page.tsx';

const at = '2026-11-17T09:00:00+09:00';
const receiver = { waitingCnt: 0, sentAt: at, failingSince: null, lastError: null };
const stored: Omit<ResponseOf<typeof getSecuritySettings>, 'hasMailServer'> = {
  ...{ settings: STANDARD_SECURITY, version: 0, updatedAt: null, ownAddress: '192.0.2.1' },
};

function showPage(receiverList: AuditState['receiverList'] = [], hasMailServer = true) {
  const network = signedIn();
  network.on('/api/v1/security-settings', () => envelope(200, { ...stored, hasMailServer }));
  network.on('/api/v1/audit/state', () => envelope(200, { receiverList }));
  renderPage(SecurityPage, '/setting/security');
}

test('shows who gets the audit log, which of them fail, and how to change them', async () => {
  const siem = { ...receiver, receiver: 'syslog+tls://siem.example.com:6514' };
  const failing = { waitingCnt: 7, failingSince: at, lastError: 'ECONNREFUSED' };
  showPage([siem, { ...receiver, receiver: 'https://hook.example.com/audit', ...failing }]);
  expect(await screen.findByText('syslog+tls://siem.example.com:6514')).toBeDefined();
  expect(screen.getByText('https://hook.example.com/audit')).toBeDefined();
  expect(screen.getByText(/부터 보내지 못함: ECONNREFUSED, 7건 대기$/)).toBeDefined();
  expect(screen.getByText(/서버 환경 변수 GWANJE_AUDIT_FORWARD를 수정/)).toBeDefined();
});

test('says that nobody gets the audit log', async () => {
  showPage();
  expect(await screen.findByText('전송할 곳이 설정되지 않았습니다.')).toBeDefined();
});

test.each([true, false])(
  'says beside the mails about new devices that nobody gets one: mail server %s',
  async (hasMailServer) => {
    showPage([], hasMailServer);
    await screen.findByText('새 기기 로그인 알림');
    const warnings = () => screen.queryAllByText('메일 서버 없음').length;
    expect(warnings()).toBe(hasMailServer ? 0 : 1);
    expect(screen.queryAllByText(/아무에게도 메일을 보내지 않습니다/).length).toBe(warnings());
    fireEvent.click(screen.getByRole('button', { name: '수정' }));
    await screen.findByRole('switch', { name: '사용자에게 메일로 알림' });
    expect(warnings()).toBe(hasMailServer ? 0 : 1);
  },
);
