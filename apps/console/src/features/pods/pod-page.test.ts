import { expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import type { PodInfo } from '#entities/inventory/info-queries.ts';
import { objectView } from '#entities/object-page/object-view.ts';
import { pod } from './pod-page.tsx';
import '#components/list/object-list-messages.ts';

const AT = '2026-11-16T09:00:00Z';

test.each([
  ['that has sent values', { dataAt: AT, isStale: true, phase: 'Running' }, false],
  ['whose values have not arrived', { dataAt: null, isStale: true, phase: 'Running' }, true],
  ['that has just started', { dataAt: null, isStale: false, phase: 'Running' }, true],
  ['that is pending', { dataAt: null, isStale: false, phase: 'Pending' }, true],
  ['that has ended', { dataAt: null, isStale: false, phase: 'Succeeded' }, false],
  ['that was deleted', { dataAt: null, isStale: true, phase: 'Pending', deletedAt: AT }, false],
] as const)('a pod %s: %j has no data: %j', (_which, more, hasNoData) => {
  const info = { podId: 3, status: 'Running', monResult: 'normal', deletedAt: null, nodeName: null };
  const view = objectView(pod, 3, { ...info, ...more } as PodInfo, { t, language: 'ko' });
  expect(view.hasNoData).toBe(hasNoData);
});
