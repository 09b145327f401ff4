import type { ReactNode } from 'react';
import type { SortKey } from './sort-keys.ts';

export const ROW_HEIGHT = 32;
export const CHECK_WIDTH = 36;

export interface GridColumn<Row> {
  readonly id: string;
  readonly label: string;
  /** In pixels; the least, as long as nobody has set widths. */
  readonly width: number;
  readonly align?: 'start' | 'end' | undefined;
  readonly isSortable?: boolean;
  /** Values are mostly looked for from the top, names from A. */
  readonly beginsDescending?: boolean;
  readonly isFilterable?: boolean;
  readonly isFiltered?: boolean;
  readonly render: (row: Row) => ReactNode;
}

export interface GridSelection<Row> {
  readonly isSelected: (row: Row) => boolean;
  readonly onToggle: (row: Row, index: number, withRange: boolean) => void;
  readonly head: 'none' | 'some' | 'all';
  readonly onToggleHead: () => void;
}

export interface GridTexts<Row> {
  readonly loading: string;
  readonly selectAll: string;
  readonly selectRow: (row: Row) => string;
  readonly filterBy: (label: string) => string;
  readonly copyName: (row: Row) => string;
  readonly rowMenu: (row: Row) => string;
}

export interface VirtualGridProps<Row> {
  /** The grid's accessible name. */
  readonly label: string;
  /** The first one stays in sight. */
  readonly columns: readonly GridColumn<Row>[];
  /** The columns have the widths that someone set, and share no room. */
  readonly isFixed: boolean;
  readonly rowCnt: number;
  /** Undefined: not loaded. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly rowKey: (row: Row) => string;
  readonly isMuted?: ((row: Row) => boolean) | undefined;
  readonly sort: readonly SortKey[];
  readonly onSortChange: (sort: readonly SortKey[]) => void;
  readonly onWidthsChange: (widths: Readonly<Record<string, number>>) => void;
  readonly onRangeChange: (range: RowRange) => void;
  readonly selection?: GridSelection<Row> | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly onFilter?: ((columnId: string, anchor: HTMLElement) => void) | undefined;
  readonly onCopy?: ((row: Row, button: HTMLElement) => void) | undefined;
  readonly onMenu?: ((row: Row, button: HTMLElement) => void) | undefined;
  readonly openMenuKey?: string | null;
  /** The rows are those of other conditions, until the new ones are there. */
  readonly isWaiting?: boolean;
  /** Nothing has been loaded yet: the rows are only a picture of what will come. */
  readonly isUnanswered?: boolean;
  readonly texts: GridTexts<Row>;
}

/** Rows in sight, both included; last is -1 where there are none. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

export interface GridHandle {
  /** `auto`: no further than it takes to see the row. */
  readonly scrollTo: (index: number, align?: 'auto' | 'start') => void;
}
