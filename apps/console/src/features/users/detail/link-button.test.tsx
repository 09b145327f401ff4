import '../user-messages.ts';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { useDialogs } from '#core/dialogs/dialog-store.ts';
import { envelope, type FakeNetwork } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { testUser } from '#core/testing/users.ts';
import { LinkButton } from './link-button.tsx';

const user = testUser({ email: 'someone@example.com' });
const TOKEN = 'A'.repeat(43);
const url = `https://login.example.test/set-password#${TOKEN}`;
const expiresAt = '2026-01-04T00:00:00Z';
const made = { url, kind: 'invitation', expiresAt, email: user.email, hasMailServer: true };

let network: FakeNetwork;

beforeEach(() => {
  network = signedIn();
  network.on('/api/v1/user/link', () => envelope(201, made, 201));
});

async function ask(hasPassword: boolean) {
  renderPage(() => <LinkButton user={user} hasPassword={hasPassword} onMade={() => undefined} />, '/');
  await userEvent.click(await screen.findByText('비밀번호 설정 링크'));
  return (await screen.findByRole('alertdialog')).textContent;
}

async function make() {
  await ask(false);
  await userEvent.click(screen.getByRole('button', { name: '확인' }));
  await screen.findByText(made.url);
}

test('asks different questions for an invitation and a password reset', async () => {
  expect(await ask(false)).toContain('초대 링크를 만드시겠습니까?');
  cleanup();
  useDialogs.setState({ queue: [] });
  const reset = await ask(true);
  expect(reset).toContain('비밀번호 재설정 링크');
  expect(reset).toContain('모든 세션이 종료됩니다.');
});

test('sends the link by e-mail once and keeps it on screen', async () => {
  network.on('/api/v1/user/link/mail', () => envelope(200, { isSent: true, reason: null }));
  await make();
  await userEvent.click(screen.getByRole('button', { name: '메일로 보내기' }));
  await screen.findByText('someone@example.com 주소로 보냈습니다.');
  const [request] = network.requestsOf('/api/v1/user/link/mail');
  expect(JSON.parse(String(request?.body))).toMatchObject({ userNo: 7, token: TOKEN, language: 'ko' });
  expect(screen.getByRole('button', { name: '메일로 보내기' })).toHaveProperty('disabled', true);
  expect(screen.getByText(made.url)).toBeTruthy();
});

test('shows why a mail failed, and allows sending it again', async () => {
  network.on('/api/v1/user/link/mail', () => envelope(200, { isSent: false, reason: 'mailRefused' }));
  await make();
  await userEvent.click(screen.getByRole('button', { name: '메일로 보내기' }));
  await screen.findByText(/메일 서버가 거부했습니다/);
  expect(screen.getByRole('button', { name: '메일로 보내기' })).toHaveProperty('disabled', false);
});

test('shows a text instead of the mail button without an address, and no button without a mail server', async () => {
  network.on('/api/v1/user/link', () => envelope(201, { ...made, email: null }, 201));
  await make();
  expect(screen.getByText(/이메일 주소가 없어/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: '메일로 보내기' })).toBeNull();
  cleanup();
  network.on('/api/v1/user/link', () => envelope(201, { ...made, hasMailServer: false }, 201));
  await make();
  expect(screen.queryByRole('button', { name: '메일로 보내기' })).toBeNull();
});
