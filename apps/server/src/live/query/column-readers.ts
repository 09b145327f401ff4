import type { ListColumn } from '@gwanje/kinds/columns';
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
      return stored(type, known(table.state[origin.field], kind, key));
    case 'metric':
      return stored(type, known(table.metrics[origin.metric], kind, key));
    case 'share':
      return percentOf(known(table.metrics[origin.part], kind, key), wholeOf(table, origin.whole, kind));
    case 'parent': {
      const column: ListColumn | undefined = Object.entries<ListColumn>(kinds.pod.columns).find(
        ([name]) => name === origin.column,
      )?.[1];
      return through(
        world.container.podSlot,
        readerOf(world, 'pod', origin.column, known(column, kind, key)),
      );
    }
    case 'computed':
      return known(computedReaders(world, kind)[key], kind, key);
  }
}

function wholeOf({ metrics, state }: AnyTable, name: string, kind: ListKind) {
  const whole = metrics[name] ?? known(state[name], kind, name);
  if (!(whole.values instanceof Float64Array)) throw new Error(`${kind}.${name} is no number`);
  return whole;
}

function known<Value>(value: Value | undefined, kind: ListKind, key: string): Value {
  if (value === undefined) throw new Error(`the column ${kind}.${key} cannot be read`);
  return value;
}
