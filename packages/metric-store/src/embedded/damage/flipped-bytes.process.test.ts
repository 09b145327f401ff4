import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoreDamage } from '../../interface.ts';
import { randomOf } from '../../testing/history.ts';
import { openTestStore } from '../../testing/test-store.ts';
import type { EmbeddedStore } from '../embedded-store.ts';
import { PackFile } from '../files/pack-file.ts';
import { repairLog } from './duckdb-log.ts';

/** The soak run tries more places. */
const FLIPS = Number(process.env.GWANJE_SOAK_FLIPS ?? 2);
const SEED = 20_260_302;
const START_MS = Date.UTC(2024, 0, 15);
const QUARTER_MS = 900_000;
const STEP_MS = 60_000;
/** The store has two closed quarters, and one that is open. */
const END_MS = START_MS + 3 * QUARTER_MS;
const ids = Array.from({ length: 100 }, (_, index) => index + 1);
const CHUNK_IDS = 24;

const valueAt = (id: number, tsMs: number) => id * 100 + (tsMs - START_MS) / STEP_MS;

describe('one flipped byte', () => {
  let root = '';
  /** A folder of a store whose open quarter is in the log, and one where it is in DuckDB's file. */
  let withLog = '';
  let withoutLog = '';
  let random: () => number;
  let nowMs = END_MS;

  beforeAll(async () => {
    random = randomOf(SEED);
    root = await mkdtemp(join(tmpdir(), 'gwanje-flips-'));
    const filled = join(root, 'filled');
    withLog = join(root, 'with-log');
    withoutLog = join(root, 'without-log');
    const { store } = await open(filled);
    const memUsedBytes = ids.map((id) => id * 4096);
    for (let tsMs = START_MS; tsMs < END_MS; tsMs += STEP_MS) {
      const columns = { procCnt: ids.map((id) => valueAt(id, tsMs)), memUsedBytes };
      await store.append([{ scope: 'pod', tsMs, ids, columns }]);
    }
    // Rows that still arrive would keep the first two quarters open.
    nowMs += 40_000;
    await store.maintain();
    // A copy of the folder is what a crash would leave: a close would empty the log.
    cpSync(filled, withLog, { recursive: true });
    await store.close();
    cpSync(filled, withoutLog, { recursive: true });
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  async function open(dir: string) {
    const damages: StoreDamage[] = [];
    const onDamage = (damage: StoreDamage) => damages.push(damage);
    const store = await openTestStore({ dir, now: () => nowMs, onDamage });
    return { store, damages };
  }

  /** Counts missing values by quarter. Throws when a value is wrong. */
  async function missing(store: EmbeddedStore): Promise<number[]> {
    const range = { fromMs: START_MS, toMs: END_MS, maxPoints: (END_MS - START_MS) / STEP_MS };
    const { series } = await store.series({ scope: 'pod', ids, metrics: ['procCnt'], ...range });
    const counts = [0, 0, 0];
    for (const { id, avg } of series)
      avg.forEach((value, point) => {
        const quarter = Math.floor((point * STEP_MS) / QUARTER_MS);
        if (value === null) counts[quarter] = (counts[quarter] ?? 0) + 1;
        else expect(value).toBe(valueAt(id, START_MS + point * STEP_MS));
      });
    return counts;
  }

  interface Flip {
    readonly missing: readonly number[];
    readonly damages: readonly StoreDamage[];
    readonly damagedFiles: readonly string[];
  }

  function flipped(bytes: Buffer, at = Math.floor(random() * bytes.length)): Buffer {
    const copy = Buffer.from(bytes);
    const place = at < 0 ? copy.length + at : at;
    copy[place] = (copy[place] ?? 0) ^ (1 + Math.floor(random() * 255));
    return copy;
  }

  /** Flips one byte of a copy of the store, opens it, appends to it, and opens it again. */
  async function flip(from: string, file: string, at?: number): Promise<Flip> {
    const dir = join(root, 'flipped');
    await rm(dir, { recursive: true, force: true });
    cpSync(from, dir, { recursive: true });
    writeFileSync(join(dir, file), flipped(readFileSync(join(dir, file)), at));
    const first = await open(dir);
    const found = await missing(first.store);
    await first.store.append([{ scope: 'pod', tsMs: END_MS, ids: [1], columns: { procCnt: [7] } }]);
    await first.store.maintain();
    const { damagedFiles, lostCnt } = await first.store.stats();
    expect(lostCnt).toBe(first.damages.reduce((sum, { cnt }) => sum + cnt, 0));
    await first.store.close();
    const second = await open(dir);
    expect(await missing(second.store)).toEqual(found);
    const { ids: newest } = await second.store.latest({ scope: 'pod', sinceMs: END_MS });
    expect([...newest]).toEqual([1]);
    await second.store.close();
    return { missing: found, damages: first.damages, damagedFiles };
  }

  /** The first places are chosen, the others are random. */
  const places = (...chosen: readonly number[]) => [
    ...chosen,
    ...Array.from({ length: FLIPS }, () => undefined),
  ];

  // DuckDB ignores the log silently after a wrong header (0), length (12) or last commit (-18).
  test.each(places(0, 12, -18))(
    "in DuckDB's log costs one write at most, and is reported: %s",
    async (at) => {
      const { missing: counts, damages, damagedFiles } = await flip(withLog, 'open.duckdb.wal', at);
      expect(damages).toEqual([
        { file: 'open.duckdb.wal.damaged', lost: 'writes', cnt: expect.toBeOneOf([0, 1]) },
      ]);
      const [first, second, open] = counts;
      expect([first, second]).toEqual([0, 0]);
      // The write may belong to a quarter that was closed meanwhile.
      expect(open).toBeOneOf([0, (damages[0]?.cnt ?? 0) * ids.length]);
      expect(damagedFiles).toEqual(['open.duckdb.wal.damaged']);
    },
  );

  test("in the creation of a table in DuckDB's log costs only that write", async () => {
    const log = readFileSync(join(withLog, 'open.duckdb.wal'));
    const created = log.indexOf(`open_pod_${START_MS + 2 * QUARTER_MS}_`);
    const { missing: counts, damages } = await flip(withLog, 'open.duckdb.wal', created + 5);
    expect(counts).toEqual([0, 0, ids.length]);
    expect(damages).toEqual([{ file: 'open.duckdb.wal.damaged', lost: 'writes', cnt: 1 }]);
  });

  test("anywhere in DuckDB's log leaves all other transactions as they are", () => {
    const log = readFileSync(join(withLog, 'open.duckdb.wal'));
    const whole = repairLog(log);
    expect(whole).toMatchObject({ bytes: log, lostCnt: 0 });
    for (let at = 0; at < 200; at++) {
      const damaged = flipped(log);
      const { bytes, keptCnt, lostCnt } = repairLog(damaged);
      expect(lostCnt).toBeLessThanOrEqual(1);
      expect(keptCnt).toBe(whole.keptCnt - lostCnt);
      // The repaired log is the original one without one piece.
      let same = 0;
      while (same < bytes.length && bytes[same] === log[same]) same++;
      expect(log.subarray(log.length - (bytes.length - same)).equals(bytes.subarray(same))).toBe(true);
    }
  });

  test('anywhere in a closed file costs one chunk at most', () => {
    const path = join(root, 'flipped.pack');
    const partitions = join(withLog, 'partitions');
    const file = readFileSync(join(partitions, readdirSync(partitions).toSorted()[0] ?? ''));
    const indexLength = file.readUInt32LE(file.length - 16);
    const positions = [0, 8, 12, 16, 23, 24].flatMap((at) => [at, at - 24]);
    const anywhere = Array.from({ length: 200 }, () => undefined);
    for (const at of [...positions, -30, -30 - indexLength, ...anywhere]) {
      writeFileSync(path, flipped(file, at));
      let damagedCnt = 0;
      const found = new Map<number, number>();
      const pack = PackFile.open(path, 'raw', START_MS, () => damagedCnt++);
      for (let time = 0; time < 2; time++)
        pack.visitIds('pod', ids, (id, record) => found.set(id, record.rowCnt));
      pack.close();
      expect(damagedCnt).toBeLessThanOrEqual(1);
      expect(found.size).toBeGreaterThanOrEqual(ids.length - damagedCnt * CHUNK_IDS);
      expect([...found.values()].every((rowCnt) => rowCnt === QUARTER_MS / STEP_MS)).toBe(true);
    }
  });

  test('in a chunk of a closed file is reported, and the file is still read', async () => {
    const [file = ''] = readdirSync(join(withLog, 'partitions')).toSorted();
    const { missing: counts, damages, damagedFiles } = await flip(withLog, join('partitions', file), 500);
    expect(counts).toEqual([(CHUNK_IDS * QUARTER_MS) / STEP_MS, 0, 0]);
    expect(damages).toEqual([{ file, lost: 'chunks', cnt: 1 }]);
    expect(damagedFiles).toEqual([file]);
  });

  test.each(places(10, 4100))("in DuckDB's file costs no closed file, and is reported: %s", async (at) => {
    const { missing: counts, damages } = await flip(withoutLog, 'open.duckdb', at);
    const [first, second, open = 0] = counts;
    expect([first, second]).toEqual([0, 0]);
    if (open > 0) expect(damages.length).toBeGreaterThan(0);
  });

  test("in a data block of DuckDB's file costs rows of one table, and the store continues", async () => {
    const { length } = readFileSync(join(withoutLog, 'open.duckdb'));
    const losses: string[] = [];
    for (let at = 3 * 4096 + 100; at < length; at += 2 ** 18) {
      const { missing: counts, damages } = await flip(withoutLog, 'open.duckdb', at);
      for (const { lost } of damages) losses.push(lost);
      expect(counts.slice(0, 2)).toEqual([0, 0]);
    }
    expect(losses).toContain('rows');
  });

  test("in the header of DuckDB's file costs no write that is in the log", async () => {
    const { missing: counts, damages } = await flip(withLog, 'open.duckdb', 100);
    expect(counts).toEqual([0, 0, 0]);
    expect(damages).toEqual([{ file: 'open.duckdb.damaged', lost: 'file', cnt: 1 }]);
  });
});
