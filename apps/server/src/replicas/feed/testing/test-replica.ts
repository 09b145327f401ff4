import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SharedRequestCounts } from '@gwanje/backend/http/shared-request-counts';
import { sampledKinds, stateKinds } from '@gwanje/kinds/registry';
import { pino } from 'pino';
import type { ExportedObject } from '../../../live/copies/export-objects.ts';
import { readObjects } from '../../../live/copies/read-objects.ts';
import { applyDelta } from '../../../live/delta/apply-delta.ts';
import type { LiveDelta, LiveRows } from '../../../live/delta/live-delta.ts';
import { LiveState } from '../../../live/live-state.ts';
import type { Contact } from '../../../live/tables/clusters.ts';
import { StreamHub } from '../../../platform/stream/hub.ts';
import { FeedFollower, type Peer } from '../feed-follower.ts';
import type { AlarmCounts, Forecasts } from '../feed-format.ts';
import { FeedSender, type FeedSenderDeps } from '../feed-sender.ts';

const logger = pino({ level: 'silent' });

export interface TestChanges {
  readonly objects?: readonly ExportedObject[];
  readonly samples?: readonly LiveRows[];
  readonly contacts?: readonly Contact[];
}

/** A live state with a feed over a real port, without a database. */
export class TestReplica implements AsyncDisposable {
  readonly replicaId: string;
  readonly live = new LiveState();
  readonly stream: StreamHub;
  readonly sender: FeedSender;
  readonly alarms = new Map<number, AlarmCounts>();
  readonly requestCounts = new SharedRequestCounts(100);
  readonly peers: Peer[] = [];
  /** How long this replica waits before it reads each chunk of a feed. */
  readDelayMs = 0;
  follower: FeedFollower;
  /** False: the owner cannot find out its last commit. */
  canReportCommits = true;
  readonly #server: Server;
  readonly #answers = new Set<IncomingMessage>();
  readonly #commitNos = new Map<number, number>();

  static async open(
    replicaId: string,
    deps: Partial<FeedSenderDeps> = {},
    nowMs = Date.now,
  ): Promise<TestReplica> {
    const replica = new TestReplica(replicaId, deps, nowMs);
    replica.#server.listen(0, '127.0.0.1');
    await once(replica.#server, 'listening');
    return replica;
  }

  private constructor(replicaId: string, deps: Partial<FeedSenderDeps>, nowMs: () => number) {
    this.replicaId = replicaId;
    this.stream = new StreamHub(replicaId);
    for (const hostId of [1, 2, 3])
      this.live.setCluster({ hostId, name: `cluster-${hostId}`, subGroupId: 1 });
    this.sender = new FeedSender({
      replicaId,
      live: this.live,
      stream: this.stream,
      alarmCountsOf: (hostId) => this.alarms.get(hostId) ?? NO_ALARMS,
      forecastsOf: (hostId) => this.live.claimForecasts(hostId),
      whenCommitted: async (hostId, report) => {
        if (!this.canReportCommits) throw new Error('busy');
        report(this.#commitNos.get(hostId) ?? 0);
      },
      requestCounts: this.requestCounts,
      logger,
      heartbeatMs: 20,
      ...deps,
    });
    this.#server = createServer(async (incoming, response) => {
      this.sender.serve(await buffer(incoming), response);
    });
    this.follower = this.#newFollower(nowMs);
  }

  get peer(): Peer {
    const { port } = this.#server.address() as AddressInfo;
    return { replicaId: this.replicaId, url: `http://127.0.0.1:${port}` };
  }

  follow(...others: readonly TestReplica[]): void {
    this.peers.push(...others.map(({ peer }) => peer));
    this.follower.connect();
  }

  own(hostId: number, epoch: number): void {
    this.sender.own(hostId, epoch);
  }

  /** Applies changes as the pipeline does before its commit. */
  async apply(hostId: number, changes: TestChanges): Promise<void> {
    const { objects = [], samples = [], contacts = [] } = changes;
    await this.#copy({ hostId, ...(await readObjects(objects)), samples, contacts });
  }

  /** Sends changes that were applied, as the pipeline does after its commit. */
  sendCommit(hostId: number, { objects = [], samples = [], contacts = [] }: TestChanges): void {
    const commitNo = (this.#commitNos.get(hostId) ?? 0) + 1;
    this.#commitNos.set(hostId, commitNo);
    this.sender.sendDelta({
      hostId,
      commitNo,
      objects,
      samples,
      contacts,
      changedKinds: new Set(),
    });
  }

  async commit(hostId: number, changes: TestChanges): Promise<void> {
    await this.apply(hostId, changes);
    this.sendCommit(hostId, changes);
  }

  setAlarms(hostId: number, alarms: AlarmCounts): void {
    this.alarms.set(hostId, mergeAlarms(this.alarms.get(hostId), alarms));
    this.sender.sendAlarmCounts({ hostId, ...alarms });
  }

  setForecasts(hostId: number, claims: Forecasts): void {
    for (const { pvcId, days } of claims) this.live.setDaysUntilFull(pvcId, days);
    this.sender.sendForecasts({ hostId, claims });
  }

  /** Stops to follow all replicas. */
  leave(): void {
    this.peers.length = 0;
    this.follower.connect();
  }

  /** Cuts the feeds that this replica reads. */
  cutFeeds(): void {
    for (const answer of this.#answers) answer.destroy(new Error('cut'));
  }

  /** Everything that the feed carries about a cluster. */
  dump(hostId: number): unknown {
    const objects = stateKinds.map((kind) => {
      const ids = this.live.idsOfCluster(kind, hostId).sort();
      return this.live.exportObjects(kind, ids);
    });
    const containerIds = objects.flat().flatMap(({ containers }) => containers.map(({ id }) => id));
    const samples = sampledKinds.map((scope) => {
      const ids =
        scope === 'container' ? Int32Array.from(containerIds) : this.live.idsOfCluster(scope, hostId).sort();
      return this.live.exportSamples(scope, ids);
    });
    const cluster = this.live.exportCluster(hostId);
    const agents = cluster?.agents.toSorted((a, b) => a.agentId.localeCompare(b.agentId));
    const restarts = cluster?.restarts.toSorted(([a], [b]) => a - b);
    return {
      objects,
      samples,
      cluster: { ...cluster, agents, restarts },
      alarms: this.alarms.get(hostId) ?? NO_ALARMS,
      forecasts: this.live.claimForecasts(hostId).toSorted((a, b) => a.pvcId - b.pvcId),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.follower[Symbol.asyncDispose]();
    this.sender[Symbol.dispose]();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #newFollower(nowMs: () => number): FeedFollower {
    return new FeedFollower({
      replicaId: this.replicaId,
      peers: () => this.peers,
      open: (peer, body, signal) => this.#open(peer, body, signal),
      target: {
        live: this.live,
        copy: (delta) => this.#copy(delta),
        alarmCounts: {
          apply: ({ hostId, ...alarms }) =>
            void this.alarms.set(hostId, mergeAlarms(this.alarms.get(hostId), alarms)),
          applySnapshot: ({ hostId, ...alarms }) => void this.alarms.set(hostId, alarms),
          objectsAdded: () => {},
          forget: () => {},
        },
      },
      stream: this.stream,
      requestCounts: this.requestCounts,
      logger,
      nowMs,
      peersEveryMs: 20,
    });
  }

  async #copy(delta: LiveDelta): Promise<void> {
    await applyDelta(delta, { live: this.live, unmonitored: new Set() });
  }

  async #open({ url }: Peer, body: Buffer, signal: AbortSignal): Promise<AsyncIterable<Buffer>> {
    const outgoing = request(url, { method: 'POST', signal }).end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error((await buffer(answer)).toString());
    this.#answers.add(answer);
    answer.on('close', () => this.#answers.delete(answer));
    return this.#slowly(answer);
  }

  async *#slowly(answer: IncomingMessage): AsyncGenerator<Buffer> {
    for await (const chunk of answer) {
      if (this.readDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.readDelayMs));
      yield chunk;
    }
  }
}

export const NO_ALARMS: AlarmCounts = {
  objects: [],
  openAlarms: { warning: 0, critical: 0 },
  failingSinceMs: null,
};

function mergeAlarms(before: AlarmCounts = NO_ALARMS, after: AlarmCounts): AlarmCounts {
  const objects = new Map([...before.objects, ...after.objects].map((one) => [one.objectId, one]));
  const sorted = [...objects.values()].sort((a, b) => a.objectId - b.objectId);
  return { ...after, objects: sorted };
}
