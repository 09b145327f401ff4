import type { ClusterFacts } from '@gwanje/contract/agent/batch';
import type { AgentState } from '@gwanje/contract/cluster-state';
import type { z } from 'zod';

export interface ClusterIdentity {
  readonly hostId: number;
  readonly name: string;
  readonly subGroupId: number;
}

type Problem = z.output<typeof AgentState>['problemList'][number];

export interface Agent {
  readonly agentId: string;
  readonly role: z.output<typeof AgentState>['role'];
  readonly version: string;
  readonly lastBatchAtMs: number;
  readonly clockSkewMs: number;
  readonly problemList: readonly Problem[];
}

/** News of a cluster: a batch has come. */
export interface Heard {
  /** The time of its data: when it was sent, on our clock. */
  readonly atMs: number;
  readonly facts?: ClusterFacts | undefined;
  readonly agent?: Agent | undefined;
}
