import { expect, test } from 'vitest';
import { foldChanges } from './handover-content.ts';

const node = { clusterName: 'prod', kind: 'node', namespace: null, cnt: 1 } as const;

test('changes of one field become one from the first to the last value; other objects and fields stay apart', () => {
  const folded = foldChanges([
    { ...node, name: 'a', what: 'condition', from: 'NotReady', to: 'Ready' },
    { ...node, name: 'b', what: 'condition', from: 'Ready', to: 'NotReady' },
    { ...node, name: 'a', what: 'isSchedulable', from: 'true', to: 'false' },
    { ...node, name: 'a', what: 'condition', from: 'DiskPressure', to: 'NotReady' },
    { ...node, name: 'a', what: 'condition', from: 'Ready', to: 'DiskPressure' },
  ]);
  expect(folded.map(({ name, what, from, to, cnt }) => [name, what, from, to, cnt])).toEqual([
    ['a', 'condition', 'Ready', 'Ready', 3],
    ['b', 'condition', 'Ready', 'NotReady', 1],
    ['a', 'isSchedulable', 'true', 'false', 1],
  ]);
});
