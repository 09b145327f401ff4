import { UserNo } from '@gwanje/contract/definition/fields';
import type { NewBrowser } from '@gwanje/contract/users/session';
import { fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { queryClient } from '#core/api/query-client.ts';
import { configQuery } from '#core/config.ts';
import { useSession } from '#core/session/session-store.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { testUser } from '#core/testing/users.ts';
import { NewBrowserNotice } from './new-browser-notice.tsx';

const FIRST = { at: '2026-11-18T00:00:00.000Z', deviceName: null, address: '192.0.2.7' };
const SECOND = { at: '2026-11-19T00:00:00.000Z', deviceName: 'Chrome · Windows', address: '192.0.2.8' };
const TITLE = '새 기기에서 내 계정으로 로그인했습니다';
const notice = () => screen.queryByRole('region', { name: TITLE });

function showNotice(newBrowserList: readonly NewBrowser[]): void {
  signedIn();
  onTestFinished(() => window.localStorage.clear());
  const sites = { loginUrl: 'https://login.example.com', portalUrl: 'https://login.example.com/portal' };
  queryClient.setQueryData(configQuery.queryKey, {
    ...sites,
    ...{ cookieDomain: null, browserKey: null, copyright: '', version: '1', isDemo: false, demoPast: null },
  });
  useSession.setState({ user: testUser({ userNo: UserNo.parse(1) }), newBrowserList });
  renderPage(() => <NewBrowserNotice />, '/');
}

test('names device, address and time of the latest sign-in, and leads to the sessions of the user', async () => {
  showNotice([SECOND, FIRST]);
  await screen.findByText(TITLE);
  expect(notice()?.textContent).toMatch(/Chrome · Windows · 192\.0\.2\.8 · 2026-11-19 \d\d:00:00 외 1건/);
  const link = screen.getByRole('link', { name: '접속 세션 확인' });
  expect(link.getAttribute('href')).toBe('https://login.example.com/portal');
});

test('is shown until the user dismisses it, and again for a later sign-in', async () => {
  showNotice([FIRST]);
  expect((await screen.findByText(/192\.0\.2\.7/)).textContent).toContain('알 수 없는 기기');
  fireEvent.click(screen.getByRole('button', { name: '본인입니다' }));
  expect(notice()).toBeNull();
  useSession.setState({ newBrowserList: [SECOND, FIRST] });
  expect((await screen.findByText(/192\.0\.2\.8/)).textContent).not.toContain('외');
});

test('stays dismissed in this browser after a reload, for this user alone', async () => {
  showNotice([FIRST]);
  fireEvent.click(await screen.findByRole('button', { name: '본인입니다' }));
  useSession.setState({ user: testUser({ userNo: UserNo.parse(2) }) });
  await screen.findByText(TITLE);
  useSession.setState({ user: testUser({ userNo: UserNo.parse(1) }) });
  await expect.poll(notice).toBeNull();
});
