import { gzipSync, zstdCompressSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BATCH_LIMITS, InFlight } from '../in-flight.ts';
import { emptyBatch, fullBatch, inventoryBatch, samplePart } from '../testing/batches.ts';
import { mutation } from '../testing/fuzz.ts';
import { decodeBatch, recordJson } from './decode.ts';
import { DecoderPool, decodeBody } from './decoder-pool.ts';

const MIB = 1024 * 1024;
const hold = { grow: () => {}, [Symbol.dispose]: () => {} };
const plainOf = (value: unknown) => Buffer.from(JSON.stringify(value));

/** The batch, or the text of its error. */
function batchOf(decoded: ReturnType<DecoderPool['decode']>): Promise<unknown> {
  return decoded.then(({ batch }) => batch).catch(String);
}

describe('a decoder thread', () => {
  let pool: DecoderPool;
  beforeAll(() => {
    pool = new DecoderPool(pino({ level: 'silent' }));
  });
  afterAll(() => pool[Symbol.asyncDispose]());

  it.each([
    ['a batch with content in every part', fullBatch()],
    ['many samples', emptyBatch({ samples: [samplePart(500, 2)] })],
    ['a listing', inventoryBatch(200)],
    [
      'texts that PostgreSQL cannot store',
      emptyBatch({ agent: { id: 'a\0\ud800', role: 'node', version: '1' } }),
    ],
  ])('decodes as the main thread does: %s', async (_what, batch) => {
    const plain = plainOf(batch);
    const decoded = decodeBatch(plain);
    const recordBytes = recordJson(decoded).length;
    const expected = { batch: decoded, plainBytes: plain.length, recordBytes };
    expect(await pool.decode(1, gzipSync(plain), 'gzip', BATCH_LIMITS)).toEqual(expected);
    expect(await pool.decode(1, zstdCompressSync(plain), 'zstd', BATCH_LIMITS)).toEqual(expected);
    expect(await pool.decode(1, plain, undefined, BATCH_LIMITS)).toEqual(expected);
  });

  it('refuses the same batches as the main thread, and continues', async () => {
    await expect(pool.decode(1, Buffer.from('{'), undefined, BATCH_LIMITS)).rejects.toMatchObject({
      errorName: 'invalidParameter',
      detail: { reason: 'notDecodable', field: 'body' },
    });
    const twenty = gzipSync(Buffer.alloc(20 * MIB), { level: 1 });
    await expect(
      pool.decode(1, Buffer.concat(Array.from({ length: 10 }, () => twenty)), 'gzip', BATCH_LIMITS),
    ).rejects.toMatchObject({
      errorName: 'tooLarge',
      detail: { reason: 'tooLarge' },
    });
    for (let seed = 1; seed <= 30; seed++) {
      const { wire, encoding } = mutation(seed);
      const body = { hostId: 1, wire, encoding };
      const here = await batchOf(decodeBody(body, BATCH_LIMITS, pool, hold));
      const there = await batchOf(pool.decode(1, wire, encoding, BATCH_LIMITS));
      expect(there, `mutation ${seed}`).toEqual(here);
    }
  });

  it('decodes batches of the clusters in turns, so that a backlog delays no other cluster', async () => {
    // With one thread, batches end in the order in which they begin.
    await using alone = new DecoderPool(pino({ level: 'silent' }), 1);
    const plain = plainOf(emptyBatch());
    const done: string[] = [];
    const decode = (hostId: number, name: string) =>
      alone.decode(hostId, plain, undefined, BATCH_LIMITS).then(() => done.push(name));
    const jobs = Array.from({ length: 5 }, (_, n) => decode(1, `busy ${n}`));
    jobs.push(decode(2, 'other'), decode(2, 'another'));
    await Promise.all(jobs);
    expect(done).toEqual(['busy 0', 'busy 1', 'other', 'busy 2', 'another', 'busy 3', 'busy 4']);
  });

  it('counts the memory of a large batch until it is answered', async () => {
    const inFlight = new InFlight({ bodies: 9, bytes: 3 * MIB, bodiesOfCluster: 9, bytesOfCluster: 3 * MIB });
    const plain = plainOf(emptyBatch({ samples: [samplePart(3000, 2)] }));
    const body = { hostId: 1, wire: zstdCompressSync(plain), encoding: 'zstd' };
    {
      using first = inFlight.enter(1);
      await decodeBody(body, BATCH_LIMITS, pool, first);
      expect(inFlight.bytes).toBe(plain.length);
      using second = inFlight.enter(2);
      await expect(decodeBody(body, BATCH_LIMITS, pool, second)).rejects.toMatchObject({ errorName: 'busy' });
    }
    expect(inFlight.bytes).toBe(0);
  });
});

it('a closed decoder pool leaves no batch unanswered', async () => {
  const pool = new DecoderPool(pino({ level: 'silent' }));
  const answers = Array.from({ length: 5 }, () =>
    pool.decode(1, plainOf(fullBatch()), undefined, BATCH_LIMITS),
  );
  const settled = Promise.allSettled(answers);
  await pool[Symbol.asyncDispose]();
  for (const answer of await settled) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ errorName: 'busy' });
  }
});
