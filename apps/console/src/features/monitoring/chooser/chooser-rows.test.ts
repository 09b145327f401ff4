import { describe, expect, it } from 'vitest';
import { chooserRows } from './chooser-rows.ts';
import {
  ancestorsOf,
  type ChooserNames,
  type ChooserTree,
  entryStates,
  nodeTree,
  workloadTree,
} from './chooser-tree.ts';

const names: ChooserNames = {
  nodes: [
    { nodeId: 2, name: 'node-10' },
    { nodeId: 1, name: 'node-9' },
  ],
  namespaces: [
    { namespaceId: 31, name: 'shop', alarmLevel: null },
    { namespaceId: 32, name: 'data', alarmLevel: null },
    { namespaceId: 33, name: 'idle', alarmLevel: null },
  ],
  workloads: [
    { workloadId: 43, name: 'report-29', namespace: 'data', ownerId: 42, alarmLevel: null },
    { workloadId: 41, name: 'api', namespace: 'shop', ownerId: null, alarmLevel: null },
    { workloadId: 42, name: 'report', namespace: 'data', ownerId: null, alarmLevel: 'warning' },
    { workloadId: 44, name: 'api', namespace: 'data', ownerId: null, alarmLevel: null },
  ],
  pods: [
    { podId: 11, name: 'api-1', namespace: 'shop', nodeId: 1, workloadId: 41 },
    { podId: 12, name: 'db-0', namespace: 'data', nodeId: 1, workloadId: 42 },
    { podId: 13, name: 'waiting', namespace: 'shop', nodeId: null, workloadId: null },
    { podId: 14, name: 'orphan', namespace: 'early', nodeId: 99, workloadId: 98 },
  ],
  containers: [
    { containerId: 21, podId: 11, name: 'app' },
    { containerId: 22, podId: 11, name: 'proxy' },
    { containerId: 23, podId: 99, name: 'nobody' },
  ],
};
const tree = nodeTree(names, 'no node');
const byWorkload = workloadTree(names, 'no workload');

const links = { stateOf: () => undefined, hrefOf: (kind: string, id: number) => `${kind}/${id}` };

function shown(search: string, open: readonly string[] = [], from: ChooserTree = tree): string[] {
  const podCntOf = (cnt: number) => ({ text: String(cnt), label: '' });
  const rows = chooserRows(from, { search, open: new Set(open), ...links, podCntOf });
  return rows.map(({ label, level }) => `${'·'.repeat(level - 1)}${label}`);
}

describe('the chooser', () => {
  it('shows the nodes in numeric order, and the entry of unscheduled pods last', () =>
    expect(shown('')).toEqual(['node-9', 'node-10', 'no node']));

  it('shows the children of open entries', () => {
    const expected = 'node-9, ·api-1, ··app, ··proxy, ·db-0, node-10, no node, ·orphan, ·waiting';
    expect(shown('', ['node:1', 'pod:11', 'noNode']).join(', ')).toBe(expected);
  });

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['a pod', 'API', [], ['node-9', '·api-1']],
    ['a pod by its namespace', 'data/', [], ['node-9', '·db-0']],
    ['a container, with its parents', 'proxy', [], ['node-9', '·api-1', '··proxy']],
    ['a pod by several words in any order', 'db data', [], ['node-9', '·db-0']],
    ['a node, whose pods can be opened', 'node-9', ['node:1'], ['node-9', '·api-1', '·db-0']],
    ['no entry for an unknown text', '<script>', [], []],
  ])('finds %s', (_case, search, open, rows) => expect(shown(search, open)).toEqual(rows));

  it('returns the parents of a container', () => {
    expect(ancestorsOf(tree, 'container:22')).toEqual(['pod:11', 'node:1']);
    expect(ancestorsOf(tree, 'pod:404')).toEqual([]);
    expect(ancestorsOf(tree, null)).toEqual([]);
  });

  it('searches twenty thousand pods in both orders', () => {
    const pods = Array.from({ length: 20_000 }, (_, index) => ({
      podId: index + 1,
      name: `pod-${index}`,
      namespace: 'load',
      nodeId: (index % 2) + 1,
      workloadId: null,
    }));
    const large = { ...names, workloads: [], pods, containers: [] };
    expect(shown('pod-199', [], nodeTree(large, 'no node'))).toHaveLength(2 + 111);
    expect(shown('pod-199', [], workloadTree(large, 'no workload'))).toHaveLength(2 + 111);
  });
});

describe('the chooser by workload', () => {
  const all = [...byWorkload.byKey.keys()];

  it('shows namespaces, workloads, pods and containers, pods without a workload last', () => {
    const [first, last] = shown('', all, byWorkload).join(', ').split(', idle, ');
    expect(first).toBe('data, ·api, ·report, ··db-0, ··report-29, early, ·no workload, ··orphan');
    expect(last).toBe('shop, ·api, ··api-1, ···app, ···proxy, ·no workload, ··waiting');
  });

  it('finds a pod below its namespace and workload', () => {
    expect(shown('shop/api-1', [], byWorkload)).toEqual(['shop', '·api', '··api-1']);
    expect(ancestorsOf(byWorkload, 'container:22')).toEqual(['pod:11', 'workload:41', 'namespace:31']);
  });

  it('counts the pods of a namespace and of a workload', () => {
    const cntOf = (key: string) => byWorkload.byKey.get(key)?.podCnt;
    expect(['namespace:31', 'workload:41', 'workload:44', 'namespace:33'].map(cntOf)).toEqual([2, 1, 0, 0]);
  });

  it('links objects, and neither the rest nor a namespace that the agent has not reported', () => {
    const choice = { search: '', open: new Set(all), podCntOf: () => undefined };
    const rows = chooserRows(byWorkload, { ...choice, ...links });
    const hrefs = Object.fromEntries(rows.map(({ key, href }) => [key, href]));
    expect(hrefs).toMatchObject({ 'namespace:31': 'namespace/31', 'workload:41': 'workload/41' });
    expect([hrefs['namespace/early'], hrefs['noWorkload/shop']]).toEqual([undefined, undefined]);
  });
});

describe('the states of the entries', () => {
  const states: Readonly<Record<string, number>> = { 'pod:11': 3, 'pod:12': 2, 'pod:13': 0, 'node:1': 3 };
  const monResultOf = (kind: string, id: number) => states[`${kind}:${id}`];

  it('of namespaces and workloads are the worst of their pods and of their own alarms', () => {
    const found = entryStates(byWorkload, monResultOf);
    expect(['namespace:31', 'workload:41', 'noWorkload/shop'].map((key) => found.get(key))).toEqual([
      0, 3, 0,
    ]);
    // The open alarm of the cron job is worse than its stale pod.
    expect(['namespace:32', 'workload:42', 'pod:12'].map((key) => found.get(key))).toEqual([1, 1, 2]);
  });

  it('of nodes are their own, and unknown without pods and alarms', () => {
    expect(entryStates(tree, monResultOf).get('node:1')).toBe(3);
    const found = entryStates(byWorkload, monResultOf);
    const expected = [undefined, undefined, undefined];
    expect([found.get('workload:44'), found.get('namespace:33'), found.get('pod:14')]).toEqual(expected);
  });
});
