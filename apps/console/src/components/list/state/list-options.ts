import {
  type ColumnLayout,
  defaultLayout,
  type KnownColumns,
  layoutFrom,
} from '@gwanje/ui/list/model/column-layout';
import { isRecord } from '@gwanje/ui/list/model/record';
import type { AddressText } from '#core/navigation/use-address.ts';

export interface NamedFilter {
  readonly name: string;
  /** The list's part of an address. */
  readonly address: Readonly<Record<string, string>>;
}

/** The user's stored options of a list. */
export interface ListOptions {
  readonly layout: ColumnLayout;
  readonly filters: readonly NamedFilter[];
}

export const MAX_NAMED_FILTERS = 30;
export const MAX_FILTER_NAME = 40;
const MAX_ADDRESS_CHARS = 2000;

export function listOptionsFrom(kept: Readonly<Record<string, unknown>>, known: KnownColumns): ListOptions {
  const filters = Array.isArray(kept.filters) ? kept.filters : [];
  return {
    layout: kept.layout === undefined ? defaultLayout(known) : layoutFrom(kept.layout, known),
    filters: filters.slice(0, MAX_NAMED_FILTERS).flatMap(namedFilterFrom),
  };
}

/** Replaces a filter of the same name. */
export function withFilter(options: ListOptions, name: string, address: AddressText): ListOptions {
  const [kept] = namedFilterFrom({ name, address });
  if (!kept) return options;
  const others = options.filters.filter((filter) => filter.name !== kept.name);
  return { ...options, filters: [...others, kept].slice(-MAX_NAMED_FILTERS) };
}

export function withoutFilter(options: ListOptions, name: string): ListOptions {
  return { ...options, filters: options.filters.filter((filter) => filter.name !== name) };
}

function namedFilterFrom(entry: unknown): NamedFilter[] {
  if (!isRecord(entry)) return [];
  const { name, address } = entry;
  if (typeof name !== 'string' || !isRecord(address)) return [];
  const trimmed = name.trim().slice(0, MAX_FILTER_NAME);
  const texts = Object.entries(address).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value] as const] : [],
  );
  const charCnt = texts.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return trimmed === '' || charCnt > MAX_ADDRESS_CHARS
    ? []
    : [{ name: trimmed, address: Object.fromEntries(texts) }];
}
