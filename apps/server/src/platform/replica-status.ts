/** A server of the installation, as the answering one sees it. */
export interface ReplicaStatus {
  readonly replicaId: string;
  /** Host and port at which the other replicas reach it. */
  readonly host: string;
  readonly version: string;
  readonly startedAt: Date;
  readonly isSelf: boolean;
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
}

export interface Replicas {
  /** All running replicas, in a fixed order. Empty: this is the only server. */
  status(): Promise<readonly ReplicaStatus[]>;
}

export const ONE_SERVER: Replicas = { status: async () => [] };
