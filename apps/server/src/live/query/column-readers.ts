import type { ListColumn } from '@gwanje/kinds/definition/columns';
import { kinds, type ListKind, listKinds } from '@gwanje/kinds/registry';
import { sampleTimesOf } from '../columns/sample-times.ts';
import { type AnyTable, tableOf, type World } from '../views/world.ts';
import { computedReaders } from './computed-columns.ts';
import { clusterReader, ids, objectReader, percentOf, type Reader, stored, through } from './readers.ts';

export type ReaderMap = Readonly<Record<string, Reader>>;

/** A reader for every column of every list. */
export function readersOf(world: World): Readonly<Record<ListKind, ReaderMap>> {
  const readers = listKinds.map((kind) => [kind, readersOfKind(world, kind)] as const);
  return Object.fromEntries(readers) as Record<ListKind, ReaderMap>;
}

function readersOfKind(world: World, kind: ListKind): ReaderMap {
  const columns = Object.entries<ListColumn>(kinds[kind].columns);
  return Object.fromEntries(columns.map(([key, column]) => [key, readerOf(world, kind, key, column)]));
}

function readerOf(world: World, kind: ListKind, key: string, { type, origin }: ListColumn): Reader {
  const table = tableOf(world, kind);
  switch (origin.from) {
    case 'id':
      return ids(table.ids);
    case 'cluster':
      return clusterReader(world, table, origin.value);
    case 'object':
      return objectReader(table, origin.value, {
        age: sampleTimesOf(world, kind, 'age'),
        state: sampleTimesOf(world, kind, 'state'),
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
      return through(world.container.podSlot, readerOf(world, 'pod', origin.column, column));
    }
    case 'computed':
      return required(computedReaders(world, kind)[key], kind, key, 'computed reader');
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
