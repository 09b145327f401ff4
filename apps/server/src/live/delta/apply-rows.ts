import type { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type { LiveState } from '../live-state.ts';
import type { LiveRows } from './live-delta.ts';

/** The live state applies this many rows before it yields to other requests. */
const ROWS_PER_STEP = 500;

export async function applyRows(
  { scope, tsMs, ids, columns }: LiveRows,
  live: LiveState,
  eventLoop: EventLoopYield,
): Promise<void> {
  const entries = Object.entries(columns);
  for (let from = 0; from < ids.length; from += ROWS_PER_STEP) {
    await eventLoop.yieldIfDue();
    const to = from + ROWS_PER_STEP;
    const step = Object.fromEntries(entries.map(([name, values]) => [name, values.subarray(from, to)]));
    live.applySamples(scope, ids.subarray(from, to), tsMs, step);
  }
}
