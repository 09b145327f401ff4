import type { EventRecord } from '@gwanje/kinds/batch';
import type { Sink } from '../kubernetes/follow.ts';
import { normaliseEvent } from './event.ts';

const MAX_KNOWN_EVENTS = 50_000;

export interface EventsOptions {
  readonly out: (event: EventRecord) => void;
  /** Called after each part of a listing. Resolves when there is room for more. */
  readonly onPage: () => Promise<void>;
  readonly onUnreadable: (error: unknown) => void;
  readonly onRequestDone: (error: unknown) => void;
}

/**
 * Sends an event when it is new or its count or last time has changed. A new listing repeats no event that is among the
 * last 50,000. Deleted events are not reported: the API server expires them.
 */
export function eventSink(options: EventsOptions): Sink {
  const known = new Map<string, string>();
  function sendIfChanged(object: unknown): void {
    const event = read(object);
    if (!event) return;
    const state = `${event.count} ${event.lastAt}`;
    if (known.get(event.uid) === state) return;
    // Moves the uid to the end: the map is in the order of the last change.
    known.delete(event.uid);
    known.set(event.uid, state);
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN_EVENTS && oldest !== undefined) known.delete(oldest);
    options.out(event);
  }
  function read(object: unknown): EventRecord | null {
    try {
      return normaliseEvent(object);
    } catch (error) {
      options.onUnreadable(error);
      return null;
    }
  }
  return {
    beginListing: () => {},
    listed: async (items) => {
      for (const item of items) sendIfChanged(item);
      await options.onPage();
    },
    endListing: async () => {},
    upsert: sendIfChanged,
    remove: () => {},
    report: options.onRequestDone,
  };
}
