import { expect, test } from 'vitest';
import { t } from '#shared/i18n/i18n.ts';
import type { NodeInfo } from './object-queries.ts';
import { lastHeardAt, nodeView } from './object-view.ts';
import '../words.ts';

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
