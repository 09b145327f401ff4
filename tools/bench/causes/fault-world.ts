import { VERSION } from '../../../apps/agent/src/settings.ts';
import { exposeToFault } from '../../simulator/src/controllers/containers.ts';
import { addTaint, cordon } from '../../simulator/src/controllers/nodes.ts';
import { deletePod } from '../../simulator/src/controllers/pods.ts';
import { probeAgain } from '../../simulator/src/controllers/readiness.ts';
import { hashText, Random } from '../../simulator/src/core/random.ts';
import { allocatableOf } from '../../simulator/src/kinds/node.ts';
import type {
  ContainerResources,
  ContainerTemplate,
  PodRecord,
  PodTemplate,
  Taint,
  WorkloadRecord,
} from '../../simulator/src/kinds/object/records.ts';
import { SCENARIOS, type ScenarioName } from '../../simulator/src/scenarios/registry.ts';
import type { LoadFactors } from '../../simulator/src/scenarios/scenario.ts';
import type { Cluster } from '../../simulator/src/world/cluster.ts';
import { keyOf } from '../../simulator/src/world/collection.ts';
import { usageOf } from '../../simulator/src/world/quotas.ts';
import { withChange } from '../../simulator/src/world/templates.ts';
import { autoscale } from './autoscaling.ts';
import { changeLoadOf, loadOfTemplate, shareOfNode, useAllCpu } from './load-faults.ts';
import { crashOn, failProbesOn, joinNode, reboot, upgradeKubelet, workersOf } from './node-faults.ts';

export const GIB = 1024 ** 3;
const MINUTE_MS = 60_000;
const SETS = ['deployments', 'statefulsets', 'daemonsets'] as const;

/** What a scenario may do to its cluster. Workloads, claims and pods are named `namespace/name`. */
export class FaultWorld {
  readonly cluster: Cluster;
  readonly random: Random;
  agentVersion: string = VERSION;
  /** Workloads that fail besides the fault. Their alarms are not asked about. */
  readonly otherFailing = new Set<string>();
  isAgentSilent = false;

  constructor(cluster: Cluster) {
    this.cluster = cluster;
    this.random = new Random(hashText(cluster.seed, 'fault'));
  }

  after(minutes: number, act: () => void): void {
    this.cluster.timeline.after(minutes * MINUTE_MS, act);
  }

  /** Starts a scenario of the simulator, for good. */
  begin(name: ScenarioName, target = ''): void {
    SCENARIOS[name].start({ cluster: this.cluster, target, random: this.random });
  }

  /** Like `kubectl set image`, `set env` or an edited manifest. Returns the new template. */
  change(
    workload: string,
    change: Partial<Omit<ContainerTemplate, 'name'>>,
    containerIndex = 0,
  ): PodTemplate {
    const { set, update } = this.#setAt(workload);
    const template = withChange(this.cluster, set.template, change, containerIndex);
    update({ template });
    return template;
  }

  changeResources(workload: string, resources: Partial<ContainerResources>): PodTemplate {
    const before = this.#setAt(workload).set.template.containers[0]?.resources;
    if (!before) throw new Error(`${workload} has no container`);
    return this.change(workload, { resources: { ...before, ...resources } });
  }

  crash(
    template: PodTemplate,
    { afterSec, reason = 'Error' }: { readonly afterSec: number; readonly reason?: 'Error' | 'OOMKilled' },
  ): void {
    const exitCode = reason === 'Error' ? 1 : 137;
    this.cluster.faults.crashes.set(template.id, { containerIndex: 0, afterSec, exitCode, reason });
    exposeToFault(this.cluster, template.id);
  }

  crashPodsOf(workload: string, afterSec: number): void {
    this.crash(this.#setAt(workload).set.template, { afterSec });
  }

  failProbesOf(workload: string): void {
    this.cluster.faults.failingProbes.add(this.#setAt(workload).set.template.id);
    for (const pod of this.podsOf(workload)) probeAgain(this.cluster, keyOf(pod), pod.id);
  }

  scale(workload: string, replicas: number): void {
    this.#setAt(workload).update({ replicas });
  }

  /** The demand changes, and the autoscaler of the workload follows it. */
  autoscale(workload: string, replicas: number): void {
    autoscale(this.cluster, workload, this.replicasOf(workload), replicas);
    if (this.replicasOf(workload) !== replicas) throw new Error(`${workload} is not scaled to ${replicas}`);
  }

  replicasOf(workload: string): number {
    return this.#setAt(workload).set.replicas;
  }

  /** Scales to some pods more than the workers can hold. */
  scaleBeyondNodes(workload: string, scale: (replicas: number) => void): void {
    const { set } = this.#setAt(workload);
    const requests = set.template.containers.map(({ resources }) => Math.max(0, resources.requestMilliCpu));
    const milliCpu = requests.reduce((sum, request) => sum + request, 0);
    let room = 0;
    for (const node of workersOf(this.cluster)) {
      const taken = this.cluster.indexes.requestedOn(node.name);
      const allocatable = allocatableOf(node);
      const byCpu = Math.floor((allocatable.milliCpu - taken.milliCpu) / milliCpu);
      room += Math.max(0, Math.min(byCpu, allocatable.pods - taken.pods));
    }
    scale(set.replicas + room + 4);
  }

  deletePods(workload: string, count: number): void {
    for (const pod of this.podsOf(workload).slice(0, count)) deletePod(this.cluster, keyOf(pod));
  }

  podsOf(workload: string): PodRecord[] {
    const { indexes } = this.cluster;
    const { id } = this.#setAt(workload).set;
    const owners = [id, ...indexes.replicaSetsOf(id).map((replicaSet) => replicaSet.id)];
    return owners
      .flatMap((owner) => indexes.podsOf(owner))
      .filter(({ deletedSec, nodeName }) => deletedSec === undefined && nodeName !== '');
  }

  nodeOf(workload: string): string {
    return this.podsOf(workload)[0]?.nodeName ?? '';
  }

  claimsOf(workload: string): string[] {
    return this.podsOf(workload).flatMap(({ namespace, claims }) =>
      claims.map((claim) => `${namespace}/${claim}`),
    );
  }

  workerNodes(): string[] {
    return workersOf(this.cluster).map(({ name }) => name);
  }

  /** A worker with many pods of business. */
  workerNode(): string {
    const counts = this.workerNodes().map((name) => ({
      name,
      podCnt: this.cluster.indexes.podsOn(name).filter(({ owner }) => owner?.kind === 'ReplicaSet').length,
    }));
    const [fullest] = counts.toSorted((a, b) => b.podCnt - a.podCnt);
    if (!fullest) throw new Error('no worker');
    return fullest.name;
  }

  taint(node: string, taint: Taint): void {
    addTaint(this.cluster, node, taint);
  }

  cordon(node: string): void {
    cordon(this.cluster, node);
  }

  reboot(node: string, downMin: number): void {
    reboot(this.cluster, node, downMin * MINUTE_MS);
  }

  upgradeKubelet(node: string): void {
    upgradeKubelet(this.cluster, node);
  }

  failProbesOn(node: string): void {
    failProbesOn(this.cluster, node);
  }

  crashOn(node: string, afterSec: number): void {
    crashOn(this.cluster, node, afterSec);
  }

  addNode(): string {
    return joinNode(this.cluster);
  }

  load(pods: readonly PodRecord[], factors: LoadFactors): void {
    changeLoadOf(this.cluster, pods, factors);
  }

  loadOfTemplate(template: PodTemplate, factors: LoadFactors): void {
    loadOfTemplate(this.cluster, template, () => factors);
  }

  fillCpuOfNode(pod: PodRecord, share: number): void {
    changeLoadOf(this.cluster, [pod], shareOfNode(this.cluster, pod, share));
  }

  /** Every pod of the template uses this share of its node's CPU. */
  fillCpuOfNodes(template: PodTemplate, share: number): void {
    loadOfTemplate(this.cluster, template, (pod) => shareOfNode(this.cluster, pod, share));
  }

  useAllCpu(workload: string): void {
    useAllCpu(this.cluster, this.podsOf(workload));
  }

  /** The next runs of a cron job take a share of their node's CPU for half an hour. Its manifest is the same. */
  makeRunsHeavy(cronJob: string, share: number): void {
    const { cronjobs } = this.cluster.store;
    const before = cronjobs.get(cronJob)?.template;
    if (!before) throw new Error(`no cron job ${cronJob}`);
    const template = { ...before, id: this.cluster.nextId(), workSec: 1800 };
    cronjobs.update(cronJob, { template });
    this.fillCpuOfNodes(template, share);
  }

  /** How many pods the quota of a namespace still allows. */
  quotaRoom(namespace: string): number {
    const quota = this.cluster.store.resourcequotas.get(`${namespace}/compute-quota`);
    return (quota?.hard.pods ?? 0) - (usageOf(this.cluster, namespace).pods ?? 0);
  }

  /** An administrator sets a quota of pods below what the namespace uses. */
  lowerQuota(namespace: string): void {
    const key = `${namespace}/compute-quota`;
    const { resourcequotas } = this.cluster.store;
    const hard = resourcequotas.get(key)?.hard;
    if (!hard) throw new Error(`no quota in ${namespace}`);
    const pods = Math.floor((usageOf(this.cluster, namespace).pods ?? 0) * 0.9);
    resourcequotas.update(key, { hard: { ...hard, pods } });
  }

  upgradeAgent(version: string): void {
    this.agentVersion = version;
  }

  silenceAgent(): void {
    this.isAgentSilent = true;
  }

  #setAt(workload: string): {
    readonly set: WorkloadRecord;
    readonly update: (change: { template?: PodTemplate; replicas?: number }) => void;
  } {
    for (const resource of SETS) {
      const collection = this.cluster.store[resource];
      const set = collection.get(workload);
      if (set) return { set, update: (change) => void collection.update(workload, change) };
    }
    throw new Error(`no workload ${workload} in ${this.cluster.name}`);
  }
}
