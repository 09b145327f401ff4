import { AlarmRow } from '@gwanje/contract/alarms';
import { HostId } from '@gwanje/contract/ids';
import { AlarmBrief } from '@gwanje/kinds/calls/stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AlarmNews, hear, MAX_ROWS, NO_ALARMS, openIds, take } from './feed.ts';

const HOST = HostId.parse(1);
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

function row(alarmId: number, patch: Record<string, unknown> = {}): AlarmRow {
  return AlarmRow.parse({
    alarmId,
    hostId: 1,
    clusterName: 'c',
    level: 5,
    type: 1,
    confirmLevel: 1,
    target: 'pod',
    objectId: alarmId,
    objectName: `pod-${alarmId}`,
    namespace: 'shop',
    nodeId: null,
    nodeName: null,
    ownerKind: null,
    ownerName: null,
    itemKey: 'pod.crashLoop',
    itemName: null,
    value: 1,
    threshold: 1,
    occurCnt: 1,
    occurredAt: at(alarmId % 60),
    lastOccurredAt: at(alarmId % 60),
    recoveredAt: null,
    confirmedAt: null,
    confirmedBy: null,
    closedAt: null,
    changedAt: null,
    parentAlarmId: null,
    isFolded: false,
    childCnt: 0,
    memoCnt: 0,
    isSnoozed: false,
    snoozedUntil: null,
    isInMaintenance: false,
    closeReason: null,
    ...patch,
  });
}

function news(type: AlarmNews['type'], alarms: readonly AlarmRow[], totalCnt = alarms.length): AlarmNews {
  return { type, hostId: HOST, list: alarms.map((alarm) => AlarmBrief.parse(alarm)), totalCnt };
}

const idsOf = (list: readonly { readonly alarmId: number }[]) => list.map(({ alarmId }) => alarmId);

test('what is raised stands newest first, and calls', () => {
  const step = hear(NO_ALARMS, [news('alarm', [row(1), row(2)])]);
  expect(idsOf(step.feed)).toEqual([2, 1]);
  expect(idsOf(step.fresh).sort()).toEqual([1, 2]);
  expect(step.isPartial).toBe(false);
});

test('what is told once more, as after a lost connection, calls nobody again', () => {
  const { feed } = hear(NO_ALARMS, [news('alarm', [row(1)])]);
  expect(hear(feed, [news('alarm', [row(1)])]).fresh).toEqual([]);
});

test('breaking again and growing worse call; being acknowledged and recovering do not', () => {
  const { feed } = hear(NO_ALARMS, [news('alarm', [row(1, { level: 1 })])]);
  expect(hear(feed, [news('alarm', [row(1, { level: 1, lastOccurredAt: at(30) })])]).fresh).toHaveLength(1);
  expect(hear(feed, [news('alarmChanged', [row(1, { level: 5 })])]).fresh).toHaveLength(1);
  for (const confirmLevel of [2, 0]) {
    const step = hear(feed, [news('alarmChanged', [row(1, { level: 1, confirmLevel })])]);
    expect(step.fresh).toEqual([]);
    expect(step.feed[0]?.confirmLevel).toBe(confirmLevel);
  }
});

test('raised and acknowledged between two drawings calls nobody', () => {
  const step = hear(NO_ALARMS, [
    news('alarm', [row(1)]),
    news('alarmChanged', [row(1, { confirmLevel: 2 })]),
  ]);
  expect([step.feed.length, step.fresh.length]).toEqual([1, 0]);
});

test('what another alarm explains is not shown, and makes its count be read', () => {
  const { feed } = hear(NO_ALARMS, [news('alarm', [row(1)])]);
  const folded = hear(feed, [news('alarmChanged', [row(1, { parentAlarmId: 9, isFolded: true })])]);
  expect([folded.feed, folded.isPartial]).toEqual([[], true]);
});

test('more than was told must be read', () => {
  expect(hear(NO_ALARMS, [news('alarm', [row(1)], 10_000)]).isPartial).toBe(true);
});

test('a change of what was never shown and is seen by somebody already is passed over', () => {
  expect(hear(NO_ALARMS, [news('alarmChanged', [row(1, { confirmLevel: 2 })])]).feed).toEqual([]);
});

test('however many come, so many are held at most, the newest', () => {
  const many = Array.from({ length: 3 * MAX_ROWS }, (_, at) =>
    row(at + 1, { lastOccurredAt: new Date(at * 1000).toISOString() }),
  );
  const { feed } = hear(NO_ALARMS, [news('alarm', many)]);
  expect(feed).toHaveLength(MAX_ROWS);
  expect(feed[0]?.alarmId).toBe(3 * MAX_ROWS);
});

test('the first reading is silent, a later one calls for what was missed', () => {
  const reading = { unseen: [row(1)], known: [], askedIds: [] };
  expect(take(NO_ALARMS, reading, true).fresh).toEqual([]);
  expect(idsOf(take(NO_ALARMS, reading, false).fresh)).toEqual([1]);
});

test('a reading says what became of the others, and drops what is no longer to be seen', () => {
  const { feed } = hear(NO_ALARMS, [news('alarm', [row(1), row(2)])]);
  const step = take(
    feed,
    { unseen: [], known: [row(1, { confirmLevel: 4 })], askedIds: openIds(feed) },
    false,
  );
  expect(step.feed.map(({ alarmId, confirmLevel }) => [alarmId, confirmLevel])).toEqual([[1, 4]]);
});

test('an answer that is older than what was heard meanwhile does not undo it', () => {
  const { feed } = hear(NO_ALARMS, [news('alarm', [row(1, { lastOccurredAt: at(40) })])]);
  const step = take(feed, { unseen: [row(1)], known: [], askedIds: [] }, false);
  expect(step.feed[0]?.lastOccurredAt).toBe(at(40));
});

test('in whatever pieces it is heard, the end is the same', () => {
  const some = fc.record({
    id: fc.integer({ min: 1, max: 6 }),
    minute: fc.nat(59),
    confirmLevel: fc.constantFrom(1, 2, 0, 4),
    isRaised: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(some), fc.nat(), (list, cut) => {
      const told = list.map(({ id, minute, confirmLevel, isRaised }) =>
        news(isRaised ? 'alarm' : 'alarmChanged', [row(id, { lastOccurredAt: at(minute), confirmLevel })]),
      );
      const place = told.length === 0 ? 0 : cut % told.length;
      const inTwo = hear(hear(NO_ALARMS, told.slice(0, place)).feed, told.slice(place)).feed;
      expect(inTwo).toEqual(hear(NO_ALARMS, told).feed);
      expect(new Set(idsOf(inTwo)).size).toBe(inTwo.length);
    }),
  );
});
