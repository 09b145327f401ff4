import { Lease } from '@gwanje/backend/database/lease';
import type { Db } from '@gwanje/backend/database/schema';
import { listenAt } from '@gwanje/backend/lifecycle/open-port';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { Logger } from 'pino';
import { VERSION } from '../platform/version.ts';
import { createBatchForwarder } from './batch-forwarding.ts';
import { Membership } from './membership.ts';
import { ClusterOwnership } from './ownership/ownership.ts';
import { askToLook, askToPrepare, isReachable } from './ownership/ownership-routes.ts';
import { PeerClient } from './peers/peer-client.ts';
import { loadPeerSecret } from './peers/peer-secret-repository.ts';
import { createPeerServer } from './peers/peer-server.ts';

export interface ReplicaOptions {
  readonly db: Db;
  /** The address at which the other replicas reach this one. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly times?: ReplicaTimes;
}

/** Shorter in tests. */
export interface ReplicaTimes {
  readonly leaseMs?: number;
  readonly renewEveryMs?: number;
  readonly lookEveryMs?: number;
  readonly rebalanceEveryMs?: number;
  readonly trustExpiryAfterMs?: number;
}

export type Replica = Awaited<ReturnType<typeof joinReplicas>>;

/** Jobs that must run once in the installation, such as retention, run in the replica that holds this lease. */
const JOBS_LEASE = 'jobs';

/** Makes this process one of the replicas. It owns no cluster until its services are open. */
export async function joinReplicas(options: ReplicaOptions) {
  const { db, logger, metrics, times = {} } = options;
  await using stack = new AsyncDisposableStack();
  const secret = await loadPeerSecret(db);
  const client = new PeerClient(secret);
  stack.defer(() => client.close());
  const membership = stack.use(await Membership.join({ ...options, version: VERSION, ...times }));
  const jobs = stack.use(await Lease.open({ db, name: JOBS_LEASE, logger, ...times }));
  const ownership = new ClusterOwnership({
    db,
    membership,
    logger,
    observe: metrics,
    peers: {
      isReachable: (member) => isReachable(client, member),
      askToPrepare: (member, hostId) => askToPrepare(client, member, hostId),
      askToLook: (member) => askToLook(client, member),
    },
    ...times,
  });
  const server = createPeerServer({ secret, logger, metrics });
  const joined = stack.move();
  return {
    membership,
    jobs,
    ownership,
    client,
    server,
    forwarder: createBatchForwarder(ownership, client),
    /** Opens the port for the other replicas. */
    listen: async () => {
      const { host, port } = options;
      await listenAt({ host, port, variable: 'GWANJE_REPLICA_PORT' }, () => server.listen({ host, port }));
    },
    [Symbol.asyncDispose]: () => joined.disposeAsync(),
  };
}
