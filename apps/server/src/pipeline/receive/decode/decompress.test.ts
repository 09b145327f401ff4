import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { BATCH_LIMITS, InFlight } from '../in-flight.ts';
import { decompress, decompressSmall } from './decompress.ts';

const MIB = 1024 * 1024;

const part = Buffer.alloc(16 * MIB);
const gibibyteOf = (compressed: Buffer) => Buffer.concat(Array.from({ length: 64 }, () => compressed));

// Each bomb lacks its end: reading on to the end would answer `notDecodable`.
it.each([
  ['gzip', gibibyteOf(gzipSync(part, { level: 1 })).subarray(0, -1000)],
  ['zstd', gibibyteOf(zstdCompressSync(part)).subarray(0, -1000)],
])('decompressing a %s bomb of 1 GiB stops at the limit', async (encoding, bomb) => {
  await expect(decompress(bomb, encoding, BATCH_LIMITS)).rejects.toMatchObject({
    spec: { code: 8006 },
    detail: { reason: 'tooLarge' },
  });
});

it('a body beyond the compression ratio limit is refused before it is fully decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(20 * MIB));
  expect(bomb.length * BATCH_LIMITS.ratio).toBeLessThan(5 * MIB);
  await expect(decompress(bomb.subarray(0, -1000), 'gzip', BATCH_LIMITS)).rejects.toMatchObject({
    detail: { reason: 'tooLarge' },
  });
  const limits = { ...BATCH_LIMITS, ratio: 2000 };
  expect(await decompress(bomb, 'gzip', limits)).toHaveLength(20 * MIB);
});

it('a zstd frame with a window of 128 MiB is refused', async () => {
  const params = { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_compressionLevel]: 19 };
  const wire = zstdCompressSync(Buffer.alloc(200 * 1024, 'abcdefgh'), { params, pledgedSrcSize: 200 * 1024 });
  expect(await decompress(wire, 'zstd', BATCH_LIMITS)).toHaveLength(200 * 1024);
  // A hand-made frame header: magic, no single segment, window descriptor 27, no content.
  const wide = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, (27 - 10) << 3, 0x01, 0x00, 0x00]);
  await expect(decompress(wide, 'zstd', BATCH_LIMITS)).rejects.toMatchObject({
    detail: { reason: 'notDecodable' },
  });
});

it.each(['br', 'deflate', 'gzip, gzip', '__proto__', 'toString'])(
  'refuses %s as an unknown encoding',
  async (encoding) => {
    await expect(decompress(Buffer.from('{}'), encoding, BATCH_LIMITS)).rejects.toMatchObject({
      spec: { code: 8002 },
      detail: { reason: 'notDecodable', field: 'content-encoding' },
    });
  },
);

it.each(['GZIP', ' gzip ', 'x-gzip'])('accepts %j as gzip', async (encoding) => {
  expect(String(await decompress(gzipSync('{}'), encoding, BATCH_LIMITS))).toBe('{}');
});

it('one cluster cannot use the whole memory limit', () => {
  const inFlight = new InFlight({ bodies: 4, bytes: 100, bodiesOfCluster: 2, bytesOfCluster: 60 });
  using first = inFlight.enter(1);
  using second = inFlight.enter(1);
  expect(() => inFlight.enter(1)).toThrow('Busy');
  first.grow(50);
  expect(() => second.grow(11)).toThrow('Busy');
  using other = inFlight.enter(2);
  other.grow(50);
  expect(() => other.grow(1)).toThrow('Busy');
});

it('only a small body is decompressed synchronously', () => {
  const plain = Buffer.alloc(1000, 'a');
  for (const [encoding, wire] of [
    ['gzip', gzipSync(plain)],
    ['zstd', zstdCompressSync(plain)],
    ['identity', plain],
  ] as const) {
    expect(decompressSmall(wire, encoding, 1000)).toEqual(plain);
    expect(decompressSmall(wire, encoding, 999)).toBeUndefined();
    if (encoding === 'identity') continue;
    for (const cut of [0, 3, wire.length - 1])
      expect(() => decompressSmall(wire.subarray(0, cut), encoding, 1000)).toThrow('notDecodable');
  }
  expect(decompressSmall(gzipSync(Buffer.alloc(64 * MIB)), 'gzip', 1000)).toBeUndefined();
  expect(() => decompressSmall(plain, 'br', 1000)).toThrow('notDecodable');
});
