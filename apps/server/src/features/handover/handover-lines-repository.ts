import type { Db } from '@gwanje/backend/database/schema';
import { MAX_HANDOVER_LINES } from '@gwanje/contract/duty/handovers';
import { type RawBuilder, sql } from 'kysely';

export interface ShiftOfGroups {
  readonly dutyRotaId: number | null;
  readonly subGroupIds: readonly number[];
  readonly from: Date;
  /** The end, or now while the shift runs. */
  readonly to: Date;
  /** False while the shift runs. */
  readonly isOver: boolean;
}

/** The first lines of each sub group, in order, and how many lines of a sub group are left out. */
export interface Lines<Line> {
  readonly list: readonly Line[];
  readonly leftOut: readonly { readonly subGroupId: number | null; readonly cnt: number }[];
}

/** Lines of one list for all sub groups together. */
const MAX_LIST_LINES = 10 * MAX_HANDOVER_LINES;

interface LineQuery {
  /** All lines, with what they are ordered by. */
  readonly lines: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  /** Adds columns to the lines that are kept; reading them for all lines would take too long. */
  readonly withDetails?: (keptLines: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/**
 * Each sub group has its own limit: many lines of one must not hide those of another from its readers. When all sub groups
 * together have too many lines, each keeps the first ones of its own, and a reader of all still gets the first ones of all.
 */
export async function readLines<Line extends object>(
  db: Db,
  { lines, order, withDetails = (keptLines) => sql`select * from ${keptLines} line` }: LineQuery,
): Promise<Lines<Line>> {
  const keptLines = sql`(
    select * from (
      select numbered.*, row_number() over (order by line_no, ${order}) as fair_rank, row_number() over (order by ${order}) as overall_rank
      from (
        select line.*, row_number() over (partition by sub_group_id order by ${order}) as line_no,
          (count(*) over (partition by sub_group_id))::int as group_cnt
        from (${lines}) line) numbered
      where line_no <= ${MAX_HANDOVER_LINES}) ranked
    where line_no = 1 or fair_rank <= ${MAX_LIST_LINES} or overall_rank <= ${MAX_HANDOVER_LINES})`;
  const { rows } = await sql<
    Line & { readonly subGroupId: number | null; readonly groupCnt: number }
  >`${withDetails(keptLines)} order by ${order}`.execute(db);
  const leftOut = [...Map.groupBy(rows, ({ subGroupId }) => subGroupId)].flatMap(([subGroupId, ofGroup]) => {
    const cnt = (ofGroup[0]?.groupCnt ?? 0) - ofGroup.length;
    return cnt > 0 ? [{ subGroupId, cnt }] : [];
  });
  return { list: rows, leftOut };
}
