import type { Database } from '@gwanje/backend/database/schema';
import { JobLimit } from '@gwanje/backend/lifecycle/job-limit';
import type { ListKind } from '@gwanje/kinds/registry';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Kysely } from 'kysely';
import type { LiveState } from '../live/live-state.ts';
import { type Past, type Question, readPast } from './as-of.ts';

const KEEP_MS = 30_000;
const MAX_KEPT = 4;
const reads = new JobLimit(2, 16);

/** One cache per live state. A server has one. */
const caches = new WeakMap<LiveState, Map<string, Promise<Past>>>();

interface Sources {
  readonly db: Kysely<Database>;
  readonly metricStore: MetricStore;
  readonly live: LiveState;
}

/** Returns the objects as of an instant. The cache serves other pages and sort orders of the same request. */
export function pastOf<Kind extends ListKind>(
  { db, metricStore, live }: Sources,
  question: Question<Kind>,
): Promise<Past> {
  const cache = caches.get(live) ?? new Map<string, Promise<Past>>();
  caches.set(live, cache);
  const key = keyOf(question);
  const known = cache.get(key);
  if (known) return known;
  const past = reads.run(() => readPast(db, metricStore, question));
  cache.set(key, past);
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_KEPT) break;
    cache.delete(oldest);
  }
  const forget = () => {
    if (cache.get(key) === past) cache.delete(key);
  };
  // An entry may hold tens of thousands of objects, so it is dropped soon.
  setTimeout(forget, KEEP_MS).unref();
  past.catch(forget);
  return past;
}

function keyOf({ kind, hostIds, atMs, filter }: Question): string {
  return JSON.stringify([kind, atMs, [...hostIds].sort((a, b) => a - b), filter ?? {}]);
}
