import { expect, it } from 'vitest';
import { type CheckInput, checkHistory, compareReplicas, MAX_LIST_LAG_MS } from './check-history.ts';
import type { AccessChange, History, StoredState } from './history.ts';

const HOST = 1;
const WEBHOOK = 3;

function batch(seq: number) {
  return {
    hostId: HOST,
    seq,
    sampleMs: seq * 1000,
    eventUid: `e${seq}`,
    ackedMs: seq * 1000 + 10,
    refusal: null,
  };
}

function alarm(alarmId: number, objectName: string) {
  return {
    alarmId,
    hostId: HOST,
    objectKey: `pod ${objectName}`,
    itemKey: 'pod.imagePull',
    objectName,
    isOpen: true,
    isRecovered: false,
    isFolded: false,
  };
}

function message(deliveryId: string, alarmId: number) {
  return { deliveryId, alarmId, webhookId: WEBHOOK, reason: 'occurred', state: 'delivered' };
}

const write = { of: null, outcome: 'done', attemptCnt: 1 } as const;

/** A run without a violation: two batches, a failing pod, a memo, a template, one message, a list and a stream. */
function goodRun() {
  const history: History = {
    batches: [batch(1), batch(2)],
    writes: [
      { ...write, kind: 'memo', text: 'memo-1' },
      { ...write, kind: 'confirm', text: 'confirm-1' },
      { ...write, kind: 'template', text: 'first', of: 7 },
      { ...write, kind: 'template', text: 'second', of: 7 },
    ],
    messages: [{ deliveryId: 'd1', body: 'alarm 5' }],
    lists: [
      { replica: 'replica-1', hostId: HOST, askedMs: 100_000, podNames: ['a', 'b'], seq: 2, isMarked: false },
    ],
    accessReads: [
      { userId: 'visitor', replica: 'replica-1', askedMs: 100, after: 'signIn', status: 200 },
      { userId: 'visitor', replica: 'replica-2', askedMs: 200, after: 'signOut', status: 401 },
    ],
    notices: [
      { stream: 0, atMs: 500, alarmIds: [] },
      { stream: 0, atMs: 2000, alarmIds: [5] },
    ],
    raised: [{ alarmId: 5, afterMs: 1000 }],
    lostOwners: [],
  };
  const engine = () =>
    new Map([[HOST, new Map(history.batches.map(({ seq, sampleMs }) => [sampleMs, seq]))]]);
  const stored: StoredState = {
    markerSeqs: new Map([[HOST, [1, 2]]]),
    podNames: new Map([[HOST, ['a', 'b']]]),
    eventUids: new Map([[HOST, ['e1', 'e2']]]),
    samples: [engine(), engine()],
    alarms: [alarm(5, 'b')],
    alarmChanges: [
      { alarmId: 5, change: 'occurred', memo: null },
      { alarmId: 5, change: 'confirmed', memo: 'confirm-1' },
    ],
    memoTexts: ['memo-1'],
    snoozeReasons: [],
    groupNames: [],
    templates: new Map([[7, { description: 'second', threshold: null }]]),
    outbox: [message('d1', 5)],
  };
  const pods = { podNames: ['a', 'b'], steadyPodNames: ['a'], failingPodNames: ['b'] };
  const clusters = [{ hostId: HOST, seq: 2, ...pods }];
  return { history, stored, clusters, mayEngineLack: false } satisfies CheckInput;
}

type Run = ReturnType<typeof goodRun>;
type Change = Partial<History & StoredState>;

const good = goodRun();
const [list] = good.history.lists;
const [sent] = good.history.messages;
const [opened] = good.history.notices;
if (!list || !sent || !opened) throw new Error('the good run has one of each');

function changed(change: Change): Run {
  return { ...good, history: { ...good.history, ...change }, stored: { ...good.stored, ...change } };
}
const ofHost = <T>(value: T) => new Map([[HOST, value]]);
const ofTemplate = (description: string) => ({ templates: new Map([[7, { description, threshold: null }]]) });
const lacking = ofHost(new Map([[1000, 1]]));
const swapped = ofHost(new Map([...(lacking.get(HOST) ?? []), [2000, 1]]));
const unacknowledged = { ...batch(2), ackedMs: null };
const refusedMemo = { ...write, kind: 'memo', text: 'memo-1', outcome: 'refused' } as const;
const bothOccurred = [5, 6].map((alarmId) => ({ alarmId, change: 'occurred', memo: null }));
const listed = (change: Partial<typeof list>) => ({ lists: [{ ...list, ...change }] });
const read = (after: AccessChange, status: number | null) => ({
  accessReads: [{ userId: 'visitor', replica: 'replica-1', askedMs: 0, after, status }],
});
const resetAt = (atMs: number) => ({ notices: [opened, { stream: 0, atMs, alarmIds: null }] });

it('a run without a violation passes', () => {
  expect(checkHistory(good)).toEqual([]);
});

it.each<[what: string, change: Change, violation: string]>([
  ['a lost batch', { markerSeqs: ofHost([1]) }, 'acknowledged batches are not stored: 2'],
  ['a batch that is stored twice', { markerSeqs: ofHost([1, 2, 2]) }, 'stored twice: 2'],
  ['a lost event', { eventUids: ofHost(['e2']) }, 'events of acknowledged batches are missing: 1'],
  [
    'a refused batch',
    { batches: [{ ...unacknowledged, refusal: '409 agentIdConflict' }] },
    'agentIdConflict',
  ],
  ['a sample that no engine has', { samples: [lacking, lacking] }, 'in no engine: 2'],
  ['a sample with the value of another', { samples: [swapped, swapped] }, 'in no engine: 2'],
  ['a missing pod', { podNames: ofHost(['a']) }, 'missing b'],
  ['a deleted pod', { podNames: ofHost(['a', 'b', 'c']) }, 'superfluous c'],
  ['a doubled pod', { podNames: ofHost(['a', 'b', 'b']) }, 'twice'],
  ['a lost memo', { memoTexts: [] }, 'memo "memo-1" was acknowledged and is not stored'],
  ['a doubled memo', { memoTexts: ['memo-1', 'memo-1'] }, 'stored 2 times'],
  ['a memo that was refused and is stored', { writes: [refusedMemo] }, 'refused and is stored'],
  ['a lost confirmation', { alarmChanges: [] }, 'confirm "confirm-1" was acknowledged and is not stored'],
  ['a lost setting', ofTemplate('first'), 'the last acknowledged write is "second"'],
  ['two open alarms of one object', { alarms: [alarm(5, 'b'), alarm(6, 'b')] }, '2 open alarms'],
  ['a failing pod without an alarm', { alarms: [] }, 'failing pods without an alarm: b'],
  ['an alarm of a healthy pod', { alarms: [alarm(5, 'b'), alarm(6, 'a')] }, 'pods that do not fail: a'],
  ['two messages for one change', { outbox: [message('d1', 5), message('d2', 5)] }, 'got 2 messages for 1'],
  ['a message that is not in the outbox', { outbox: [message('d2', 5)] }, 'd1 is not in the outbox'],
  ['a message that waits', { outbox: [{ ...message('d1', 5), state: 'waiting' }] }, 'waiting at the end'],
  ['a message that did not arrive', { messages: [] }, 'counts as delivered and did not arrive'],
  ['a repeat with another content', { messages: [sent, { ...sent, body: 'x' }] }, 'another content'],
  [
    'an alarm without a message',
    { alarms: [alarm(5, 'b'), alarm(6, 'c')], alarmChanges: bothOccurred },
    'alarms without a message: 6',
  ],
  ['a list without a pod', listed({ podNames: ['b'] }), 'not marked, without a'],
  ['a pod that is listed twice', listed({ podNames: ['a', 'b', 'b'] }), 'listed twice'],
  ['an old list', listed({ seq: 1 }), 'not marked, shows batch 1'],
  ['a replica that does not know of a sign-out', read('signOut', 200), 'visitor got 200'],
  ['a replica that does not know of a demotion', read('demotion', 200), 'visitor got 200'],
  ['a replica that does not know of a suspension', read('suspension', 200), 'visitor got 200'],
  ['a replica that does not know of a sign-in', read('signIn', 401), 'visitor got 401'],
  ['a replica that does not know of a promotion', read('promotion', 403), 'visitor got 403'],
  ['an alarm that a stream did not report', { notices: [opened] }, 'did not report alarms 5'],
  ['an alarm after the stream began anew', resetAt(900), 'did not report alarms 5'],
])('finds %s', (_what, change, violation) => {
  expect(checkHistory(changed(change))).toContainEqual(expect.stringContaining(violation));
});

it.each<[what: string, change: Change]>([
  ['a batch that was stored and not acknowledged yet', { batches: [batch(1), unacknowledged] }],
  ['that a person closed the alarm of a failing pod', { alarms: [{ ...alarm(5, 'b'), isOpen: false }] }],
  ['a repeat under the same id', { messages: [sent, sent] }],
  ['a list that is a little behind', listed({ seq: 1, askedMs: 2000 + MAX_LIST_LAG_MS })],
  ['an old list that is marked', listed({ seq: 1, isMarked: true })],
  ['an incomplete list that is marked', listed({ podNames: ['b', 'b'], isMarked: true })],
  ['a replica that gives no answer', read('signOut', null)],
  ['a replica that refuses too many requests', read('signOut', 429)],
  ['a replica that is not ready', read('signOut', 503)],
  ['an alarm before the stream began anew', resetAt(1500)],
])('accepts %s', (_what, change) => {
  expect(checkHistory(changed(change))).toEqual([]);
});

it('accepts a setting without an answer that came after the last acknowledged one', () => {
  const third = { ...write, kind: 'template', text: 'third', of: 7, outcome: 'unknown' } as const;
  const writes = [...good.history.writes, third];
  expect(checkHistory(changed({ ...ofTemplate('third'), writes }))).toEqual([]);
});

it('finds a sample that one engine lacks, unless a disk was full', () => {
  const run = changed({ samples: [good.stored.samples[0] ?? lacking, lacking] });
  expect(checkHistory(run)).toEqual([expect.stringContaining('engine 2 lacks samples of batches 2')]);
  expect(checkHistory({ ...run, mayEngineLack: true })).toEqual([]);
});

it.each([
  [['b', 'a'], []],
  [['a'], ['pods: two compared to one: missing b']],
  [['a', 'b', 'c'], ['pods: two compared to one: superfluous c']],
])('the answer %j of a replica differs from a and b: %j', (second, differences) => {
  const answers = new Map([
    ['one', ['a', 'b']],
    ['two', second],
  ]);
  expect(compareReplicas('pods', answers)).toEqual(differences);
});
