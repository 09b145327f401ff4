import { setTimeout } from 'node:timers/promises';
import type { SharedRequestCounts } from '@gwanje/backend/http/shared-request-counts';
import { every } from '@gwanje/backend/lifecycle/every';
import { HostId } from '@gwanje/contract/definition/fields';
import { changedKinds, StreamEvent } from '@gwanje/kinds/calls/stream';
import type { Logger } from 'pino';
import type { StreamHub } from '../../platform/stream/hub.ts';
import { ClusterCopies, type CopyTarget } from './cluster-copies.ts';
import { encodeRequest, type FeedMessage, HEARTBEAT_MS, readMessages } from './feed-format.ts';

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 2_000;
const PEERS_EVERY_MS = 500;
/**
 * A copy is marked with its age before this. Beyond it, another replica answers better. Replicas start one after another,
 * so a connection that is away for less is no warning.
 */
export const FEED_BROKEN_MS = 10_000;
/** A feed that stays broken is logged again after this time. */
const WARN_EVERY_MS = 60_000;

export interface Peer {
  readonly replicaId: string;
  readonly url: string;
}

export interface FeedFollowerDeps {
  readonly replicaId: string;
  /** The other live replicas. */
  readonly peers: () => readonly Peer[];
  /** Asks a replica for its feed. The answer fails when nothing arrives for `FEED_IDLE_MS`. */
  readonly open: (peer: Peer, body: Buffer, signal: AbortSignal) => Promise<AsyncIterable<Buffer>>;
  readonly target: CopyTarget;
  readonly stream: StreamHub;
  readonly requestCounts?: SharedRequestCounts | undefined;
  readonly logger: Logger;
  readonly nowMs?: () => number;
  readonly peersEveryMs?: number;
  /** A connection that is away for longer is a warning. */
  readonly brokenMs?: number;
}

/** The feed from one replica, for the installation page. */
export interface FeedStatus {
  readonly replicaId: string;
  /** How old its newest change is that has arrived here. */
  readonly lagMs: number;
  /** Bytes that wait on its side. */
  readonly queuedBytes: number;
  /** How far its clock is ahead of this one. */
  readonly clockAheadMs: number;
  /** Since when there is no connection; null: there is one. */
  readonly brokenSinceMs: number | null;
}

interface Connection {
  readonly peer: Peer;
  readonly controller: AbortController;
  /** Ends the answer that is being read. The next one follows. */
  attempt: AbortController;
  done: Promise<void>;
  origin: string;
  isSynced: boolean;
  /** By a clock that is never set. */
  brokenAtMs: number | null;
  warnedMs: number;
  heartbeatMs: number;
  /** Between the clocks of both sides; the smallest one had no delay. */
  transitMs: number;
  leastTransitMs: number;
  queuedBytes: number;
  clockAheadMs: number;
}

/** Copies the clusters of the other replicas into the live state, over one connection to each of them. */
export class FeedFollower implements AsyncDisposable {
  /** What this replica has of the clusters of others. */
  readonly copies: ClusterCopies;
  readonly #deps: FeedFollowerDeps;
  readonly #connections = new Map<string, Connection>();
  readonly #timer: AsyncDisposable;

  constructor(deps: FeedFollowerDeps) {
    this.#deps = deps;
    this.copies = new ClusterCopies(deps.target, {
      onCopied: (hostId, from) => this.#clusterCopied(hostId, from),
      onSnapshotNeeded: (from) => this.#connections.get(from)?.attempt.abort(),
    });
    const { logger, peersEveryMs = PEERS_EVERY_MS } = deps;
    this.#timer = every(peersEveryMs, logger, 'connect to other replicas', async () => this.connect());
    this.connect();
  }

  /** Connects to replicas that came, disconnects from those that went. Forgets deleted clusters. */
  connect(): void {
    this.copies.forgetDeleted();
    const peers = new Map(this.#deps.peers().map((peer) => [peer.replicaId, peer]));
    for (const [replicaId, { peer, controller }] of this.#connections) {
      if (peers.get(replicaId)?.url === peer.url) continue;
      controller.abort();
      this.#connections.delete(replicaId);
    }
    for (const [replicaId, peer] of peers) {
      if (this.#connections.has(replicaId)) continue;
      const connection = newConnection(peer);
      this.#connections.set(replicaId, connection);
      connection.done = this.#follow(connection);
    }
  }

  /** How long there is no connection to a live replica; null: there is one, or the replica is not live. */
  brokenForMs(replicaId: string): number | null {
    const { brokenAtMs = null } = this.#connections.get(replicaId) ?? {};
    return brokenAtMs === null ? null : performance.now() - brokenAtMs;
  }

  status(): FeedStatus[] {
    return [...this.#connections.values()].map((connection) => {
      const { peer, transitMs, leastTransitMs, heartbeatMs, queuedBytes, clockAheadMs } = connection;
      const brokenForMs = this.brokenForMs(peer.replicaId);
      const brokenSinceMs = brokenForMs === null ? null : this.#nowMs() - brokenForMs;
      const silentMs = Math.max(0, performance.now() - heartbeatMs - HEARTBEAT_MS);
      // A new connection had no heartbeat yet.
      const delayMs = Number.isFinite(leastTransitMs) ? transitMs - leastTransitMs : 0;
      const lagMs = Math.round(delayMs + silentMs);
      return { replicaId: peer.replicaId, lagMs, queuedBytes, clockAheadMs, brokenSinceMs };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#timer[Symbol.asyncDispose]();
    for (const { controller } of this.#connections.values()) controller.abort();
    await Promise.all([...this.#connections.values()].map(({ done }) => done));
  }

  async #follow(connection: Connection): Promise<void> {
    const { signal } = connection.controller;
    let waitMs = FIRST_WAIT_MS;
    while (!signal.aborted) {
      let err: unknown = new Error('the other replica ended the feed');
      try {
        await this.#read(connection, () => {
          waitMs = FIRST_WAIT_MS;
        });
      } catch (error) {
        err = error;
      }
      if (signal.aborted) return;
      connection.brokenAtMs ??= performance.now();
      this.#warn(connection, err);
      await setTimeout(waitMs * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
    }
  }

  #warn(connection: Connection, err: unknown): void {
    const { replicaId, url } = connection.peer;
    const { logger, brokenMs = FEED_BROKEN_MS } = this.#deps;
    if ((this.brokenForMs(replicaId) ?? 0) < brokenMs) return;
    if (performance.now() - connection.warnedMs < WARN_EVERY_MS) return;
    connection.warnedMs = performance.now();
    logger.warn({ err, replicaId, url }, 'no feed from another replica, trying again');
  }

  /** Reads one answer to its end. */
  async #read(connection: Connection, onHeartbeat: () => void): Promise<void> {
    const { open, replicaId, stream } = this.#deps;
    const { peer, controller } = connection;
    connection.isSynced = false;
    connection.leastTransitMs = Number.POSITIVE_INFINITY;
    connection.attempt = new AbortController();
    const signal = AbortSignal.any([controller.signal, connection.attempt.signal]);
    const body = encodeRequest({
      replicaId,
      clusters: this.copies.positions(),
      events: [...stream.positions],
    });
    for await (const message of readMessages(await open(peer, body, signal))) {
      signal.throwIfAborted();
      await this.#receive(message, connection);
      if (message.type === 'heartbeat') onHeartbeat();
    }
  }

  async #receive(message: FeedMessage, connection: Connection): Promise<void> {
    const { stream, requestCounts } = this.#deps;
    const { replicaId } = connection.peer;
    switch (message.type) {
      case 'greeting':
        connection.origin = message.origin;
        stream.learnPositions(new Map(message.positions.filter(([origin]) => origin !== message.origin)));
        break;
      case 'heartbeat':
        this.#receiveHeartbeat(message, connection);
        break;
      case 'event': {
        const event = StreamEvent.safeParse(message.event).data;
        stream.receive(connection.origin, message.seq, event && event.type !== 'reset' ? event : null);
        break;
      }
      case 'requests':
        requestCounts?.receive(replicaId, message);
        break;
      default:
        await this.copies.receive(message, replicaId);
    }
  }

  #receiveHeartbeat(message: Extract<FeedMessage, { type: 'heartbeat' }>, connection: Connection): void {
    const { sentMs, clockMs, queuedBytes, eventSeq } = message;
    const transitMs = performance.now() - sentMs;
    connection.heartbeatMs = performance.now();
    connection.transitMs = transitMs;
    // The clocks of two machines drift apart: the smallest value grows slowly.
    connection.leastTransitMs = Math.min(connection.leastTransitMs + 1, transitMs);
    connection.queuedBytes = queuedBytes;
    connection.clockAheadMs = clockMs - this.#nowMs();
    if (connection.brokenAtMs !== null) {
      connection.brokenAtMs = null;
      this.#deps.logger.info(
        { replicaId: connection.peer.replicaId },
        'the feed from another replica arrives',
      );
    }
    if (eventSeq === null) return;
    connection.isSynced = true;
    this.#deps.stream.receivePosition(connection.origin, eventSeq);
  }

  /** A snapshot may differ from the copy before it, and the owner announces only later changes. */
  #clusterCopied(hostId: number, from: string): void {
    // After the first snapshots of a connection the viewers are reset if they missed events.
    if (!this.#connections.get(from)?.isSynced) return;
    const kinds = [...changedKinds];
    this.#deps.stream.publishHere({ type: 'inventoryChanged', hostId: HostId.parse(hostId), kinds });
  }

  #nowMs(): number {
    return (this.#deps.nowMs ?? Date.now)();
  }
}

function newConnection(peer: Peer): Connection {
  return {
    peer,
    controller: new AbortController(),
    attempt: new AbortController(),
    done: Promise.resolve(),
    origin: '',
    isSynced: false,
    brokenAtMs: performance.now(),
    warnedMs: Number.NEGATIVE_INFINITY,
    heartbeatMs: performance.now(),
    transitMs: 0,
    leastTransitMs: 0,
    queuedBytes: 0,
    clockAheadMs: 0,
  };
}
