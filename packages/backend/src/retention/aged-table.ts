import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database/schema.ts';

/** Rows per statement: each is short, and other connections write in between. */
export const ROWS = 2000;
/** Counting more rows takes too long, and the cap is then large enough. */
const MAX_COUNTED = 200_000;

/** Share of a table that one run deletes at most. Much less is due in normal operation. */
const MAX_SHARE = 0.05;
/** For tables whose rows are of no value after minutes or hours. */
export const SHORT_LIVED_SHARE = 0.5;
/** One run may always delete this many rows. */
const MIN_CAP = 100;

/** A table whose rows are deleted by their age. */
export interface AgedTable {
  readonly name: string;
  /** A function reads it from a setting that may change. */
  readonly keepMs: number | ((db: Db) => Promise<number>);
  /** Time of the newest entry; null without entries. Age counts from it, or from now when that is earlier. */
  readonly newest: RawBuilder<Date | null>;
  /** Share of the table that one run deletes at most. */
  readonly maxShare?: number | undefined;
  /** Deletes rows older than `before`, oldest first, at most `limit`. Returns how many. */
  readonly deleteOldest: (db: Db, before: Date, limit: number) => Promise<number>;
}

export interface AgedDeletion {
  readonly deletedCnt: number;
  /** True: more rows are due. The next run continues. */
  readonly isCapped: boolean;
}

/**
 * Deletes the rows of a table that are past their time. The age is judged against the newest entry too, and a
 * run deletes a part of the table at most: a wrong clock that nobody has noticed costs little.
 */
export async function deleteAged(db: Db, table: AgedTable, now: Date): Promise<AgedDeletion> {
  const { rows } = await sql<{ at: Date | null }>`select ${table.newest} as at`.execute(db);
  const newest = rows[0]?.at;
  if (!newest) return { deletedCnt: 0, isCapped: false };
  const keepMs = typeof table.keepMs === 'number' ? table.keepMs : await table.keepMs(db);
  const before = new Date(Math.min(now.getTime(), newest.getTime()) - keepMs);
  const cap = await capOf(db, table);
  const deletedCnt = await table.deleteOldest(db, before, cap);
  return { deletedCnt, isCapped: deletedCnt >= cap };
}

async function capOf(db: Db, { name, maxShare = MAX_SHARE }: AgedTable): Promise<number> {
  const estimated = await sql<{ cnt: number }>`
    select reltuples::float8 as cnt from pg_class where oid = ${name}::regclass`.execute(db);
  let cnt = estimated.rows[0]?.cnt ?? 0;
  if (cnt < MAX_COUNTED) {
    const counted = await sql<{ cnt: number }>`
      select count(*)::float8 as cnt from (select 1 from ${sql.table(name)} limit ${MAX_COUNTED}) counted`.execute(
      db,
    );
    cnt = Math.max(cnt, counted.rows[0]?.cnt ?? 0);
  }
  return Math.max(MIN_CAP, Math.ceil(cnt * maxShare));
}

/** Most tables: the rows whose time `at` is too old, of those that fulfil `where`. */
export function agedTable(
  name: string,
  keepMs: number,
  {
    at,
    newest,
    where = sql`true`,
    maxShare,
  }: {
    readonly at: RawBuilder<Date>;
    /** Default: the newest `at`. */
    readonly newest?: RawBuilder<Date | null>;
    readonly where?: RawBuilder<SqlBool>;
    readonly maxShare?: number;
  },
): AgedTable {
  const table = sql.table(name);
  return {
    name,
    keepMs,
    maxShare,
    newest: newest ?? sql`(select max(${at}) from ${table})`,
    deleteOldest: (db, before, limit) =>
      deleteInSteps(limit, ROWS, async (rowCnt) => {
        const { numAffectedRows = 0n } = await sql`
          delete from ${table} where ctid = any(array(
            select ctid from ${table} where ${at} < ${before} and ${where} order by ${at} limit ${rowCnt}))`.execute(
          db,
        );
        return Number(numAffectedRows);
      }),
  };
}

/** Deletes `stepSize` rows at once, until no more rows are found or `limit` is reached. */
export async function deleteInSteps(
  limit: number,
  stepSize: number,
  deleteRows: (rowCnt: number) => Promise<number>,
): Promise<number> {
  let count = 0;
  while (count < limit) {
    const rowCnt = Math.min(stepSize, limit - count);
    const deletedCnt = await deleteRows(rowCnt);
    count += deletedCnt;
    if (deletedCnt < rowCnt) break;
  }
  return count;
}
