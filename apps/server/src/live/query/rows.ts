import type { Column } from '@gwanje/contract/definition/columns';
import { kinds, type ListKind } from '@gwanje/kinds/registry';
import { NO_TEXT, type StringTable } from '../columns/string-table.ts';
import type { Row } from '../list-types.ts';
import type { DerivedState } from '../tables/derived-state.ts';
import type { ReaderMap } from './column-readers.ts';
import type { Reader } from './readers.ts';
import { timeText } from './time-text.ts';

/** Makes the rows of a list from its declared columns. */
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

  row(slot: number, derived: DerivedState): Row<Kind> {
    const row: Record<string, unknown> = {};
    for (const [key, column, read] of this.#columns) {
      row[key] = shown(column, read(slot, derived), this.#strings);
    }
    // Each column has a reader of its type.
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
      return Number.isNaN(value) ? null : value === 1;
  }
}
