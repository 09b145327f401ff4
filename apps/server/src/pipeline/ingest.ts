import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Db } from '@gwanje/backend/database/schema';
import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import { AppError } from '@gwanje/contract/definition/errors';
import type { ChangedKind } from '@gwanje/kinds/calls/stream';
import { MetricStoreError } from '@gwanje/metric-store/interface';
import type { IngestLimits } from '../config.ts';
import type { LiveState } from '../live/live-state.ts';
import { type AppliedBatch, applyBatch } from './apply/apply-batch.ts';
import { ackOf, answerOf, busy, type QueuedBatch } from './batch-intake.ts';
import type { IdBlocks } from './identify/id-block-repository.ts';
import { prepareIds } from './identify/prepare-ids.ts';
import { validateBatch } from './identify/validate-batch.ts';
import { type ManifestChecks, NO_CHECKS } from './persist/manifest-checks.ts';
import type { GroupPersister } from './persist/persist-group.ts';
import type { ReceivedBatch } from './receive/received-batch.ts';
import { moving, reasonOf, refusal } from './receive/refusal.ts';
import type { Clusters } from './state/clusters.ts';
import type { IngestObserver } from './state/ingest-observer.ts';

/** What the stages work with. */
export interface Stages {
  readonly db: Db;
  readonly live: LiveState;
  readonly limits: IngestLimits;
  readonly clusters: Clusters;
  readonly ids: IdBlocks;
  readonly persister: GroupPersister;
  readonly manifestChecks: ManifestChecks;
  readonly observer: IngestObserver;
  /** Called after a commit with the kinds of objects that changed. */
  readonly onChanged?: ((hostId: number, kinds: ReadonlySet<ChangedKind>) => void) | undefined;
}

type Acks = ReadonlyMap<ReceivedBatch, QueuedBatch['ack']>;

/** The pipeline runs this long before it yields to other requests. */
const MAX_BUSY_MS = 1;

/**
 * The stages of a batch from the agent to the stores:
 * - receive: `receive/ingest-route.ts` authorises and decodes the request, `batch-intake.ts` puts the batch into a queue.
 *   Batches that arrive while one group is stored make up the next group.
 * - identify: new objects get ids, and samples and events find their objects.
 * - apply: the batch changes the live state.
 * - persist: the metric store stores the samples, then one transaction writes the rest and the sequence
 *   number of the agent. The acknowledgement follows the transaction: an agent that gets none resends the
 *   batch.
 *
 * Every batch of the group gets an answer, also after an error.
 */
export async function ingestGroup(group: readonly QueuedBatch[], stages: Stages): Promise<void> {
  const { db, clusters, ids, persister, observer, onChanged } = stages;
  const acks: Acks = new Map(group.map(({ received, ack }) => [received, ack]));
  try {
    const batches = group
      .map(({ received }) => received)
      .filter((batch) => !answerIfKnown(batch, acks, stages));
    await prepareIds(batches, clusters, ids, db, observer);
    const applied = await applyGroup(batches, acks, stages);
    const { stored, failed } = await persister.persist(applied);
    for (const { batch, error } of failed) refuse(batch.received, error, acks, stages);
    for (const batch of stored) {
      onChanged?.(batch.cluster.hostId, batch.changedKinds);
      void acknowledge(batch, acks, stages);
    }
  } catch (error) {
    for (const ack of acks.values()) ack.reject(toBusy(error));
  }
}

/** A batch may have been stored while a second copy of it waited in the queue. */
function answerIfKnown(received: ReceivedBatch, acks: Acks, stages: Stages): boolean {
  const answer = answerOf(received, stages.clusters);
  if (answer instanceof AppError) refuse(received, answer, acks, stages);
  else if (answer) acks.get(received)?.resolve(answer);
  return answer !== undefined;
}

/**
 * Validates each batch against the limits that the earlier batches have left, then identifies and applies
 * it.
 */
async function applyGroup(
  batches: readonly ReceivedBatch[],
  acks: Acks,
  stages: Stages,
): Promise<AppliedBatch[]> {
  const { live, limits, ids, clusters, observer } = stages;
  const eventLoop = new EventLoopYield(MAX_BUSY_MS);
  const context = { live, limits, ids, unmonitored: clusters.unmonitored, eventLoop };
  const applied: AppliedBatch[] = [];
  for (const received of batches) {
    await eventLoop.yieldIfDue();
    const cluster = clusters.get(received.hostId);
    const refused = cluster ? validateBatch(received, cluster, limits) : absence(received, clusters);
    if (refused) refuse(received, refused, acks, stages);
    if (refused || !cluster) continue;
    try {
      applied.push(await applyBatch(received, cluster, context));
      const { agent, unknown } = received.batch;
      if (unknown) observer.unknownLeftOut(cluster.hostId, agent.version, unknown);
      // The live state sorts new names now, so that the next request does not wait for it.
      if (received.batch.inventory) live.warm();
    } catch (error) {
      // An error of the server: the other batches of the group are still processed.
      observer.batchFailed(cluster.hostId, received.batch.agent.id, error);
      acks.get(received)?.reject(new AppError('unknown'));
    }
  }
  return applied;
}

/** The cluster was deleted or moved to another replica while the batch waited. */
function absence({ hostId }: ReceivedBatch, clusters: Clusters): AppError {
  return clusters.has(hostId) ? moving() : refusal('unknownToken');
}

function refuse(received: ReceivedBatch, error: AppError, acks: Acks, { observer }: Stages): void {
  const reason = reasonOf(error);
  if (reason) observer.batchRefused(received.hostId, received.batch.agent.id, reason);
  acks.get(received)?.reject(error);
}

/** The next group does not wait for the answer to checks of manifests. Without an answer the agent asks again. */
async function acknowledge(
  { received, agent, manifests }: AppliedBatch,
  acks: Acks,
  { manifestChecks }: Stages,
): Promise<void> {
  const { checks } = manifests;
  const answer = checks.length > 0 ? await manifestChecks.answer(checks).catch(() => NO_CHECKS) : NO_CHECKS;
  acks.get(received)?.resolve(ackOf(agent, answer));
}

/** A store that is down, full or slow recovers, so the agent gets `busy` and tries again. */
function toBusy(error: unknown): unknown {
  return isUnavailable(error) || error instanceof MetricStoreError ? busy() : error;
}
