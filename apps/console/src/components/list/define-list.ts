import type { Columns } from '@gwanje/contract/definition/columns';
import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import type { CsvCell } from '@gwanje/domain/formats/csv';
import type { Counted } from '@gwanje/domain/formats/numbers';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Change } from '#core/api/query.ts';
import type { PlainKey, Texts } from '#core/i18n/i18n.ts';
import type { SortKey } from './grid/sort-keys.ts';
import type { Places } from './rows/external-links.ts';
import type { KubectlTarget } from './rows/kubectl.ts';

/** The context of a cell, besides its row. */
export interface CellContext extends Texts {
  /** The server time of the response; ages are relative to it. */
  readonly nowMs: number;
  readonly onFollow: (address: string) => void;
}

export type Quantity = 'cores' | 'bytes' | 'bytesPerSecond' | 'percent' | 'count' | 'days' | 'perSecond';

/** How a column is shown, filtered and exported; the functions of `column-formats.tsx` create it. */
export interface ColumnFormat<Value, Row> {
  readonly label: PlainKey;
  readonly width: number;
  readonly align?: 'end';
  readonly beginsDescending?: boolean;
  readonly cell: (value: Value, row: Row, context: CellContext) => ReactNode;
  /** The raw value, so that a spreadsheet can calculate with it. */
  readonly csv: (value: Value, row: Row, context: CellContext) => CsvCell;
  /** The unit of a number, for its filter and for the export's header. */
  readonly quantity?: Quantity;
  /** The label of an enumerated value. */
  readonly choiceLabel?: (choice: string, context: Texts) => string;
  /** The possible values of a text column; its filter offers these. */
  readonly exactChoices?: () => readonly string[];
  /** The cell flashes when its value changes. */
  readonly flashes?: boolean;
  /** Visible until the user chooses other columns. */
  readonly isShown?: boolean;
}

type RowColumn<Value, Row> = Omit<ColumnFormat<Value, Row>, 'csv'> &
  Partial<Pick<ColumnFormat<Value, Row>, 'csv'>>;
type AnyRow = Readonly<Record<string, unknown>>;
type RowColumns<Row> = { readonly [Key in keyof Row & string]?: RowColumn<Row[Key], Row> };

export interface ListColumn<Row> extends Omit<ColumnFormat<never, Row>, 'cell' | 'csv'> {
  readonly id: string;
  readonly cell: (row: Row, context: CellContext) => ReactNode;
  /** Absent: the column is not exported, for example the buttons of a row. */
  readonly csv?: (row: Row, context: CellContext) => CsvCell;
  readonly flashOf?: (row: Row) => string;
}

export interface ListAnswer<Row> {
  readonly totalCnt: number;
  readonly list: readonly Row[];
  /** Absent: the rows contain no collected data. */
  readonly serverTime?: string;
  readonly isTruncated?: boolean | undefined;
}

export type ListEndpoint<Row> = Endpoint<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType<ListAnswer<Row>>>;

export interface ListDeclaration<Row> extends RowTraits<Row> {
  /** The name of the view option that stores the user's columns and filters. */
  readonly name: string;
  readonly title: PlainKey;
  readonly counted: Counted;
  readonly endpoint: ListEndpoint<Row>;
  /** The changes after which the rows are outdated; absent: the stream does not report them. */
  readonly changesWith?: readonly Change[];
  /** The contract of all columns of the endpoint, shown or not. */
  readonly contract: Columns;
  readonly columns: readonly ListColumn<Row>[];
  /** The first, sticky column, which the search box searches. */
  readonly primaryId: string;
  readonly defaultColumns: readonly string[];
  readonly defaultOrder: readonly SortKey[];
  /** The columns that the settings page of the kind shows between the cluster and the watch state. */
  readonly settingsColumns?: readonly string[];
  /** The columns that the endpoint can sort by; absent: all columns of the contract. */
  readonly orderKeys?: readonly string[];
  /** True if the endpoint supports a past instant and deleted objects. */
  readonly hasPast: boolean;
  /** The rows are data of the console, not of a cluster: no row menu, and a selection only if the page has actions. */
  readonly isSettings?: boolean;
}

interface RowTraits<Row> {
  readonly rowKey: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  /** A path with its query; null: the row has no page. */
  readonly linkOf?: (row: Row) => string | null;
  /** The address of the log of the row's object; null: it has none. */
  readonly logOf?: (row: Row) => string | null;
  readonly kubectlOf?: (row: Row) => KubectlTarget | null;
  readonly placesOf?: (row: Row) => Places;
  readonly dataAtOf?: (row: Row) => string | null;
  readonly deletedAtOf?: (row: Row) => string | null;
  /** True: the whole row is marked. */
  readonly isCriticalOf?: (row: Row) => boolean;
  /** A second line below the name on a telephone, where the other columns are beside the screen. */
  readonly phoneLine?: (row: Row, context: CellContext) => ReactNode;
}

export type RowOf<C extends Columns> = { readonly [Key in keyof C]: z.output<C[Key]['schema']> };

interface ListOptions<C extends Columns>
  extends RowTraits<RowOf<C>>,
    Pick<ListDeclaration<RowOf<C>>, 'name' | 'title' | 'endpoint' | 'changesWith'> {
  readonly counted?: Counted;
  readonly contract: C;
  readonly columns: RowColumns<RowOf<C>>;
  readonly primary: keyof C & string;
  /** Default: the primary column and those marked as shown, in their order. */
  readonly defaultColumns?: readonly (keyof C & string)[];
  readonly defaultOrder: readonly (keyof C & string)[] | readonly `-${keyof C & string}`[];
  readonly settingsColumns?: readonly (keyof C & string)[];
}

/** Declares a list page. ObjectList adds paging, sorting, filters, column choice and export. */
export function defineList<const C extends Columns>(options: ListOptions<C>): ListDeclaration<RowOf<C>> {
  const { contract, primary, defaultOrder, counted = 'object', ...rest } = options;
  const columns = boundColumns<RowOf<C>>(options.columns);
  return {
    defaultColumns: shownIds(columns, primary),
    ...rest,
    counted,
    contract,
    columns,
    primaryId: primary,
    defaultOrder: defaultOrder.map((key) =>
      key.startsWith('-') ? { id: key.slice(1), descending: true } : { id: key, descending: false },
    ),
    hasPast: 'deletedAt' in contract,
  };
}

export function shownIds<Row>(columns: readonly ListColumn<Row>[], primary: string): readonly string[] {
  return columns.filter(({ id, isShown }) => isShown || id === primary).map(({ id }) => id);
}

interface SettingsListOptions<Row>
  extends Pick<
    ListDeclaration<Row>,
    'name' | 'title' | 'endpoint' | 'orderKeys' | 'rowKey' | 'nameOf' | 'phoneLine'
  > {
  readonly counted?: Counted;
  readonly columns: RowColumns<Row>;
}

/** Declares a list of users, groups or records, whose endpoint has no column filters: pages filter by the scope. */
export function defineSettingsList<Row extends AnyRow>(
  options: SettingsListOptions<Row>,
): ListDeclaration<Row> {
  const columns = boundColumns(options.columns);
  const ids = columns.map(({ id }) => id);
  return {
    counted: 'object',
    orderKeys: [],
    ...options,
    contract: {},
    columns,
    primaryId: ids[0] ?? '',
    defaultColumns: ids,
    defaultOrder: [],
    hasPast: false,
    isSettings: true,
  };
}

function boundColumns<Row extends AnyRow>(columns: RowColumns<Row>): ListColumn<Row>[] {
  const ids: readonly (keyof Row & string)[] = Object.keys(columns);
  return ids.flatMap((id) => {
    const format = columns[id];
    return format ? [bound(id, format, (row: Row) => row[id])] : [];
  });
}

/** The column of a field. */
export function bound<Value, Row>(
  id: string,
  format: RowColumn<Value, Row>,
  readValue: (row: Row) => Value,
): ListColumn<Row> {
  const { cell, csv, ...rest } = format;
  return {
    ...rest,
    id,
    cell: (row, context) => cell(readValue(row), row, context),
    ...(csv && { csv: (row: Row, context: CellContext) => csv(readValue(row), row, context) }),
    ...(format.flashes && { flashOf: (row: Row) => String(readValue(row)) }),
  };
}
