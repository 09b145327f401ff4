import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listAlarms } from '@gwanje/contract/alarms/alarms';
import { openPushService, TestBrowserKeys } from '@gwanje/testkit/receivers/push-service';
import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { OwnCluster } from '../support/agent.ts';
import { Api, ownUser } from '../support/api.ts';
import { enter, openPage, stack, useBrowser } from '../support/browser.ts';
import { subGroup } from '../support/groups.ts';
import { uniqueName } from '../support/settings.ts';

const { visitor } = useBrowser();
const FAKE_PUSH = join(import.meta.dirname, '../support/in-page/fake-push.js');

/**
 * A browser with the service worker of the console. Its push service is one of the test: the page gets a subscription
 * there. The test hands what arrives to the worker, as the browser would.
 */
async function browserWithPush(expectErrors: RegExp) {
  const service = await openPushService();
  onTestFinished(() => service[Symbol.asyncDispose]());
  const keys = new TestBrowserKeys();
  const path = `/${crypto.randomUUID()}`;
  const { context, page } = await visitor({ hasServiceWorker: true, expectErrors });
  const subscription = { endpoint: service.origin + path, p256dh: keys.p256dh, auth: keys.auth };
  await context.addInitScript({ content: fakePush(subscription) });
  const arrivedAt = (at: string) => service.received.filter((one) => one.path === at);
  return { context, page, keys, subscription, path, arrivedAt, arrived: () => arrivedAt(path) };
}

function fakePush(subscription: object): string {
  return `globalThis.fakePush = ${JSON.stringify(subscription)};\n${readFileSync(FAKE_PUSH, 'utf8')}`;
}

interface ShownNotice {
  readonly title: string;
  readonly options: { readonly body: string; readonly tag: string; readonly data: { readonly link: string } };
}

/** The running worker. This browser has no screen, so the worker notes what it would show. */
async function serviceWorkerOf(context: BrowserContext, page: Page): Promise<Worker> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(`
    self.shown = [];
    self.registration.showNotification = async (title, options) => void self.shown.push({ title, options });`);
  return worker;
}

function shownBy(worker: Worker): Promise<readonly ShownNotice[]> {
  return worker.evaluate('self.shown');
}

async function devTools(
  context: BrowserContext,
  page: Page,
): Promise<CDPSession & { registrationId: string }> {
  const session = await context.newCDPSession(page);
  const { consoleUrl } = stack();
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${consoleUrl}/`);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return Object.assign(session, { registrationId: await registered });
}

async function crash(admin: Api, cluster: OwnCluster, podName: string): Promise<number> {
  await cluster.sendPods([{ name: podName, crashLoops: true }]);
  const found = async () => {
    const body = { filter: { objectName: [podName], itemKey: ['pod.crashLoop'] } };
    const { list } = await admin.call(listAlarms, { params: { pageNo: 1, pageCnt: 1 }, body });
    return list[0]?.alarmId ?? 0;
  };
  await expect.poll(found).toBeGreaterThan(0);
  return found();
}

/** The browser drops the subscription, and notifies the worker. A new one has another address. */
async function replaceSubscription(worker: Worker, subscription: object): Promise<void> {
  await worker.evaluate(`
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => {
      const { endpoint, ...keys } = ${JSON.stringify(subscription)};
      return { endpoint, toJSON: () => ({ endpoint, keys }) };
    };
    self.dispatchEvent(new ExtendableEvent('pushsubscriptionchange'))`);
}

test('an alarm reaches a browser with notifications; after a logout nothing comes and what was seen is deleted; the next sign-in and a replaced subscription go on', async () => {
  const admin = await Api.as('total');
  const group = await subGroup(admin, '검증');
  const cluster = await OwnCluster.create(admin, uniqueName('push'), group);
  const { userId, password } = await ownUser(admin, [group]);
  const { context, page, keys, subscription, path, arrived, arrivedAt } = await browserWithPush(/\b401\b/);
  await enter(page, userId, '/my-notifications', password);
  const toggle = page.getByLabel('이 기기에서 알림 받기');
  await page.getByText(/^꺼져 있습니다/).waitFor();
  expect(await page.evaluate(`localStorage.getItem('askedForPermission')`)).toBeNull();
  await toggle.click();
  await page.getByText(/^켜져 있습니다/).waitFor();
  await page.getByRole('table').getByText('이 기기').waitFor();
  await page.getByRole('button', { name: '테스트 알림 보내기' }).click();
  await page.getByText(/^테스트 알림을 보냈습니다/).waitFor();
  expect(arrived()).toHaveLength(1);

  const worker = await serviceWorkerOf(context, page);
  const tools = await devTools(context, page);
  const podName = uniqueName('web');
  const alarmId = await crash(admin, cluster, podName);
  await expect.poll(() => arrived().length).toBe(2);
  const [, message] = arrived();
  await tools.send('ServiceWorker.deliverPushMessage', {
    origin: stack().consoleUrl,
    registrationId: tools.registrationId,
    data: keys.decrypt(message?.body ?? Buffer.alloc(0)),
  });
  await expect.poll(() => shownBy(worker)).toHaveLength(1);
  const [notice] = await shownBy(worker);
  expect(notice).toMatchObject({
    title: '[심각] 반복 재시작(CrashLoop)',
    options: {
      body: expect.stringContaining(`${cluster.name} / shop / ${podName}`),
      tag: `gwanje-${alarmId}`,
      data: { link: `/alarm-list?alarmId=${alarmId}` },
    },
  });

  await worker.evaluate(`
    self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), {
      notification: { close() {}, data: ${JSON.stringify(notice?.options.data)} },
    }))`);
  await page.waitForURL(`**/alarm-list?alarmId=${alarmId}**`);
  await page.getByRole('dialog').getByText(podName).first().waitFor();

  // Another cluster: a pod that replaces one with an alarm would end that alarm, which is a message too.
  const secondCluster = await OwnCluster.create(admin, uniqueName('push'), group);
  await openPage(page, '/alarm-list');
  const isSeenStored = () => page.evaluate<boolean>(`caches.has('gwanje-last-seen')`);
  await expect.poll(isSeenStored).toBe(true);
  await page.getByRole('button', { name: /^사용자 메뉴/ }).click();
  await page.getByRole('menuitem', { name: '로그아웃' }).click();
  await page.waitForURL(`${stack().loginUrl}/**`);
  await crash(admin, secondCluster, uniqueName('web'));
  await page.goto(`${stack().consoleUrl}/readyz`);
  expect(await isSeenStored()).toBe(false);
  expect(arrived()).toHaveLength(2);
  await enter(page, userId, '/my-notifications', password);
  await page.getByText(/^켜져 있습니다/).waitFor();
  await page.getByText('받는 중').waitFor();
  await crash(admin, secondCluster, uniqueName('web'));
  await expect.poll(() => arrived().length).toBe(3);

  const thirdCluster = await OwnCluster.create(admin, uniqueName('push'), group);
  const renewed = (suffix: string) => ({ ...subscription, endpoint: subscription.endpoint + suffix });
  const hasRenewed = async () => {
    const stored = await page.evaluate<{ endpoint: string; isReplaced: boolean } | null>(
      `caches.match('/push-note.json').then((stored) => stored?.json() ?? null)`,
    );
    return stored && !stored.isReplaced && stored.endpoint;
  };
  await replaceSubscription(worker, renewed('-2'));
  await expect.poll(hasRenewed).toBe(renewed('-2').endpoint);
  await crash(admin, thirdCluster, uniqueName('web'));
  await expect.poll(() => arrivedAt(`${path}-2`).length).toBe(1);

  await context.clearCookies();
  await replaceSubscription(worker, renewed('-3'));
  await expect.poll(hasRenewed).toBe(false);
  await context.addInitScript({ content: fakePush(renewed('-3')) });
  await enter(page, userId, '/my-notifications', password);
  await expect.poll(hasRenewed).toBe(renewed('-3').endpoint);
  await page.getByText(/^켜져 있습니다/).waitFor();
  expect(await page.getByRole('table').getByText('이 기기').count()).toBe(1);
  await crash(admin, thirdCluster, uniqueName('web'));
  await expect.poll(() => arrivedAt(`${path}-3`).length).toBe(1);
  expect(arrived()).toHaveLength(3);
});

test('without a server the page shows what was received last and how old it is, and returns by itself; the console can be installed', async () => {
  const admin = await Api.as('total');
  const group = await subGroup(admin, '검증');
  const cluster = await OwnCluster.create(admin, uniqueName('push'), group);
  const podName = uniqueName('web');
  await crash(admin, cluster, podName);
  const { userId, password } = await ownUser(admin, [group]);
  const { context, page } = await visitor({
    hasServiceWorker: true,
    expectErrors: /ERR_INTERNET_DISCONNECTED|503|Failed to fetch/,
  });
  await enter(page, userId, '/alarm-list', password);
  await page.getByRole('row').filter({ hasText: podName }).waitFor();
  await serviceWorkerOf(context, page);
  const seen = () =>
    page.evaluate<string | null>(
      `caches.match('/last-seen.json').then(async (stored) => stored ? (await stored.json()).alarms && 'yes' : null)`,
    );
  await expect.poll(seen).toBe('yes');
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: '서버에 연결할 수 없습니다' }).waitFor();
  // As if it had been received earlier.
  await page.evaluate(`(async () => {
    const cache = await caches.open('gwanje-last-seen');
    const { counts, alarms, ...who } = await (await cache.match('/last-seen.json')).json();
    const aged = (part) => part && { ...part, atMs: part.atMs - 42 * 60_000 };
    await cache.put('/last-seen.json', Response.json({ ...who, counts: aged(counts), alarms: aged(alarms) }));
  })()`);
  await page.reload();
  await page
    .getByText(/^아래는 (?:\d\d-\d\d )?\d\d:\d\d에 받은 내용입니다\(4[234]분 전\)/)
    .first()
    .waitFor();
  await page.getByText(/^심각 \d+$/).waitFor();
  await page.getByRole('listitem').filter({ hasText: podName }).waitFor();
  await context.setOffline(false);
  await page.getByRole('link', { name: '지금 다시 연결' }).click();
  await page.getByRole('heading', { name: '전체 알람' }).waitFor();

  const { consoleUrl } = stack();
  const manifest = await (await page.request.get(`${consoleUrl}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ name: '관제', start_url: '/main', scope: '/', display: 'standalone' });
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(consoleUrl + src);
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type]);
  }
});
