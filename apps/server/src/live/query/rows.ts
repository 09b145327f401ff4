import type { Column } from '@gwanje/contract/columns';
import { kinds, type ListKind } from '@gwanje/kinds/registry';
import { NO_TEXT, type StringTable } from '../columns/string-table.ts';
import type { Row } from '../kinds.ts';
import type { Moment } from '../views/moment.ts';
import type { World } from '../views/world.ts';
import { claimReaders } from './readers/claim.ts';
import { containerReaders } from './readers/container.ts';
import { nodeReaders } from './readers/node.ts';
import { podReaders } from './readers/pod.ts';
import { volumeReaders } from './readers/volume.ts';
import type { Reader, Readers } from './readers.ts';
import { timeText } from './time-text.ts';

const makers: { readonly [Kind in ListKind]: (world: World) => Readers<Kind> } = {
  node: nodeReaders,
  pod: podReaders,
  container: containerReaders,
  volume: volumeReaders,
  claim: claimReaders,
};

export type ReaderMap = Readonly<Record<string, Reader>>;

export function readersOf(world: World): Readonly<Record<ListKind, ReaderMap>> {
  return {
    node: makers.node(world),
    pod: makers.pod(world),
    container: makers.container(world),
    volume: makers.volume(world),
    claim: makers.claim(world),
  };
}

/** Makes the rows of a list as it is declared. */
export class RowMaker<Kind extends ListKind> {
  readonly #columns: readonly (readonly [string, Column, Reader['read']])[];
  readonly #strings: StringTable;

  constructor(kind: Kind, readers: ReaderMap, strings: StringTable) {
    this.#strings = strings;
    this.#columns = Object.entries<Column>(kinds[kind].columns).flatMap(([key, column]) => {
      const reader = readers[key];
      return reader === undefined ? [] : [[key, column, reader.read] as const];
    });
  }

  row(slot: number, moment: Moment): Row<Kind> {
    const row: Record<string, unknown> = {};
    for (const [key, column, read] of this.#columns) {
      row[key] = shown(column, read(slot, moment), this.#strings);
    }
    // Each declared column has a reader of its type: `Readers` does not compile otherwise.
    return row as Row<Kind>;
  }
}

function shown(column: Column, value: number, strings: StringTable): unknown {
  switch (column.type) {
    case 'id':
      return value === 0 ? null : value;
    case 'text':
      return value === NO_TEXT ? null : strings.text(value);
    case 'choice':
      return column.choices?.[value];
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'time':
      return timeText(value);
    case 'flag':
      return value === 1;
  }
}
