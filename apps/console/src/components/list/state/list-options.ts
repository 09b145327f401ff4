import { z } from 'zod';
import type { AddressText } from '#core/navigation/use-address.ts';
import { type ColumnLayout, type KnownColumns, layoutFrom } from '../grid/column-layout.ts';

export const MAX_NAMED_FILTERS = 30;
export const MAX_FILTER_NAME = 40;
const MAX_ADDRESS_CHARS = 2000;

const NamedFilter = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .overwrite((name) => name.slice(0, MAX_FILTER_NAME)),
  /** The list's part of an address. */
  address: z
    .record(z.string(), z.unknown())
    .transform((address) =>
      Object.fromEntries(
        Object.entries(address).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ),
    )
    .refine((address) => Object.entries(address).flat().join('').length <= MAX_ADDRESS_CHARS),
});
export type NamedFilter = z.infer<typeof NamedFilter>;

/** The user's stored options of a list. */
export interface ListOptions {
  readonly layout: ColumnLayout;
  readonly filters: readonly NamedFilter[];
}

export function listOptionsFrom(stored: Readonly<Record<string, unknown>>, known: KnownColumns): ListOptions {
  const filters = Array.isArray(stored.filters) ? stored.filters : [];
  return {
    layout: layoutFrom(stored.layout, known),
    filters: filters.slice(0, MAX_NAMED_FILTERS).flatMap((entry) => NamedFilter.safeParse(entry).data ?? []),
  };
}

/** Adds a filter, or replaces the filter of the same name. */
export function withFilter(options: ListOptions, name: string, address: AddressText): ListOptions {
  const valid = NamedFilter.safeParse({ name, address }).data;
  if (!valid) return options;
  const others = options.filters.filter((filter) => filter.name !== valid.name);
  return { ...options, filters: [...others, valid].slice(-MAX_NAMED_FILTERS) };
}

export function withoutFilter(options: ListOptions, name: string): ListOptions {
  return { ...options, filters: options.filters.filter((filter) => filter.name !== name) };
}
