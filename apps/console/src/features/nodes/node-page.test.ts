import { expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import type { NodeInfo } from '#entities/inventory/info-queries.ts';
import { objectView } from '#entities/object-page/object-view.ts';
import { node } from './node-page.tsx';
import '#components/list/object-list-messages.ts';

test.each([
  [{ childMonResult: 'critical' }, ['Ready', '파드 상태: 심각']],
  [{ childMonResult: 'normal' }, ['Ready']],
  // The pods of a deleted node have no state.
  [{ childMonResult: 'critical', deletedAt: '2026-11-16T09:00:00Z' }, ['Ready']],
] as const)('a node with %j shows the states %j', (more, labels) => {
  const info = { nodeId: 3, condition: 'Ready', monResult: 'normal', isStale: false, deletedAt: null };
  const { states } = objectView(node, 3, { ...info, ...more } as NodeInfo, { t, language: 'ko' });
  expect(states.map(({ label }) => label)).toEqual(labels);
});
