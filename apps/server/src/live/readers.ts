import type { Column } from '@gwanje/contract/columns';
import type { ColumnKey, ColumnsOf, ListKind } from './kinds.ts';
import type { Moment } from './moment.ts';
import { NO_TEXT } from './string-table.ts';
import type { Table } from './table.ts';
import type { World } from './world.ts';

export type ColumnType = Column['type'];

/**
 * What a slot holds in a column, as a number: an id (0: none), the ref of a text (0: none), the place of a choice, an
 * amount or time (NaN: none), a flag. One code filters, orders and shows them all.
 */
export interface Reader<Type extends ColumnType = ColumnType> {
  readonly type: Type;
  readonly read: (slot: number, moment: Moment) => number;
  /** All values by slot, where they lie in one column: much faster to go through. */
  readonly values?: () => ArrayLike<number>;
}

type Read = Reader['read'];

/** A reader of the right type for every declared column. */
export type Readers<Kind extends ListKind> = {
  readonly [Key in ColumnKey<Kind>]: Reader<ColumnsOf<Kind>[Key] extends Column<infer Type> ? Type : never>;
};

export const idOf = (read: Read): Reader<'id'> => ({ type: 'id', read });
export const textOf = (read: Read): Reader<'text'> => ({ type: 'text', read });
export const choiceOf = (read: Read): Reader<'choice'> => ({ type: 'choice', read });
export const numberOf = (read: Read): Reader<'number'> => ({ type: 'number', read });
export const timeOf = (read: Read): Reader<'time'> => ({ type: 'time', read });
export const flagOf = (read: Read): Reader<'flag'> => ({ type: 'flag', read });

interface Values {
  readonly values: ArrayLike<number>;
  at(slot: number): number;
}

function stored<Type extends ColumnType>(type: Type, store: Values): Reader<Type> {
  return { type, read: (slot) => store.at(slot), values: () => store.values };
}

export const ids = (store: Values) => stored('id', store);
export const choices = (store: Values) => stored('choice', store);
export const numbers = (store: Values) => stored('number', store);
export const times = (store: Values) => stored('time', store);
export const flags = (store: Values) => stored('flag', store);
export const texts = (store: Values) => stored('text', store);

/** Share of a whole in %; unknown where either is, or the whole is not set. */
export function percent(part: number, whole: number): number {
  return whole > 0 ? (part / whole) * 100 : Number.NaN;
}

export function clusterReaders(world: World, table: Table) {
  const { clusters } = world;
  return {
    hostId: idOf((slot) => clusters.at(table.cluster.get(slot))?.hostId ?? 0),
    clusterName: textOf((slot) => clusters.at(table.cluster.get(slot))?.nameRef ?? NO_TEXT),
  };
}

/** `sampleAtMs`: of the samples that are awaited, NaN where there are none. */
export function lifeReaders(table: Table, sampleAtMs: (slot: number) => number) {
  return {
    isMonitored: flags(table.isMonitored),
    isStale: flagOf((slot, moment) => moment.isStale(table, slot, sampleAtMs(slot))),
    dataAt: times(table.dataAtMs),
    createdAt: times(table.createdAtMs),
    firstSeenAt: times(table.firstSeenAtMs),
    lastSeenAt: times(table.lastSeenAtMs),
    deletedAt: times(table.deletedAtMs),
  };
}

export function monReaders(table: Table, sampleAtMs: (slot: number) => number) {
  return {
    monResult: choiceOf((slot, moment) => moment.monResult(table, slot, sampleAtMs(slot))),
    alarmCnt: numberOf((slot) => table.warningCnt.get(slot) + table.criticalCnt.get(slot)),
  };
}
