import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { search } from '@gwanje/kinds/calls/search';
import { z } from 'zod';
import { readStoredJson, writeStored } from '#core/browser/storage.ts';

type Answered = ResponseOf<typeof search>['list'][number];
/** A search result; ids are plain numbers, because stored places have no branded ids. */
export type FoundObject = Omit<Answered, 'id' | 'hostId' | 'parentId'> & {
  readonly id: number;
  readonly hostId: number;
  readonly parentId: number | null;
};

export type RecentPlace =
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'object'; readonly found: FoundObject };

const MAX_PLACES = 8;

const Places = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('page'), path: z.string().startsWith('/') }),
    z.object({ kind: z.literal('object'), found: search.response.shape.list.element }),
  ]),
);

/** The recently opened places, stored per user; an invalid list is dropped. */
export function recentPlaces(userNo: number): readonly RecentPlace[] {
  const stored = Places.safeParse(readStoredJson('local', keyOf(userNo)));
  return stored.success ? stored.data : [];
}

/** Puts a place first in the list. Its state is not stored, because it would be outdated later. */
export function rememberPlace(userNo: number, place: RecentPlace): void {
  const recent: RecentPlace =
    place.kind === 'page'
      ? place
      : { kind: 'object', found: { ...place.found, monResult: null, deletedAt: null } };
  const others = recentPlaces(userNo).filter((other) => identity(other) !== identity(recent));
  writeStored('local', keyOf(userNo), JSON.stringify([recent, ...others].slice(0, MAX_PLACES)));
}

function identity(place: RecentPlace): string {
  return place.kind === 'page' ? place.path : `${place.found.kind} ${place.found.id}`;
}

function keyOf(userNo: number): string {
  return `recentPlaces.${userNo}`;
}
