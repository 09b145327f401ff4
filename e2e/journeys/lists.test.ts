import { HostId } from '@gwanje/contract/definition/fields';
import { listNodes } from '@gwanje/kinds/node/calls';
import { expect, test } from 'vitest';
import { OwnCluster, type SentPod } from '../support/agent.ts';
import { Api } from '../support/api.ts';
import { consolePath, openPage, refreshOften, signInByApi, stack, useBrowser } from '../support/browser.ts';
import { subGroup } from '../support/groups.ts';
import { uniqueName } from '../support/settings.ts';

const { visitor } = useBrowser();

const MINUTE_MS = 60_000;
const PODS: readonly SentPod[] = [
  { name: 'search-indexer-0', memUsedShare: 0.93 },
  { name: 'cart-redis-2', memUsedShare: 0.4 },
];
const BACK_OFF = { type: 'Warning', reason: 'BackOff', message: 'Back-off restarting failed container main' };

/** A cluster with some minutes of data, and a page with the session of an administrator. */
async function openMonitoredCluster() {
  const { page } = await visitor();
  const admin = await Api.as('total');
  await signInByApi(page, 'total');
  await refreshOften(page);
  const cluster = await OwnCluster.create(admin, uniqueName('list'), await subGroup(admin, '검증'));
  const nowMs = Date.now();
  for (const minutes of [6, 4, 2, 0]) await cluster.sendPods(PODS, nowMs - minutes * MINUTE_MS);
  const nodeId = async () => {
    const body = { filter: { hostId: HostId.parse(cluster.hostId) } };
    const { list } = await admin.call(listNodes, { params: { pageNo: 1, pageCnt: 1 }, body });
    const [node] = list;
    if (!node) throw new Error('the cluster has no node');
    return node.nodeId;
  };
  return { page, cluster, nodeId };
}

test('the lists of a cluster keep filter and order in the address, link to objects, and restore their position', async () => {
  const { page, cluster } = await openMonitoredCluster();
  await openPage(page, `/mon/pod-list?hostId=${cluster.hostId}`);
  await page.getByText('총 2개').waitFor();
  await page.getByRole('searchbox', { name: '파드 검색' }).fill('cart');
  await page.getByText('총 1개').waitFor();
  await page.waitForURL(/f\.name=cart/);
  await page.reload();
  await page.getByText('총 1개').waitFor();
  await page.getByRole('grid').getByRole('link', { name: 'cart-redis-2' }).click();
  await page.waitForURL(/\/mon\/pod\/summary\?/);

  await openPage(page, `/mon/node-list?hostId=${cluster.hostId}`);
  await page
    .getByRole('grid')
    .getByRole('link', { name: `${cluster.name}-node` })
    .waitFor();
  await openPage(page, `/mon/container-list?hostId=${cluster.hostId}`);
  await page.getByText('총 2개').waitFor();

  // Volumes and claims are two views of one address that link to each other.
  await cluster.sendClaims(['data-0', 'data-1', 'data-2'], 0.9);
  await openPage(page, `/mon/pv-pvc-list?hostId=${cluster.hostId}`);
  await page.getByText('총 3개').waitFor();
  await page.getByRole('button', { name: '클레임(PVC)', exact: true }).click();
  await page.waitForURL(/view=claims/);
  await page.getByText('90.00 %').first().waitFor();
  await page.getByRole('columnheader', { name: /가득 차기까지/ }).waitFor();
  await page.getByRole('link', { name: 'pv-data-1' }).click();
  await page.getByText('총 1개').waitFor();
  await page.getByRole('button', { name: '볼륨(PV)', exact: true, pressed: true }).waitFor();

  const many = Array.from({ length: 150 }, (_, at) => ({ name: `worker-${String(at).padStart(3, '0')}` }));
  await cluster.sendPods(many);
  // Loaded, because a page that the test opens in the window has no position in the history.
  await page.goto(`${stack().consoleUrl}/mon/pod-list?hostId=${cluster.hostId}&orderBy=name`);
  await page.getByText('총 150개').waitFor();
  await page.getByRole('grid').hover();
  await page.mouse.wheel(0, 2_400);
  const link = page.getByRole('grid').getByRole('link', { name: 'worker-080' });
  await link.waitFor();
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'worker-080' }).waitFor();
  await page.goBack();
  await link.waitFor();
  expect(await page.getByRole('grid').getByRole('link', { name: 'worker-000' }).count()).toBe(0);
});

test('events arrive as the user chose, and the history of a node leads to the pods of an hour, also to deleted ones', async () => {
  const { page, cluster, nodeId } = await openMonitoredCluster();
  await cluster.sendEvent('cart-redis-2', { type: 'Normal', reason: 'Started', message: 'Started main' });
  await openPage(page, '/event-list?tail=off');
  const rows = page.getByRole('grid', { name: '이벤트 목록' });
  await rows.getByText('Started main').first().waitFor();
  const tail = page.getByRole('checkbox', { name: '이어 보기' });
  expect(await tail.isChecked()).toBe(false);
  const early = `${BACK_OFF.message} before ${cluster.name}`;
  await cluster.sendEvent('search-indexer-0', { ...BACK_OFF, message: early });
  await page.getByRole('button', { name: '새 이벤트 보기' }).click();
  await rows.getByText(early).waitFor();

  await tail.check();
  await page.waitForURL((url) => !url.search.includes('tail'));
  const message = `${BACK_OFF.message} of ${cluster.name}`;
  await cluster.sendEvent('cart-redis-2', { ...BACK_OFF, message });
  await rows.getByText(message).waitFor();

  await page.getByRole('button', { name: '정상', exact: true }).click();
  await page.waitForURL(/f\.level=normal/);
  await rows.getByText(message).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '정상', exact: true }).click();
  await page.getByRole('button', { name: '경고', exact: true }).click();
  await page.waitForURL(/f\.level=warning/);
  await rows.getByText(message).waitFor();

  await cluster.sendPods(PODS.slice(0, 1));
  await openPage(page, `/mon/event-list?hostId=${cluster.hostId}&f.level=warning`);
  await page.getByText('총 2건').waitFor();
  await page.getByRole('grid').getByRole('link', { name: 'cart-redis-2' }).click();
  await page.waitForURL(/\/mon\/pod\/summary\?/);
  await page.getByText(/에 삭제되었습니다/).waitFor();

  const node = await nodeId();
  await openPage(page, `/mon/node/history-list?hostId=${cluster.hostId}&nodeId=${node}`);
  await page.getByRole('button', { name: '7일' }).click();
  await page.waitForURL(/days=7/);
  const timeline = page.getByRole('list', { name: '상태 변화' });
  await timeline.getByRole('listitem').nth(6).waitFor();
  // The current record is the last; arrow keys lead to earlier ones.
  await timeline.getByRole('link', { name: /지금 · Ready/ }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/mon\/node-history\/pod-summary\?/);
  await page.getByText('진행 중').first().waitFor();
  const pods = page.getByRole('grid', { name: '이 시간의 파드' });
  await pods.getByRole('link', { name: 'search-indexer-0' }).waitFor();
  await pods.getByRole('link', { name: 'cart-redis-2' }).waitFor();

  await page.getByRole('link', { name: '메모리', exact: true }).click();
  await page.waitForURL(/\/mon\/node-history\/pod-mem\?/);
  await page.getByRole('slider', { name: '메모리 사용량(파드별)' }).waitFor();
  await page.getByText('cart-redis-2 (삭제됨)').first().waitFor();
  await page.getByRole('slider', { name: '시간 이동' }).waitFor();
  await page.getByRole('button', { name: '이 시간의 이벤트' }).click();
  await page.waitForURL(/\/mon\/event-list\?.*f\.lastAt=/);
  await page.goBack();
  await page.getByRole('link', { name: '노드 이력', exact: true }).click();
  await page.waitForURL(/\/mon\/node\/history-list\?/);
  expect(consolePath(page)).toContain(`nodeId=${node}`);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '통합 검색' }).fill('cart-redis-2');
  const found = page.getByRole('option', { name: new RegExp(`cart-redis-2.*${cluster.name}.*삭제됨`) });
  await found.click();
  await page.waitForURL(/\/mon\/pod\/summary\?/);
  await page.getByText(/에 삭제되었습니다/).waitFor();
  await page.getByRole('table', { name: '컨테이너 목록' }).getByRole('link', { name: 'main' }).click();
  await page.waitForURL(/\/mon\/container\/summary\?/);
  await page.getByText(/에 삭제되었습니다/).waitFor();
});
