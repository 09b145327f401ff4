import type { AlarmRow } from '@gwanje/contract/alarms/alarms';
import { HostId } from '@gwanje/contract/definition/fields';
import { AlarmBrief } from '@gwanje/kinds/calls/stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { at, alarmRow as row } from '../testing/alarm-row.ts';
import { type AlarmEvent, applyEvents, applyLoad, MAX_ROWS, NO_ALARMS, openIds } from './feed.ts';
import { viewFrom } from './feed-view.ts';
import { soundFor } from './sound.ts';

const HOST = HostId.parse(1);

function eventOf(type: AlarmEvent['type'], alarms: readonly AlarmRow[], totalCnt = alarms.length) {
  return { type, hostId: HOST, list: alarms.map((alarm) => AlarmBrief.parse(alarm)), totalCnt };
}

const idsOf = (list: readonly { readonly alarmId: number }[]) => list.map(({ alarmId }) => alarmId);

test('shows raised alarms newest first and reports them as fresh', () => {
  const step = applyEvents(NO_ALARMS, [eventOf('alarm', [row(1), row(2)])]);
  expect(idsOf(step.feed)).toEqual([2, 1]);
  expect(idsOf(step.fresh).sort()).toEqual([1, 2]);
  expect(step.isPartial).toBe(false);
});

test('does not report an alarm as fresh that the stream resends after a lost connection', () => {
  const { feed } = applyEvents(NO_ALARMS, [eventOf('alarm', [row(1)])]);
  expect(applyEvents(feed, [eventOf('alarm', [row(1)])]).fresh).toEqual([]);
});

test('reports an alarm as fresh that was raised again or got worse, not if acknowledged or recovered', () => {
  const { feed } = applyEvents(NO_ALARMS, [eventOf('alarm', [row(1, { level: 1 })])]);
  const again = eventOf('alarm', [row(1, { level: 1, lastOccurredAt: at(30) })]);
  expect(applyEvents(feed, [again]).fresh).toHaveLength(1);
  expect(applyEvents(feed, [eventOf('alarmChanged', [row(1, { level: 5 })])]).fresh).toHaveLength(1);
  for (const confirmLevel of [2, 0]) {
    const step = applyEvents(feed, [eventOf('alarmChanged', [row(1, { level: 1, confirmLevel })])]);
    expect(step.fresh).toEqual([]);
    expect(step.feed[0]?.confirmLevel).toBe(confirmLevel);
  }
});

test('does not report an alarm as fresh that was raised and acknowledged in the same batch', () => {
  const acknowledged = eventOf('alarmChanged', [row(1, { confirmLevel: 2 })]);
  const step = applyEvents(NO_ALARMS, [eventOf('alarm', [row(1)]), acknowledged]);
  expect([step.feed.length, step.fresh.length]).toEqual([1, 0]);
});

test('removes an alarm that was folded under another, and requests a load for the new child count', () => {
  const { feed } = applyEvents(NO_ALARMS, [eventOf('alarm', [row(1)])]);
  const folded = applyEvents(feed, [eventOf('alarmChanged', [row(1, { parentAlarmId: 9, isFolded: true })])]);
  expect([folded.feed, folded.isPartial]).toEqual([[], true]);
});

test('requests a load if an event lists fewer alarms than its total', () =>
  expect(applyEvents(NO_ALARMS, [eventOf('alarm', [row(1)], 10_000)]).isPartial).toBe(true));

test('ignores a change of an alarm that is not in the feed and already acknowledged', () =>
  expect(applyEvents(NO_ALARMS, [eventOf('alarmChanged', [row(1, { confirmLevel: 2 })])]).feed).toEqual([]));

test('holds only the newest alarms up to the limit', () => {
  const many = Array.from({ length: 3 * MAX_ROWS }, (_, at) =>
    row(at + 1, { lastOccurredAt: new Date(at * 1000).toISOString() }),
  );
  const { feed } = applyEvents(NO_ALARMS, [eventOf('alarm', many)]);
  expect(feed).toHaveLength(MAX_ROWS);
  expect(feed[0]?.alarmId).toBe(3 * MAX_ROWS);
});

test('reports no alarm as fresh on the first load, and missed alarms on later loads', () => {
  const load = { unacknowledged: [row(1)], known: [], askedIds: [] };
  expect(applyLoad(NO_ALARMS, load, true).fresh).toEqual([]);
  expect(idsOf(applyLoad(NO_ALARMS, load, false).fresh)).toEqual([1]);
});

test('reports an alarm as fresh that got worse between two loads, once', () => {
  const { feed } = applyEvents(NO_ALARMS, [eventOf('alarm', [row(1, { level: 1 })])]);
  const load = { unacknowledged: [row(1, { level: 5 })], known: [], askedIds: openIds(feed) };
  const step = applyLoad(feed, load, false);
  expect(idsOf(step.fresh)).toEqual([1]);
  expect(applyLoad(step.feed, load, false).fresh).toEqual([]);
});

test('updates known alarms from a load, and drops alarms that are missing in the response', () => {
  const { feed } = applyEvents(NO_ALARMS, [eventOf('alarm', [row(1), row(2)])]);
  const load = { unacknowledged: [], known: [row(1, { confirmLevel: 4 })], askedIds: openIds(feed) };
  const step = applyLoad(feed, load, false);
  expect(step.feed.map(({ alarmId, confirmLevel }) => [alarmId, confirmLevel])).toEqual([[1, 4]]);
});

test('keeps the state from the stream if a load returns an older state', () => {
  const { feed } = applyEvents(NO_ALARMS, [eventOf('alarm', [row(1, { lastOccurredAt: at(40) })])]);
  const step = applyLoad(feed, { unacknowledged: [row(1)], known: [], askedIds: [] }, false);
  expect(step.feed[0]?.lastOccurredAt).toBe(at(40));
});

test('ends in the same state if the events arrive in two parts', () => {
  const some = fc.record({
    id: fc.integer({ min: 1, max: 6 }),
    minute: fc.nat(59),
    confirmLevel: fc.constantFrom(1, 2, 0, 4),
    isRaised: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(some), fc.nat(), (list, cut) => {
      const events = list.map(({ id, minute, confirmLevel, isRaised }) =>
        eventOf(isRaised ? 'alarm' : 'alarmChanged', [row(id, { lastOccurredAt: at(minute), confirmLevel })]),
      );
      const index = events.length === 0 ? 0 : cut % events.length;
      const { feed } = applyEvents(NO_ALARMS, events.slice(0, index));
      const inTwo = applyEvents(feed, events.slice(index)).feed;
      expect(inTwo).toEqual(applyEvents(NO_ALARMS, events).feed);
      expect(new Set(idsOf(inTwo)).size).toBe(inTwo.length);
    }),
  );
});

test.each([
  [undefined, 'all', false],
  ['critical', 'all', false],
  [{ level: 'critical', isUnacknowledgedOnly: true }, 'critical', true],
  [{ level: 'nonsense', isUnacknowledgedOnly: 1 }, 'all', false],
])('restores a view stored as %j', (stored, level, isUnacknowledgedOnly) =>
  expect(viewFrom(stored)).toEqual({ level, isUnacknowledgedOnly }),
);

test('plays the critical sound if one alarm is critical, and no sound without alarms', () =>
  expect([soundFor([]), soundFor([1, 1]), soundFor([1, 5])]).toEqual([null, 'warning', 'critical']));
