import { describe, expect, it } from 'vitest';
import {
  type CheckInput,
  checkAccess,
  checkAlarms,
  checkBatches,
  checkHistory,
  checkLists,
  checkMessages,
  checkObjects,
  checkSamples,
  checkStreams,
  checkWrites,
  compareReplicas,
  MAX_LIST_LAG_MS,
} from './check-history.ts';
import type { History, StoredState } from './history.ts';

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
  const clusters = [
    { hostId: HOST, seq: 2, podNames: ['a', 'b'], steadyPodNames: ['a'], failingPodNames: ['b'] },
  ];
  return { history, stored, clusters, mayEngineLack: false } satisfies CheckInput;
}

type Run = ReturnType<typeof goodRun>;

function withStored(change: Partial<StoredState>): Run {
  const run = goodRun();
  return { ...run, stored: { ...run.stored, ...change } };
}

function withHistory(change: Partial<History>): Run {
  const run = goodRun();
  return { ...run, history: { ...run.history, ...change } };
}

it('a run without a violation passes', () => {
  expect(checkHistory(goodRun())).toEqual([]);
});

describe('batches', () => {
  it.each([
    ['a lost batch', { markerSeqs: new Map([[HOST, [1]]]) }, 'acknowledged batches are not stored: 2'],
    ['a batch that is stored twice', { markerSeqs: new Map([[HOST, [1, 2, 2]]]) }, 'stored twice: 2'],
    [
      'a lost event',
      { eventUids: new Map([[HOST, ['e2']]]) },
      'events of acknowledged batches are missing: 1',
    ],
  ])('finds %s', (_, change, words) => {
    expect(checkBatches(withStored(change))).toEqual([expect.stringContaining(words)]);
  });

  it('finds a refused batch', () => {
    const batches = [batch(1), { ...batch(2), ackedMs: null, refusal: '409 agentIdConflict' }];
    expect(checkBatches(withHistory({ batches }))).toEqual([expect.stringContaining('agentIdConflict')]);
  });

  it('accepts a batch that was stored and not acknowledged yet', () => {
    expect(checkBatches(withHistory({ batches: [batch(1), { ...batch(2), ackedMs: null }] }))).toEqual([]);
  });
});

describe('samples', () => {
  const lacking = new Map([[HOST, new Map([[1000, 1]])]]);

  it('finds a sample that no engine has', () => {
    expect(checkSamples(withStored({ samples: [lacking, lacking] }))).toEqual([
      expect.stringContaining('in no engine: 2'),
    ]);
  });

  it('finds a sample with the value of another', () => {
    const wrong = new Map([
      [
        HOST,
        new Map([
          [1000, 1],
          [2000, 1],
        ]),
      ],
    ]);
    expect(checkSamples(withStored({ samples: [wrong, wrong] }))).toHaveLength(1);
  });

  it('finds a sample that one engine lacks, unless a disk was full', () => {
    const run = withStored({ samples: [goodRun().stored.samples[0] ?? lacking, lacking] });
    expect(checkSamples(run)).toEqual([expect.stringContaining('engine 2 lacks samples of batches 2')]);
    expect(checkSamples({ ...run, mayEngineLack: true })).toEqual([]);
  });
});

describe('objects', () => {
  it.each([
    ['a missing pod', ['a'], 'missing b'],
    ['a deleted pod', ['a', 'b', 'c'], 'superfluous c'],
    ['a doubled pod', ['a', 'b', 'b'], 'twice'],
  ])('finds %s', (_, names, words) => {
    expect(checkObjects(withStored({ podNames: new Map([[HOST, names]]) }))).toEqual([
      expect.stringContaining(words),
    ]);
  });
});

describe('writes', () => {
  it.each([
    ['a lost memo', { memoTexts: [] }, 'acknowledged and is not stored'],
    ['a doubled memo', { memoTexts: ['memo-1', 'memo-1'] }, 'stored 2 times'],
    ['a lost confirmation', { alarmChanges: [] }, 'confirm "confirm-1" was acknowledged and is not stored'],
    [
      'a lost setting',
      { templates: new Map([[7, { description: 'first', threshold: null }]]) },
      'the last acknowledged write is "second"',
    ],
  ])('finds %s', (_, change, words) => {
    expect(checkWrites(withStored(change))).toEqual([expect.stringContaining(words)]);
  });

  it('finds a memo that was refused and is stored', () => {
    const writes = [{ ...write, kind: 'memo' as const, text: 'memo-1', outcome: 'refused' as const }];
    expect(checkWrites(withHistory({ writes }))).toEqual([expect.stringContaining('refused and is stored')]);
  });

  it('accepts a setting without an answer that came after the last acknowledged one', () => {
    const run = withStored({ templates: new Map([[7, { description: 'third', threshold: null }]]) });
    run.history.writes.push({ ...write, kind: 'template', text: 'third', of: 7, outcome: 'unknown' });
    expect(checkWrites(run)).toEqual([]);
  });
});

describe('alarms', () => {
  it.each([
    ['two open alarms of one object', [alarm(5, 'b'), alarm(6, 'b')], '2 open alarms'],
    ['a failing pod without an alarm', [], 'failing pods without an alarm: b'],
    ['an alarm of a healthy pod', [alarm(5, 'b'), alarm(6, 'a')], 'alarms of pods that do not fail: a'],
  ])('finds %s', (_, alarms, words) => {
    expect(checkAlarms(withStored({ alarms }))).toEqual([expect.stringContaining(words)]);
  });

  it('accepts that a person closed the alarm of a pod that still fails', () => {
    expect(checkAlarms(withStored({ alarms: [{ ...alarm(5, 'b'), isOpen: false }] }))).toEqual([]);
  });
});

describe('messages', () => {
  it.each([
    [
      'two messages for one change',
      { outbox: [message('d1', 5), message('d2', 5)] },
      'got 2 messages for 1 changes',
    ],
    ['a message that is not in the outbox', { outbox: [message('d2', 5)] }, 'd1 is not in the outbox'],
    ['an alarm without a message', { alarms: [alarm(5, 'b'), alarm(6, 'c')] }, 'alarms without a message: 6'],
    ['a message that waits', { outbox: [{ ...message('d1', 5), state: 'waiting' }] }, 'waiting at the end'],
  ])('finds %s', (_, change, words) => {
    const alarmChanges = [5, 6].map((alarmId) => ({ alarmId, change: 'occurred', memo: null }));
    expect(checkMessages(withStored({ alarmChanges, ...change }))).toContainEqual(
      expect.stringContaining(words),
    );
  });

  it('finds a message that counts as delivered and did not arrive', () => {
    expect(checkMessages(withHistory({ messages: [] }))).toEqual([expect.stringContaining('did not arrive')]);
  });

  it('accepts a repeat under the same id, but not with another content', () => {
    const [first = { deliveryId: '', body: '' }] = goodRun().history.messages;
    expect(checkMessages(withHistory({ messages: [first, first] }))).toEqual([]);
    expect(checkMessages(withHistory({ messages: [first, { ...first, body: 'x' }] }))).toEqual([
      expect.stringContaining('another content'),
    ]);
  });
});

describe('lists', () => {
  const [list] = goodRun().history.lists;
  if (!list) throw new Error('the good run has a list');

  it.each([
    ['a list without a pod', { podNames: ['b'] }, 'not marked, without a'],
    ['a pod that is listed twice', { podNames: ['a', 'b', 'b'] }, 'listed twice'],
    ['an old list', { seq: 1 }, 'not marked, shows batch 1'],
  ])('finds %s, unless it is marked', (_, change, words) => {
    const changed = { ...list, ...change };
    expect(checkLists(withHistory({ lists: [changed] }))).toEqual([expect.stringContaining(words)]);
    expect(checkLists(withHistory({ lists: [{ ...changed, isMarked: true }] }))).toEqual([]);
  });

  it('accepts a list that is a little behind', () => {
    const lists = [{ ...list, seq: 1, askedMs: 2000 + MAX_LIST_LAG_MS }];
    expect(checkLists(withHistory({ lists }))).toEqual([]);
  });
});

describe('rights', () => {
  const read = { userId: 'visitor', replica: 'replica-1', askedMs: 0 };

  it.each([
    ['signOut', 200],
    ['demotion', 200],
    ['suspension', 200],
    ['signIn', 401],
    ['promotion', 403],
  ] as const)('finds that a replica does not know of a %s', (after, status) => {
    expect(checkAccess(withHistory({ accessReads: [{ ...read, after, status }] }))).toHaveLength(1);
  });

  it.each([null, 429, 503])('accepts a replica that cannot know: %s', (status) => {
    expect(checkAccess(withHistory({ accessReads: [{ ...read, after: 'signOut', status }] }))).toEqual([]);
  });
});

describe('streams', () => {
  const [opened, reported] = goodRun().history.notices;
  if (!opened || !reported) throw new Error('the good run has a stream');

  it('finds an alarm that a stream did not report', () => {
    expect(checkStreams(withHistory({ notices: [opened] }))).toEqual([
      expect.stringContaining('did not report alarms 5'),
    ]);
  });

  it('accepts a stream that began anew after the alarm, not one before it', () => {
    const reset = (atMs: number) => ({ stream: 0, atMs, alarmIds: null });
    expect(checkStreams(withHistory({ notices: [opened, reset(1500)] }))).toEqual([]);
    expect(checkStreams(withHistory({ notices: [opened, reset(900)] }))).toHaveLength(1);
  });
});

it('finds how the answers of replicas differ', () => {
  const answers = (...second: string[]) =>
    new Map([
      ['one', ['a', 'b']],
      ['two', second],
    ]);
  expect(compareReplicas('pods', answers('b', 'a'))).toEqual([]);
  expect(compareReplicas('pods', answers('a'))).toEqual(['pods: two compared to one: missing b']);
  expect(compareReplicas('pods', answers('a', 'b', 'c'))).toEqual([
    'pods: two compared to one: superfluous c',
  ]);
});
