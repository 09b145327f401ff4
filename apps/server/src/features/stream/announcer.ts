import { every } from '@gwanje/backend/lifecycle/every';
import { HostId } from '@gwanje/contract/definition/ids';
import type { ChangedKind, StreamEvent } from '@gwanje/kinds/calls/stream';
import type { Logger } from 'pino';
import type { LiveState } from '../../live/live-state.ts';
import type { StreamHub } from '../../platform/stream/hub.ts';

type ClusterStateEvent = Extract<StreamEvent, { type: 'clusterState' }>;

/** Publishes the changes since the last run: changed kinds, and each cluster's state when it differs. */
class Announcer {
  readonly #live: LiveState;
  readonly #hub: StreamHub;
  readonly #notes = new ChangeNotes();
  readonly #sent = new Map<number, ClusterStateEvent>();

  constructor(live: LiveState, hub: StreamHub) {
    this.#live = live;
    this.#hub = hub;
  }

  note(hostId: number, kinds: Iterable<ChangedKind>): void {
    this.#notes.note(hostId, kinds);
  }

  announceChanges(): void {
    for (const event of this.#notes.take()) this.#hub.publish(event);
  }

  announceStates(nowMs: number): void {
    const hostIds = this.#live.hostIds();
    for (const hostId of hostIds) this.#announceState(hostId, nowMs);
    for (const hostId of this.#sent.keys()) if (!hostIds.has(hostId)) this.#sent.delete(hostId);
  }

  #announceState(hostId: number, nowMs: number): void {
    const pulse = this.#live.clusterPulse(hostId, nowMs);
    if (!pulse) return;
    const event: ClusterStateEvent = { type: 'clusterState', hostId: HostId.parse(hostId), ...pulse };
    const sent = this.#sent.get(hostId);
    if (sent && isSame(sent, event)) return;
    this.#sent.set(hostId, event);
    this.#hub.publish(event);
  }
}

const CHANGES_EVERY_MS = 1000;
/** Counting a large cluster takes milliseconds, and its state changes every few minutes. */
const STATES_EVERY_MS = 5000;

/** A data age that differs by less is not sent: an event would follow every batch. */
const AGE_STEP_MS = 10_000;

function isSame(sent: ClusterStateEvent, now: ClusterStateEvent): boolean {
  return (
    sent.monResult === now.monResult &&
    sent.isStale === now.isStale &&
    sent.isApiReachable === now.isApiReachable &&
    Math.abs(timeOf(now) - timeOf(sent)) < AGE_STEP_MS
  );
}

function timeOf({ dataAt }: ClusterStateEvent): number {
  return dataAt === null ? 0 : Date.parse(dataAt);
}

interface AnnouncerDeps {
  readonly live: LiveState;
  readonly stream: StreamHub;
  readonly logger: Logger;
  readonly now: () => Date;
}

export function startAnnouncer({ live, stream, logger, now }: AnnouncerDeps) {
  const announcer = new Announcer(live, stream);
  const stack = new AsyncDisposableStack();
  stack.use(every(CHANGES_EVERY_MS, logger, 'announce changes', async () => announcer.announceChanges()));
  stack.use(
    every(STATES_EVERY_MS, logger, 'announce states', async () => announcer.announceStates(now().getTime())),
  );
  return {
    note: (hostId: number, kinds: Iterable<ChangedKind>) => announcer.note(hostId, kinds),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/**
 * Collects the changes between two messages: a cluster that changes a thousand times a second causes one
 * message, because the console only reloads.
 */
class ChangeNotes {
  readonly #kinds = new Map<number, Set<ChangedKind>>();

  note(hostId: number, kinds: Iterable<ChangedKind>): void {
    const noted = this.#kinds.get(hostId) ?? new Set();
    for (const kind of kinds) noted.add(kind);
    if (noted.size > 0) this.#kinds.set(hostId, noted);
  }

  take(): Extract<StreamEvent, { type: 'inventoryChanged' }>[] {
    const events = [...this.#kinds].map(([hostId, kinds]) => ({
      type: 'inventoryChanged' as const,
      hostId: HostId.parse(hostId),
      kinds: [...kinds],
    }));
    this.#kinds.clear();
    return events;
  }
}
