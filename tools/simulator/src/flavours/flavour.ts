import type { Random } from '../core/random.ts';
import type { Labels, Machine } from '../kinds/object/records.ts';

export interface PlannedNode {
  readonly name: string;
  readonly machine: Machine;
  readonly role: 'worker' | 'control-plane' | 'virtual';
}

export interface NodePlan {
  readonly clusterName: string;
  readonly seed: number;
  readonly workers: number;
  readonly random: Random;
}

/** A workload of the platform, by default in kube-system. */
export interface SystemWorkload {
  readonly name: string;
  readonly kind: 'DaemonSet' | 'Deployment';
  readonly replicas?: number;
  readonly labels: Labels;
  readonly containers: readonly (readonly [name: string, image: string])[];
  readonly isHostNetwork?: boolean;
}

/** The properties of a cloud's clusters: machines, system workloads, volumes. */
export interface Flavour {
  readonly kind: FlavourName;
  readonly title: string;
  readonly version: string;
  readonly storageClass: string;
  readonly provisioner: string;
  planNodes(plan: NodePlan): PlannedNode[];
  readonly system: readonly SystemWorkload[];
  /** Static pods on the control plane. */
  readonly staticPods: readonly (readonly [name: string, image: string])[];
}

export type FlavourName = 'aks' | 'eks' | 'onprem';
