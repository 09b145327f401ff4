import type { Column, Columns } from '@gwanje/contract/definition/columns';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { parseInstant } from '@gwanje/domain/formats/time';
import { formatOrderKey, parseOrderKey } from '@gwanje/domain/lists/order-by';
import type { AddressText } from '#core/navigation/use-address.ts';
import type { ListDeclaration } from '../define-list.ts';
import type { SortKey } from '../grid/sort-keys.ts';

export type NumberRange = Readonly<Partial<Record<'min' | 'max', number | undefined>>>;
export type TimeRange = Readonly<Partial<Record<'from' | 'to', string | undefined>>>;
/** A filter value of the API: part of a text, a list of values, a range or a flag. */
export type FilterValue = string | boolean | readonly string[] | readonly number[] | NumberRange | TimeRange;
export type ListFilter = Readonly<Record<string, FilterValue>>;

/** The user's choices for a list; the address holds all of them. */
export interface ListChoice {
  readonly filter: ListFilter;
  /** Empty: the declared order. */
  readonly sort: readonly SortKey[];
  readonly at: string | null;
  readonly includesDeleted: boolean;
}

export const NO_CHOICE: ListChoice = { filter: {}, sort: [], at: null, includesDeleted: false };

const MAX_VALUES = 1000;
const MAX_TEXT = 253;
const NUMBER = '-?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?';
const NUMBER_RANGE = new RegExp(`^(${NUMBER})?\\.\\.(${NUMBER})?$`, 'i');

/** Ignores invalid parts, so that an address typed by hand or saved by an older version still opens the list. */
export function choiceFromAddress(
  search: AddressText,
  contract: Columns,
  prefix = '',
  orderKeys: readonly string[] = Object.keys(contract),
): ListChoice {
  const filter: Record<string, FilterValue> = {};
  for (const [id, column] of Object.entries(contract)) {
    const text = search[`${prefix}f.${id}`];
    const value = text === undefined ? undefined : filterFromText(column, text);
    if (value !== undefined) filter[id] = value;
  }
  return {
    filter,
    sort: sortFromText(search[`${prefix}orderBy`], orderKeys),
    at: instantText(search[`${prefix}at`]) ?? null,
    includesDeleted: search[`${prefix}deleted`] === '1',
  };
}

/** All query parameters of a list; undefined removes those with default values. */
export function choiceToAddress(choice: ListChoice, contract: Columns, prefix = ''): AddressText {
  const address: Record<string, string | undefined> = {};
  for (const [id, column] of Object.entries(contract)) {
    const value = choice.filter[id];
    address[`${prefix}f.${id}`] = value === undefined ? undefined : filterToText(column, value);
  }
  address[`${prefix}orderBy`] = sortToText(choice.sort);
  address[`${prefix}at`] = choice.at ?? undefined;
  address[`${prefix}deleted`] = choice.includesDeleted ? '1' : undefined;
  return address;
}

/** `orderBy=-createdAt,name`; unknown and repeated keys are ignored. */
function sortFromText(orderBy: string | undefined, keys: readonly string[]): SortKey[] {
  const sort = new Map<string, SortKey>();
  for (const text of (orderBy ?? '').split(',')) {
    const order = parseOrderKey(text);
    if (order && keys.includes(order.key) && !sort.has(order.key))
      sort.set(order.key, { id: order.key, descending: order.order === 'desc' });
  }
  return [...sort.values()];
}

function orderKey({ id, descending }: SortKey): string {
  return formatOrderKey({ key: id, order: descending ? 'desc' : 'asc' });
}

function sortToText(sort: readonly SortKey[]): string | undefined {
  return sort.length === 0 ? undefined : sort.map(orderKey).join(',');
}

export function isNarrowed(choice: ListChoice): boolean {
  return Object.keys(choice.filter).length > 0;
}

function filterFromText(column: Column, text: string): FilterValue | undefined {
  const idFrom = (part: string) =>
    column.codes ? column.codes.find((code) => String(code) === part) : parseIdText(part);
  switch (column.type) {
    case 'text':
      return textFrom(text);
    case 'choice':
      return someOf(text.split(',').filter((value) => column.choices?.includes(value)));
    case 'id':
      return someOf(text.split(',').flatMap((part) => idFrom(part) ?? []));
    case 'number':
      return numberRangeFrom(text);
    case 'time':
      return timeRangeFrom(text);
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : undefined;
  }
}

function filterToText(column: Column, value: FilterValue): string | undefined {
  const isExact = column.type === 'text' && isList(value);
  const text = isExact ? exactTexts(value.map(String)) : writtenFilter(value);
  // A value that cannot be parsed back is not written.
  return text !== undefined && filterFromText(column, text) !== undefined ? text : undefined;
}

function writtenFilter(value: FilterValue): string | undefined {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return /^[=\\]/.test(value) ? `\\${value}` : value;
  if ('from' in value || 'to' in value) return `${value.from ?? ''}..${value.to ?? ''}`;
  if ('min' in value || 'max' in value) return `${value.min ?? ''}..${value.max ?? ''}`;
  if (!isList(value)) return undefined;
  // Values of choices and ids need no escaping.
  return value.map(String).join(',');
}

/** `=a,b` matches exactly one of them; any other text matches a part. A leading `\` escapes `=` and itself. */
function textFrom(text: string): FilterValue | undefined {
  if (text.startsWith('=')) {
    const values = unescapedParts(text.slice(1)).filter((value) => value !== '');
    return someOf(values.map((value) => value.slice(0, MAX_TEXT)));
  }
  const part = (text.startsWith('\\') ? text.slice(1) : text).trim().slice(0, MAX_TEXT);
  return part === '' ? undefined : part;
}

function exactTexts(values: readonly string[]): string {
  return `=${values.map((value) => value.replaceAll(/[\\,]/g, '\\$&')).join(',')}`;
}

function unescapedParts(text: string): string[] {
  const parts = [''];
  // One character, with the backslash that escapes it.
  for (const [token] of text.matchAll(/\\?./gs)) {
    if (token === ',') parts.push('');
    else parts.push(`${parts.pop()}${token.length > 1 ? token.slice(1) : token}`);
  }
  return parts;
}

function numberRangeFrom(text: string): NumberRange | undefined {
  const [, minText, maxText] = NUMBER_RANGE.exec(text) ?? [];
  const [min, max] = [finite(minText), finite(maxText)];
  if (min === undefined && max === undefined) return undefined;
  // "From 10 to 5" means 5 to 10.
  return min !== undefined && max !== undefined && min > max ? { min: max, max: min } : { min, max };
}

function finite(text: string | undefined): number | undefined {
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function timeRangeFrom(text: string): TimeRange | undefined {
  const [fromText, toText, ...more] = text.split('..');
  if (more.length > 0) return undefined;
  const [from, to] = [instantText(fromText), instantText(toText)];
  if (from === undefined && to === undefined) return undefined;
  // Both are written in the same format, whose texts sort by time.
  return from !== undefined && to !== undefined && from > to ? { from: to, to: from } : { from, to };
}

/** An instant in the format of the API; undefined if the text is not one. */
function instantText(text: string | undefined): string | undefined {
  const instantMs = text === undefined ? undefined : parseInstant(text);
  // Years that ISO writes with a sign are out of range.
  if (instantMs === undefined || instantMs < 0 || instantMs > 253_402_300_799_000) return undefined;
  return new Date(instantMs).toISOString();
}

function someOf<Value>(values: readonly Value[]): readonly Value[] | undefined {
  const some = [...new Set(values)].slice(0, MAX_VALUES);
  return some.length === 0 ? undefined : some;
}

function isList(value: FilterValue): value is readonly string[] | readonly number[] {
  return Array.isArray(value);
}

/** The fixed conditions of a page: its cluster, its node, its filters. */
export interface ListScope {
  readonly filter?: Readonly<Record<string, FilterValue | number>> | undefined;
  /** Path parameters of the endpoint besides the page number: `nodeId` for the history of a node. */
  readonly params?: Readonly<Record<string, number | string>> | undefined;
}

export interface ListBody {
  readonly filter: Readonly<Record<string, FilterValue | number>>;
  readonly orderBy: readonly string[];
  readonly at?: string;
  readonly includeDeleted?: boolean;
}

export function listBody(
  { hasPast, defaultOrder }: Pick<ListDeclaration<never>, 'hasPast' | 'defaultOrder'>,
  choice: ListChoice,
  scope: ListScope,
): ListBody {
  const sort = choice.sort.length > 0 ? choice.sort : defaultOrder;
  return {
    // The scope comes last: an address cannot leave the page's cluster.
    filter: { ...choice.filter, ...scope.filter },
    orderBy: sort.map(orderKey),
    ...(hasPast && choice.at !== null && { at: choice.at }),
    ...(hasPast && choice.includesDeleted && { includeDeleted: true }),
  };
}
