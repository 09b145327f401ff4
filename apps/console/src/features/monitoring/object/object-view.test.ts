import { expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import type { NodeInfo, PodInfo } from './object-queries.ts';
import { lastHeardAt, nodeView, podView } from './object-view.ts';
import '../monitoring-messages.ts';

test.each([
  ['2026-11-16T09:00:00Z', '2026-11-16T18:00:30+09:00', '2026-11-16T18:00:30+09:00'],
  ['2026-11-16T09:00:00Z', '2026-11-16T17:59:00+09:00', '2026-11-16T09:00:00Z'],
  ['2026-11-16T09:00:00Z', null, '2026-11-16T09:00:00Z'],
  [null, '2026-11-16T09:00:00Z', '2026-11-16T09:00:00Z'],
  [null, null, null],
])('described at %j with values of %j: last heard of at %j', (lastSeenAt, dataAt, heardAt) => {
  expect(lastHeardAt({ lastSeenAt, dataAt })).toBe(heardAt);
});

test.each([
  [{ childMonResult: 'critical' }, ['Ready', '파드 상태: 심각']],
  [{ childMonResult: 'normal' }, ['Ready']],
  // What ran on a node that is gone is not in a state any more.
  [{ childMonResult: 'critical', deletedAt: '2026-11-16T09:00:00Z' }, ['Ready']],
] as const)('a node with %j is marked %j', (more, labels) => {
  const node = { nodeId: 3, condition: 'Ready', monResult: 'normal', isStale: false, deletedAt: null };
  const { states } = nodeView({ ...node, ...more } as NodeInfo, { t, language: 'ko' });
  expect(states.map(({ label }) => label)).toEqual(labels);
});

test.each([
  ['that has sent', { dataAt: '2026-11-16T09:00:00Z', isStale: true, phase: 'Running' }, false],
  ['whose values are awaited', { dataAt: null, isStale: true, phase: 'Running' }, true],
  ['that is yet to run', { dataAt: null, isStale: false, phase: 'Pending' }, true],
  ['that has ended', { dataAt: null, isStale: false, phase: 'Succeeded' }, false],
  [
    'that is gone',
    { dataAt: null, isStale: true, phase: 'Pending', deletedAt: '2026-11-16T09:00:00Z' },
    false,
  ],
] as const)('of a pod %s values have never come: %j, %j', (_which, more, isNeverHeard) => {
  const pod = { podId: 3, status: 'Running', monResult: 'normal', deletedAt: null, nodeName: null };
  expect(podView({ ...pod, ...more } as PodInfo, { t, language: 'ko' }).isNeverHeard).toBe(isNeverHeard);
});
