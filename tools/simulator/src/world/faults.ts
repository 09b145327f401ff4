/** How a container fails during the fault. */
interface CrashFault {
  readonly containerIndex: number;
  readonly afterSec: number;
  readonly exitCode: number;
  readonly reason: 'Error' | 'OOMKilled';
}

export interface NodeStrain {
  /** Memory of a process outside Kubernetes, added to the node's usage. */
  readonly memoryBytes: number;
  readonly processes: number;
  /** Used share of the file system, instead of the usual one. */
  readonly diskFraction: number | undefined;
}

/** The current faults. Scenarios write them, controllers and kubelets read them. */
export class Faults {
  /** By the id of a pod template. */
  readonly crashes = new Map<number, CrashFault>();
  /** Until then the API server refuses everything, because it has not read its roles. */
  rolesUnreadUntilMs = 0;
  readonly missingImages = new Set<string>();
  /** Nodes whose kubelet has stopped. */
  readonly silentNodes = new Set<string>();
  /** Nodes whose kubelet answers 500 to requests for statistics. */
  readonly brokenStatistics = new Set<string>();
  /** Pods that their kubelet cannot stop, by id. */
  readonly stuckPods = new Set<number>();
  /** Pod templates whose work fails at its end, by id. */
  readonly failingWork = new Set<number>();
  readonly strainedNodes = new Map<string, NodeStrain>();
  /** Claims that fill up: bytes per second since an instant. */
  readonly fillingClaims = new Map<string, { readonly fromSec: number; readonly bytesPerSec: number }>();
}
