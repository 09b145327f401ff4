import { narrow } from './filter.ts';
import { type ListAnswer, type ListKind, type ListQuery, listColumns } from './kinds.ts';
import { Moment } from './moment.ts';
import { compareBy, keysOf, type Part, termsOf } from './order.ts';
import { type ReaderMap, RowMaker } from './rows.ts';
import { selectRange } from './select.ts';
import { NO_SLOT } from './table.ts';
import type { World } from './world.ts';

/** One state's objects and how to read them. */
export interface Source {
  readonly world: World;
  readonly readers: ReaderMap;
}

/** One page of the objects of one state, or of several as if they were one. */
export function listOf<Kind extends ListKind>(
  [first, ...others]: readonly [Source, ...Source[]],
  kind: Kind,
  query: ListQuery<Kind>,
): ListAnswer<Kind> {
  const parts: Part[] = [first, ...others].map(({ world, readers }) => {
    const moment = new Moment(world, query.nowMs);
    return {
      slots: matching(kind, readers, query, moment),
      readers,
      moment,
      // The first state's ranks hold; the texts of the others are ranked among its.
      ranks: world === first.world ? world.ranks.ranks() : first.world.ranks.ranksOf(world.strings),
    };
  });
  const totalCnt = parts.reduce((sum, { slots }) => sum + slots.length, 0);
  const from = (query.pageNo - 1) * query.pageCnt;
  const keys = termsOf(query.orderBy ?? []).map((term) => keysOf(term, parts));
  const places = selectRange(totalCnt, from, from + query.pageCnt, compareBy(keys, idsOf(kind, parts)));
  return { totalCnt, list: rowsAt(places, kind, parts) };
}

/** Slots that may be seen and match, in no order. */
function matching<Kind extends ListKind>(
  kind: Kind,
  readers: ReaderMap,
  { hostIds, filter }: ListQuery<Kind>,
  moment: Moment,
): Int32Array {
  const slots = slotsOf(moment.world, kind, hostIds);
  const cnt = narrow(slots, listColumns[kind], readers, filter ?? {}, moment);
  return slots.subarray(0, cnt);
}

function slotsOf(world: World, kind: ListKind, hostIds: ReadonlySet<number>): Int32Array {
  const table = world.table(kind);
  const slots = new Int32Array(table.size);
  let cnt = 0;
  for (const { index } of world.clusters.of(hostIds)) {
    for (let slot = table.first(index); slot !== NO_SLOT; slot = table.next(slot)) slots[cnt++] = slot;
  }
  return slots.subarray(0, cnt);
}

function idsOf(kind: ListKind, parts: readonly Part[]): Int32Array {
  const ids = new Int32Array(parts.reduce((sum, { slots }) => sum + slots.length, 0));
  let to = 0;
  for (const { slots, moment } of parts) {
    const table = moment.world.table(kind);
    for (let at = 0; at < slots.length; at++) ids[to++] = table.ids.get(slots[at] ?? 0);
  }
  return ids;
}

function rowsAt<Kind extends ListKind>(
  places: Uint32Array,
  kind: Kind,
  parts: readonly Part[],
): ListAnswer<Kind>['list'] {
  const makers = parts.map(({ readers, moment }) => new RowMaker(kind, readers, moment.world.strings));
  return Array.from(places).flatMap((place) => {
    let at = place;
    for (const [index, { slots, moment }] of parts.entries()) {
      const maker = makers[index];
      const slot = slots[at];
      if (maker !== undefined && slot !== undefined) return [maker.row(slot, moment)];
      at -= slots.length;
    }
    return [];
  });
}
