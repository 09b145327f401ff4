import { describe, expect, it } from 'vitest';
import { ancestorsOf, type ChooserNames, chooserRows, chooserTree } from './chooser-rows.ts';

const names: ChooserNames = {
  nodes: [
    { nodeId: 2, name: 'node-10' },
    { nodeId: 1, name: 'node-9' },
  ],
  pods: [
    { podId: 11, name: 'api-1', namespace: 'shop', nodeId: 1 },
    { podId: 12, name: 'db-0', namespace: 'data', nodeId: 1 },
    { podId: 13, name: 'waiting', namespace: 'shop', nodeId: null },
    { podId: 14, name: 'orphan', namespace: 'shop', nodeId: 99 },
  ],
  containers: [
    { containerId: 21, podId: 11, name: 'app' },
    { containerId: 22, podId: 11, name: 'proxy' },
    { containerId: 23, podId: 99, name: 'nobody' },
  ],
};
const tree = chooserTree(names, 'no node');

function shown(search: string, open: readonly string[] = []): string[] {
  return chooserRows(tree, {
    search,
    open: new Set(open),
    stateOf: () => undefined,
    hrefOf: (kind, id) => `${kind}/${id}`,
  }).map(({ label, level }) => `${'·'.repeat(level - 1)}${label}`);
}

describe('the chooser', () => {
  it('shows the nodes in numeric order, and the entry of unscheduled pods last', () => {
    expect(shown('')).toEqual(['node-9', 'node-10', 'no node']);
  });

  it('shows the children of open entries', () => {
    expect(shown('', ['node:1', 'pod:11', 'noNode'])).toEqual([
      'node-9',
      '·api-1',
      '··app',
      '··proxy',
      '·db-0',
      'node-10',
      'no node',
      '·orphan',
      '·waiting',
    ]);
  });

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['a pod', 'API', [], ['node-9', '·api-1']],
    ['a pod by its namespace', 'data/', [], ['node-9', '·db-0']],
    ['a container, with its parents', 'proxy', [], ['node-9', '·api-1', '··proxy']],
    ['a pod by several words in any order', 'db data', [], ['node-9', '·db-0']],
    ['a node, whose pods can be opened', 'node-9', ['node:1'], ['node-9', '·api-1', '·db-0']],
    ['no entry for an unknown text', '<script>', [], []],
  ])('finds %s', (_case, search, open, rows) => {
    expect(shown(search, open)).toEqual(rows);
  });

  it('returns the parents of a container', () => {
    expect(ancestorsOf(tree, 'container:22')).toEqual(['pod:11', 'node:1']);
    expect(ancestorsOf(tree, 'pod:404')).toEqual([]);
    expect(ancestorsOf(tree, null)).toEqual([]);
  });

  it('searches ten thousand pods', () => {
    const pods = Array.from({ length: 10_000 }, (_, index) => ({
      podId: index + 1,
      name: `pod-${index}`,
      namespace: 'load',
      nodeId: (index % 2) + 1,
    }));
    const large = chooserTree({ ...names, pods, containers: [] }, 'no node');
    const rows = chooserRows(large, {
      search: 'pod-99',
      open: new Set(),
      stateOf: () => undefined,
      hrefOf: () => '',
    });
    expect(rows.length).toBe(2 + 111);
  });
});
