import type { Database } from '@gwanje/backend/database/schema';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Kysely } from 'kysely';
import type { ListKind } from '../live/kinds.ts';
import type { LiveState } from '../live/live-state.ts';
import { type Past, type Question, readPast } from './as-of.ts';

const KEEP_MS = 30_000;
const MAX_KEPT = 4;

interface Kept {
  readonly past: Promise<Past>;
  readonly untilMs: number;
}

/** By the live state of the server that answers. */
const caches = new WeakMap<LiveState, Map<string, Kept>>();

interface Sources {
  readonly db: Kysely<Database>;
  readonly metricStore: MetricStore;
  readonly live: LiveState;
}

/** The past as of an instant. Who pages through it, or looks at it in several ways, does not make it anew each time. */
export function pastOf<Kind extends ListKind>(
  { db, metricStore, live }: Sources,
  question: Question<Kind>,
): Promise<Past> {
  const cache = caches.get(live) ?? new Map<string, Kept>();
  caches.set(live, cache);
  const nowMs = performance.now();
  for (const [key, { untilMs }] of cache) if (untilMs <= nowMs) cache.delete(key);
  const key = keyOf(question);
  const known = cache.get(key);
  if (known) return known.past;
  const past = readPast(db, metricStore, question);
  const kept = { past, untilMs: nowMs + KEEP_MS };
  cache.set(key, kept);
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_KEPT) break;
    cache.delete(oldest);
  }
  past.catch(() => {
    if (cache.get(key) === kept) cache.delete(key);
  });
  return past;
}

function keyOf({ kind, hostIds, atMs, filter }: Question): string {
  return JSON.stringify([kind, atMs, [...hostIds].sort((a, b) => a - b), filter ?? {}]);
}
