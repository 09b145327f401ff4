import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { SharedRequestCounts } from '@gwanje/backend/http/shared-request-counts';
import type { Logger } from 'pino';
import { exportAgent } from '../../live/copies/export-cluster.ts';
import type { ExportedObject } from '../../live/copies/export-objects.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { CommittedDelta, CommittedObject } from '../../pipeline/committed-delta.ts';
import { isPod } from '../../pipeline/state/object-registry.ts';
import type { ClusterEvent, StreamHub } from '../../platform/stream/hub.ts';
import {
  type AlarmCounts,
  encodeMessage,
  FEED_FORMAT,
  type FeedMessage,
  type FeedRequest,
  type Forecasts,
  HEARTBEAT_MS,
  type NumberedMessage,
  parseRequest,
} from './feed-format.ts';
import { snapshotMessages } from './feed-snapshot.ts';

/** A follower that is this far behind is dropped. It connects again and gets snapshots. */
const MAX_QUEUED_BYTES = 32 * 1024 * 1024;
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
  readonly heartbeatMs?: number;
}

interface OwnedCluster {
  readonly epoch: number;
  feedNo: number;
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

type WithoutNumber<Message> = Message extends NumberedMessage ? Omit<Message, 'epoch' | 'feedNo'> : never;

/**
 * Sends the clusters that this replica owns to its followers: to each follower snapshots of the clusters that it
 * lacks, then the changes of all. It never waits for a follower.
 */
export class FeedSender implements Disposable {
  readonly #deps: FeedSenderDeps;
  readonly #owned = new Map<number, OwnedCluster>();
  readonly #followers = new Set<Follower>();
  readonly #stack = new DisposableStack();
  readonly #stats = { sentBytes: 0, sentMessages: 0, sentSnapshots: 0, droppedFollowers: 0 };

  constructor(deps: FeedSenderDeps) {
    this.#deps = deps;
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
    this.#owned.set(hostId, { epoch, feedNo: 0 });
    for (const follower of this.#followers) {
      follower.followed.delete(hostId);
      follower.waiting.add(hostId);
      void this.#sendSnapshots(follower);
    }
  }

  /** Another replica owns the cluster, or it was deleted. */
  release(hostId: number): void {
    this.#owned.delete(hostId);
    for (const { followed, waiting } of this.#followers) {
      followed.delete(hostId);
      waiting.delete(hostId);
    }
  }

  /** Sends the changes of a commit. Reads them before it returns. */
  sendDelta({ hostId, commitNo, objects, samples, contacts }: CommittedDelta): void {
    this.#sendNumbered(hostId, () => ({
      type: 'delta',
      hostId,
      commitNo,
      objects: objects.map(exportCommitted),
      samples: samples.map(({ scope, tsMs, ids, columns }) => ({ scope, tsMs, ids, columns })),
      contacts: contacts.map(({ atMs, facts, agent }) => ({
        atMs,
        facts,
        agent: agent && exportAgent(agent),
      })),
      restarts: this.#deps.live.restartsOf(hostId),
    }));
  }

  sendAlarmCounts({ hostId, ...alarms }: AlarmCounts & { readonly hostId: number }): void {
    this.#sendNumbered(hostId, () => ({ type: 'alarms', hostId, alarms }));
  }

  sendForecasts({ hostId, claims }: { readonly hostId: number; readonly claims: Forecasts }): void {
    this.#sendNumbered(hostId, () => ({ type: 'forecasts', hostId, forecasts: claims }));
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

  #addFollower({ replicaId, clusters }: FeedRequest, response: ServerResponse): void {
    // The follower has given up its earlier connection.
    for (const other of this.#followers) if (other.replicaId === replicaId) other.response.destroy();
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    const copies = new Map(clusters.map(([hostId, epoch, feedNo]) => [hostId, { epoch, feedNo }]));
    const follower: Follower = {
      replicaId,
      response,
      followed: new Set(),
      waiting: new Set(),
      isSendingSnapshots: false,
      isSynced: false,
      stuckHeartbeats: 0,
    };
    for (const [hostId, { epoch, feedNo }] of this.#owned) {
      const copy = copies.get(hostId);
      const isComplete = copy?.epoch === epoch && copy.feedNo === feedNo;
      (isComplete ? follower.followed : follower.waiting).add(hostId);
    }
    this.#followers.add(follower);
    response.on('close', () => this.#followers.delete(follower));
    response.on('error', (err) => this.#deps.logger.debug({ err, replicaId }, 'feed connection failed'));
    response.on('drain', () => {
      follower.stuckHeartbeats = 0;
    });
    const { stream } = this.#deps;
    const positions = [...stream.positions];
    const greeting = { type: 'greeting', format: FEED_FORMAT, replicaId: this.#deps.replicaId } as const;
    this.#write(follower, encodeMessage({ ...greeting, origin: stream.origin, positions }));
    void this.#sendSnapshots(follower);
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
    const cluster = this.#owned.get(hostId);
    if (cluster === undefined) return;
    const { epoch, feedNo } = cluster;
    follower.followed.add(hostId);
    this.#write(follower, encodeMessage({ type: 'begin', hostId, epoch, feedNo }));
    for (const message of snapshotMessages(this.#deps, hostId, epoch)) {
      this.#write(follower, encodeMessage(message));
      await drained(response);
      await setImmediate();
      if (response.destroyed || this.#owned.get(hostId) !== cluster) return;
    }
    this.#stats.sentSnapshots += 1;
    this.#reportCommit(hostId, cluster);
  }

  /** A snapshot may have changes that are not committed yet, so a copy of it is complete only after this. */
  #reportCommit(hostId: number, cluster: OwnedCluster): void {
    const { whenCommitted, logger } = this.#deps;
    const report = (commitNo: number) => {
      if (this.#owned.get(hostId) === cluster)
        this.#sendNumbered(hostId, () => ({ type: 'committed', hostId, commitNo }));
    };
    // The next delta makes the copy complete too.
    whenCommitted(hostId, report).catch((err: unknown) =>
      logger.debug({ err, hostId }, 'the last commit of a cluster is not known'),
    );
  }

  #sendNumbered(hostId: number, read: () => WithoutNumber<NumberedMessage>): void {
    const cluster = this.#owned.get(hostId);
    if (cluster === undefined) return;
    cluster.feedNo += 1;
    const followers = [...this.#followers].filter(({ followed }) => followed.has(hostId));
    if (followers.length === 0) return;
    const { epoch, feedNo } = cluster;
    const message = encodeMessage({ ...read(), epoch, feedNo });
    for (const follower of followers) this.#write(follower, message);
    this.#stats.sentMessages += 1;
  }

  /** A follower gets events when it has the clusters that they are about. The heartbeat then says what it missed. */
  #publishEvent(seq: number, event: ClusterEvent): void {
    this.#sendToSynced({ type: 'event', seq, event });
  }

  #sendToSynced(message: FeedMessage): void {
    const followers = [...this.#followers].filter(({ isSynced }) => isSynced);
    if (followers.length === 0) return;
    const bytes = encodeMessage(message);
    for (const follower of followers) this.#write(follower, bytes);
  }

  #beat(): void {
    const counts = this.#deps.requestCounts?.report();
    if (counts) this.#sendToSynced({ type: 'requests', ...counts });
    for (const follower of this.#followers) {
      if (follower.response.writableNeedDrain) follower.stuckHeartbeats += 1;
      if (follower.stuckHeartbeats > MAX_STUCK_HEARTBEATS) this.#drop(follower);
      else this.#write(follower, this.#heartbeatOf(follower));
    }
  }

  #heartbeatOf({ response, isSynced }: Follower): Buffer {
    const { stream, nowMs = Date.now } = this.#deps;
    return encodeMessage({
      type: 'heartbeat',
      sentMs: performance.now(),
      clockMs: nowMs(),
      queuedBytes: response.writableLength,
      eventSeq: isSynced ? stream.lastSeq : null,
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

function exportCommitted({ object, state }: CommittedObject): ExportedObject {
  const { kind, id, createdMs, firstSeenMs, lastSeenMs, deletedMs } = object;
  const nodeId = isPod(object) ? object.nodeId : null;
  const containers = isPod(object) ? object.containers : [];
  return { kind, id, createdMs, firstSeenMs, lastSeenMs, deletedMs, nodeId, containers, state };
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
