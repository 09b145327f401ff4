/** How a container fails as long as the fault lasts. */
export interface CrashFault {
  readonly containerIndex: number;
  readonly afterSec: number;
  readonly exitCode: number;
  readonly reason: 'Error' | 'OOMKilled';
}

export interface NodeStrain {
  /** Added to what runs there: a process outside Kubernetes. */
  readonly memoryBytes: number;
  readonly processes: number;
  /** Share of the file system that is full, instead of the usual. */
  readonly diskFraction: number | undefined;
}

/** What is broken at the moment. Scenarios write it, controllers and kubelets read it. */
export interface Faults {
  /** By the id of a pod template. */
  readonly crashes: Map<number, CrashFault>;
  readonly missingImages: Set<string>;
  /** Nodes whose kubelet has stopped. */
  readonly silentNodes: Set<string>;
  /** Nodes whose kubelet answers 500 when asked for statistics. */
  readonly brokenStatistics: Set<string>;
  /** Classes whose provisioner is down. */
  readonly haltedClasses: Set<string>;
  readonly strainedNodes: Map<string, NodeStrain>;
  /** Claims that are being written full: bytes a second since an instant. */
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
