import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOW_MS } from '../../live/testing/states.ts';
import { encodeMessage, encodeRequest, type FeedMessage, parseRequest, readMessages } from './feed-format.ts';
import { encodeFrame, FeedFormatError } from './feed-frames.ts';
import { contact, deleted, nodeObject, podObject, podSamples } from './testing/changes.ts';
import { NO_ALARMS } from './testing/test-replica.ts';

const greeting: FeedMessage = {
  type: 'greeting',
  format: 1,
  replicaId: 'a1',
  origin: 'a1',
  positions: [['a1', 5]],
};
const numbered = { hostId: 1, epoch: 2, feedNo: 3 };

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(bytes: Buffer, chunkBytes = bytes.length): Promise<FeedMessage[]> {
  const messages: FeedMessage[] = [];
  for await (const message of readMessages(chunksOf(bytes, Math.max(1, chunkBytes))))
    messages.push(structuredClone(message));
  return messages;
}

const NONE = Number.NaN;
const rows = podSamples([11, 13, 0], NOW_MS);
const messages: FeedMessage[] = [
  greeting,
  { type: 'heartbeat', sentMs: 1.5, clockMs: NOW_MS, queuedBytes: 0, eventSeq: null },
  { type: 'begin', ...numbered, ids: Int32Array.of(5, 10) },
  {
    type: 'part',
    hostId: 1,
    epoch: 2,
    objects: [nodeObject(5), podObject(10)],
    latest: [{ ...rows, tsMs: Float64Array.of(NOW_MS, NONE, 1) }],
  },
  {
    type: 'end',
    hostId: 1,
    epoch: 2,
    cluster: {
      facts: null,
      factsAtMs: NONE,
      lastBatchAtMs: NOW_MS,
      inventoryAtMs: NONE,
      lastInventoryMs: NONE,
      rights: { atMs: NONE, isAnyMissing: false },
      agents: [],
      restarts: [[29_000_000, 2]],
    },
    alarms: { ...NO_ALARMS, objects: [{ objectId: 10, warningCnt: 1, criticalCnt: 0 }] },
    forecasts: [{ pvcId: 7, days: null }],
  },
  {
    type: 'delta',
    ...numbered,
    commitNo: 9,
    objects: [deleted(podObject(12))],
    samples: [rows],
    contacts: [contact(NOW_MS), { atMs: NOW_MS }],
    restarts: [],
  },
  { type: 'committed', ...numbered, commitNo: 9 },
  { type: 'alarms', ...numbered, alarms: NO_ALARMS },
  { type: 'forecasts', ...numbered, forecasts: [{ pvcId: 7, days: 1.5 }] },
  { type: 'event', seq: 8, event: { type: 'inventoryChanged', hostId: 1, kinds: ['pod'] } },
  { type: 'requests', windowNo: 29_000_000, counts: [['address:10.0.0.1', 70]] },
];
const bytes = Buffer.concat(messages.map(encodeMessage));

/** Columns without any value are not sent. */
function withoutEmptyColumns(message: FeedMessage): FeedMessage {
  const strip = <Part extends { columns: Readonly<Record<string, Float64Array>> }>(part: Part) => ({
    ...part,
    columns: Object.fromEntries(Object.entries(part.columns).filter(([name]) => name !== 'netRxBps')),
  });
  if (message.type === 'part') return { ...message, latest: message.latest.map(strip) };
  return message.type === 'delta' ? { ...message, samples: message.samples.map(strip) } : message;
}

describe('messages', () => {
  it.each([1, 3, 1000, 1e6])('are the same after chunks of %d bytes', async (chunkBytes) => {
    expect(await read(bytes, chunkBytes)).toEqual(messages.map(withoutEmptyColumns));
  });

  it('of a newer version lose the kinds and problems that this one does not know', async () => {
    const [delta] = messages.filter(({ type }) => type === 'delta');
    const problemList = [
      { problem: 'apiUnauthorized', detail: '', since: '2026-01-01T00:00:00.000Z' },
      { problem: 'notYetKnown', detail: '', since: '' },
    ];
    const { agent } = contact(NOW_MS);
    const column = new Uint8Array(8);
    const newer = {
      ...delta,
      objects: [['gateway', 5, null, 0, 0, null, null, [], '{}']],
      samples: [{ scope: 'gateway', tsMs: 0, ids: new Uint8Array(4), columns: { x: column } }],
      contacts: [{ atMs: NOW_MS, facts: { platform: 'moon' }, agent: { ...agent, problemList } }],
    };
    const [, message] = await read(Buffer.concat([encodeMessage(greeting), encodeFrame(newer)]));
    expect(message).toMatchObject({
      objects: [],
      samples: [],
      contacts: [{ facts: undefined, agent: { problemList: [{ problem: 'apiUnauthorized' }] } }],
    });
  });
});

describe('a feed is refused', () => {
  it('in a format that this version does not read, and the error names both', async () => {
    const newer = encodeFrame({ type: 'greeting', format: 2, somethingNew: true });
    await expect(read(newer)).rejects.toThrow(
      'the other replica writes format 2 of the feed, this version reads 1',
    );
  });

  it('without a greeting', async () => {
    await expect(read(bytes.subarray(encodeMessage(greeting).length))).rejects.toThrow('without a greeting');
  });

  it('when it is cut at any byte within a message', async () => {
    const begin = encodeMessage({ type: 'begin', ...numbered, ids: Int32Array.of(5) });
    const short = Buffer.concat([encodeMessage(greeting), begin]);
    const whole = [0, encodeMessage(greeting).length, short.length];
    for (let end = 0; end <= short.length; end++) {
      const result = read(short.subarray(0, end));
      if (whole.includes(end)) await result;
      else await expect(result).rejects.toThrow(FeedFormatError);
    }
  });

  it.each<[string, unknown]>([
    ['an unknown message', { type: 'surprise' }],
    ['a message without its fields', { type: 'delta' }],
    ['a negative number', { type: 'begin', ...numbered, epoch: -1 }],
    ['an id beyond 32 bits', { type: 'begin', ...numbered, hostId: 2 ** 40 }],
    ['no object at all', 'hello'],
    ['a column that ends within a number', partWith({ cpuUsedCores: new Uint8Array(7) })],
    ['a column that is too short', partWith({ cpuUsedCores: new Uint8Array(0) })],
    ['a column of text', partWith({ cpuUsedCores: 'hello' })],
  ])('with %s', async (_what, message) => {
    const hostile = Buffer.concat([encodeMessage(greeting), encodeFrame(message)]);
    await expect(read(hostile)).rejects.toThrow(FeedFormatError);
  });

  it('with a frame of impossible length, before its bytes arrive', async () => {
    for (const length of [0, 0xffff_ffff]) {
      const head = Buffer.alloc(4);
      head.writeUInt32LE(length);
      await expect(read(head)).rejects.toThrow(FeedFormatError);
    }
  });

  it('with any change of its bytes, or it is read as another message of the format', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(5), async (at, value, cut) => {
        const changed = Buffer.from(bytes);
        changed[at] = value;
        const error = await read(changed.subarray(0, bytes.length - cut)).catch((err: unknown) => err);
        expect(Array.isArray(error) || error instanceof FeedFormatError).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

function partWith(columns: Readonly<Record<string, unknown>>) {
  const latest = [{ scope: 'pod', ids: new Uint8Array(4), tsMs: new Uint8Array(8), columns }];
  return { type: 'part', hostId: 1, epoch: 2, objects: [], latest };
}

describe('a request', () => {
  it('names the formats that the follower reads, and the clusters and events that it has', () => {
    const request = { replicaId: 'b2', clusters: [[1, 2, 3] as [number, number, number]], events: [] };
    expect(parseRequest(encodeRequest(request))).toEqual({ formats: [1], ...request });
  });

  it.each(['', '{', '[]', '{"formats":[1]}', '{"formats":[1],"replicaId":"b","clusters":[[1]]}'])(
    'is none: %s',
    (text) => {
      expect(parseRequest(Buffer.from(text))).toBeUndefined();
    },
  );
});
