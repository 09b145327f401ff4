import type { Db } from '@gwanje/backend/database/schema';
import { stateKindOf } from '@gwanje/kinds/registry';
import { pino } from 'pino';
import { readObjects } from '../../live/copies/read-objects.ts';
import { LiveState } from '../../live/live-state.ts';
import { type CommittedDelta, exportKnown } from '../committed-delta.ts';
import { type IngestOptions, IngestPipeline } from '../ingest-pipeline.ts';
import type { KnownObject } from '../state/object-registry.ts';
import { type Lossy, losingAnswers } from './losing-answers.ts';
import { TestOwnership } from './test-ownership.ts';
import { NO_LIMITS, type TestMetrics } from './test-pipeline.ts';

/** A commit that no copy is of. */
const UNKNOWN = -1;

/** One of several replicas in this process. */
export class TestReplica implements AsyncDisposable {
  readonly ownership: TestOwnership;
  readonly live = new LiveState();
  readonly lossy: Lossy;
  /** The commit that the copy of each cluster is of. */
  readonly copied = new Map<number, number>();
  /** What this replica has committed and the others have not applied. */
  readonly sent: CommittedDelta[] = [];
  #pipeline: IngestPipeline | undefined;

  static async open(
    db: Db,
    replicaId: string,
    { clock, store }: TestMetrics,
    over: Partial<IngestOptions> = {},
  ): Promise<TestReplica> {
    const replica = new TestReplica(db, replicaId);
    replica.#pipeline = await IngestPipeline.open({
      db: replica.lossy.db,
      live: replica.live,
      metrics: store,
      logger: pino({ level: 'silent' }),
      now: clock.now,
      limits: NO_LIMITS,
      ownership: replica.ownership,
      onCommitted: (delta) => replica.sent.push({ ...delta, contacts: structuredClone(delta.contacts) }),
      ...over,
    });
    return replica;
  }

  private constructor(db: Db, replicaId: string) {
    this.ownership = new TestOwnership(db, replicaId);
    this.lossy = losingAnswers(db);
  }

  get pipeline(): IngestPipeline {
    if (!this.#pipeline) throw new Error('the replica is not open');
    return this.#pipeline;
  }

  /** Claims a cluster and begins the work for it. */
  async take(hostId: number): Promise<void> {
    const commitNo = await this.ownership.claim(hostId);
    await this.pipeline.own(hostId, { commitNo, copiedCommitNo: this.copied.get(hostId) ?? null });
  }

  async release(hostId: number): Promise<void> {
    this.copied.set(hostId, (await this.pipeline.release(hostId)) ?? UNKNOWN);
    this.ownership.forget(hostId);
  }

  /** Learns that another replica has taken the cluster. */
  async lose(hostId: number): Promise<void> {
    this.ownership.forget(hostId);
    await this.pipeline.drop(hostId);
    this.copied.set(hostId, UNKNOWN);
  }

  /** Applies a delta of the owner. Returns false when one before it is missing. */
  async follow({ commitNo, ...delta }: CommittedDelta): Promise<boolean> {
    if (this.copied.get(delta.hostId) !== commitNo - 1) return false;
    await this.pipeline.copy({ ...delta, ...(await readObjects(delta.objects)) });
    this.copied.set(delta.hostId, commitNo);
    return true;
  }

  async followSnapshot(hostId: number, owner: TestReplica): Promise<void> {
    const { commitNo, objects } = await owner.pipeline.betweenCommits(hostId, (cluster) => ({
      commitNo: cluster.commitNo,
      objects: [...cluster.objects].map((object) => exportKnown(object, stateText(owner.live, object))),
    }));
    const existingIds = new Set(objects.map(({ id }) => id));
    const read = await readObjects(objects);
    await this.pipeline.copy({ hostId, existingIds, ...read, samples: [], contacts: [] });
    this.copied.set(hostId, commitNo);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pipeline.close();
  }
}

function stateText(live: LiveState, { kind, id }: KnownObject): string | null {
  const stateKind = stateKindOf(kind);
  return stateKind && JSON.stringify(live.stateOf(stateKind, id));
}
