import { kinds, type ListKind } from '@gwanje/kinds/registry';
import type { ListAnswer, ListQuery } from '../list-types.ts';
import { DerivedState } from '../tables/derived-state.ts';
import { type LiveTables, tableOf } from '../tables/live-tables.ts';
import { slotBlocks } from '../tables/slots.ts';
import type { ReaderMap } from './column-readers.ts';
import { narrowBy } from './filter.ts';
import { type Part, sortKeysOf } from './order.ts';
import { PageSelection } from './page-selection.ts';
import { RowMaker } from './rows.ts';

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
  const from = (query.pageNo - 1) * query.pageCnt;
  const sortKeys = sortKeysOf(query.orderBy ?? [], kinds[kind].idName);
  const selection = new PageSelection(sortKeys, from, from + query.pageCnt);
  const makers = new Map<Part, RowMaker<Kind>>();
  let totalCnt = 0;
  for (const { tables, readers } of [first, ...others]) {
    let ranks: Float64Array | undefined;
    const part: Part = {
      readers,
      derived: new DerivedState(tables, query.nowMs),
      // Ranks of the first state are used. Texts of the other states get ranks between them.
      ranks: () => {
        ranks ??= tables === first.tables ? tables.ranks.ranks() : first.tables.ranks.ranksOf(tables.strings);
        return ranks;
      },
    };
    makers.set(part, new RowMaker(kind, readers, tables.strings));
    for (const slots of matching(kind, readers, query, part.derived)) {
      totalCnt += slots.length;
      selection.add(part, slots);
    }
  }
  const list = selection.page().flatMap(({ part, slot }) => makers.get(part)?.row(slot, part.derived) ?? []);
  return { totalCnt, list };
}

/** The ids of all matching objects, in no order. */
export function idsOf<Kind extends ListKind>(
  { tables, readers }: Source,
  kind: Kind,
  query: Pick<ListQuery<Kind>, 'hostIds' | 'filter' | 'nowMs'>,
): number[] {
  const { ids } = tableOf(tables, kind);
  const found: number[] = [];
  for (const slots of matching(kind, readers, query, new DerivedState(tables, query.nowMs))) {
    for (const slot of slots) found.push(ids.get(slot));
  }
  return found;
}

/** Slots of matching objects in visible clusters, in blocks. */
function* matching<Kind extends ListKind>(
  kind: Kind,
  readers: ReaderMap,
  { hostIds, filter }: Pick<ListQuery<Kind>, 'hostIds' | 'filter'>,
  derived: DerivedState,
): Generator<Int32Array, void, undefined> {
  const { tables } = derived;
  const narrow = narrowBy(kinds[kind].columns, readers, filter ?? {}, derived);
  for (const slots of slotBlocks(tables, tableOf(tables, kind), tables.clusters.of(hostIds))) {
    yield slots.subarray(0, narrow(slots));
  }
}
