import { kinds, type ListKind } from '@gwanje/kinds/registry';
import type { ListAnswer, ListQuery } from '../list-types.ts';
import { DerivedState } from '../tables/derived-state.ts';
import { type LiveTables, tableOf } from '../tables/live-tables.ts';
import { slotsOf } from '../tables/slots.ts';
import type { ReaderMap } from './column-readers.ts';
import { narrow } from './filter.ts';
import { keysOf, type Part } from './order.ts';
import { RowMaker } from './rows.ts';
import { selectRange } from './select.ts';

/** The objects of one live state and their column readers. */
export interface Source {
  readonly tables: LiveTables;
  readonly readers: ReaderMap;
}

/** One page of the objects of one or several live states, merged into one list. */
export function listOf<Kind extends ListKind>(
  [first, ...others]: readonly [Source, ...Source[]],
  kind: Kind,
  query: ListQuery<Kind>,
): ListAnswer<Kind> {
  if (others.length > 0) first.tables.ranks.makeEven();
  const parts: Part[] = [first, ...others].map(({ tables, readers }) => {
    const derived = new DerivedState(tables, query.nowMs);
    return {
      slots: matching(kind, readers, query, derived),
      readers,
      derived,
      // Ranks of the first state are used. Texts of the other states get ranks between them.
      ranks: () =>
        tables === first.tables ? tables.ranks.ranks() : first.tables.ranks.ranksOf(tables.strings),
    };
  });
  const totalCnt = parts.reduce((sum, { slots }) => sum + slots.length, 0);
  const from = (query.pageNo - 1) * query.pageCnt;
  const keys = keysOf(query.orderBy ?? [], kinds[kind].idName, parts);
  const positions = selectRange(totalCnt, from, from + query.pageCnt, keys);
  return { totalCnt, list: rowsAt(positions, kind, parts) };
}

/** The ids of all matching objects, in no order. */
export function idsOf<Kind extends ListKind>(
  { tables, readers }: Source,
  kind: Kind,
  query: Pick<ListQuery<Kind>, 'hostIds' | 'filter' | 'nowMs'>,
): number[] {
  const { ids } = tableOf(tables, kind);
  return Array.from(matching(kind, readers, query, new DerivedState(tables, query.nowMs)), (slot) =>
    ids.get(slot),
  );
}

/** Slots of matching objects in visible clusters, in no order. */
function matching<Kind extends ListKind>(
  kind: Kind,
  readers: ReaderMap,
  { hostIds, filter }: Pick<ListQuery<Kind>, 'hostIds' | 'filter'>,
  derived: DerivedState,
): Int32Array {
  const { tables } = derived;
  const slots = slotsOf(tables, tableOf(tables, kind), tables.clusters.of(hostIds));
  const cnt = narrow(slots, kinds[kind].columns, readers, filter ?? {}, derived);
  return slots.subarray(0, cnt);
}

function rowsAt<Kind extends ListKind>(
  positions: readonly number[],
  kind: Kind,
  parts: readonly Part[],
): ListAnswer<Kind>['list'] {
  const makers = parts.map(({ readers, derived }) => new RowMaker(kind, readers, derived.tables.strings));
  return positions.flatMap((position) => {
    let at = position;
    for (const [index, { slots, derived }] of parts.entries()) {
      const maker = makers[index];
      const slot = slots[at];
      if (maker !== undefined && slot !== undefined) return [maker.row(slot, derived)];
      at -= slots.length;
    }
    return [];
  });
}
