import { getDashboardObjects } from '@gwanje/contract/dashboard/dashboard';
import { decodeDashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import { HostId, NodeId } from '@gwanje/contract/definition/ids';
import { listNodes } from '@gwanje/kinds/node/calls';
import { listNodeHistory } from '@gwanje/kinds/node/history-calls';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { OwnCluster, type SentPod } from './support/agent.ts';
import { Api } from './support/api.ts';
import { openPage, takeSession, useBrowser } from './support/browser.ts';
import { chooseGroups, subGroup } from './support/groups.ts';
import { OF_CLUSTER, objectIds, POD, type Route, WATCHING } from './support/routes.ts';
import { createMetaGroup, createSubGroup, uniqueName } from './support/settings.ts';
import { goTo } from './support/walk.ts';

const { visitor } = useBrowser();

const MINUTE_MS = 60_000;
/** Some pages on a busy machine. */
const PATIENCE_MS = 180_000;
const PODS: readonly SentPod[] = [{ name: POD, memUsedShare: 0.93 }, { name: 'cart-redis-2' }];
/** One page of each kind. The pages of a kind share the part that shows the state. */
const SAMPLE = OF_CLUSTER.filter(({ path }) =>
  ['/mon/summary', '/mon/pod-list', '/mon/node/cpu', '/mon/pod/summary', '/mon/container/mem'].includes(path),
);
const NO_CLUSTERS = '선택한 그룹에 클러스터가 없습니다';

function pagesUnder(...paths: readonly string[]): readonly Route[] {
  return WATCHING.filter(({ path }) => paths.some((start) => path.startsWith(start)));
}

/** A new cluster without data, and a page with the session of an administrator. */
async function newCluster() {
  const { page } = await visitor();
  const admin = await Api.as('total');
  await takeSession(page, 'total');
  const cluster = await OwnCluster.create(admin, uniqueName('state'), await subGroup(admin, '검증'));
  const filter = { hostId: HostId.parse(cluster.hostId) };
  const params = { pageNo: 1, pageCnt: 10 };
  return {
    page,
    admin,
    cluster,
    hostId: `hostId=${cluster.hostId}`,
    async nodeIds() {
      const { list } = await admin.call(listNodes, { params, body: { filter, includeDeleted: true } });
      return list.sort((one, other) => one.nodeId - other.nodeId).map(({ nodeId }) => nodeId);
    },
    /** The newest history record of a node. */
    async recordOf(nodeId: number) {
      const { list } = await admin.call(listNodeHistory, {
        params: { nodeId: NodeId.parse(nodeId), ...params },
        body: {},
      });
      return list[0]?.nodeHistoryId ?? 0;
    },
  };
}

/** Pages about a cluster have its name as heading. */
function headingOf({ path, title, heading = title }: Route, { name }: OwnCluster): string {
  return path === '/mon' || path === '/mon/summary' ? name : heading;
}

function platformRow(page: Page, cluster: OwnCluster) {
  return page.getByRole('region', { name: '플랫폼' }).getByRole('row', { name: new RegExp(cluster.name) });
}

describe('a cluster whose API server does not answer', () => {
  test('is marked so on its pages, which show the last known data', {
    timeout: PATIENCE_MS,
  }, async () => {
    const { page, admin, cluster } = await newCluster();
    await cluster.sendPods(PODS, Date.now(), { facts: { isApiReachable: false, apiLatencyMs: null } });
    await openPage(page, `/main?clusterList=${cluster.hostId}`);
    await platformRow(page, cluster).getByText('응답 없음').waitFor();
    const ids = await objectIds(admin, cluster);
    for (const route of SAMPLE) {
      await goTo(page, route, ids);
      await page.getByText('API 서버 응답 없음').first().waitFor();
      const heading = page.getByRole('heading', { level: 1 });
      expect.soft(await heading.textContent(), route.path).toContain(headingOf(route, cluster));
    }
  });
});

describe('a cluster whose agent has stopped sending', () => {
  test('is shown as stale, with the time, on its pages', { timeout: PATIENCE_MS }, async () => {
    const { page, admin, cluster } = await newCluster();
    const nowMs = Date.now();
    for (const minutes of [14, 12])
      await cluster.sendPods(PODS, nowMs - minutes * MINUTE_MS, { isOld: true });
    const conditions = { isAllCluster: false, clusterList: [HostId.parse(cluster.hostId)] };
    const content = await admin.download(getDashboardObjects, {
      body: { ...conditions, objectType: 'pod', groupBy: 'none', sortBy: 'MON_RESULT' },
    });
    expect([...decodeDashboardObjects(content).isStale]).toEqual([1, 1]);

    await openPage(page, `/main?clusterList=${cluster.hostId}`);
    await page.getByRole('region', { name: /^상위/ }).getByText('수집 중단').first().waitFor();
    await platformRow(page, cluster)
      .getByText(/수집 중단/)
      .waitFor();
    const ids = await objectIds(admin, cluster);
    const since = page.getByRole('status').filter({ hasText: /1[2-8]분/ });
    for (const route of SAMPLE) {
      await goTo(page, route, ids);
      await expect.poll(() => since.count(), { message: route.path, timeout: 30_000 }).toBe(1);
    }
  });
});

describe('a new cluster', () => {
  test('says that there are no data yet, and offers the agent installation', async () => {
    const { page, cluster } = await newCluster();
    await openPage(page, `/main?clusterList=${cluster.hostId}`);
    await platformRow(page, cluster).getByText('수집 전').waitFor();
    await page.getByText('아직 받은 데이터가 없습니다').waitFor();
    await page.getByText(`아직 데이터를 보내지 않은 클러스터 1개: ${cluster.name}`).waitFor();
    for (const route of SAMPLE.filter(({ ids }) => ids?.length === 1)) {
      await goTo(page, route, { hostId: cluster.hostId });
      await page.getByRole('status').filter({ hasText: '아직 수집된 데이터가 없습니다' }).first().waitFor();
      await page.getByRole('link', { name: '에이전트 설치' }).first().waitFor();
    }
  });
});

describe('an empty group', () => {
  test('says that it has no clusters', async () => {
    const { page } = await visitor();
    await takeSession(page, 'total');
    const name = uniqueName('empty');
    await createSubGroup(page, await createMetaGroup(page, name), name);
    await openPage(page, '/main');
    await chooseGroups(page, name);
    await page.getByText(NO_CLUSTERS).waitFor();
    const paths = ['/custom-main', '/mon/summary', '/event-list', '/alarm-list'];
    for (const route of WATCHING.filter(({ path }) => paths.includes(path))) {
      await goTo(page, { ...route, ids: [] }, {});
      await page.getByText(NO_CLUSTERS).first().waitFor();
    }
  });
});

describe('a deleted pod', () => {
  test('is found by search and in lists that include deleted pods, and its pages say that it is deleted', async () => {
    const { page, admin, cluster, hostId } = await newCluster();
    const name = uniqueName('gone');
    await cluster.sendPods([{ name }, ...PODS], Date.now() - MINUTE_MS);
    const ids = await objectIds(admin, cluster);
    await cluster.sendPods(PODS.slice(1));
    await openPage(page, `/mon/pod-list?${hostId}&deleted=1`);
    await page
      .getByRole('grid')
      .getByRole('row', { name: new RegExp(name) })
      .getByText('삭제됨')
      .waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '통합 검색' }).fill(name);
    const found = page.getByRole('option', { name: new RegExp(`${name}.*${cluster.name}.*삭제됨`) });
    await found.waitFor();
    await page.keyboard.press('End');
    await page.getByRole('option', { name: new RegExp(name), selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/mon\/pod\/summary\?/);
    await page.getByText(/에 삭제되었습니다/).waitFor();
    await page
      .getByRole('grid', { name: '컨테이너 목록' })
      .or(page.getByRole('table', { name: '컨테이너 목록' }))
      .getByRole('link', { name: 'main' })
      .click();
    await page.getByText(/에 삭제되었습니다/).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('listbox').getByText('최근에 연 항목').waitFor();
    await page.getByRole('option', { name: new RegExp(name), selected: true }).waitFor();
    await page.keyboard.press('Escape');
    for (const route of pagesUnder('/mon/pod/mem', '/mon/container/cpu')) {
      await goTo(page, route, ids);
      await page.getByText(/에 삭제되었습니다/).waitFor();
      await page
        .getByRole('slider', { name: /사용량$/ })
        .first()
        .waitFor();
    }
  });
});

describe('a node replaced under the same name', () => {
  test('is a different node: each links to the other, and the list shows both', async () => {
    const { page, cluster, hostId, nodeIds, recordOf } = await newCluster();
    await cluster.sendPods(PODS, Date.now() - 2 * MINUTE_MS);
    await cluster.sendPods(PODS, Date.now(), { nodeUid: `uid-${cluster.name}-second` });
    const [before = 0, after = 0] = await nodeIds();
    await openPage(page, `/mon/node/summary?${hostId}&nodeId=${after}`);
    for (const route of pagesUnder('/mon/node/summary', '/mon/node/cpu')) {
      await goTo(page, route, { hostId: cluster.hostId, nodeId: after });
      await page.getByText('이 노드는 같은 이름의 이전 노드를 대체했습니다.').waitFor();
      await page.getByRole('link', { name: `노드 #${before}` }).waitFor();
      await goTo(page, route, { hostId: cluster.hostId, nodeId: before });
      await page.getByText('이 노드는 사라졌고, 같은 이름의 다른 노드가 있습니다.').waitFor();
      await page.getByText(/에 삭제되었습니다/).waitFor();
      await page.getByRole('link', { name: `노드 #${after}` }).waitFor();
    }
    for (const route of pagesUnder('/mon/node-history/pod-cpu')) {
      await goTo(page, route, {
        hostId: cluster.hostId,
        nodeId: after,
        nodeHistoryId: await recordOf(after),
      });
      await page.getByText('이 노드는 같은 이름의 이전 노드를 대체했습니다.').waitFor();
      await page.getByRole('link', { name: `노드 #${before}` }).waitFor();
      await goTo(page, route, {
        hostId: cluster.hostId,
        nodeId: before,
        nodeHistoryId: await recordOf(before),
      });
      await page.getByText('이 노드는 사라졌고, 같은 이름의 다른 노드가 있습니다.').waitFor();
      await page.getByRole('link', { name: `노드 #${after}` }).waitFor();
    }
    await openPage(page, `/mon/node/summary?${hostId}&nodeId=${after}`);
    await page.getByRole('link', { name: `노드 #${before}` }).click();
    await page.getByText('이 노드는 사라졌고, 같은 이름의 다른 노드가 있습니다.').waitFor();
    await openPage(page, `/mon/node-list?${hostId}`);
    await page.getByText('총 1개').waitFor();
    await openPage(page, `/mon/node-list?${hostId}&deleted=1`);
    await page.getByText('총 2개').waitFor();
    await page.getByRole('grid').getByText('삭제됨').waitFor();
  });
});
