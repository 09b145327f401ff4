import type { AlarmService } from '../alarms/engine/alarm-service.ts';
import type { LiveState } from '../live/live-state.ts';
import type { IngestPipeline } from '../pipeline/ingest-pipeline.ts';
import type { ClusterCopies } from './feed/cluster-copies.ts';
import type { FeedSender } from './feed/feed-sender.ts';
import type { ClusterOwnership, ClusterWork } from './ownership/ownership.ts';

export interface ClusterParts {
  readonly live: Pick<LiveState, 'setAlarmsFailing'>;
  readonly ownership: Pick<ClusterOwnership, 'owns' | 'hostIds' | 'failingClusters'>;
  readonly pipeline: Pick<IngestPipeline, 'prepare' | 'own' | 'release' | 'drop' | 'objectCnt'>;
  readonly alarms: Pick<AlarmService, 'own' | 'release'>;
  readonly copies: Pick<
    ClusterCopies,
    'own' | 'release' | 'forget' | 'copyOf' | 'isCopied' | 'waitForCommit'
  >;
  readonly sender: Pick<FeedSender, 'own' | 'release'>;
  /** The live state of the cluster may have changed in any way. */
  readonly noteAnyChange: (hostId: number) => void;
}

/** The feed needs a few milliseconds. To read all states from the database takes a second or more on a busy machine. */
const LAST_COMMIT_WITHIN_MS = 2_000;
/** The copy has some commit, but it is not known which. */
const UNKNOWN_COMMIT = -1;

/** Begins and ends the work of pipeline, alarms and feed for a cluster, in the order in which they need each other. */
export function createClusterWork(parts: ClusterParts): ClusterWork {
  const { live, ownership, pipeline, alarms, copies, sender, noteAnyChange } = parts;
  const isInMemory = (hostId: number) => ownership.owns(hostId) || copies.isCopied(hostId);
  return {
    prepare: (hostId) => pipeline.prepare(hostId),
    async own(hostId, { epoch, commitNo, isGiven }) {
      // The last changes of an owner that handed the cluster over may still be under way.
      if (isGiven && copies.copyOf(hostId))
        await copies.waitForCommit(hostId, commitNo, LAST_COMMIT_WITHIN_MS);
      const copy = await copies.own(hostId, epoch);
      const copiedCommitNo = copy && (copy.commitNo ?? UNKNOWN_COMMIT);
      await pipeline.own(hostId, { commitNo, copiedCommitNo });
      await alarms.own(hostId);
      sender.own(hostId, epoch);
      // The pipeline has read the states: those who look at the cluster here see an earlier one.
      if (copiedCommitNo !== commitNo) noteAnyChange(hostId);
    },
    async release(hostId) {
      await alarms.release(hostId);
      const commitNo = await pipeline.release(hostId);
      sender.release(hostId);
      copies.release(hostId, commitNo);
    },
    async lose(hostId) {
      sender.release(hostId);
      await alarms.release(hostId);
      await pipeline.drop(hostId);
      copies.release(hostId, null);
      if (!ownership.hostIds().includes(hostId)) copies.forget(hostId);
    },
    objectCnt: (hostId) => pipeline.objectCnt(hostId),
    markFailing: (hostId, sinceMs) => live.setAlarmsFailing(hostId, sinceMs),
    isSynced: () => {
      const failing = ownership.failingClusters();
      return ownership.hostIds().every((hostId) => isInMemory(hostId) || failing.has(hostId));
    },
  };
}
