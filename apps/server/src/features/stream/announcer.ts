import { every } from '@gwanje/backend/lifecycle/every';
import { HostId } from '@gwanje/contract/definition/fields';
import type { ChangedKind, StreamEvent } from '@gwanje/kinds/calls/stream';
import type { Logger } from 'pino';
import type { LiveState } from '../../live/live-state.ts';
import type { StreamHub } from '../../platform/stream/hub.ts';

type ClusterStateEvent = Extract<StreamEvent, { type: 'clusterState' }>;

const CHANGES_EVERY_MS = 1000;
/** Counting a large cluster takes milliseconds, and its state changes every few minutes. */
const STATES_EVERY_MS = 5000;
/** A data age that differs by less is not sent: an event would follow every batch. */
const AGE_STEP_MS = 10_000;

interface AnnouncerDeps {
  readonly live: LiveState;
  readonly stream: StreamHub;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** Publishes the changes since the last run: changed kinds, and each cluster's state when it differs. */
export function startAnnouncer({ live, stream, logger, now }: AnnouncerDeps) {
  // A cluster that changes a thousand times a second causes one message, because the console only reloads.
  const changed = new Map<number, Set<ChangedKind>>();
  const sent = new Map<number, ClusterStateEvent>();
  const stack = new AsyncDisposableStack();
  stack.use(
    every(CHANGES_EVERY_MS, logger, 'announce changes', async () => {
      for (const [hostId, kinds] of changed)
        stream.publish({ type: 'inventoryChanged', hostId: HostId.parse(hostId), kinds: [...kinds] });
      changed.clear();
    }),
  );
  stack.use(
    every(STATES_EVERY_MS, logger, 'announce states', async () => {
      const hostIds = live.hostIds();
      for (const hostId of hostIds) {
        const pulse = live.clusterPulse(hostId, now().getTime());
        if (!pulse) continue;
        const event: ClusterStateEvent = { type: 'clusterState', hostId: HostId.parse(hostId), ...pulse };
        if (isSame(sent.get(hostId), event)) continue;
        sent.set(hostId, event);
        stream.publish(event);
      }
      for (const hostId of sent.keys()) if (!hostIds.has(hostId)) sent.delete(hostId);
    }),
  );
  return {
    note(hostId: number, kinds: Iterable<ChangedKind>) {
      const noted = changed.get(hostId) ?? new Set();
      for (const kind of kinds) noted.add(kind);
      if (noted.size > 0) changed.set(hostId, noted);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function isSame(sent: ClusterStateEvent | undefined, now: ClusterStateEvent): boolean {
  return (
    sent?.monResult === now.monResult &&
    sent.isStale === now.isStale &&
    sent.isApiReachable === now.isApiReachable &&
    (sent.inventoryStoppedAt === null) === (now.inventoryStoppedAt === null) &&
    Math.abs(timeOf(now) - timeOf(sent)) < AGE_STEP_MS
  );
}

function timeOf({ dataAt }: ClusterStateEvent): number {
  return dataAt === null ? 0 : Date.parse(dataAt);
}
