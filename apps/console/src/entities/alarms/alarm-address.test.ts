import { HostId, ObjectId } from '@gwanje/contract/definition/fields';
import { expect, test } from 'vitest';
import { alarmLogAddress, alarmObjectAddress, alarmTimeAddress } from './alarm-address.ts';

const object = {
  objectId: ObjectId.parse(7),
  objectName: 'web-0',
  namespace: 'shop',
  target: 'pod' as const,
};
const alarm = { itemKey: 'pod.memUsage', occurredAt: '2026-01-01T10:00:00Z' };
const subject = { hostId: HostId.parse(3), ...object, ...alarm };
const LATER = Date.parse('2026-01-02T00:00:00Z');

test.each([
  [{}, '/mon/pod/summary?hostId=3&podId=7'],
  [{ objectId: null }, null],
  [{ target: 'node' as const }, '/mon/node/summary?hostId=3&nodeId=7'],
  [{ target: 'cluster' as const, objectId: null }, '/mon/summary?hostId=3'],
  [{ target: 'event' as const, objectName: 'a b' }, '/mon/event-list?hostId=3&f.objectName=%3Da+b'],
])('links an alarm with %j to the page of its object', (patch, address) =>
  expect(alarmObjectAddress({ ...subject, ...patch })).toBe(address),
);

test('links to the chart of the item, from before the alarm until after its end or until now', () => {
  const search = 'hostId=3&from=2026-01-01T09%3A30%3A00Z&to=2026-01-01T10%3A15%3A00Z';
  expect(alarmTimeAddress(subject, LATER)).toBe(`/mon/pod/mem?${search}&podId=7`);
  expect(alarmTimeAddress({ ...subject, itemKey: 'pod.crashLoop' }, LATER)).toMatch(/^\/mon\/pod\/summary\?/);
  expect(alarmTimeAddress(subject, Date.parse('2026-01-01T10:01:00Z'))).toContain('to=2026-01-01T10%3A01');
});

test('has no chart link for an object without charts', () => {
  expect(alarmTimeAddress({ ...subject, target: 'volume' }, LATER)).toBeNull();
  expect(alarmTimeAddress({ ...subject, occurredAt: null }, LATER)).toBeNull();
});

const ofPod = '/mon/pod/log?hostId=3&podId=7&around=2026-01-01T';
const ofWorkload = '/mon/workload/log?hostId=3&workloadId=7&around=2026-01-01T10%3A00%3A00.000Z';
test.each([
  [{ itemKey: 'pod.memUsage' }, `${ofPod}10%3A00%3A00.000Z`],
  [{ itemKey: 'pod.oomKilled' }, `${ofPod}10%3A00%3A00.000Z&previous=1`],
  [{ target: 'workload' as const }, ofWorkload],
  [{ lastOccurredAt: '2026-01-01T12:00:00Z' }, `${ofPod}12%3A00%3A00.000Z`],
  [{ target: 'node' as const }, null],
  [{ objectId: null }, null],
])('links an alarm with %j to the log around it', (patch, address) =>
  expect(alarmLogAddress({ ...subject, lastOccurredAt: null, ...patch })).toBe(address),
);
