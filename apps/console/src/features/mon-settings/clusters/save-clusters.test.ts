import { AlarmTemplateId, HostId, MetaGroupId, SubGroupId } from '@gwanje/contract/definition/fields';
import { expect, test } from 'vitest';
import { clusterChange, draftOf } from './save-clusters.ts';

const groups = { metaGroupId: MetaGroupId.parse(2), subGroupId: SubGroupId.parse(3) };
const settings = { alarmTemplateId: AlarmTemplateId.parse(4), isMonitored: true };
const cluster = { hostId: HostId.parse(1), name: 'prod', ...groups, ...settings };
const draft = draftOf(cluster);

test.each([
  [{}, null],
  [{ name: ' prod ' }, null],
  [{ name: ' other ' }, { hostId: 1, name: 'other' }],
  [{ isMonitored: false }, { hostId: 1, isMonitored: false }],
  [{ alarmTemplateId: 9 }, { hostId: 1, alarmTemplateId: 9 }],
  [
    { metaGroupId: 7, subGroupId: 8 },
    { hostId: 1, metaGroupId: 7, subGroupId: 8 },
  ],
  // A meta group without a sub group is incomplete, so it is no change yet.
  [{ metaGroupId: 7, subGroupId: null }, null],
])('sends only the difference for %j', (patch, change) =>
  expect(clusterChange(cluster, { ...draft, ...patch })).toEqual(change),
);
