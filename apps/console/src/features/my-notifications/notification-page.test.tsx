import { PushDevice, type savePushSetting } from '@gwanje/contract/alarms/push';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { sampleOf } from '#core/testing/sample.ts';
import './notification-messages.ts';
import { NotificationPage } from './notification-page.tsx';

afterEach(() => vi.unstubAllGlobals());

const device = PushDevice.parse({
  ...PushDevice.parse(sampleOf(PushDevice, { rowCnt: 0, isSparse: true })),
  deviceName: 'Chrome · Android',
  isActive: false,
});

function open(
  over: Partial<BodyOf<typeof savePushSetting>> = {},
  permission: NotificationPermission | null = 'default',
  isSecure = true,
) {
  const network = signedIn();
  const setting = { minLevel: 5, sendsRecovery: true, quietHours: null, forSubGroupIdList: null };
  const answer = { ...setting, ...over, publicKey: 'key', deviceList: [device] };
  network.on('/api/v1/push/setting', () => envelope(200, answer));
  browser(permission, isSecure);
  renderPage(NotificationPage, '/my-notifications');
  return network;
}

/** A browser with or without what notifications need. */
function browser(permission: NotificationPermission | null, isSecure: boolean): void {
  vi.stubGlobal('isSecureContext', isSecure);
  if (permission === null) return;
  const requestPermission = vi.fn(async () => 'denied');
  vi.stubGlobal('Notification', { permission, requestPermission });
  vi.stubGlobal('PushManager', class {});
  const value = { getRegistration: async () => undefined };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });
}

test.each([
  ['insecure', null, false, /HTTPS로 접속한 화면에서만 켤 수 있습니다/],
  ['unsupported', null, true, /이 브라우저는 웹 푸시를 지원하지 않습니다/],
  ['blocked', 'denied', true, /브라우저가 이 사이트의 알림을 차단하고 있습니다/],
] as const)('says why notifications cannot be turned on: %s', async (state, permission, isSecure, text) => {
  open({}, permission, isSecure);
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('이 기기에서 알림 받기').disabled).toBe(true);
  expect(screen.queryByText(/차단을 풀려면/) !== null).toBe(state === 'blocked');
});

test('asks only after a click, and stays off after a refusal', async () => {
  open();
  const toggle = await screen.findByLabelText<HTMLInputElement>('이 기기에서 알림 받기');
  await screen.findByText(/^꺼져 있습니다/);
  expect(Notification.requestPermission).not.toHaveBeenCalled();
  await userEvent.click(toggle);
  expect(Notification.requestPermission).toHaveBeenCalledOnce();
  expect(await screen.findByText(/알림을 허용하지 않아 켜지 못했습니다/)).toBeDefined();
  expect(toggle.checked).toBe(false);
});

test('turns off another device after a confirmation', async () => {
  const network = open();
  const row = within((await screen.findByText('Chrome · Android')).closest('tr') as HTMLElement);
  expect(row.getByText('멈춤')).toBeDefined();
  network.on(`/api/v1/push/subscription/${device.pushSubscriptionId}`, () => envelope(200, {}));
  await userEvent.click(row.getByRole('button', { name: '끄기' }));
  await waitFor(() => screen.getByText('선택한 기기의 알림을 끄시겠습니까?'));
});

test('quiet hours are every day, in the time zone of the browser, and concern warnings only', async () => {
  const network = open({ minLevel: 1 });
  await userEvent.click(await screen.findByLabelText('조용한 시간에는 경고를 모아 두었다가 한 번에 알림'));
  const saved = network.requestsOf('/api/v1/push/setting').find(({ method }) => method === 'PUT');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const quietHours = { from: '22:00', to: '07:00', timeZone, dayList: [1, 2, 3, 4, 5, 6, 7] };
  const setting = { minLevel: 1, sendsRecovery: true, quietHours, forSubGroupIdList: null };
  expect(JSON.parse(String(saved?.body))).toEqual(setting);
});

test('the page says that quiet hours have no effect for a person who gets critical alarms only', async () => {
  open();
  await screen.findByText(/심각 알람만 받도록 설정되어 있어/);
  expect(screen.getByLabelText<HTMLInputElement>(/^조용한 시간에는/).disabled).toBe(true);
});
