import { SharedRequestCounts } from '@gwanje/backend/http/shared-request-counts';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { ServerFigures } from '@gwanje/contract/settings/installation';
import { stateKinds } from '@gwanje/kinds/registry';
import type { Logger } from 'pino';
import { CopiedAlarmCounts } from '../alarms/engine/alarm-counts.ts';
import type { AlarmService } from '../alarms/engine/alarm-service.ts';
import type { LogTunnels } from '../features/logs/log-tunnels.ts';
import type { Announcer } from '../features/stream/announcer.ts';
import type { LiveState } from '../live/live-state.ts';
import type { IngestPipeline } from '../pipeline/ingest-pipeline.ts';
import type { OpenIngest } from '../pipeline/receive/ingest-route.ts';
import type { ReplicaStatus, UnreadyReason } from '../platform/replica-status.ts';
import type { StreamHub } from '../platform/stream/hub.ts';
import { registerForwardedBatches } from './batch-forwarding.ts';
import { createClusterWork } from './cluster-work.ts';
import { FEED_BROKEN_MS, FeedFollower } from './feed/feed-follower.ts';
import { FEED_IDLE_MS } from './feed/feed-format.ts';
import { createFeedMetrics } from './feed/feed-metrics.ts';
import { FeedSender } from './feed/feed-sender.ts';
import { askFigures, registerFigures } from './figures-routes.ts';
import type { Replica } from './join-replicas.ts';
import { createLogFinder, registerForwardedLogs } from './log-forwarding.ts';
import type { MemberStatus } from './ownership/ownership.ts';
import { registerOwnershipRoutes } from './ownership/ownership-routes.ts';

export interface ReplicaServices {
  readonly live: LiveState;
  readonly stream: StreamHub;
  readonly pipeline: IngestPipeline;
  readonly ingest: OpenIngest;
  readonly logs: LogTunnels;
  readonly alarms: AlarmService;
  readonly announcer: Pick<Announcer, 'noteAnyChange'>;
  readonly requestsPerMinute: number;
  readonly ownFigures: () => Promise<ServerFigures>;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export type OpenReplica = ReturnType<typeof openReplica>;

const FEED_PATH = '/peer/feed';

/** Connects the services of this replica with the other replicas. It owns no cluster until `start`. */
export function openReplica(replica: Replica, services: ReplicaServices) {
  const { membership, ownership, server, client } = replica;
  const { live, stream, pipeline, ingest, logs, alarms, announcer, logger, metrics } = services;
  const { replicaId } = membership;
  const requestCounts = new SharedRequestCounts(services.requestsPerMinute);
  const stack = new AsyncDisposableStack();
  stack.defer(() => server.close());
  const sender = stack.use(
    new FeedSender({
      replicaId,
      live,
      stream,
      alarmCountsOf: alarms.countsOf,
      forecastsOf: (hostId) => live.claimForecasts(hostId),
      whenCommitted: (hostId, report) => pipeline.betweenCommits(hostId, ({ commitNo }) => report(commitNo)),
      requestCounts,
      logger,
    }),
  );
  registerOwnershipRoutes(server, ownership);
  registerForwardedBatches(server, ingest, metrics);
  registerForwardedLogs(server, logs);
  logs.usePeers(createLogFinder(ownership, client));
  registerFigures(server, services.ownFigures);
  server.post(FEED_PATH, (request, reply) => {
    reply.hijack();
    sender.serve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), reply.raw);
  });
  const follower = stack.use(
    new FeedFollower({
      replicaId,
      peers: () => ownership.peers(),
      open: (peer, body, signal) =>
        client.stream(peer.url, { path: FEED_PATH, body, idleMs: FEED_IDLE_MS, signal }),
      target: {
        live,
        copy: (changes) => pipeline.copy(changes),
        alarmCounts: new CopiedAlarmCounts(live),
      },
      stream,
      requestCounts,
      logger,
    }),
  );
  createFeedMetrics(metrics, sender, follower);
  stack.use(ownership);

  function unreadyReason(): UnreadyReason | null {
    if (!membership.isHeld()) return 'notMember';
    if (membership.isLeaving) return 'leaving';
    if (!membership.isSynced) return 'copying';
    return ownership.owners().some(({ replicaId: owner }) => isFeedBroken(owner)) ? 'feedBroken' : null;
  }

  function isFeedBroken(owner: string): boolean {
    return (follower.brokenForMs(owner) ?? 0) > FEED_BROKEN_MS;
  }

  async function status(): Promise<ReplicaStatus[]> {
    const feeds = new Map(follower.status().map((feed) => [feed.replicaId, feed]));
    const figuresOf = ({ isSelf, isLive, url }: MemberStatus) =>
      isSelf ? services.ownFigures() : isLive ? askFigures(client, url) : null;
    const shown = ownership.status().map(async (member): Promise<ReplicaStatus> => {
      const { lagMs = null, brokenSinceMs = null } = feeds.get(member.replicaId) ?? {};
      return {
        replicaId: member.replicaId,
        machine: member.machine,
        host: new URL(member.url).host,
        version: member.version,
        startedAt: new Date(member.startedMs),
        isSelf: member.isSelf,
        isLive: member.isLive,
        isLeaving: member.isLeaving,
        ownedClusterCnt: member.hostIds.length,
        ownedObjectCnt: member.hostIds.reduce((sum, hostId) => sum + objectCnt(live, hostId), 0),
        movingClusterCnt: member.movingCnt,
        feedLagMs: brokenSinceMs === null ? lagMs : null,
        feedBrokenSince: brokenSinceMs === null ? null : new Date(brokenSinceMs),
        figures: await figuresOf(member),
      };
    });
    return Promise.all(shown);
  }

  return {
    /** Opens the port for the other replicas, copies their clusters and begins to take clusters. */
    async start(): Promise<void> {
      await replica.listen();
      const copies = follower.copies;
      const { noteAnyChange } = announcer;
      await ownership.start(
        createClusterWork({ live, ownership, pipeline, alarms, copies, sender, noteAnyChange }),
      );
    },
    sender,
    /** The requests of each address on all replicas. */
    requestCounts,
    unreadyReason,
    status,
    failingClusters: () => ownership.failingClusters(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function objectCnt(live: LiveState, hostId: number): number {
  return stateKinds.reduce((sum, kind) => sum + live.idsOfCluster(kind, hostId).length, 0);
}
