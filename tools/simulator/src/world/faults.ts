/** How a container fails during the fault. */
export interface CrashFault {
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
export interface Faults {
  /** By the id of a pod template. */
  readonly crashes: Map<number, CrashFault>;
  readonly missingImages: Set<string>;
  /** Nodes whose kubelet has stopped. */
  readonly silentNodes: Set<string>;
  /** Nodes whose kubelet answers 500 to requests for statistics. */
  readonly brokenStatistics: Set<string>;
  /** Classes whose provisioner is down. */
  readonly haltedClasses: Set<string>;
  readonly strainedNodes: Map<string, NodeStrain>;
  /** Claims that fill up: bytes per second since an instant. */
  readonly fillingClaims: Map<string, { readonly fromSec: number; readonly bytesPerSec: number }>;
}

export function noFaults(): Faults {
  return {
    crashes: new Map(),
    missingImages: new Set(),
    silentNodes: new Set(),
    brokenStatistics: new Set(),
    haltedClasses: new Set(),
    strainedNodes: new Map(),
    fillingClaims: new Map(),
  };
}
