import { expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import type { NodeInfo, PodInfo } from './object-queries.ts';
import { lastContactAt, nodeView, podView } from './object-view.ts';
import '../monitoring-messages.ts';

test.each([
  ['2026-11-16T09:00:00Z', '2026-11-16T18:00:30+09:00', '2026-11-16T18:00:30+09:00'],
  ['2026-11-16T09:00:00Z', '2026-11-16T17:59:00+09:00', '2026-11-16T09:00:00Z'],
  ['2026-11-16T09:00:00Z', null, '2026-11-16T09:00:00Z'],
  [null, '2026-11-16T09:00:00Z', '2026-11-16T09:00:00Z'],
  [null, null, null],
])('last seen at %j with values of %j: the last contact was at %j', (lastSeenAt, dataAt, contactAt) => {
  expect(lastContactAt({ lastSeenAt, dataAt })).toBe(contactAt);
});

test.each([
  [{ childMonResult: 'critical' }, ['Ready', '파드 상태: 심각']],
  [{ childMonResult: 'normal' }, ['Ready']],
  // The pods of a deleted node have no state.
  [{ childMonResult: 'critical', deletedAt: '2026-11-16T09:00:00Z' }, ['Ready']],
] as const)('a node with %j shows the states %j', (more, labels) => {
  const node = { nodeId: 3, condition: 'Ready', monResult: 'normal', isStale: false, deletedAt: null };
  const { states } = nodeView({ ...node, ...more } as NodeInfo, { t, language: 'ko' });
  expect(states.map(({ label }) => label)).toEqual(labels);
});

test.each([
  ['that has sent values', { dataAt: '2026-11-16T09:00:00Z', isStale: true, phase: 'Running' }, false],
  ['whose values have not arrived', { dataAt: null, isStale: true, phase: 'Running' }, true],
  ['that is pending', { dataAt: null, isStale: false, phase: 'Pending' }, true],
  ['that has ended', { dataAt: null, isStale: false, phase: 'Succeeded' }, false],
  [
    'that was deleted',
    { dataAt: null, isStale: true, phase: 'Pending', deletedAt: '2026-11-16T09:00:00Z' },
    false,
  ],
] as const)('a pod %s: %j has no data: %j', (_which, more, hasNoData) => {
  const pod = { podId: 3, status: 'Running', monResult: 'normal', deletedAt: null, nodeName: null };
  expect(podView({ ...pod, ...more } as PodInfo, { t, language: 'ko' }).hasNoData).toBe(hasNoData);
});
