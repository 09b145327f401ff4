import type { ReactNode } from 'react';
import type { SortKey } from './sort-keys.ts';

export const ROW_HEIGHT = 32;
export const CHECK_WIDTH = 36;

export interface GridColumn<Row> {
  readonly id: string;
  readonly label: string;
  /** In pixels; the minimum until the user sets widths. */
  readonly width: number;
  readonly align?: 'start' | 'end' | undefined;
  readonly isSortable?: boolean;
  /** The first click sorts descending: for values, not for names. */
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
  /** The first column is sticky. */
  readonly columns: readonly GridColumn<Row>[];
  /** The user set the widths, so the columns do not stretch. */
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
  /** The rows belong to the previous conditions until the new ones are loaded. */
  readonly isWaiting?: boolean;
  /** Nothing is loaded yet: the rows are skeletons. */
  readonly isUnanswered?: boolean;
  readonly texts: GridTexts<Row>;
}

/** The rows in view, inclusive; last is -1 if there are none. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

export interface GridHandle {
  /** `auto`: only as far as needed to show the row. */
  readonly scrollTo: (index: number, align?: 'auto' | 'start') => void;
}
