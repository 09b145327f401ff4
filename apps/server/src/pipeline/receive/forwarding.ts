import type { ClusterToken } from './tokens/token-cache.ts';

/** A batch that another replica received, as it was on the wire. That replica has checked the token. */
export interface ForwardedBatch {
  readonly hostId: number;
  readonly role: ClusterToken['role'];
  /** The `Content-Encoding` header of the agent. */
  readonly encoding: string | undefined;
  /** The `Date` header of the agent. */
  readonly date: string | undefined;
  /**
   * How long the other replica has had the request. The owner subtracts it from its own time: the clocks of two replicas
   * may differ.
   */
  readonly waitedMs: number;
  readonly wire: Buffer;
}

/** The answer of the owner. The agent gets it unchanged. */
export interface ForwardedAnswer {
  readonly status: number;
  readonly body: Buffer | string;
  /** The `Retry-After` header. */
  readonly retryAfter: string | undefined;
}

/** Where the batches of a cluster are stored: here, at another replica, or nowhere while the cluster moves. */
export type BatchOwner = 'self' | 'other' | 'none';

/** Passes the batches of clusters that other replicas own to those replicas. */
export interface BatchForwarder {
  ownerOf(hostId: number): BatchOwner;
  /** Throws when the owner does not answer in time. The agent then resends the batch. */
  forward(batch: ForwardedBatch): Promise<ForwardedAnswer>;
}
