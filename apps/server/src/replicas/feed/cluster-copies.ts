import { readObjects } from '../../live/copies/read-objects.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { CopiedDelta } from '../../pipeline/owned-clusters.ts';
import type { AlarmCounts, ClusterMessage } from './feed-format.ts';
import { FeedFormatError } from './feed-frames.ts';

type HostAlarmCounts = AlarmCounts & { readonly hostId: number };

/** Where the copies go. */
export interface CopyTarget {
  readonly live: Pick<
    LiveState,
    'hasCluster' | 'importSamples' | 'importCluster' | 'setRestarts' | 'setForecasts' | 'setDaysUntilFull'
  >;
  /** Applies changes to the live state. Adds the cluster to it if the database has it. */
  readonly copy: (changes: CopiedDelta) => Promise<void>;
  readonly alarmCounts: {
    apply(counts: HostAlarmCounts): void;
    /** Replaces all counts of the cluster. */
    applySnapshot(counts: HostAlarmCounts): void;
    objectsAdded(hostId: number): void;
    forget(hostId: number): void;
  };
}

export interface CopyEvents {
  /** A snapshot of the cluster has arrived. */
  onCopied(hostId: number, from: string): void;
  /** The replica has to send snapshots again. */
  onSnapshotNeeded(from: string): void;
}

interface Copy {
  readonly epoch: number;
  /** The replica that sends it; null: this replica owns the cluster. */
  readonly from: string | null;
  /** Number of the last message; null: the next one has to be a snapshot. */
  feedNo: number | null;
  /** The commit that the live state has; null: it may have later changes too, or only some. */
  commitNo: number | null;
  /** Whether the live state has only committed changes. A snapshot may have others, until the owner reports a commit. */
  isCommitted: boolean;
  isCopied: boolean;
  receivedMs: number;
  /** The end of the snapshot has not arrived. */
  isArriving: boolean;
}

const NO_CHANGES = { objects: [], unread: [], samples: [], contacts: [] };

/**
 * The copies of clusters that other replicas own. A message of an earlier owner, which may have been paused and
 * does not know of the later one, changes nothing.
 */
export class ClusterCopies {
  readonly #target: CopyTarget;
  readonly #events: CopyEvents;
  readonly #copies = new Map<number, Copy>();
  /** Messages in work, by cluster: those of two owners never mix. */
  readonly #working = new Map<number, Promise<void>>();
  readonly #waiters = new Set<() => void>();

  constructor(target: CopyTarget, events: CopyEvents) {
    this.#target = target;
    this.#events = events;
  }

  /** What a new connection has to start from. */
  positions(): [hostId: number, epoch: number, feedNo: number][] {
    const positions: [number, number, number][] = [];
    for (const [hostId, { epoch, feedNo, isArriving }] of this.#copies)
      if (feedNo !== null && !isArriving) positions.push([hostId, epoch, feedNo]);
    return positions;
  }

  /** Whether the live state has all objects of the cluster, its own or copied at any time. */
  isCopied(hostId: number): boolean {
    return this.#copies.get(hostId)?.isCopied ?? false;
  }

  /** The commit that the copy is of. Null: the live state has no copy. `commitNo` null: of no commit exactly. */
  copyOf(hostId: number): { readonly commitNo: number | null; readonly receivedMs: number } | null {
    const copy = this.#copies.get(hostId);
    return copy?.isCopied ? { commitNo: copy.commitNo, receivedMs: copy.receivedMs } : null;
  }

  /** Waits until the copy has a commit that its owner has announced, for a short time. */
  async waitForCommit(hostId: number, commitNo: number, withinMs: number): Promise<boolean> {
    const hasIt = () => (this.#copies.get(hostId)?.commitNo ?? -1) >= commitNo;
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = () => {
      if (hasIt()) resolve();
    };
    const timer = setTimeout(resolve, withinMs);
    this.#waiters.add(check);
    check();
    await promise;
    clearTimeout(timer);
    this.#waiters.delete(check);
    return hasIt();
  }

  /** This replica owns the cluster from now on: messages of earlier owners are ignored. Returns its copy. */
  async own(hostId: number, epoch: number): Promise<ReturnType<ClusterCopies['copyOf']>> {
    return await this.#inOrder(hostId, async () => {
      const { isArriving = false, receivedMs = 0 } = this.#copies.get(hostId) ?? {};
      const copy = this.copyOf(hostId);
      this.#set(hostId, { epoch, from: null, isCopied: copy !== null, isArriving });
      this.#target.alarmCounts.forget(hostId);
      // The parts of a first snapshot may have objects that were never committed.
      return copy ?? (isArriving ? { commitNo: null, receivedMs } : null);
    });
  }

  /**
   * This replica has worked for the cluster and no longer owns it. `commitNo`: the commit that the live state has
   * exactly; null: it may have changes that were never committed.
   */
  release(hostId: number, commitNo: number | null): void {
    const copy = this.#copies.get(hostId);
    if (copy === undefined) return;
    copy.isCopied = true;
    if (copy.from === null) copy.commitNo = commitNo;
    else if (commitNo === null) {
      // The snapshot of the new owner arrived before those changes were made.
      Object.assign(copy, { commitNo, feedNo: null, isArriving: false, isCommitted: false });
      this.#events.onSnapshotNeeded(copy.from);
    }
  }

  /** The cluster was deleted. */
  forget(hostId: number): void {
    this.#copies.delete(hostId);
    this.#target.alarmCounts.forget(hostId);
  }

  /** Forgets the clusters of other replicas that users have deleted. */
  forgetDeleted(): void {
    for (const [hostId, { from }] of this.#copies)
      if (from !== null && !this.#target.live.hasCluster(hostId)) this.forget(hostId);
  }

  /** Applies a message of another replica. */
  receive(message: ClusterMessage, from: string): Promise<void> {
    return this.#inOrder(message.hostId, () => this.#apply(message, from));
  }

  async #apply(message: ClusterMessage, from: string): Promise<void> {
    const { hostId, epoch } = message;
    const known = this.#copies.get(hostId);
    if (known !== undefined && epoch < known.epoch) return;
    if (message.type === 'begin') {
      await this.#begin(message, from);
      return;
    }
    // The owner does not know yet that the cluster was deleted.
    if (!this.#target.live.hasCluster(hostId)) return;
    const copy = this.#expect(message, from);
    copy.receivedMs = performance.now();
    try {
      await this.#applyTo(copy, message, from);
    } catch (error) {
      // Part of the message was applied: only a snapshot helps.
      Object.assign(copy, { feedNo: null, commitNo: null, isCommitted: false });
      throw error;
    }
  }

  async #applyTo(
    copy: Copy,
    message: Exclude<ClusterMessage, { type: 'begin' }>,
    from: string,
  ): Promise<void> {
    const { hostId } = message;
    const { live, alarmCounts } = this.#target;
    switch (message.type) {
      case 'part':
        await this.#target.copy({ ...NO_CHANGES, hostId, ...(await readObjects(message.objects)) });
        for (const rows of message.latest) live.importSamples(rows);
        break;
      case 'end':
        live.importCluster(hostId, message.cluster);
        alarmCounts.applySnapshot({ hostId, ...message.alarms });
        live.setForecasts(hostId, message.forecasts);
        copy.isArriving = false;
        copy.isCopied = true;
        this.#events.onCopied(hostId, from);
        break;
      case 'delta':
        await this.#target.copy({ ...message, ...(await readObjects(message.objects)) });
        live.setRestarts(hostId, message.restarts);
        alarmCounts.objectsAdded(hostId);
        if (copy.isCommitted) this.#setCommit(copy, message.commitNo);
        break;
      case 'committed':
        // A report about the snapshot of another follower may arrive within this one.
        if (copy.isArriving) break;
        copy.isCommitted = true;
        this.#setCommit(copy, message.commitNo);
        break;
      case 'alarms':
        alarmCounts.apply({ hostId, ...message.alarms });
        break;
      case 'forecasts':
        for (const { pvcId, days } of message.forecasts) live.setDaysUntilFull(pvcId, days);
    }
  }

  /** The cluster is in the live state after this, unless a user has deleted it. */
  async #begin(
    { hostId, epoch, feedNo, ids }: Extract<ClusterMessage, { type: 'begin' }>,
    from: string,
  ): Promise<void> {
    this.#set(hostId, { epoch, from, isCopied: this.isCopied(hostId) });
    await this.#target.copy({ ...NO_CHANGES, hostId, existingIds: new Set(ids) });
    this.#set(hostId, { epoch, from, isCopied: this.isCopied(hostId), feedNo, isArriving: true });
  }

  /** The copy that the message continues. */
  #expect(message: Exclude<ClusterMessage, { type: 'begin' }>, from: string): Copy {
    const { hostId, epoch } = message;
    const copy = this.#copies.get(hostId);
    if (copy === undefined || copy.epoch !== epoch || copy.from !== from || copy.feedNo === null)
      throw new FeedFormatError(`a change of cluster ${hostId} arrived before its snapshot`);
    if (!('feedNo' in message)) {
      if (!copy.isArriving)
        throw new FeedFormatError(`a part of cluster ${hostId} arrived without a beginning`);
      return copy;
    }
    if (message.feedNo !== copy.feedNo + 1) {
      const { feedNo } = copy;
      copy.feedNo = null;
      throw new FeedFormatError(`message ${message.feedNo} of cluster ${hostId} arrived after ${feedNo}`);
    }
    copy.feedNo = message.feedNo;
    return copy;
  }

  #setCommit(copy: Copy, commitNo: number | null): void {
    copy.commitNo = commitNo;
    for (const check of this.#waiters) check();
  }

  #set(hostId: number, copy: Pick<Copy, 'epoch' | 'from' | 'isCopied'> & Partial<Copy>): void {
    const unknown = { feedNo: null, commitNo: null, isCommitted: false, isArriving: false };
    this.#copies.set(hostId, { ...unknown, receivedMs: performance.now(), ...copy });
  }

  async #inOrder<Result>(hostId: number, work: () => Promise<Result>): Promise<Result> {
    const before = this.#working.get(hostId);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#working.set(hostId, promise);
    await before;
    try {
      return await work();
    } finally {
      if (this.#working.get(hostId) === promise) this.#working.delete(hostId);
      resolve();
    }
  }
}
