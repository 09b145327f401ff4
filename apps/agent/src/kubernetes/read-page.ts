import { z } from 'zod';
import { readJsonElements } from '../http/json-elements.ts';
import type { ApiClient } from './api-client.ts';

/** The number of a page's objects that are in memory in full at a time. */
const GROUP_SIZE = 20;
export const MAX_OBJECT_BYTES = 16 * 1024 * 1024;

const Page = z.object({
  metadata: z.object({ resourceVersion: z.string(), continue: z.string().nullish() }),
});

export interface PageRequest {
  readonly path: string;
  /** Undefined: the whole list in one page. */
  readonly limit: number | undefined;
  /** From the page before. */
  readonly more: string | undefined;
}

export interface PageRead {
  readonly version: string;
  /** Undefined: it was the last page. */
  readonly more: string | undefined;
}

/** Reads one page of a list. `onItems` gets its objects in small groups, in order. */
export async function readPage(
  api: ApiClient,
  { path, limit, more }: PageRequest,
  signal: AbortSignal,
  onItems: (items: readonly unknown[]) => Promise<void>,
): Promise<PageRead> {
  const query = new URLSearchParams();
  if (limit !== undefined) query.set('limit', String(limit));
  if (more !== undefined) query.set('continue', more);
  const answer = await api.open(`${path}?${query}`, { signal });
  let group: unknown[] = [];
  const rest = await readJsonElements(
    answer,
    'items',
    async (item) => {
      group.push(item);
      if (group.length < GROUP_SIZE) return;
      await onItems(group);
      group = [];
    },
    MAX_OBJECT_BYTES,
  );
  const { metadata } = Page.parse(rest);
  await onItems(group);
  return { version: metadata.resourceVersion, more: metadata.continue || undefined };
}
