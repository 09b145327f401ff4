import { expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { type KindOfView, lastContactAt, type ObjectInfo, objectView } from './object-view.ts';

test.each([
  ['2026-11-16T09:00:00Z', '2026-11-16T18:00:30+09:00', '2026-11-16T18:00:30+09:00'],
  ['2026-11-16T09:00:00Z', '2026-11-16T17:59:00+09:00', '2026-11-16T09:00:00Z'],
  ['2026-11-16T09:00:00Z', null, '2026-11-16T09:00:00Z'],
  [null, '2026-11-16T09:00:00Z', '2026-11-16T09:00:00Z'],
  [null, null, null],
])('last seen at %j with values of %j: the last contact was at %j', (lastSeenAt, dataAt, contactAt) =>
  expect(lastContactAt({ lastSeenAt, dataAt })).toBe(contactAt),
);

const kind: KindOfView<ObjectInfo> = {
  key: 'workload',
  state: () => ({ label: 'Deployment', icon: 'mdi-layers-outline', colour: 'accent' }),
  moreStates: () => [{ label: 'Suspended', icon: 'mdi-pause-circle-outline', colour: 'grey' }],
};
const times = { serverTime: '2026-11-16T09:00:00Z', dataAt: null, lastSeenAt: null, deletedAt: null };
const place = { hostId: 1, clusterName: 'prod', name: 'web' };
const info: ObjectInfo = { ...place, ...times, isStale: false, changeList: [], monResult: 'normal' };

test.each([
  [{}, ['Deployment accent', 'Suspended grey']],
  [{ monResult: 'critical' }, ['Deployment accent', '심각 red', 'Suspended grey']],
  [{ deletedAt: '2026-11-16T09:00:00Z', monResult: 'critical' }, ['Deployment grey']],
] as const)('an object with %j shows the states %j', (more, shown) => {
  const { states } = objectView(kind, 3, { ...info, ...more }, { t, language: 'ko' });
  expect(states.map(({ label, colour }) => `${label} ${colour}`)).toEqual(shown);
});

test('the breadcrumb begins with the cluster, and the events are those of the object', () => {
  const view = objectView(kind, 3, info, { t, language: 'ko' });
  expect(view.crumbs).toEqual([{ id: 'cluster', label: 'prod', href: '/mon/summary?hostId=1' }]);
  expect(view.eventFilter).toEqual({ objectId: 3 });
});
