import type { SharedRequestCounts } from '@gwanje/backend/http/shared-request-counts';
import type { ServerFigures } from '@gwanje/contract/settings/installation';

/** A server of the installation, as the answering one sees it. */
export interface ReplicaStatus {
  readonly replicaId: string;
  /** The name of its machine or pod. */
  readonly machine: string;
  /** Host and port at which the other replicas reach it. */
  readonly host: string;
  readonly version: string;
  readonly startedAt: Date;
  readonly isSelf: boolean;
  /** False: it did not renew its lease. */
  readonly isLive: boolean;
  /** It hands its clusters over and stops. */
  readonly isLeaving: boolean;
  readonly ownedClusterCnt: number;
  readonly ownedObjectCnt: number;
  /** Clusters that it owns and another replica is to own, or the other way round. */
  readonly movingClusterCnt: number;
  /** How late its changes arrive here; null: this replica, or no connection yet. */
  readonly feedLagMs: number | null;
  /** Since then no changes arrive from it. */
  readonly feedBrokenSince: Date | null;
  /** Null: it does not answer. */
  readonly figures: ServerFigures | null;
}

/**
 * Why a replica cannot answer truthfully: it has no lease, stops, has not copied all clusters yet, or has no connection to
 * the owner of some.
 */
export type UnreadyReason = 'notMember' | 'leaving' | 'copying' | 'feedBroken';

export interface Replicas {
  /** Null: this server answers truthfully. */
  unreadyReason(): UnreadyReason | null;
  /** The requests of each address on all replicas; absent: this is the only server. */
  readonly requestCounts?: SharedRequestCounts;
  /** All replicas, also those that died in the last ten minutes, in a fixed order. Empty: this is the only server. */
  status(): Promise<readonly ReplicaStatus[]>;
  /** The clusters that no replica can work for, because their rows cannot be read. */
  failingClusters(): ReadonlyMap<number, { readonly reason: string; readonly sinceMs: number }>;
}

export const ONE_SERVER: Replicas = {
  unreadyReason: () => null,
  status: async () => [],
  failingClusters: () => new Map(),
};
