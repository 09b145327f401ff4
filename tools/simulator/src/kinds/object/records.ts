/**
 * The stored part of each object: only the fields that differ between objects. Records are immutable, so that
 * a watch, a page of an old list and the history can share them. Times are whole seconds, as in Kubernetes.
 */
export interface StoredObject {
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
  /** Unique in its cluster forever. The uid depends on it. */
  readonly id: number;
  readonly rv: number;
  readonly createdSec: number;
}

export type Labels = Readonly<Record<string, string>>;

export interface Owner {
  readonly kind: 'Deployment' | 'ReplicaSet' | 'StatefulSet' | 'DaemonSet' | 'Job' | 'CronJob' | 'Node';
  readonly name: string;
  readonly id: number;
}

/** -1 means not set. */
export interface ContainerResources {
  readonly requestMilliCpu: number;
  readonly requestBytes: number;
  readonly limitMilliCpu: number;
  readonly limitBytes: number;
}

export interface ReadinessProbe {
  readonly path: string;
  readonly timeoutSec: number;
}

/** The value of an environment variable: a text, or a key of a secret. */
export type EnvValue = string | { readonly secret: string; readonly key: string };

export interface ContainerTemplate {
  readonly name: string;
  readonly image: string;
  readonly resources: ContainerResources;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, EnvValue>>;
  readonly readinessProbe?: ReadinessProbe;
}

/** Shared by a workload's revision and all its pods. */
export interface PodTemplate {
  readonly id: number;
  readonly hash: string;
  readonly labels: Labels;
  readonly containers: readonly ContainerTemplate[];
  readonly isHostNetwork: boolean;
  /** A daemon set with such a template runs on machines with any taints. */
  readonly toleratesTaints: boolean;
  /** How long a job's pod works. 0 for pods that do not end. */
  readonly workSec: number;
}

export interface ContainerEnd {
  readonly exitCode: number;
  readonly reason: string;
  readonly startedSec: number;
  readonly finishedSec: number;
}

export interface ContainerRecord {
  readonly state: 'waiting' | 'running' | 'terminated';
  readonly startedSec: number;
  readonly restarts: number;
  readonly isReady: boolean;
  readonly waitingReason?: string | undefined;
  readonly waitingMessage?: string | undefined;
  readonly end?: ContainerEnd | undefined;
  readonly lastEnd?: ContainerEnd | undefined;
}

export interface PodRecord extends StoredObject {
  readonly template: PodTemplate;
  readonly owner: Owner | undefined;
  readonly claims: readonly string[];
  /** Set by daemon sets: the intended node of a pod before it is bound. */
  readonly wantedNode: string;
  /** Empty until scheduled. */
  readonly nodeName: string;
  readonly podIp: string;
  readonly phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed';
  readonly reason: string;
  readonly message: string;
  readonly startedSec: number;
  readonly scheduledSec: number;
  readonly unschedulable: string;
  readonly readySec: number;
  readonly isReady: boolean;
  /** When its grace period ends. Undefined unless the pod is being deleted. */
  readonly deletedSec: number | undefined;
  readonly containers: readonly ContainerRecord[];
}

export interface NodeConditionRecord {
  readonly type: NodeConditionType;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly sinceSec: number;
  readonly heartbeatSec: number;
  readonly reason: string;
  readonly message: string;
}

export type NodeConditionType =
  | 'NetworkUnavailable'
  | 'MemoryPressure'
  | 'DiskPressure'
  | 'PIDPressure'
  | 'Ready';

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: 'NoSchedule' | 'NoExecute';
}

/** The properties of a machine in its cloud. */
export interface Machine {
  readonly labels: Labels;
  readonly providerId: string | undefined;
  readonly internalIp: string;
  readonly milliCpu: number;
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly maxPods: number;
  readonly reservedMilliCpu: number;
  readonly reservedBytes: number;
  readonly kernel: string;
  readonly osImage: string;
  readonly runtime: string;
  readonly kubeletVersion: string;
  /** Virtual nodes and Fargate: they run no daemon set. */
  readonly isVirtual: boolean;
  readonly hasNetworkCondition: boolean;
}

export interface NodeRecord extends StoredObject {
  readonly machine: Machine;
  readonly isUnschedulable: boolean;
  readonly taints: readonly Taint[];
  readonly conditions: readonly NodeConditionRecord[];
}

export interface NamespaceRecord extends StoredObject {
  readonly labels: Labels;
}

/** A deployment, stateful set or daemon set. */
export interface WorkloadRecord extends StoredObject {
  readonly template: PodTemplate;
  /** For a daemon set the number of its nodes. */
  readonly replicas: number;
  /** Counts of the active pods. */
  readonly status: { readonly replicas: number; readonly updated: number; readonly ready: number };
  /** Number of the template; 0 until the deployment controller has read it. */
  readonly revision: number;
  /** Deployments: what the controller has observed. */
  readonly rollout?: RolloutRecord;
}

export interface RolloutRecord {
  /** The template that the controller rolls out. */
  readonly hash: string;
  readonly phase: 'progressing' | 'complete' | 'stuck';
  /** The counts when it last came further. */
  readonly counts: string;
  readonly progressedSec: number;
}

export interface ReplicaSetRecord extends WorkloadRecord {
  readonly owner: Owner;
  /** Numbers that it had before a rollback used it again. */
  readonly formerRevisions: readonly number[];
}

/** The template of a stateful set or a daemon set. */
export interface ControllerRevisionRecord extends StoredObject {
  readonly owner: Owner;
  readonly template: PodTemplate;
  readonly revision: number;
}

export interface JobRecord extends StoredObject {
  readonly owner: Owner | undefined;
  readonly template: PodTemplate;
  /** All pods run at the same time. */
  readonly completions: number;
  readonly status: {
    readonly active: number;
    readonly succeeded: number;
    readonly failed: number;
    /** Undefined while it runs. */
    readonly end?: { readonly isComplete: boolean; readonly sec: number };
  };
}

export interface CronJobRecord extends StoredObject {
  readonly template: PodTemplate;
  readonly schedule: string;
  readonly isSuspended: boolean;
  readonly completions: number;
  /** 0 before the first run. */
  readonly lastScheduleSec: number;
  /** The names of its running jobs. */
  readonly activeJobs: readonly string[];
}

/** Amounts by resource name: CPU in millicores, memory and storage in bytes, objects as a count. */
export type Amounts = Readonly<Record<string, number>>;

export interface ResourceQuotaRecord extends StoredObject {
  readonly hard: Amounts;
  readonly used: Amounts;
}

export interface PersistentVolumeRecord extends StoredObject {
  readonly bytes: number;
  readonly storageClass: string;
  readonly reclaimPolicy: 'Delete' | 'Retain';
  readonly phase: 'Pending' | 'Bound' | 'Released' | 'Failed';
  readonly message: string;
  readonly claim: { readonly namespace: string; readonly name: string; readonly id: number };
  readonly driver: string;
}

export interface PersistentVolumeClaimRecord extends StoredObject {
  readonly bytes: number;
  readonly storageClass: string;
  readonly volumeName: string;
  readonly phase: 'Pending' | 'Bound' | 'Lost';
}

/** What a namespace allows for each container: CPU in millicores, memory in bytes. */
export interface LimitRangeRecord extends StoredObject {
  readonly min: Amounts;
  readonly max: Amounts;
  readonly defaultLimit: Amounts;
  readonly defaultRequest: Amounts;
}

/** The workload that an object in its namespace is about. */
export interface WorkloadRef {
  readonly kind: 'Deployment' | 'StatefulSet';
  readonly name: string;
}

export interface AutoscalerRecord extends StoredObject {
  readonly target: WorkloadRef;
  readonly min: number;
  readonly max: number;
  readonly current: number;
  readonly desired: number;
  /** The replicas that the usual demand needs, on average over the day. */
  readonly usual: number;
  readonly targetPercent: number;
  readonly usedPercent: number;
  /** 0: never. */
  readonly lastScaleSec: number;
  /** Since when it would need more than its maximum; 0: it does not. */
  readonly limitedSec: number;
}

export interface DisruptionBudgetRecord extends StoredObject {
  readonly target: WorkloadRef;
  readonly selector: Labels;
  readonly maxUnavailable: number;
  readonly healthy: number;
  readonly expected: number;
}

export interface ServicePortRecord {
  readonly name: string;
  readonly port: number;
  readonly targetPort: number;
  readonly nodePort?: number;
}

export interface ServiceRecord extends StoredObject {
  readonly target: WorkloadRef;
  readonly type: 'ClusterIP' | 'LoadBalancer';
  /** Empty: headless. */
  readonly clusterIp: string;
  /** Empty: none. */
  readonly externalIp: string;
  readonly selector: Labels;
  readonly ports: readonly ServicePortRecord[];
}

export interface SliceEndpoint {
  readonly address: string;
  readonly podName: string;
  readonly podId: number;
  readonly nodeName: string;
  readonly isReady: boolean;
  readonly isTerminating: boolean;
}

export interface EndpointSliceRecord extends StoredObject {
  readonly service: string;
  readonly ports: readonly ServicePortRecord[];
  readonly endpoints: readonly SliceEndpoint[];
}

export interface IngressRecord extends StoredObject {
  readonly className: string;
  readonly host: string;
  readonly address: string;
  readonly hasTls: boolean;
  readonly paths: readonly { readonly path: string; readonly service: string; readonly port: number }[];
}

export interface InvolvedObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly id: number;
  readonly fieldPath?: string;
}

export interface EventRecord extends StoredObject {
  readonly involved: InvolvedObject;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly component: string;
  readonly count: number;
  readonly firstSec: number;
  readonly lastSec: number;
}

export interface RecordOf {
  readonly namespaces: NamespaceRecord;
  readonly nodes: NodeRecord;
  readonly pods: PodRecord;
  readonly persistentvolumes: PersistentVolumeRecord;
  readonly persistentvolumeclaims: PersistentVolumeClaimRecord;
  readonly events: EventRecord;
  readonly deployments: WorkloadRecord;
  readonly replicasets: ReplicaSetRecord;
  readonly controllerrevisions: ControllerRevisionRecord;
  readonly statefulsets: WorkloadRecord;
  readonly daemonsets: WorkloadRecord;
  readonly jobs: JobRecord;
  readonly cronjobs: CronJobRecord;
  readonly resourcequotas: ResourceQuotaRecord;
  readonly limitranges: LimitRangeRecord;
  readonly services: ServiceRecord;
  readonly endpointslices: EndpointSliceRecord;
  readonly ingresses: IngressRecord;
  readonly horizontalpodautoscalers: AutoscalerRecord;
  readonly poddisruptionbudgets: DisruptionBudgetRecord;
}

export type Resource = keyof RecordOf;
