import { listNodes } from '@gwanje/kinds/node/calls';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OwnCluster, type SentPod } from '../support/agent.ts';
import { Api, ownUser } from '../support/api.ts';
import { enter, stack, useBrowser } from '../support/browser.ts';
import { subGroup } from '../support/groups.ts';
import { uniqueName } from '../support/settings.ts';

const { visitor } = useBrowser();
/** A busy server asks a page to wait while it opens. */
const BUSY = { expectErrors: /status of 503/ };

const PODS: readonly SentPod[] = [{ name: 'cart-redis-2', memUsedShare: 0.4 }];
/** The shortest interval of the header. */
const INTERVAL = { label: '10초', ms: 10_000 };
/** Twice per interval, as an agent's samples at the default interval of 30 s. */
const SAMPLES_EVERY_MS = INTERVAL.ms / 2;
/** Every call of an idle page in an interval, without the stream. */
const BUDGET = 2;

/** A cluster that only sends samples, and a user who sees no other cluster. */
async function quietCluster() {
  const admin = await Api.as('total');
  const group = await subGroup(admin, '검증');
  const cluster = await OwnCluster.create(admin, uniqueName('quiet'), group);
  await cluster.sendPods(PODS);
  const { list } = await admin.call(listNodes, {
    params: { pageNo: 1, pageCnt: 10 },
    body: { filter: { hostId: [cluster.hostId] } },
  });
  const [node] = list;
  if (!node) throw new Error('the cluster has no node');
  const user = await ownUser(admin, [group]);
  const hostId = `hostId=${cluster.hostId}`;
  const pages = {
    main: '/main',
    summary: `/mon/summary?${hostId}`,
    pods: `/mon/pod-list?${hostId}`,
    history: `/mon/node/history-list?${hostId}&nodeId=${node.nodeId}`,
  };
  return { cluster, user, pages };
}

/** A page has loaded when it has sent no call for this long. */
const SETTLED_MS = 2_000;

/** Opens each page in a window of one browser. Returns the calls that each sends after all have loaded. */
async function openAll(first: Page, paths: readonly string[]) {
  const opened = await Promise.all(
    paths.map(async (path, index) => {
      const page = index === 0 ? first : await first.context().newPage();
      const calls: { readonly path: string; readonly atMs: number }[] = [];
      let lastCallMs = Date.now();
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (!pathname.startsWith('/api/v1/') || pathname === '/api/v1/stream') return;
        lastCallMs = Date.now();
        calls.push({ path: pathname, atMs: lastCallMs });
      });
      await page.goto(stack().consoleUrl + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      while (Date.now() - lastCallMs < SETTLED_MS) await page.waitForTimeout(SETTLED_MS / 10);
      return { page, calls };
    }),
  );
  return opened;
}

async function chooseRefresh(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^자동 새로고침/ }).click();
  await page.getByRole('menuitemradio', { name }).click();
}

test('with the refresh off no page loads by itself but a button shows newer data; with it an idle page sends at most two calls in an interval', async () => {
  const [{ page }, { page: refreshing }] = [await visitor(BUSY), await visitor(BUSY)];
  const { cluster, user, pages } = await quietCluster();
  await Promise.all([
    enter(page, user.userId, pages.main, user.password),
    enter(refreshing, user.userId, pages.pods, user.password),
  ]);
  await Promise.all([chooseRefresh(page, '끄기'), chooseRefresh(refreshing, INTERVAL.label)]);
  const still = await openAll(page, [pages.main, pages.pods, pages.history]);
  const idle = await openAll(refreshing, [pages.pods, pages.main, pages.summary]);

  /** Until half an interval after each idle page has refreshed. */
  const refreshed = async () => {
    for (const { calls } of idle) calls.length = 0;
    const areRefreshed = () =>
      idle.every(({ calls: [first] }) => first !== undefined && Date.now() - first.atMs >= INTERVAL.ms / 2);
    while (!areRefreshed()) {
      await cluster.sendSamples(PODS);
      await page.waitForTimeout(SAMPLES_EVERY_MS);
    }
  };

  for (const { calls } of still) calls.length = 0;
  const newer = (one: Page) => one.getByRole('button', { name: '새 데이터 · 새로고침' });
  await cluster.sendPods([...PODS, { name: 'cart-redis-3', memUsedShare: 0.5 }]);
  await Promise.all(still.map((one) => newer(one.page).waitFor()));
  // It shows that the stream has reported the change, and that an interval has passed.
  await refreshing.getByText('cart-redis-3').first().waitFor();

  // The first time the pages may still read what the change outdated.
  await refreshed();
  await refreshed();
  for (const { calls } of idle) {
    const [first] = calls;
    // The next refresh is half an interval away, also when a busy machine delays this one.
    const counted = calls.filter(({ atMs }) => atMs < (first?.atMs ?? 0) + INTERVAL.ms / 2);
    expect(counted.length, counted.map(({ path }) => path).join('\n')).toBeLessThanOrEqual(BUDGET);
  }

  expect(still.flatMap(({ calls }) => calls)).toEqual([]);
  const list = still[1]?.page;
  if (!list) throw new Error('no list');
  expect(await list.getByText('cart-redis-3').count()).toBe(0);
  await newer(list).click();
  await list.getByText('cart-redis-3').first().waitFor();
});
