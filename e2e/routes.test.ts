import { join } from 'node:path';
import { listContainerNames } from '@gwanje/contract/containers';
import { HostId } from '@gwanje/contract/ids';
import { listNodeHistory } from '@gwanje/contract/node-history';
import { listNodeNames } from '@gwanje/contract/nodes';
import { listPodNames } from '@gwanje/contract/pods';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { OwnCluster } from './support/agent.ts';
import { Api } from './support/api.ts';
import { type DemoAccount, stack, takeSession, useBrowser } from './support/browser.ts';
import { subGroup } from './support/groups.ts';
import { uniqueName } from './support/settings.ts';

const { visitor } = useBrowser();
const MINUTE_MS = 60_000;
/** Some thirty pages, each loaded anew and drawn without a graphics card. */
const PATIENCE_MS = 600_000;
/** Words about a cluster that is silent come with the answer and push the dashboard down; all else stays below 0.1. */
const STEADY = 0.25;
const LAYOUT = `({
  shift: window.layoutShift,
  overflowPx: document.documentElement.scrollWidth - document.documentElement.clientWidth,
})`;

interface Ids {
  readonly hostId: number;
  readonly nodeId: number;
  readonly podId: number;
  readonly containerId: number;
  readonly nodeHistoryId: number;
}

interface Layout {
  readonly shift: number;
  readonly overflowPx: number;
}

/** Every page about what is watched, and its title. */
const ROUTES: readonly (readonly [title: string, path: string, ids: readonly (keyof Ids)[]])[] = [
  ['대시보드', '/main', []],
  ['사용자 정의 대시보드', '/custom-main', []],
  ['클러스터 요약', '/mon/summary', ['hostId']],
  ['노드 목록', '/mon/node-list', ['hostId']],
  ['파드 목록', '/mon/pod-list', ['hostId']],
  ['컨테이너 목록', '/mon/container-list', ['hostId']],
  ['클러스터 이벤트', '/mon/event-list', ['hostId']],
  ['PV · PVC 목록', '/mon/pv-pvc-list', ['hostId']],
  ['노드 요약', '/mon/node/summary', ['hostId', 'nodeId']],
  ['노드 CPU', '/mon/node/cpu', ['hostId', 'nodeId']],
  ['노드 메모리', '/mon/node/mem', ['hostId', 'nodeId']],
  ['노드 디스크', '/mon/node/disk', ['hostId', 'nodeId']],
  ['노드 네트워크', '/mon/node/network', ['hostId', 'nodeId']],
  ['노드 이력', '/mon/node/history-list', ['hostId', 'nodeId']],
  ['노드 이력 · 파드 요약', '/mon/node-history/pod-summary', ['hostId', 'nodeId', 'nodeHistoryId']],
  ['노드 이력 · 파드 CPU', '/mon/node-history/pod-cpu', ['hostId', 'nodeId', 'nodeHistoryId']],
  ['노드 이력 · 파드 메모리', '/mon/node-history/pod-mem', ['hostId', 'nodeId', 'nodeHistoryId']],
  ['노드 이력 · 파드 디스크', '/mon/node-history/pod-disk', ['hostId', 'nodeId', 'nodeHistoryId']],
  ['노드 이력 · 파드 네트워크', '/mon/node-history/pod-network', ['hostId', 'nodeId', 'nodeHistoryId']],
  ['파드 요약', '/mon/pod/summary', ['hostId', 'podId']],
  ['파드 CPU', '/mon/pod/cpu', ['hostId', 'podId']],
  ['파드 메모리', '/mon/pod/mem', ['hostId', 'podId']],
  ['파드 디스크', '/mon/pod/disk', ['hostId', 'podId']],
  ['파드 네트워크', '/mon/pod/network', ['hostId', 'podId']],
  ['컨테이너 요약', '/mon/container/summary', ['hostId', 'containerId']],
  ['컨테이너 CPU', '/mon/container/cpu', ['hostId', 'containerId']],
  ['컨테이너 메모리', '/mon/container/mem', ['hostId', 'containerId']],
  ['컨테이너 블록 I/O', '/mon/container/blockIO', ['hostId', 'containerId']],
  ['전체 이벤트', '/event-list', []],
];

describe.each<[DemoAccount, number]>([
  ['key', 1280],
  ['total', 3840],
  ['group', 1440],
  ['user', 1920],
])('as %s at %d px', (account, width) => {
  test('every page has its title and its content, stands still and fits', {
    timeout: PATIENCE_MS,
  }, async () => {
    const { page } = await visitor({ width });
    const ids = await watchedIds(page);
    await takeSession(page, account);
    await page.addInitScript({ path: join(import.meta.dirname, 'support/in-page/layout-shift.js') });
    for (const [title, path, needed] of ROUTES) {
      const query = new URLSearchParams(Object.fromEntries(needed.map((name) => [name, String(ids[name])])));
      await page.goto(`${stack().consoleUrl}${path}?${query}`);
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      // Of one object its name stands there as soon as it is known.
      const said = await page.title();
      if (needed.length < 2) expect(said, path).toBe(`${title} · 관제`);
      else expect(said, path).toMatch(/^\S.* · 관제$/);
      const { shift, overflowPx } = await page.evaluate<Layout>(LAYOUT);
      expect(shift, `${path} moves`).toBeLessThan(STEADY);
      expect(overflowPx, `${path} is wider than the window`).toBe(0);
    }
  });
});

/** Of a cluster that all four may see. */
async function watchedIds(page: Page): Promise<Ids> {
  const admin = await Api.as('total');
  await takeSession(page, 'total');
  const cluster = await OwnCluster.create(admin, page, uniqueName('routes'), await subGroup(admin, '운영'));
  const nowMs = Date.now();
  for (const minutes of [4, 2, 0])
    await cluster.tell([{ name: 'web-0' }, { name: 'web-1' }], nowMs - minutes * MINUTE_MS);
  const params = { hostId: HostId.parse(cluster.hostId) };
  const [{ nodeNameList }, { podNameList }, { containerNameList }] = await Promise.all([
    admin.call(listNodeNames, { params }),
    admin.call(listPodNames, { params }),
    admin.call(listContainerNames, { params }),
  ]);
  const { nodeId } = first(nodeNameList);
  const history = await admin.call(listNodeHistory, { params: { nodeId, pageNo: 1, pageCnt: 10 }, body: {} });
  return {
    hostId: cluster.hostId,
    nodeId,
    podId: first(podNameList).podId,
    containerId: first(containerNameList).containerId,
    nodeHistoryId: first(history.list).nodeHistoryId,
  };
}

function first<T>(list: readonly T[]): T {
  const [found] = list;
  if (found === undefined) throw new Error('nothing was collected');
  return found;
}
