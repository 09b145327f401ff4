import { every } from '@gwanje/backend/lifecycle/every';
import { HostId } from '@gwanje/contract/definition/fields';
import { type ChangedKind, changedKinds } from '@gwanje/kinds/calls/stream';
import type { Logger } from 'pino';
import type { LiveState } from '../../live/live-state.ts';
import type { ClusterPulse } from '../../live/views/cluster-answers.ts';
import type { Ownership } from '../../platform/ownership.ts';
import type { StreamHub } from '../../platform/stream/hub.ts';

const CHANGES_EVERY_MS = 1000;
/** Counting a large cluster takes milliseconds, and its state changes every few minutes. */
const STATES_EVERY_MS = 5000;
/** A data age that differs by less is not sent: an event would follow every batch. */
const AGE_STEP_MS = 10_000;

interface AnnouncerDeps {
  readonly live: Pick<LiveState, 'hostIds' | 'clusterPulse'>;
  readonly stream: Pick<StreamHub, 'publish'>;
  /** The owner of a cluster announces it. The other replicas get its events. */
  readonly ownership: Pick<Ownership, 'owns'>;
  readonly logger: Logger;
  readonly now: () => Date;
}

export type Announcer = ReturnType<typeof startAnnouncer>;

/** Publishes the changes since the last run: changed kinds, and each cluster's state when it differs. */
export function startAnnouncer({ live, stream, ownership, logger, now }: AnnouncerDeps) {
  // A cluster that changes a thousand times a second causes one message, because the console only reloads.
  const changed = new Map<number, Set<ChangedKind>>();
  const sent = new Map<number, ClusterPulse>();
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
      for (const hostId of hostIds) if (!ownership.owns(hostId)) hostIds.delete(hostId);
      for (const hostId of hostIds) {
        const pulse = live.clusterPulse(hostId, now().getTime());
        if (!pulse) continue;
        const before = sent.get(hostId);
        const isStateChanged = !hasSameState(before, pulse);
        if (!isStateChanged && Math.abs(timeOf(pulse) - timeOf(before)) < AGE_STEP_MS) continue;
        sent.set(hostId, pulse);
        const event = {
          type: 'clusterState',
          hostId: HostId.parse(hostId),
          ...pulse,
          isStateChanged,
        } as const;
        stream.publish(event);
      }
      for (const hostId of sent.keys()) if (!hostIds.has(hostId)) sent.delete(hostId);
    }),
  );
  function note(hostId: number, kinds: Iterable<ChangedKind>): void {
    const noted = changed.get(hostId) ?? new Set();
    for (const kind of kinds) noted.add(kind);
    if (noted.size > 0) changed.set(hostId, noted);
  }

  return {
    note,
    /** The live state of the cluster was read again, so that anything may have changed. */
    noteAnyChange: (hostId: number) => note(hostId, changedKinds),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function hasSameState(before: ClusterPulse | undefined, now: ClusterPulse): boolean {
  return (
    before?.monResult === now.monResult &&
    before.isStale === now.isStale &&
    before.isApiReachable === now.isApiReachable &&
    (before.inventoryStoppedAt === null) === (now.inventoryStoppedAt === null) &&
    (before.alarmsFailingSince === null) === (now.alarmsFailingSince === null) &&
    before.missingStatistics?.nodeCnt === now.missingStatistics?.nodeCnt
  );
}

function timeOf(pulse: ClusterPulse | undefined): number {
  return pulse?.dataAt == null ? 0 : Date.parse(pulse.dataAt);
}
