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

/** What a pod writes instead of its usual lines. */
export type LogMode = 'stackTrace' | 'flood' | 'silent' | 'json' | 'hostile';

/** The current faults. Scenarios write them, controllers and kubelets read them. */
export class Faults {
  /** By the id of a pod template. */
  readonly crashes = new Map<number, CrashFault>();
  /** By the name of a node: its kubelet starts no container properly. */
  readonly crashesOn = new Map<string, CrashFault>();
  /** Pod templates whose first container never passes its readiness probe, by id. */
  readonly failingProbes = new Set<number>();
  /** Nodes where no pod passes its readiness probe. */
  readonly failingProbesOn = new Set<string>();
  /** Why the kubelet cannot make the first container of a pod template, by id. */
  readonly wrongConfigurations = new Map<number, string>();
  /** Why a webhook refuses every new pod of a namespace. */
  readonly refusedPods = new Map<string, string>();
  /** Namespaces whose quotas the API server enforces. */
  readonly enforcedQuotas = new Set<string>();
  /** Until then the API server refuses everything, because it has not read its roles. */
  rolesUnreadUntilMs = 0;
  readonly missingImages = new Set<string>();
  /** Nodes whose kubelet has stopped. */
  readonly silentNodes = new Set<string>();
  /** Nodes whose kubelet answers 500 to requests for statistics. */
  readonly brokenStatistics = new Set<string>();
  /** How many times the usual demand an autoscaler sees, by its key. */
  readonly demand = new Map<string, number>();
  /** Pods that their kubelet cannot stop, by id. */
  readonly stuckPods = new Set<number>();
  /** Pod templates whose work fails at its end, by id. */
  readonly failingWork = new Set<number>();
  readonly strainedNodes = new Map<string, NodeStrain>();
  /** Claims that fill up: bytes per second since an instant. */
  readonly fillingClaims = new Map<string, { readonly fromSec: number; readonly bytesPerSec: number }>();
  /** By the id of a pod. `untilMs` is undefined while it goes on. */
  readonly logModes = new Map<
    number,
    { readonly mode: LogMode; readonly fromMs: number; readonly untilMs: number | undefined }
  >();
}
