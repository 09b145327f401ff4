import type { ListColumn } from '@gwanje/kinds/definition/columns';
import { kinds, type ListKind, listKinds } from '@gwanje/kinds/registry';
import { type AnyTable, type LiveTables, tableOf } from '../tables/live-tables.ts';
import { sampleTimesOf } from '../tables/sample-times.ts';
import { computedReaders } from './computed-columns.ts';
import { clusterReader, ids, objectReader, percentOf, type Reader, stored, through } from './readers.ts';

export type ReaderMap = Readonly<Record<string, Reader>>;

/** A reader for every column of every list. */
export function readersOf(tables: LiveTables): Readonly<Record<ListKind, ReaderMap>> {
  const readers = listKinds.map((kind) => [kind, readersOfKind(tables, kind)] as const);
  return Object.fromEntries(readers) as Record<ListKind, ReaderMap>;
}

function readersOfKind(tables: LiveTables, kind: ListKind): ReaderMap {
  const columns = Object.entries<ListColumn>(kinds[kind].columns);
  return Object.fromEntries(columns.map(([key, column]) => [key, readerOf(tables, kind, key, column)]));
}

function readerOf(tables: LiveTables, kind: ListKind, key: string, { type, origin }: ListColumn): Reader {
  const table = tableOf(tables, kind);
  switch (origin.from) {
    case 'id':
      return ids(table.ids);
    case 'cluster':
      return clusterReader(tables, table, origin.value);
    case 'object':
      return objectReader(table, origin.value, {
        age: sampleTimesOf(tables, kind, 'age'),
        state: sampleTimesOf(tables, kind, 'state'),
      });
    case 'state':
      return stored(type, required(table.state[origin.field], kind, key, origin.field));
    case 'metric':
      return stored(type, required(table.metrics[origin.metric], kind, key, origin.metric));
    case 'share':
      return percentOf(
        required(table.metrics[origin.part], kind, key, origin.part),
        wholeOf(table, origin.whole, kind, key),
      );
    case 'parent': {
      if (kind !== 'container') throw new Error(`column ${kind}.${key}: only a container has a parent`);
      const podColumns: Readonly<Record<string, ListColumn>> = kinds.pod.columns;
      const column = required(podColumns[origin.column], kind, key, `pod.${origin.column}`);
      return through(tables.container.podSlot, readerOf(tables, 'pod', origin.column, column));
    }
    case 'computed':
      return required(computedReaders(tables, kind)[key], kind, key, 'computed reader');
  }
}

function wholeOf({ metrics, state }: AnyTable, name: string, kind: ListKind, key: string) {
  const whole = metrics[name] ?? required(state[name], kind, key, name);
  if (!(whole.values instanceof Float64Array))
    throw new Error(`column ${kind}.${key}: ${name} is not numeric`);
  return whole;
}

function required<Value>(value: Value | undefined, kind: ListKind, key: string, source: string): Value {
  if (value === undefined) throw new Error(`column ${kind}.${key}: the live state has no ${source}`);
  return value;
}
