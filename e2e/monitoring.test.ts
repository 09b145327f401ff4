import { HostId } from '@gwanje/contract/definition/fields';
import { listPods } from '@gwanje/kinds/pod/calls';
import { expect, test } from 'vitest';
import { OwnCluster, type SentPod } from './support/agent.ts';
import { Api } from './support/api.ts';
import { consolePath, openPage, signInByApi, useBrowser } from './support/browser.ts';
import { subGroup } from './support/groups.ts';
import { uniqueName } from './support/settings.ts';

const { visitor } = useBrowser();

const MINUTE_MS = 60_000;
const PODS: readonly SentPod[] = [
  { name: 'search-indexer-0', memUsedShare: 0.93 },
  { name: 'cart-redis-2', memUsedShare: 0.4 },
];

/** A cluster with ten minutes of data, and a page with the session of an administrator. */
async function openMonitoredCluster() {
  const { page } = await visitor();
  const admin = await Api.as('total');
  await signInByApi(page, 'total');
  const cluster = await OwnCluster.create(admin, uniqueName('mon'), await subGroup(admin, '검증'));
  const nowMs = Date.now();
  for (const minutes of [10, 8, 6, 4, 2, 0]) await cluster.sendPods(PODS, nowMs - minutes * MINUTE_MS);
  const idOf = async (name: string) => {
    const body = { filter: { hostId: HostId.parse(cluster.hostId), name: [name] }, includeDeleted: true };
    const { list } = await admin.call(listPods, { params: { pageNo: 1, pageCnt: 10 }, body });
    const [pod] = list;
    if (!pod) throw new Error(`no pod ${name}`);
    return pod.podId;
  };
  return { page, cluster, idOf };
}

test('the pages of a cluster lead to its objects, keep the range in the address, and its chooser finds a pod by keys', async () => {
  const { page, cluster, idOf } = await openMonitoredCluster();
  await openPage(page, `/mon/summary?hostId=${cluster.hostId}`);
  const usage = page.getByRole('table', { name: '요청(Request)·제한(Limit) 대비 사용량' });
  expect(await usage.getByRole('row', { name: /^메모리/ }).textContent()).toMatch(/8\.00 GB.*32\.00 GB/);
  await page.getByRole('slider', { name: 'CPU 사용량' }).waitFor();
  await page.getByRole('list', { name: '에이전트' }).getByText('클러스터 에이전트').waitFor();
  const top = page.getByRole('table', { name: '메모리를 많이 쓴 파드' });
  await top.getByRole('link', { name: 'search-indexer-0' }).click();
  await page.waitForURL(/\/mon\/pod\/mem\?/);
  await page.getByRole('heading', { level: 1, name: 'search-indexer-0' }).waitFor();
  await page.getByRole('link', { name: '요약', exact: true }).click();
  await page.getByRole('table', { name: '컨테이너 목록' }).getByRole('link', { name: 'main' }).click();
  await page.waitForURL(/\/mon\/container\/summary\?/);
  await page.getByRole('link', { name: '블록 I/O' }).click();
  await page.waitForURL(/\/mon\/container\/blockIO\?/);
  const path = page.getByRole('navigation', { name: '현재 위치' });
  await path.getByRole('link', { name: 'search-indexer-0' }).click();
  await page.waitForURL(/\/mon\/pod\/summary\?/);

  await page.getByRole('link', { name: 'CPU', exact: true }).click();
  await page.waitForURL(/\/mon\/pod\/cpu\?/);
  await page.getByRole('button', { name: '최근 1시간' }).click();
  await page.getByRole('button', { name: '최근 15분' }).click();
  await page.waitForURL(/range=15m/);
  const chart = page.getByRole('slider', { name: 'CPU 사용량' });
  const box = await chart.boundingBox();
  if (!box) throw new Error('the chart is not there');
  await page.mouse.move(box.x + box.width * 0.4, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + 60, { steps: 4 });
  await page.mouse.up();
  await page.waitForURL(/from=.*&to=/);
  const zoomed = consolePath(page);
  const asked = page.waitForRequest((request) => request.url().includes('/api/v1/metric/series'));
  await page.reload();
  const { searchParams } = new URL(page.url());
  const { from, to } = (await asked).postDataJSON();
  expect([from, to].map(Date.parse)).toEqual(
    ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? '')),
  );
  await chart.waitFor();
  expect(consolePath(page)).toBe(zoomed);
  await page.goBack();
  await page.waitForURL(/range=15m/);
  await page.getByRole('button', { name: '비교', exact: true }).click();
  await page.getByRole('menuitemradio', { name: '어제와 비교' }).click();
  await page.waitForURL(/compare=day/);
  await page.getByRole('link', { name: '메모리', exact: true }).click();
  await page.waitForURL(/\/mon\/pod\/mem\?.*range=15m.*compare=day/);

  const [first, second] = [await idOf('search-indexer-0'), await idOf('cart-redis-2')];
  await openPage(page, `/mon/pod/mem?hostId=${cluster.hostId}&podId=${first}&range=3h`);
  const tree = page.getByRole('tree');
  await tree.getByRole('treeitem', { name: /^search-indexer-0/, selected: true }).waitFor();
  await page.getByRole('searchbox', { name: '이름으로 찾기' }).fill('cart');
  await tree.getByRole('treeitem', { name: /^search-indexer-0/ }).waitFor({ state: 'detached' });
  await tree.getByRole('treeitem').first().focus();
  await page.keyboard.press('ArrowDown');
  await tree.locator('[role=treeitem]:focus').getByText('cart-redis-2').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'cart-redis-2' }).waitFor();
  expect(consolePath(page)).toBe(`/mon/pod/mem?hostId=${cluster.hostId}&podId=${second}&range=3h`);
});
