import { ClusterState } from '@gwanje/contract/clusters/cluster-state';
import { describe, expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { sampleOf } from '#core/testing/sample.ts';
import '../dashboard-messages.ts';
import { azureRows } from './azure-rows.ts';
import { clustersByProblem, clusterWarnings, dataAgeOf, newestDataAt } from './cluster-lines.ts';
import { barOf, statusCells } from './status-cells.ts';

const korean = { t, language: 'ko' } as const;
const SERVER_TIME = '2026-11-15T02:24:30Z';

function cluster(hostId: number, patch: Partial<ClusterState> = {}): ClusterState {
  const sample = Object(sampleOf(ClusterState, { rowCnt: 0, isSparse: true }));
  const states = { monResult: 'normal', isApiReachable: true, isStale: false, problemCnt: 0 };
  const own = { hostId, name: `cluster-${hostId}`, dataAt: '2026-11-15T02:24:26Z', ...states };
  return { ...ClusterState.parse({ ...sample, ...own }), ...patch };
}

describe('the age of data', () => {
  test.each([
    ['2026-11-15T02:24:26Z', 0, 'fresh', '4초 전', '4초 전'],
    ['2026-11-15T02:24:26Z', 8_000, 'fresh', '12초 전', '12초 전'],
    ['2026-11-15T02:18:18Z', 0, 'stopped', '수집 중단 · 6분 12초 전', '6분 12초 전'],
    // Fresh when the response arrived, stale five minutes later.
    ['2026-11-15T02:24:30Z', 300_000, 'stopped', '수집 중단 · 5분 0초 전', '5분 전'],
    ['2026-11-12T01:20:20Z', 0, 'stopped', '수집 중단 · 3일 1시간 4분 10초 전', '3일 1시간 전'],
    // A browser clock that is set back does not make data younger.
    ['2026-11-15T02:24:26Z', -60_000, 'fresh', '4초 전', '4초 전'],
    [null, 0, 'never', '수집 전', null],
  ] as const)('of %s, %s ms after the answer, is %s: %s', (dataAt, sinceMs, state, text, shortAge) =>
    expect(dataAgeOf(dataAt, SERVER_TIME, sinceMs, korean)).toEqual({ state, text, shortAge }),
  );

  test('of many clusters is the age of the newest data', () => {
    const newer = '2026-11-15T02:24:29Z';
    expect(newestDataAt([cluster(1), cluster(2, { dataAt: newer }), cluster(3, { dataAt: null })])).toBe(
      newer,
    );
    expect(newestDataAt([cluster(1, { dataAt: null })])).toBeNull();
    expect(newestDataAt([])).toBeNull();
  });
});

describe('the platform section', () => {
  test('shows clusters with problems first, the others in the order of the response', () => {
    const problems = [cluster(2, { problemCnt: 2 }), cluster(3, { isApiReachable: false })];
    const rows = clustersByProblem([cluster(1), ...problems, cluster(4, { isStale: true }), cluster(5)]);
    expect(rows.map(({ hostId }) => hostId)).toEqual([4, 3, 2, 1, 5]);
  });

  test('shows all of hundreds of clusters', () => {
    const many = Array.from({ length: 500 }, (_, index) => cluster(index + 1));
    expect(clustersByProblem(many)).toHaveLength(500);
  });

  test('describes cluster problems, with names and counts', () => {
    const stopped = [1, 2, 3, 4, 5].map((hostId) =>
      cluster(hostId, { isStale: true, isApiReachable: false }),
    );
    const said = clusterWarnings(
      [
        ...stopped,
        cluster(6, { isApiReachable: false }),
        cluster(7, { dataAt: null, isStale: true }),
        cluster(8),
        cluster(9, { missingStatistics: { nodeCnt: 3, awaitedNodeCnt: 3, since: SERVER_TIME } }),
      ],
      korean,
    );
    expect(said).toEqual([
      '수집이 중단된 클러스터 5개: cluster-1, cluster-2, cluster-3 외 2개',
      'API 서버가 응답하지 않는 클러스터 1개: cluster-6',
      '아직 데이터를 보내지 않은 클러스터 1개: cluster-7',
      '통계가 들어오지 않는 노드가 있는 클러스터 1개: cluster-9',
    ]);
    expect(clusterWarnings([cluster(1)], korean)).toEqual([]);
  });
});

describe('the Azure section', () => {
  const { hostId } = cluster(1);
  const pool = { name: 'apps', nodeCnt: 2, readyCnt: 1, vmSizeList: ['D4', 'D8'], versionList: ['v1.34.2'] };

  test('has one row per node pool, with zones without the region', () => {
    const zoneList = ['koreacentral-1', 'koreacentral-2', 'elsewhere-1'];
    const prod = { hostId, name: 'prod', region: 'koreacentral', kubernetesVersion: 'v1.34.2' };
    const [row] = azureRows([{ ...prod, poolList: [{ ...pool, zoneList }] }]);
    const counts = { nodeCnt: 2, readyCnt: 1 };
    const texts = { cluster: 'prod', pool: 'apps', vmSizes: 'D4 · D8', zones: '1 · 2 · elsewhere-1' };
    expect(row).toMatchObject({ ...texts, ...counts });
  });

  test('keeps a row for a cluster without nodes', () => {
    const unknown = { hostId, name: 'new', region: null, kubernetesVersion: null, poolList: [] };
    expect(azureRows([unknown])).toMatchObject([{ cluster: 'new', region: '-', pool: '-', versions: '-' }]);
  });
});

describe('the status box', () => {
  const counts = { critical: 0, warning: 1, stale: 0, normal: 9999, unmonitored: 0 };

  test('orders the types from clusters to containers, regardless of the response', () => {
    const lines = (['container', 'pod', 'node', 'cluster'] as const).map((objectType) => ({
      objectType,
      totalCnt: 10_000,
      counts,
    }));
    const expected = ['cluster', 'node', 'pod', 'container'];
    expect(statusCells(lines).map(({ objectType }) => objectType)).toEqual(expected);
  });

  test('shows a visible part for one object in ten thousand, and omits states without objects', () => {
    const bar = barOf(['normal', 'warning', 'critical'], counts);
    expect(bar.map(({ state }) => state)).toEqual(['normal', 'warning']);
    expect(bar[1]?.share).toBeGreaterThan(0.01);
    expect(bar.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect(barOf(['critical', 'warning'], { critical: 0, warning: 0 })).toEqual([]);
  });
});
