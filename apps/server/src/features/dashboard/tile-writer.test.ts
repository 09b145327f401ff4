import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { createLogger } from '@gwanje/backend/observe/logger';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { plainTiles, type Tiles } from '../../live/views/dashboard.ts';
import type { Encoding } from '../../platform/http/encodings.ts';
import { JsonNames } from './json-names.ts';
import { tileText } from './tile-text.ts';
import { TileWriter } from './tile-writer.ts';

const plain = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

function tilesOf(rows: readonly (readonly [id: number, name: string, value: number])[]): Tiles {
  return {
    groupList: [],
    nameAt: (at) => rows[at]?.[1] ?? '',
    columns: {
      id: Int32Array.from(rows, ([id]) => id),
      group: Uint32Array.from(rows, (_, at) => at % 3),
      monResult: Uint8Array.from(rows, (_, at) => at % 5),
      value: Float64Array.from(rows, ([, , value]) => value),
      isStale: Uint8Array.from(rows, (_, at) => at % 2),
    },
  };
}

describe('tiles as text', () => {
  it('read back as they are, whatever their names, with figures as exact as anybody can see', () => {
    const someRows = fc.uniqueArray(
      fc.tuple(fc.nat({ max: 100_000 }), fc.string({ unit: 'binary' }), fc.double()),
      { selector: ([id]) => id },
    );
    fc.assert(
      fc.property(someRows, (rows) => {
        const tiles = tilesOf(rows);
        const { groupList: _none, value, ...exact } = plainTiles(tiles);
        const names = new JsonNames();
        for (const [id, name] of rows) names.add(id, name);
        const read = JSON.parse(Buffer.concat([...tileText(tiles.columns, names, '{', '}')]).toString());
        expect(read).toMatchObject(exact);
        for (const [at, figure] of value.entries()) {
          if (figure === null) expect(read.value[at]).toBeNull();
          else
            expect(Math.abs(read.value[at] - figure)).toBeLessThanOrEqual(
              Math.max(5e-5, 1e-3 * Math.abs(figure)),
            );
        }
      }),
    );
  });
});

describe('the writer', () => {
  const writer = new TileWriter(createLogger('test', 'silent'));
  afterAll(() => writer[Symbol.asyncDispose]());

  async function written(tiles: Tiles, encoding: Encoding) {
    const content = await writer.write(tiles, '{"data":{', '}}', encoding);
    return JSON.parse(plain[encoding](content).toString()).data;
  }

  it('knows every name again that it was told, in each encoding', async () => {
    const rows = Array.from({ length: 6000 }, (_, at) => [at + 1, `pod-"${at}"\u2028한글`, at / 7] as const);
    for (const encoding of ['zstd', 'br', 'gzip'] as const) {
      const { name, id } = await written(tilesOf(rows), encoding);
      expect(name).toEqual(rows.map(([, text]) => text));
      expect(id).toEqual(rows.map(([number]) => number));
    }
  });

  it('joins many, which are compressed piece by piece while they are written', async () => {
    const tiles = tilesOf(
      Array.from(
        { length: 60_000 },
        (_, at) => [1_000_000 + at * 7, `pod-${at}`.padEnd(at % 60), (at % 2000) - 3] as const,
      ),
    );
    const { groupList: _none, ...plainly } = plainTiles(tiles);
    expect(await written(tiles, 'zstd')).toEqual(plainly);
  });

  it('leaves a name empty that it does not know', () => {
    const tiles = tilesOf([
      [7, 'seven', 0.5],
      [90_000, 'unknown', -12.345],
    ]);
    const names = new JsonNames();
    names.add(7, 'seven');
    const read = JSON.parse(Buffer.concat([...tileText(tiles.columns, names, '{', '}')]).toString());
    expect(read).toMatchObject({ id: [7, 90_000], name: ['seven', ''], value: [0.5, -12.35] });
  });

  it('answers each of many at once with its own', async () => {
    const asked = Array.from({ length: 20 }, (_, at) => tilesOf([[10_000 + at, `of-${at}`, at]]));
    const answers = await Promise.all(asked.map((tiles) => written(tiles, 'zstd')));
    expect(answers.map(({ name }) => name[0])).toEqual(asked.map((_, at) => `of-${at}`));
  });
});
