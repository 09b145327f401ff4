import type { EventRecord } from '@gwanje/kinds/batch';
import type { Sink } from '../kubernetes/follow.ts';
import { normaliseEvent } from './event.ts';

const MOST_KNOWN = 50_000;

export interface EventsOptions {
  readonly out: (event: EventRecord) => void;
  /** Called after each page of a listing. Resolves when there is room for more. */
  readonly onPage: () => Promise<void>;
  readonly onUnreadable: (error: unknown) => void;
  readonly onReport: (error: unknown) => void;
}

/**
 * Sends an event once for each new count. A new listing repeats no event. Deleted events are not reported:
 * the API server expires them.
 */
export function eventSink(options: EventsOptions): Sink {
  const known = new Map<string, string>();
  function tell(object: unknown): void {
    try {
      const event = normaliseEvent(object);
      if (!event) return;
      const state = `${event.count} ${event.lastAt}`;
      if (known.get(event.uid) === state) return;
      // Removes the oldest key first: a map keeps insertion order.
      known.delete(event.uid);
      known.set(event.uid, state);
      if (known.size > MOST_KNOWN) for (const uid of known.keys()) if (known.delete(uid)) break;
      options.out(event);
    } catch (error) {
      options.onUnreadable(error);
    }
  }
  return {
    beginListing: () => {},
    page: async (items) => {
      for (const item of items) tell(item);
      await options.onPage();
    },
    endListing: async () => {},
    upsert: tell,
    remove: () => {},
    report: options.onReport,
  };
}
