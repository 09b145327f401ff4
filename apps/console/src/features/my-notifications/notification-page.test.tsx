import { PushDevice } from '@gwanje/contract/alarms/push';
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

function open() {
  const network = signedIn();
  const setting = { minLevel: 5, sendsRecovery: true, forSubGroupIdList: null, publicKey: 'key' };
  network.on('/api/v1/push/setting', () => envelope(200, { ...setting, deviceList: [device] }));
  return network;
}

/** A browser with or without what notifications need. */
function browser(permission: NotificationPermission | null, isSecure = true): void {
  vi.stubGlobal('isSecureContext', isSecure);
  if (permission === null) return;
  const requestPermission = vi.fn(async () => 'denied');
  vi.stubGlobal('Notification', { permission, requestPermission });
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => undefined },
  });
}

test.each([
  ['insecure', null, false, /HTTPS로 접속한 화면에서만 켤 수 있습니다/],
  ['unsupported', null, true, /이 브라우저는 웹 푸시를 지원하지 않습니다/],
  ['blocked', 'denied', true, /브라우저가 이 사이트의 알림을 차단하고 있습니다/],
] as const)('says why notifications cannot be turned on: %s', async (state, permission, isSecure, text) => {
  open();
  browser(permission, isSecure);
  renderPage(NotificationPage, '/my-notifications');
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('이 기기에서 알림 받기').disabled).toBe(true);
  expect(screen.queryByText(/차단을 풀려면/) !== null).toBe(state === 'blocked');
});

test('asks only after a click, and stays off after a refusal', async () => {
  open();
  browser('default');
  renderPage(NotificationPage, '/my-notifications');
  const toggle = await screen.findByLabelText<HTMLInputElement>('이 기기에서 알림 받기');
  await screen.findByText(/^꺼져 있습니다/);
  expect(Notification.requestPermission).not.toHaveBeenCalled();
  await userEvent.click(toggle);
  expect(Notification.requestPermission).toHaveBeenCalledOnce();
  expect(await screen.findByText(/알림을 허용하지 않아 켜지 않았습니다/)).toBeDefined();
  expect(toggle.checked).toBe(false);
});

test('turns off another device after a confirmation', async () => {
  const network = open();
  browser('default');
  renderPage(NotificationPage, '/my-notifications');
  const row = within((await screen.findByText('Chrome · Android')).closest('tr') as HTMLElement);
  expect(row.getByText('멈춤')).toBeDefined();
  network.on(`/api/v1/push/subscription/${device.pushSubscriptionId}`, () => envelope(200, {}));
  await userEvent.click(row.getByRole('button', { name: '끄기' }));
  await waitFor(() => screen.getByText('이 기기의 알림을 끌까요?'));
});
