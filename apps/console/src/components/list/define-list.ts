import type { Columns } from '@gwanje/contract/columns';
import type { Endpoint } from '@gwanje/contract/endpoint';
import type { Counted } from '@gwanje/domain/formats/count';
import type { CsvCell } from '@gwanje/domain/formats/csv';
import type { Language } from '@gwanje/domain/language';
import type { SortKey } from '@gwanje/ui/list/model/sort-keys';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { PlainKey, Translate } from '#core/i18n/i18n.ts';
import type { Places } from './rows/external-links.ts';
import type { KubectlTarget } from './rows/kubectl.ts';

/** What cells need besides their row. */
export interface CellContext {
  readonly t: Translate;
  readonly language: Language;
  /** The server's time of the answer: what elapsed times are counted to. */
  readonly nowMs: number;
  readonly onFollow: (address: string) => void;
}

export type Quantity = 'cores' | 'bytes' | 'bytesPerSecond' | 'percent' | 'count' | 'days' | 'perSecond';

/** How a column is shown, filtered and exported; made by the functions of `formats.tsx`. */
export interface ColumnFormat<Value, Row> {
  readonly label: PlainKey;
  readonly width: number;
  readonly align?: 'end';
  readonly beginsDescending?: boolean;
  readonly cell: (value: Value, row: Row, context: CellContext) => ReactNode;
  /** Raw, so that a spreadsheet can reckon with it. */
  readonly csv: (value: Value, row: Row, context: CellContext) => CsvCell;
  /** Of numbers: what a filter is typed in, and what the export says beside the label. */
  readonly quantity?: Quantity;
  /** The words of one of a few values. */
  readonly choiceLabel?: (choice: string, context: Pick<CellContext, 't' | 'language'>) => string;
  /** Of a text of which only a few are possible: a filter offers these instead of a part to type. */
  readonly exactChoices?: () => readonly string[];
  /** A change of it while on screen is worth a glance. */
  readonly flashes?: boolean;
}

export interface ListColumn<Row> extends Omit<ColumnFormat<never, Row>, 'cell' | 'csv'> {
  readonly id: string;
  readonly cell: (row: Row, context: CellContext) => ReactNode;
  readonly csv: (row: Row, context: CellContext) => CsvCell;
  readonly flashOf?: (row: Row) => string;
}

export interface ListAnswer<Row> {
  readonly totalCnt: number;
  readonly list: readonly Row[];
  readonly serverTime: string;
  readonly isTruncated?: boolean | undefined;
}

export type ListEndpoint<Row> = Endpoint<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType<ListAnswer<Row>>>;

export interface ListDeclaration<Row> extends RowTraits<Row> {
  /** Names the view option that keeps a person's columns and filters. */
  readonly name: string;
  readonly title: PlainKey;
  readonly counted: Counted;
  readonly endpoint: ListEndpoint<Row>;
  /** Types of all columns of the call, also of those that are not shown. */
  readonly contract: Columns;
  readonly columns: readonly ListColumn<Row>[];
  /** Stays in sight, leads the row, is searched by the box above the list. */
  readonly primaryId: string;
  readonly defaultColumns: readonly string[];
  readonly defaultOrder: readonly SortKey[];
  /** The call answers for a past instant and for what is gone. */
  readonly hasPast: boolean;
}

interface RowTraits<Row> {
  readonly rowKey: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  /** A path with its query; null: there is no page of it. */
  readonly linkOf?: (row: Row) => string | null;
  readonly kubectlOf?: (row: Row) => KubectlTarget | null;
  readonly placesOf?: (row: Row) => Places;
  readonly dataAtOf?: (row: Row) => string | null;
  readonly deletedAtOf?: (row: Row) => string | null;
}

export type RowOf<C extends Columns> = { readonly [Key in keyof C]: z.output<C[Key]['schema']> };

interface ListOptions<C extends Columns> extends RowTraits<RowOf<C>> {
  readonly name: string;
  readonly title: PlainKey;
  readonly counted?: Counted;
  readonly endpoint: ListEndpoint<RowOf<C>>;
  readonly contract: C;
  readonly columns: { readonly [Key in keyof C & string]?: ColumnFormat<RowOf<C>[Key], RowOf<C>> };
  readonly primary: keyof C & string;
  readonly defaultColumns: readonly (keyof C & string)[];
  readonly defaultOrder: readonly (keyof C & string)[] | readonly `-${keyof C & string}`[];
}

/** A list page is this declaration; paging, order, filters, columns, export and the rest come with it. */
export function defineList<const C extends Columns>(options: ListOptions<C>): ListDeclaration<RowOf<C>> {
  const { contract, columns, primary, defaultOrder, counted = 'object', ...rest } = options;
  const ids: readonly (keyof C & string)[] = Object.keys(columns);
  return {
    ...rest,
    counted,
    contract,
    columns: ids.flatMap((id) => {
      const look = columns[id];
      return look ? [bound(id, look, (row: RowOf<C>) => row[id])] : [];
    }),
    primaryId: primary,
    defaultOrder: defaultOrder.map((key) =>
      key.startsWith('-') ? { id: key.slice(1), descending: true } : { id: key, descending: false },
    ),
    hasPast: 'deletedAt' in contract,
  };
}

function bound<Value, Row>(
  id: string,
  look: ColumnFormat<Value, Row>,
  readValue: (row: Row) => Value,
): ListColumn<Row> {
  const { cell, csv, ...rest } = look;
  return {
    ...rest,
    id,
    cell: (row, context) => cell(readValue(row), row, context),
    csv: (row, context) => csv(readValue(row), row, context),
    ...(look.flashes && { flashOf: (row: Row) => String(readValue(row)) }),
  };
}
