import { workloadRecord } from '@gwanje/kinds/testing/records';
import { workloadState } from '@gwanje/kinds/workload/index';
import { describe, expect, it } from 'vitest';
import { LiveState } from '../live-state.ts';
import { containerOf, life, nodeOf, podLife, podOf } from '../testing/states.ts';

function searched(names: readonly string[], text: string, limit = 50): string[] {
  const live = new LiveState();
  live.setCluster({ hostId: 1, name: 'seoul', subGroupId: 1 });
  for (const [at, name] of names.entries()) live.putPod(1, 10 + at, podOf({ name }), [], podLife);
  return live.search(text, new Set([1]), limit, 0).list.map(({ name }) => name);
}

describe('search', () => {
  it('returns the exact name first, then name starts, word starts and other parts, shorter first', () => {
    const names = ['xweb', 'a-web', 'web-long-name', 'web', 'web-1', 'my.web.a', 'other'];
    expect(searched(names, 'web')).toEqual(['web', 'web-1', 'web-long-name', 'a-web', 'my.web.a', 'xweb']);
  });

  it('finds a word start after an earlier match inside a word', () => {
    expect(searched(['xapi-api', 'zzzapi99'], 'api')).toEqual(['xapi-api', 'zzzapi99']);
    expect(searched(['zzzapi99', 'xapi-api'], 'api')).toEqual(['xapi-api', 'zzzapi99']);
  });

  it('ignores case and matches special characters literally', () => {
    expect(searched(['Web-A', 'a.*b', 'axxb', '__proto__'], 'WEB')).toEqual(['Web-A']);
    expect(searched(['Web-A', 'a.*b', 'axxb'], '.*')).toEqual(['a.*b']);
    expect(searched(['__proto__', 'x'], '__proto__')).toEqual(['__proto__']);
    expect(searched(['웹-서버-1', '디비'], '서버')).toEqual(['웹-서버-1']);
  });

  it('counts all matches and returns no more than the limit', () => {
    const live = new LiveState();
    live.setCluster({ hostId: 1, name: 'seoul', subGroupId: 1 });
    for (let at = 0; at < 100; at++) live.putPod(1, 100 + at, podOf({ name: `web-${at}` }), [], podLife);
    const { totalCnt, list } = live.search('web', new Set([1]), 3, 0);
    expect(totalCnt).toBe(100);
    expect(list.map(({ name }) => name)).toEqual(['web-0', 'web-1', 'web-2']);
  });

  it('returns workloads, pods, other kinds and then containers, and shares the limit among them', () => {
    const live = new LiveState();
    live.setCluster({ hostId: 1, name: 'seoul', subGroupId: 1 });
    for (let at = 0; at < 20; at++) {
      const pod = podOf({ name: `web-${at}`, containers: [containerOf({ name: 'web' })] });
      live.putPod(1, 100 + 2 * at, pod, [101 + 2 * at], podLife);
    }
    live.put('node', 1, 10, nodeOf({ name: 'web-node' }), life);
    live.put('workload', 1, 11, workloadState(workloadRecord()), life);
    const { totalCnt, list } = live.search('web', new Set([1]), 8, 0);
    expect(totalCnt).toBe(42);
    expect(list.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'workload web',
      'pod web-0',
      'pod web-1',
      'pod web-2',
      'node web-node',
      'container web',
      'container web',
      'container web',
    ]);
  });

  it('returns nothing from clusters that the caller may not see', () => {
    const live = new LiveState();
    for (const hostId of [1, 2]) {
      live.setCluster({ hostId, name: `web-cluster-${hostId}`, subGroupId: hostId });
      live.put('node', hostId, 10 * hostId, nodeOf({ name: `web-node-${hostId}` }), life);
      const pod = podOf({ name: `pod-${hostId}`, containers: [containerOf({ name: 'web' })] });
      live.putPod(hostId, 10 * hostId + 1, pod, [10 * hostId + 2], podLife);
    }
    const { totalCnt, list } = live.search('web', new Set([2, 99]), 50, 0);
    expect(totalCnt).toBe(3);
    expect(list).toEqual([
      expect.objectContaining({ kind: 'cluster', id: 2, hostId: 2 }),
      expect.objectContaining({ kind: 'node', id: 20, hostId: 2, clusterName: 'web-cluster-2' }),
      expect.objectContaining({
        kind: 'container',
        id: 22,
        parentName: 'pod-2',
        parentId: 21,
        namespace: 'default',
      }),
    ]);
  });

  it('returns the state of each object: stale when its cluster never sent data', () => {
    const live = new LiveState();
    live.setCluster({ hostId: 1, name: 'web-cluster', subGroupId: 1 });
    live.put('node', 1, 10, nodeOf({ name: 'web-node' }), { ...life, isMonitored: false });
    live.putPod(1, 11, podOf({ name: 'web-pod', containers: [] }), [], podLife);
    live.put('namespace', 1, 12, { name: 'web', phase: 'Active' }, life);
    const { list } = live.search('web', new Set([1]), 50, 0);
    expect(Object.fromEntries(list.map(({ kind, monResult }) => [kind, monResult]))).toEqual({
      namespace: 'stale',
      pod: 'stale',
      node: 'unmonitored',
      cluster: 'stale',
    });
  });
});
