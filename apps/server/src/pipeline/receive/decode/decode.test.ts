import { gzipSync, zstdCompressSync } from 'node:zlib';
import { AppError } from '@gwanje/contract/definition/errors';
import { Batch, MAX_RECORD_BYTES } from '@gwanje/kinds/batch';
import { metricNames } from '@gwanje/kinds/state/states';
import { steppedBatch } from '@gwanje/metric-store/check-input';
import { mostStorable } from '@gwanje/metric-store/resolution';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyBatch, fullBatch, podRecord, samplePart } from '../testing/batches.ts';
import { decodeWire, fuzzDecoding } from '../testing/fuzz.ts';
import { decodeBatch } from './decode.ts';

const at = '2026-01-01T00:00:00Z';
const SOAK_MUTATIONS = Number(process.env.GWANJE_SOAK_MUTATIONS ?? '300');

function decode(value: unknown) {
  return decodeText(JSON.stringify(value));
}

function decodeText(text: string) {
  return decodeBatch(Buffer.from(text));
}

function refusalOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return [error.spec.code, error.detail.reason, error.detail.field];
    throw error;
  }
  return 'accepted';
}

describe('a batch', () => {
  it('that is well formed is decoded with its samples as typed columns', () => {
    const { samples, ...rest } = fullBatch();
    const decoded = decode(fullBatch());
    expect({ ...decoded, samples: [] }).toEqual({ ...rest, samples: [], negativeCnt: 0 });
    const [part] = samples ?? [];
    expect(decoded.samples.map((rows) => [rows.scope, rows.keys.length])).toEqual([
      ['node', 1],
      ['pod', 3],
      ['container', 6],
      ['claim', 1],
    ]);
    const [, pods, containers, claims] = decoded.samples;
    expect(pods?.keys).toEqual(part?.pod?.uid);
    expect(containers?.keys[1]).toBe(`${part?.container?.podUid?.[1]}/container-1`);
    expect(claims?.keys).toEqual(['default/data']);
    expect(pods?.tsMs).toBe(Date.parse('2026-01-01T00:00:00Z'));
    const cpu = part?.pod?.cpuUsedCores ?? [];
    expect([...(pods?.columns.cpuUsedCores ?? [])]).toEqual(cpu.map((value) => value ?? Number.NaN));
  });

  it('shares the keys of objects between its instants', () => {
    const part = samplePart(3, 2);
    const other = { ...part, pod: { ...part.pod, uid: part.pod?.uid?.toReversed() } };
    const { samples } = decode({ ...emptyBatch(), samples: [part, { ...part, ts: at }, other] });
    const keys = (scope: string) => samples.filter((rows) => rows.scope === scope).map((rows) => rows.keys);
    const [first, second, third] = keys('pod');
    expect(second).toBe(first);
    expect(third).toEqual(first?.toReversed());
    expect(new Set(keys('container')).size).toBe(1);
  });

  it('may leave out the keys of later instants', () => {
    const part = samplePart(3, 2);
    const { uid, ...pods } = part.pod ?? {};
    const { podUid, name, ...containers } = part.container ?? {};
    const { samples } = decode(emptyBatch({ samples: [part, { ts: at, pod: pods, container: containers }] }));
    const [first, second] = samples.filter(({ scope }) => scope === 'pod');
    expect(second).toEqual({ ...first, tsMs: Date.parse(at) });
    const [one, other] = samples.filter(({ scope }) => scope === 'container');
    expect(other?.keys).toBe(one?.keys);
  });

  it.each([
    [
      'samples have no keys and no earlier part has keys',
      [{ ts: at, pod: { cpuUsedCores: [1] } }],
      'samples.0.pod.uid',
    ],
    [
      'only one of two key columns is present',
      [samplePart(1, 1), { ts: at, container: { name: ['a'] } }],
      'samples.1.container.podUid',
    ],
    [
      'there are more values than keys in the earlier part',
      [samplePart(1, 1), { ts: at, pod: { cpuUsedCores: [1, 2] } }],
      'samples.1.pod.cpuUsedCores',
    ],
  ])('is refused when %s', (_, samples, field) => {
    expect(refusalOf(() => decode({ ...emptyBatch(), samples }))).toEqual([8002, 'invalidBatch', field]);
  });

  it('may have unknown fields anywhere', () => {
    const batch = fullBatch();
    const wide = {
      ...batch,
      future: { deep: [1] },
      agent: { ...batch.agent, zone: 'a' },
      samples: [{ ...samplePart(1, 1), gpu: { uid: [] }, pod: { uid: ['a'], gpuUsed: ['?'] } }],
    };
    const decoded = decode(wide);
    expect(decoded).not.toHaveProperty('future');
    expect(decoded.samples.find((rows) => rows.scope === 'pod')?.columns).toEqual({});
  });

  it('with an empty sample table has no rows of that table', () => {
    expect(
      decode(emptyBatch({ samples: [{ ts: '2026-01-01T00:00:00Z', pod: { uid: [] } }] })).samples,
    ).toEqual([]);
  });

  it('keeps a hostile name as plain text', () => {
    const name = `'; drop table object; --<script>alert(1)</script>\u202e\${x}`;
    const decoded = decode(
      emptyBatch({ inventory: [{ listing: null, upserts: [podRecord(1, { name })], deletes: [] }] }),
    );
    expect(decoded.inventory?.[0]?.upserts[0]?.name).toBe(name);
  });

  it('has U+FFFD instead of U+0000 and unpaired surrogates, also in keys', () => {
    const labels = { 'a\0': 'b\0', '\ud800x': 'y\udc00', fine: '\ud83d\ude00' };
    const samples = [{ ts: '2026-01-01T00:00:00Z', pod: { uid: ['u\0', 'v'], cpuUsedCores: [1, null] } }];
    const decoded = decode(
      emptyBatch({
        inventory: [{ listing: null, upserts: [podRecord(1, { name: 'p\0d', labels })], deletes: [] }],
        samples,
      }),
    );
    expect(decoded.inventory?.[0]?.upserts[0]).toMatchObject({
      name: 'p\uFFFDd',
      labels: { 'a\uFFFD': 'b\uFFFD', '\uFFFDx': 'y\uFFFD', fine: '\ud83d\ude00' },
    });
    expect(decoded.samples[0]?.keys).toEqual(['u\uFFFD', 'v']);
    expect(decoded.samples[0]?.columns.cpuUsedCores).toEqual(Float64Array.of(1, Number.NaN));
  });

  it('with a __proto__ key does not pollute prototypes', () => {
    const text = JSON.stringify(fullBatch()).replaceAll(
      '{"',
      '{"__proto__":{"isPolluted":true},"constructor":{"prototype":{"isPolluted":true}},"',
    );
    // A label value must be a text. Other objects ignore unknown fields.
    expect(refusalOf(() => decodeText(text))).toEqual([
      8002,
      'invalidBatch',
      'inventory.0.upserts.0.labels.constructor',
    ]);
    const known = JSON.stringify(fullBatch()).replace('{', '{"__proto__":{"seq":0,"isPolluted":true},');
    expect(decodeText(known)).not.toHaveProperty('isPolluted');
    const labelled = decodeText(
      JSON.stringify(fullBatch()).replace('"app":"web"', '"__proto__":"x","app":"web"'),
    );
    expect(Object.getPrototypeOf(labelled)).toBe(Object.prototype);
    expect(Object.prototype).not.toHaveProperty('isPolluted');
  });

  it('with a repeated JSON key uses the last value', () => {
    expect(decodeText(JSON.stringify(emptyBatch()).replace('{', '{"seq":7,')).seq).toBe(1);
    expect(decodeText(JSON.stringify(emptyBatch()).replace(/}$/, ',"seq":7}')).seq).toBe(7);
  });

  it.each(
    (['node', 'pod', 'container', 'claim'] as const).flatMap((scope) =>
      metricNames(scope).map((metric) => [scope, metric] as const),
    ),
  )('reads a value that no store accepts as unknown: %s %s', (scope, metric) => {
    const keys = {
      node: ['name'],
      pod: ['uid'],
      container: ['podUid', 'name'],
      claim: ['namespace', 'name'],
    };
    const most = mostStorable(scope, metric);
    const values = [most, -most, most * 1.001, 1e16, 1e18, 1e308, -1e308];
    const named = keys[scope].map((key) => [key, values.map((_, row) => `${key}-${row}`)]);
    const table = { ...Object.fromEntries(named), [metric]: values };
    const [rows] = decode(emptyBatch({ samples: [{ ts: at, [scope]: table }] })).samples;
    expect([...(rows?.columns[metric] ?? [])].slice(0, 3)).toEqual([most, Number.NaN, Number.NaN]);
    const ids = Int32Array.from(values, (_, row) => row + 1);
    expect(() =>
      steppedBatch({ scope, tsMs: rows?.tsMs ?? 0, ids, columns: rows?.columns ?? {} }),
    ).not.toThrow();
  });
});

describe('the decoder refuses', () => {
  const pods = (pod: object) => ({ ...emptyBatch(), samples: [{ ts: at, pod }] });

  it.each([
    ['an unknown schema version', { ...emptyBatch(), schema: 2 }, 'schema'],
    ['a missing schema version', { ...emptyBatch(), schema: undefined }, 'schema'],
    ['a sequence number of 0', { ...emptyBatch(), seq: 0 }, 'seq'],
    ['a sequence number as text', { ...emptyBatch(), seq: '1' }, 'seq'],
    [
      'an unknown agent role',
      { ...emptyBatch(), agent: { id: 'a', role: 'admin', version: '1' } },
      'agent.role',
    ],
    ['an invalid time', { ...emptyBatch(), sentAt: 'yesterday' }, 'sentAt'],
    ['samples that are not a list', { ...emptyBatch(), samples: {} }, 'samples'],
    ['a sample that is not an object', { ...emptyBatch(), samples: [[]] }, 'samples.0'],
    ['a sample without a time', { ...emptyBatch(), samples: [{}] }, 'samples.0.ts'],
    ['a table that is not an object', { ...emptyBatch(), samples: [{ ts: at, pod: [] }] }, 'samples.0.pod'],
    ['a table without keys', pods({}), 'samples.0.pod.uid'],
    ['an empty key', pods({ uid: [''] }), 'samples.0.pod.uid.0'],
    ['a key that is a number', pods({ uid: [1] }), 'samples.0.pod.uid.0'],
    ['a key that is too long', pods({ uid: ['x'.repeat(129)] }), 'samples.0.pod.uid.0'],
    ['a column shorter than the keys', pods({ uid: ['a', 'b'], procCnt: [1] }), 'samples.0.pod.procCnt'],
    ['a column longer than the keys', pods({ uid: ['a'], procCnt: [1, 2] }), 'samples.0.pod.procCnt'],
    ['a number as text', pods({ uid: ['a'], procCnt: ['1'] }), 'samples.0.pod.procCnt.0'],
    ['a list instead of a number', pods({ uid: ['a'], procCnt: [[1]] }), 'samples.0.pod.procCnt.0'],
    [
      'an array-like object instead of a column',
      pods({ uid: ['a'], procCnt: { 0: 1, length: 1 } }),
      'samples.0.pod.procCnt',
    ],
    [
      'key columns of different length',
      { ...emptyBatch(), samples: [{ ts: at, container: { podUid: ['a', 'b'], name: ['c'] } }] },
      'samples.0.container',
    ],
    ['more than 20,000 rows', pods({ uid: Array<string>(20_001).fill('a') }), 'samples.0.pod.uid'],
    ['more than 240 parts', { ...emptyBatch(), samples: Array<object>(241).fill({ ts: at }) }, 'samples'],
    [
      'more than 5,000 events',
      { ...emptyBatch(), events: Array<object>(5001).fill(fullBatch().events?.[0] ?? {}) },
      'events',
    ],
    [
      'more than 500 labels',
      emptyBatch({
        inventory: [
          {
            listing: null,
            upserts: [
              podRecord(1, { labels: Object.fromEntries(Array.from({ length: 501 }, (_, no) => [no, ''])) }),
            ],
            deletes: [],
          },
        ],
      }),
      'inventory.0.upserts.0.labels',
    ],
    ['a number in place of a batch', 7, undefined],
    ['a list in place of a batch', [emptyBatch()], undefined],
  ])('%s', (_what, value, field) => {
    expect(refusalOf(() => decode(value))).toEqual([8002, 'invalidBatch', field]);
  });

  it.each([
    ['an empty body', ''],
    ['a truncated batch', JSON.stringify(fullBatch()).slice(0, -10)],
    ['NaN', '{"seq":NaN}'],
    ['two batches', JSON.stringify(emptyBatch()).repeat(2)],
    ['single quotes', "{'seq':1}"],
    ['100,000 unclosed brackets', '['.repeat(100_000)],
  ])('invalid JSON: %s', (_what, text) => {
    expect(refusalOf(() => decodeText(text))).toEqual([8002, 'notDecodable', 'body']);
  });

  it('more than 4 MiB of records, but not of samples', () => {
    const labels = { one: 'x'.repeat(1024), two: 'y'.repeat(1024) };
    const upserts = Array.from({ length: 2000 }, (_, no) => podRecord(no, { labels }));
    const heavy = emptyBatch({ inventory: [{ listing: null, upserts, deletes: [] }] });
    expect(refusalOf(() => decode(heavy))).toEqual([8006, 'tooLarge', 'inventory']);
    const samples = Array.from({ length: 6 }, () => samplePart(2000, 2));
    expect(JSON.stringify(samples).length).toBeGreaterThan(MAX_RECORD_BYTES);
    expect(decode(emptyBatch({ samples })).samples.length).toBeGreaterThan(0);
  });

  it('infinite numbers', () => {
    const text = JSON.stringify(pods({ uid: ['a'], procCnt: [1] })).replace('[1]', '[1e999]');
    expect(refusalOf(() => decodeText(text))).toEqual([8002, 'invalidBatch', 'samples.0.pod.procCnt.0']);
  });

  it('bytes that are not UTF-8', () => {
    const bytes = Buffer.from(JSON.stringify(emptyBatch()));
    bytes[bytes.indexOf('cluster-1')] = 0xff;
    expect(refusalOf(() => decodeBatch(bytes))).toEqual([8002, 'notDecodable', 'body']);
  });

  it('a deep value in a known field, but not in an unknown field', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const text = JSON.stringify(emptyBatch()).replace('{', `{"extra":${deep},`);
    expect(decodeText(text)).toEqual({ ...emptyBatch(), samples: [], negativeCnt: 0 });
    expect(
      refusalOf(() => decodeText(JSON.stringify(emptyBatch()).replace('"seq":1', `"seq":${deep}`))),
    ).toEqual([8002, 'invalidBatch', 'seq']);
  });

  it.each([
    ['objects', `[${'{},'.repeat(1_500_000)}1]`],
    ['texts', `["${'a","'.repeat(2_100_000)}"]`],
    ['keys', `{${'"ab":0,'.repeat(2_100_000)}"b":0}`],
  ])('more %s than any batch has, before parsing them', (_what, extra) => {
    expect(refusalOf(() => decodeText(`{"extra":${extra}}`))).toEqual([8006, 'tooLarge', 'body']);
  });
});

describe('random input', () => {
  it('random JSON in any part is accepted exactly when the schema accepts it', () => {
    const parts = ['agent', 'cluster', 'inventory', 'events', 'samples', 'problems'] as const;
    fc.assert(
      fc.property(fc.constantFrom(...parts), fc.jsonValue({ maxDepth: 4 }), (part, value) => {
        const batch = { ...emptyBatch(), [part]: value };
        const isAccepted = refusalOf(() => decode(batch)) === 'accepted';
        // Sample tables without rows follow the schema.
        expect(isAccepted).toBe(Batch.safeParse(JSON.parse(JSON.stringify(batch))).success);
      }),
      { numRuns: 200 },
    );
  });

  it('negative values are unknown and counted', () => {
    const pod = { uid: ['a', 'b', 'c'], cpuUsedCores: [-1, 2, null], memUsedBytes: [-0.5, 0, -1e9] };
    const { samples, negativeCnt } = decode(emptyBatch({ samples: [{ ts: at, pod }] }));
    expect(samples[0]?.columns).toEqual({
      cpuUsedCores: Float64Array.of(Number.NaN, 2, Number.NaN),
      memUsedBytes: Float64Array.of(Number.NaN, 0, Number.NaN),
    });
    expect(negativeCnt).toBe(3);
  });

  it('columns of any numbers are kept, and columns of different length are refused', () => {
    const most = mostStorable('pod', 'cpuUsedCores');
    const value = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: most }));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ minLength: 1, maxLength: 128 }), value)),
        fc.nat(3),
        (rows, more) => {
          const uid = rows.map(([key]) => key);
          const column = [...rows.map(([, entry]) => entry), ...Array<null>(more).fill(null)];
          const batch = emptyBatch({
            samples: [{ ts: '2026-01-01T00:00:00Z', pod: { uid, cpuUsedCores: column } }],
          });
          if (more > 0) {
            expect(refusalOf(() => decode(batch))).toEqual([
              8002,
              'invalidBatch',
              'samples.0.pod.cpuUsedCores',
            ]);
            return;
          }
          const decoded = decode(batch).samples[0]?.columns.cpuUsedCores ?? [];
          expect([...decoded]).toEqual(
            column.map((entry) => (entry === null ? Number.NaN : entry === 0 ? 0 : entry)),
          );
        },
      ),
    );
  });

  it(
    `${SOAK_MUTATIONS} mutations of bytes and structure are accepted only when the contract accepts them`,
    async () => {
      const { accepted, refused } = await fuzzDecoding(1, SOAK_MUTATIONS);
      expect(accepted + refused).toBe(SOAK_MUTATIONS);
      expect(accepted).toBeGreaterThan(0);
      expect(refused).toBeGreaterThan(accepted);
    },
    60_000 + SOAK_MUTATIONS * 20,
  );
});

describe('a body', () => {
  const plain = Buffer.from(JSON.stringify(fullBatch()));

  it.each([
    ['gzip', gzipSync(plain)],
    ['zstd', zstdCompressSync(plain)],
    ['identity', plain],
  ] as const)('in %s is read, and refused when cut off anywhere', async (encoding, wire) => {
    expect((await decodeWire({ wire, encoding })).seq).toBe(1);
    for (let length = 0; length < wire.length; length += Math.ceil(wire.length / 40)) {
      await expect(decodeWire({ wire: wire.subarray(0, length), encoding })).rejects.toMatchObject({
        detail: { reason: 'notDecodable' },
      });
    }
  });
});
