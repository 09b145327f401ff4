import { HostId } from '@gwanje/contract/definition/fields';
import { listNodes } from '@gwanje/kinds/node/calls';
import { listNodeHistory } from '@gwanje/kinds/node/history-calls';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OwnCluster, type SentPod } from './support/agent.ts';
import { Api } from './support/api.ts';
import { openPage, signInByApi, useBrowser } from './support/browser.ts';
import { subGroup } from './support/groups.ts';
import { POD } from './support/routes.ts';
import { uniqueName } from './support/settings.ts';

const { visitor } = useBrowser();

const MINUTE_MS = 60_000;
const PODS: readonly SentPod[] = [{ name: POD, memUsedShare: 0.93 }, { name: 'cart-redis-2' }];
const DELETED = /에 삭제되었습니다/;

/** A page with the session of an administrator, who can create clusters without data. */
async function adminPage() {
  const { page } = await visitor();
  const admin = await Api.as('total');
  await signInByApi(page, 'total');
  const group = await subGroup(admin, '검증');
  return { page, admin, newCluster: () => OwnCluster.create(admin, uniqueName('state'), group) };
}

function platformRow(page: Page, cluster: OwnCluster) {
  return page.getByRole('region', { name: '플랫폼' }).getByRole('row', { name: new RegExp(cluster.name) });
}

// The tests of all pages without a browser check that every page of a cluster shows these states.
test('a cluster is marked as unreachable, as stale since a time, or as new, with the agent installation', async () => {
  const { page, newCluster } = await adminPage();
  const [unreachable, stale, fresh] = [await newCluster(), await newCluster(), await newCluster()];
  const nowMs = Date.now();
  await unreachable.sendPods(PODS, nowMs, { facts: { isApiReachable: false, apiLatencyMs: null } });
  for (const minutes of [14, 12]) await stale.sendPods(PODS, nowMs - minutes * MINUTE_MS, { isOld: true });

  const clusterList = [unreachable, stale, fresh].map(({ hostId }) => hostId);
  await openPage(page, `/main?clusterList=${clusterList}`);
  await platformRow(page, unreachable).getByText('응답 없음').waitFor();
  await platformRow(page, stale)
    .getByText(/수집 중단/)
    .waitFor();
  await platformRow(page, fresh).getByText('수집 전').waitFor();
  await page.getByRole('region', { name: /^상위/ }).getByText('수집 중단').first().waitFor();
  await page.getByText(`아직 데이터를 보내지 않은 클러스터 1개: ${fresh.name}`).waitFor();

  await openPage(page, `/mon/pod-list?hostId=${unreachable.hostId}`);
  await page.getByText('API 서버 응답 없음').first().waitFor();
  await page.getByRole('grid').getByRole('link', { name: POD }).waitFor();
  await openPage(page, `/mon/summary?hostId=${stale.hostId}`);
  const since = page.getByRole('status').filter({ hasText: /1[2-8]분/ });
  await expect.poll(() => since.count()).toBe(1);
  await openPage(page, `/mon/summary?hostId=${fresh.hostId}`);
  await page.getByRole('status').filter({ hasText: '아직 수집된 데이터가 없습니다' }).first().waitFor();
  await page.getByRole('link', { name: '에이전트 설치' }).first().waitFor();
});

test('a deleted pod is found by search and in lists, and its pages say that it is deleted', async () => {
  const { page, newCluster } = await adminPage();
  const cluster = await newCluster();
  const name = uniqueName('gone');
  await cluster.sendPods([{ name }, ...PODS], Date.now() - MINUTE_MS);
  await cluster.sendPods(PODS);
  await openPage(page, `/mon/pod-list?hostId=${cluster.hostId}&deleted=1`);
  await page
    .getByRole('grid')
    .getByRole('row', { name: new RegExp(name) })
    .getByText('삭제됨')
    .waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '통합 검색' }).fill(name);
  await page.getByRole('option', { name: new RegExp(`${name}.*${cluster.name}.*삭제됨`) }).waitFor();
  await page.keyboard.press('End');
  await page.getByRole('option', { name: new RegExp(name), selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/mon\/pod\/summary\?/);
  await page.getByText(DELETED).waitFor();
  const containers = page.getByRole('table', { name: '컨테이너 목록' });
  await containers.getByRole('link', { name: 'main' }).click();
  await page.waitForURL(/\/mon\/container\/summary\?/);
  await page.getByText(DELETED).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('listbox').getByText('최근에 연 항목').waitFor();
  await page.getByRole('option', { name: new RegExp(name), selected: true }).waitFor();
  await page.keyboard.press('Escape');
  // Until the page of the container is there, the page of its pod has a link of this name.
  await page.locator('a[href*="/mon/container/cpu?"]', { hasText: 'CPU' }).click();
  await page.waitForURL(/\/mon\/container\/cpu\?/);
  await page.getByText(DELETED).waitFor();
  // Its charts end, but are still there.
  await page
    .getByRole('slider', { name: /사용량$/ })
    .first()
    .waitFor();
});

test('a node replaced under the same name is a different node: each links to the other, and the list shows both', async () => {
  const { page, admin, newCluster } = await adminPage();
  const cluster = await newCluster();
  await cluster.sendPods(PODS, Date.now() - 2 * MINUTE_MS);
  await cluster.sendPods(PODS, Date.now(), { nodeUid: `uid-${cluster.name}-second` });
  const hostId = HostId.parse(cluster.hostId);
  const params = { pageNo: 1, pageCnt: 10 };
  const { list } = await admin.call(listNodes, {
    params,
    body: { filter: { hostId }, includeDeleted: true },
  });
  const [before, after] = list.map(({ nodeId }) => nodeId).sort((one, other) => one - other);
  if (before === undefined || after === undefined) throw new Error('the cluster has no two nodes');
  const { list: records } = await admin.call(listNodeHistory, {
    params: { nodeId: after, ...params },
    body: {},
  });
  const replacing = page.getByText('이 노드는 같은 이름의 이전 노드를 대체했습니다.');

  await openPage(
    page,
    `/mon/node-history/pod-cpu?hostId=${hostId}&nodeId=${after}&nodeHistoryId=${records[0]?.nodeHistoryId}`,
  );
  await replacing.waitFor();
  await page.getByRole('link', { name: `노드 #${before}` }).waitFor();
  await openPage(page, `/mon/node/summary?hostId=${hostId}&nodeId=${after}`);
  await page.waitForURL(/\/mon\/node\/summary\?/);
  await replacing.waitFor();
  await page.getByRole('link', { name: `노드 #${before}` }).click();
  await page.getByText('이 노드는 사라졌고, 같은 이름의 다른 노드가 있습니다.').waitFor();
  await page.getByText(DELETED).waitFor();
  await page.getByRole('link', { name: `노드 #${after}` }).waitFor();
  await openPage(page, `/mon/node-list?hostId=${hostId}`);
  await page.getByText('총 1개').waitFor();
  await openPage(page, `/mon/node-list?hostId=${hostId}&deleted=1`);
  await page.getByText('총 2개').waitFor();
  await page.getByRole('grid').getByText('삭제됨').waitFor();
});
