import { z } from 'zod';

/**
 * The key of the cluster that an agent claims, from its manifest. It grants no access. When the token is unknown, the
 * installation check of that cluster reports it.
 */
export const CLUSTER_KEY_HEADER = 'x-gwanje-cluster-key';
export const ClusterKey = z.string().regex(/^gwk_[0-9a-f]{32}$/, 'must be the cluster key of a manifest');

/**
 * Why a batch is refused. The installation check has a message for each reason. The agent keeps the batch when its
 * token is refused, sends it under a new id after `agentIdConflict`, and sets it aside after the other reasons.
 * `busy` is not in the list, because it is temporary.
 */
export const refusalReasons = [
  'unknownToken',
  'revokedToken',
  /** A cluster agent uses the token of the node agents, or the reverse. */
  'wrongTokenRole',
  /** The number of the batch does not follow the stored ones. */
  'agentIdConflict',
  'notDecodable',
  'tooLarge',
  'invalidBatch',
  'futureClock',
  'negativeValue',
  'objectLimit',
  'seriesLimit',
  'eventLimit',
  'changeLimit',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];
