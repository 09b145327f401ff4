import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { SharedRequestCounts } from '@gwanje/backend/http/shared-request-counts';
import type { Logger } from 'pino';
import type { LiveState } from '../../live/live-state.ts';
import type { CommittedDelta } from '../../pipeline/committed-delta.ts';
import type { ClusterEvent, StreamHub } from '../../platform/stream/hub.ts';
import { deltaMessages } from './feed-delta.ts';
import {
  type AlarmCounts,
  encodeMessage,
  FEED_FORMAT,
  type FeedMessage,
  type FeedRequest,
  type Forecasts,
  HEARTBEAT_MS,
  parseRequest,
  type Unnumbered,
} from './feed-format.ts';
import { snapshotIds, snapshotMessages } from './feed-snapshot.ts';
import { type NumberedSeries, RecentMessages } from './recent-messages.ts';

/** A follower that is this far behind is dropped. It connects again and gets snapshots. */
const MAX_QUEUED_BYTES = 32 * 1024 * 1024;
/** A follower that connects again within this time gets what it missed: a network that fails for seconds is usual. */
const RECENT_MS = 30_000;
/** After a failure the owner tries again to find out its last commit. */
const REPORT_AGAIN_MS = 1000;
/** A follower that reads nothing for this many heartbeats is dropped. */
const MAX_STUCK_HEARTBEATS = 10;

export interface FeedSenderDeps {
  readonly replicaId: string;
  readonly live: LiveState;
  readonly stream: StreamHub;
  /** All alarm counts of a cluster. */
  readonly alarmCountsOf: (hostId: number) => AlarmCounts;
  /** All forecasts of a cluster's claims. */
  readonly forecastsOf: (hostId: number) => Forecasts;
  /** Calls `report` when the live state has no change of the cluster that is not committed. */
  readonly whenCommitted: (hostId: number, report: (commitNo: number) => void) => Promise<void>;
  readonly requestCounts?: SharedRequestCounts | undefined;
  readonly logger: Logger;
  readonly nowMs?: () => number;
  readonly maxQueuedBytes?: number;
  readonly recentMs?: number;
  readonly heartbeatMs?: number;
  readonly objectsPerPart?: number;
  readonly objectsPerDelta?: number;
}

interface OwnedCluster extends NumberedSeries {
  readonly hostId: number;
  readonly epoch: number;
}

interface Follower {
  readonly replicaId: string;
  readonly response: ServerResponse;
  /** Clusters whose numbered messages it gets. */
  readonly followed: Set<number>;
  /** Clusters whose snapshot it has to get. */
  readonly waiting: Set<number>;
  isSendingSnapshots: boolean;
  /** It has got every cluster once. */
  isSynced: boolean;
  stuckHeartbeats: number;
}

/**
 * Sends the clusters that this replica owns to its followers: to each follower snapshots of the clusters that it
 * lacks, then the changes of all. It never waits for a follower. All messages have one order: a large delta is encoded in
 * parts, with a pause after each, and later messages wait for it.
 */
export class FeedSender implements Disposable {
  readonly #deps: FeedSenderDeps;
  readonly #owned = new Map<number, OwnedCluster>();
  readonly #followers = new Set<Follower>();
  readonly #recent: RecentMessages;
  readonly #events: NumberedSeries;
  /** What has to be done after the message that is being encoded, in this order. */
  readonly #steps: (() => void)[] = [];
  #isSending = false;
  /** The highest number of any cluster. */
  #highestNo = 0;
  #followedMs = Number.NEGATIVE_INFINITY;
  readonly #stack = new DisposableStack();
  readonly #stats = { sentBytes: 0, sentMessages: 0, sentSnapshots: 0, droppedFollowers: 0 };

  constructor(deps: FeedSenderDeps) {
    this.#deps = deps;
    const { maxQueuedBytes = MAX_QUEUED_BYTES, recentMs = RECENT_MS } = deps;
    // Half of what may wait for a follower: it can get all of this at once.
    this.#recent = new RecentMessages(maxQueuedBytes / 2, recentMs);
    this.#events = { lastNo: deps.stream.lastSeq };
    const timer = setInterval(() => this.#beat(), deps.heartbeatMs ?? HEARTBEAT_MS);
    timer.unref();
    this.#stack.defer(() => clearInterval(timer));
    this.#stack.use(deps.stream.onPublish((seq, event) => this.#publishEvent(seq, event)));
    this.#stack.defer(() => {
      for (const { response } of this.#followers) response.destroy();
    });
  }

  /** Bytes count once for each follower, messages once for all. */
  get stats() {
    return { ...this.#stats, followers: this.#followers.size };
  }

  /** This replica owns the cluster from now on. Call it when the live state has the cluster. */
  own(hostId: number, epoch: number): void {
    this.#inOrder(() => {
      // A handover that failed is followed by the same epoch: no number of it is used twice.
      this.#highestNo += 1;
      this.#owned.set(hostId, { hostId, epoch, lastNo: this.#highestNo });
      for (const follower of this.#followers) {
        follower.followed.delete(hostId);
        follower.waiting.add(hostId);
        void this.#sendSnapshots(follower);
      }
    });
  }

  /** Another replica owns the cluster, or it was deleted. */
  release(hostId: number): void {
    this.#inOrder(() => {
      this.#owned.delete(hostId);
      for (const { followed, waiting } of this.#followers) {
        followed.delete(hostId);
        waiting.delete(hostId);
      }
    });
  }

  /** Sends the changes of a commit. Reads them before it returns. */
  sendDelta(delta: CommittedDelta): void {
    const steps = this.#messagesOf(delta).map((message) => () => this.#sendNumbered(delta.hostId, message));
    this.#inOrder(...steps);
  }

  sendAlarmCounts({ hostId, ...alarms }: AlarmCounts & { readonly hostId: number }): void {
    this.#inOrder(() => this.#sendNumbered(hostId, { type: 'alarms', hostId, alarms }));
  }

  sendForecasts({ hostId, claims }: { readonly hostId: number; readonly claims: Forecasts }): void {
    this.#inOrder(() => this.#sendNumbered(hostId, { type: 'forecasts', hostId, forecasts: claims }));
  }

  /** Answers the request of a follower with the feed. The answer has no end. */
  serve(body: Uint8Array, response: ServerResponse): void {
    const request = parseRequest(body);
    if (request === undefined) refuse(response, 400, 'this is no request of a follower');
    else if (!request.formats.includes(FEED_FORMAT))
      refuse(response, 409, `this version writes format ${FEED_FORMAT} of the feed, not ${request.formats}`);
    else this.#addFollower(request, response);
  }

  [Symbol.dispose](): void {
    this.#stack.dispose();
  }

  /** Null: a number without a message. A follower that misses it asks for a snapshot. */
  #messagesOf(delta: CommittedDelta): readonly (Unnumbered | null)[] {
    if (!this.#isFollowed) return [null];
    const { live, objectsPerDelta, logger } = this.#deps;
    try {
      return deltaMessages(delta, live, objectsPerDelta);
    } catch (err) {
      logger.error(
        { err, hostId: delta.hostId },
        'the changes of a commit could not be read for other replicas',
      );
      return [null];
    }
  }

  /** Runs the steps after those that wait. The first one runs before this returns if none waits. */
  #inOrder(...steps: (() => void)[]): void {
    this.#steps.push(...steps);
    if (!this.#isSending) void this.#runSteps();
  }

  async #runSteps(): Promise<void> {
    this.#isSending = true;
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      try {
        step();
      } catch (err) {
        // The number of the message is missing, so that followers ask for a snapshot.
        this.#deps.logger.error({ err }, 'a message to other replicas could not be sent');
      }
      if (this.#steps.length > 0) await setImmediate();
    }
    this.#isSending = false;
  }

  /** Whether a follower is connected, or may connect again and continue. */
  get #isFollowed(): boolean {
    const { recentMs = RECENT_MS } = this.#deps;
    return this.#followers.size > 0 || performance.now() - this.#followedMs < recentMs;
  }

  #addFollower({ replicaId, clusters, events }: FeedRequest, response: ServerResponse): void {
    // The follower has given up its earlier connection.
    for (const other of this.#followers) if (other.replicaId === replicaId) other.response.destroy();
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    const { stream } = this.#deps;
    const follower: Follower = {
      replicaId,
      response,
      followed: new Set(),
      waiting: new Set(),
      isSendingSnapshots: false,
      isSynced: false,
      stuckHeartbeats: 0,
    };
    this.#followers.add(follower);
    response.on('close', () => {
      this.#followers.delete(follower);
      this.#followedMs = performance.now();
    });
    response.on('error', (err) => this.#deps.logger.debug({ err, replicaId }, 'feed connection failed'));
    response.on('drain', () => {
      follower.stuckHeartbeats = 0;
    });
    const positions = [...stream.positions];
    const greeting = { type: 'greeting', format: FEED_FORMAT, replicaId: this.#deps.replicaId } as const;
    this.#write(follower, encodeMessage({ ...greeting, origin: stream.origin, positions }));
    const copies = new Map(clusters.map(([hostId, epoch, feedNo]) => [hostId, { epoch, feedNo }]));
    this.#sendMissed(follower, copies, new Map(events).get(stream.origin));
    void this.#sendSnapshots(follower);
  }

  /** Sends what was sent since the follower was connected. It needs snapshots of the clusters for which this is too long ago. */
  #sendMissed(
    follower: Follower,
    copies: ReadonlyMap<number, { readonly epoch: number; readonly feedNo: number }>,
    eventSeq = 0,
  ): void {
    const missedOf = this.#recent.reader();
    for (const [hostId, cluster] of this.#owned) {
      const copy = copies.get(hostId);
      const missed = copy?.epoch === cluster.epoch ? missedOf(cluster, copy.feedNo) : null;
      for (const message of missed ?? []) this.#write(follower, message);
      (missed ? follower.followed : follower.waiting).add(hostId);
    }
    // The events are about the clusters, so they come after them.
    if (follower.waiting.size > 0) return;
    for (const message of missedOf(this.#events, eventSeq) ?? []) this.#write(follower, message);
  }

  async #sendSnapshots(follower: Follower): Promise<void> {
    if (follower.isSendingSnapshots) return;
    follower.isSendingSnapshots = true;
    try {
      for (const hostId of follower.waiting) {
        follower.waiting.delete(hostId);
        await this.#sendSnapshot(follower, hostId);
      }
      follower.isSendingSnapshots = false;
    } catch (err) {
      const { replicaId, response } = follower;
      this.#deps.logger.error({ err, replicaId }, 'a snapshot could not be sent');
      response.destroy();
    }
    if (!follower.isSynced) {
      follower.isSynced = true;
      this.#write(follower, this.#heartbeatOf(follower));
    }
  }

  /** Sends the parts one after another as the follower reads them. Changes of the cluster go out between them. */
  async #sendSnapshot(follower: Follower, hostId: number): Promise<void> {
    const { response } = follower;
    await this.#allSent();
    const cluster = this.#owned.get(hostId);
    if (cluster === undefined) return;
    const { epoch, lastNo: feedNo } = cluster;
    follower.followed.add(hostId);
    const ids = snapshotIds(this.#deps, hostId);
    this.#write(follower, encodeMessage({ type: 'begin', hostId, epoch, feedNo, ids }));
    for (const message of snapshotMessages(this.#deps, hostId, epoch)) {
      this.#write(follower, encodeMessage(message));
      await drained(response);
      await setImmediate();
      await this.#allSent();
      if (response.destroyed || this.#owned.get(hostId) !== cluster) return;
    }
    this.#stats.sentSnapshots += 1;
    void this.#reportCommit(cluster);
  }

  /** Waits while a large delta is being encoded: the follower must not get it after a later state. */
  async #allSent(): Promise<void> {
    while (this.#isSending) await setImmediate();
  }

  /** A snapshot may have changes that are not committed yet, so a copy of it is complete only after this. */
  async #reportCommit(cluster: OwnedCluster): Promise<void> {
    const { whenCommitted, logger } = this.#deps;
    const { hostId } = cluster;
    const isOwned = () => this.#owned.get(hostId) === cluster && !this.#stack.disposed;
    const report = (commitNo: number) => {
      if (isOwned()) this.#inOrder(() => this.#sendNumbered(hostId, { type: 'committed', hostId, commitNo }));
    };
    while (isOwned()) {
      try {
        await whenCommitted(hostId, report);
        return;
      } catch (err) {
        logger.debug({ err, hostId }, 'the last commit of a cluster is not known');
        await setTimeout(REPORT_AGAIN_MS, undefined, { ref: false });
      }
    }
  }

  #sendNumbered(hostId: number, message: Unnumbered | null): void {
    const cluster = this.#owned.get(hostId);
    if (cluster === undefined) return;
    cluster.lastNo += 1;
    this.#highestNo = Math.max(this.#highestNo, cluster.lastNo);
    if (message === null || !this.#isFollowed) return;
    const { epoch, lastNo: feedNo } = cluster;
    const bytes = encodeMessage({ ...message, epoch, feedNo });
    this.#recent.add(cluster, bytes);
    for (const follower of this.#followers) if (follower.followed.has(hostId)) this.#write(follower, bytes);
    this.#stats.sentMessages += 1;
  }

  /** A follower gets events when it has the clusters that they are about. The heartbeat then says what it missed. */
  #publishEvent(seq: number, event: ClusterEvent): void {
    this.#inOrder(() => {
      this.#events.lastNo = seq;
      if (!this.#isFollowed) return;
      const bytes = encodeMessage({ type: 'event', seq, event });
      this.#recent.add(this.#events, bytes);
      for (const follower of this.#followers) if (follower.isSynced) this.#write(follower, bytes);
    });
  }

  #sendToSynced(message: FeedMessage): void {
    const followers = [...this.#followers].filter(({ isSynced }) => isSynced);
    if (followers.length === 0) return;
    const bytes = encodeMessage(message);
    for (const follower of followers) this.#write(follower, bytes);
  }

  #beat(): void {
    this.#recent.trim();
    const counts = this.#deps.requestCounts?.report();
    if (counts) this.#sendToSynced({ type: 'requests', ...counts });
    for (const follower of this.#followers) {
      if (follower.response.writableNeedDrain) follower.stuckHeartbeats += 1;
      if (follower.stuckHeartbeats > MAX_STUCK_HEARTBEATS) this.#drop(follower);
      else this.#write(follower, this.#heartbeatOf(follower));
    }
  }

  #heartbeatOf({ response, isSynced }: Follower): Buffer {
    const { nowMs = Date.now } = this.#deps;
    return encodeMessage({
      type: 'heartbeat',
      sentMs: performance.now(),
      clockMs: nowMs(),
      queuedBytes: response.writableLength,
      eventSeq: isSynced ? this.#events.lastNo : null,
    });
  }

  #write(follower: Follower, message: Buffer): void {
    const { response } = follower;
    if (response.destroyed) return;
    const { maxQueuedBytes = MAX_QUEUED_BYTES } = this.#deps;
    if (response.writableLength > maxQueuedBytes) this.#drop(follower);
    else {
      response.write(message);
      this.#stats.sentBytes += message.length;
    }
  }

  #drop({ replicaId, response }: Follower): void {
    this.#stats.droppedFollowers += 1;
    const queuedBytes = response.writableLength;
    this.#deps.logger.warn(
      { replicaId, queuedBytes },
      'a replica reads its feed too slowly and begins again',
    );
    response.destroy();
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(message);
}

function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed || !response.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
