import type { ReactNode } from 'react';

export const ROW_HEIGHT = 32;
/** On a telephone a row is as high as two lines, and its first column as wide as the screen. */
export const PHONE_ROW_HEIGHT = 60;
export const PHONE = '(max-width: 720px)';

export interface GridColumn<Row> {
  readonly id: string;
  readonly label: string;
  /** In pixels; the minimum until the user sets widths. */
  readonly width: number;
  readonly align: 'end' | undefined;
  readonly isSortable: boolean;
  /** The first click sorts descending: for values, not for names. */
  readonly beginsDescending: boolean;
  readonly isFilterable: boolean;
  readonly isFiltered: boolean;
  readonly render: (row: Row) => ReactNode;
  /** Below the first column on a telephone: what the other columns say. */
  readonly renderPhoneLine?: ((row: Row) => ReactNode) | undefined;
}

export interface GridSelection<Row> {
  readonly isSelected: (row: Row) => boolean;
  readonly onToggle: (row: Row, index: number, withRange: boolean) => void;
  readonly head: 'none' | 'some' | 'all';
  readonly onToggleHead: () => void;
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
