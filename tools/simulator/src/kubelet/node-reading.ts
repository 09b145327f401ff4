import { hashText, unit } from '../core/random.ts';
import type { ContainerTemplate, NodeRecord, PodRecord } from '../kinds/object/records.ts';
import { activityAt, activityBetween, shapeOf } from '../metrics/activity.ts';
import {
  type ContainerCounters,
  type ContainerGauges,
  countersOf,
  gaugesOf,
  type LoadProfile,
  loadProfile,
} from '../metrics/container-load.ts';
import { addNetwork, type NetworkCounters, NO_NETWORK, podNetwork } from '../metrics/pod-load.ts';
import type { Cluster } from '../world/cluster.ts';

export interface ContainerReading {
  readonly index: number;
  readonly template: ContainerTemplate;
  readonly startedSec: number;
  readonly run: number;
  readonly counters: ContainerCounters;
  readonly gauges: ContainerGauges;
  readonly processes: number;
}

export interface PodReading {
  readonly pod: PodRecord;
  /** From the pod's cgroup: never falls while the pod exists. */
  readonly cpuSec: number;
  readonly cores: number;
  readonly workingSetBytes: number;
  readonly usageBytes: number;
  readonly rssBytes: number;
  readonly cacheBytes: number;
  readonly processes: number;
  readonly network: NetworkCounters;
  readonly containers: readonly ContainerReading[];
}

/** The processes besides the pods: kubelet, runtime, operating system. */
export interface SystemReading {
  readonly cpuSec: number;
  readonly cores: number;
  readonly workingSetBytes: number;
  readonly processes: number;
}

export interface NodeReading {
  readonly node: NodeRecord;
  readonly atSec: number;
  readonly pods: readonly PodReading[];
  readonly podsCpuSec: number;
  readonly podsCores: number;
  readonly podsWorkingSetBytes: number;
  readonly podsRssBytes: number;
  readonly system: SystemReading;
  readonly cpuSec: number;
  readonly cores: number;
  readonly workingSetBytes: number;
  readonly network: NetworkCounters;
  readonly processes: number;
  readonly diskUsedBytes: number;
}

/** All values that a kubelet would measure at an instant. */
export function readNode(cluster: Cluster, node: NodeRecord, atSec: number): NodeReading {
  const pods = cluster.indexes
    .podsOn(node.name)
    .filter((pod) => pod.phase === 'Running' && pod.podIp !== '' && pod.startedSec <= atSec)
    .map((pod) => readPod(cluster, pod, atSec));
  const gone = cluster.ledger.gone(node.name);
  const system = readSystem(cluster, node, atSec);
  const sum = (value: (pod: PodReading) => number, first = 0) =>
    pods.reduce((total, pod) => total + value(pod), first);
  const podsCpuSec = sum((pod) => pod.cpuSec, gone.cpuSec);
  const podsCores = sum((pod) => pod.cores);
  const podsWorkingSetBytes = sum((pod) => pod.workingSetBytes);
  const network = pods
    .filter(({ pod }) => !pod.template.isHostNetwork)
    .reduce((total, pod) => addNetwork(total, pod.network), gone.network);
  // Besides its pods' traffic a node pulls images, reports and is monitored.
  const ownTraffic = Math.floor(9000 * Math.max(0, atSec - node.createdSec));
  return {
    node,
    atSec,
    pods,
    podsCpuSec,
    podsCores,
    podsWorkingSetBytes,
    podsRssBytes: sum((pod) => pod.rssBytes),
    system,
    cpuSec: podsCpuSec + system.cpuSec,
    cores: podsCores + system.cores,
    workingSetBytes: podsWorkingSetBytes + system.workingSetBytes,
    network: addNetwork(network, { ...NO_NETWORK, rxBytes: ownTraffic, txBytes: ownTraffic }),
    processes: sum((pod) => pod.processes, system.processes),
    diskUsedBytes: diskUsed(cluster, node, atSec),
  };
}

function readPod(cluster: Cluster, pod: PodRecord, atSec: number): PodReading {
  const { seed, loads, ledger } = cluster;
  const profiles = profilesOf(seed, pod);
  const containers = pod.containers.flatMap((container, index): ContainerReading[] => {
    const template = pod.template.containers[index];
    const profile = profiles[index];
    const { startedSec } = container;
    if (container.state !== 'running' || !template || !profile || startedSec > atSec) return [];
    const changes = loads.of(pod.id, index);
    return [
      {
        index,
        template,
        startedSec,
        run: container.restarts,
        counters: countersOf(profile, changes, startedSec, atSec),
        gauges: gaugesOf(profile, changes, template.resources.limitBytes, startedSec, atSec),
        processes: profile.processes,
      },
    ];
  });
  const sum = (value: (container: ContainerReading) => number, first = 0) =>
    containers.reduce((total, container) => total + value(container), first);
  return {
    pod,
    cpuSec: sum(({ counters }) => counters.cpuSec, ledger.endedRuns(pod.id)),
    cores: sum(({ gauges }) => gauges.cores),
    workingSetBytes: sum(({ gauges }) => gauges.workingSetBytes),
    usageBytes: sum(({ gauges }) => gauges.usageBytes),
    rssBytes: sum(({ gauges }) => gauges.rssBytes),
    cacheBytes: sum(({ gauges }) => gauges.cacheBytes),
    // With the pause process of the sandbox.
    processes: sum(({ processes }) => processes, 1),
    network: podNetwork(seed, pod, loads, atSec),
    containers,
  };
}

const knownProfiles = new WeakMap<PodRecord, LoadProfile[]>();

/** Profiles depend only on constant values, so they are cached for records that are read repeatedly. */
function profilesOf(seed: number, pod: PodRecord): LoadProfile[] {
  let profiles = knownProfiles.get(pod);
  if (!profiles) {
    profiles = pod.template.containers.map((template, index) => loadProfile(seed, pod.id, index, template));
    knownProfiles.set(pod, profiles);
  }
  return profiles;
}

/** A virtual kubelet is not a machine: it has only pods. */
const NO_SYSTEM: SystemReading = { cpuSec: 0, cores: 0, workingSetBytes: 0, processes: 0 };

function readSystem(cluster: Cluster, node: NodeRecord, atSec: number): SystemReading {
  if (node.machine.runtime === '') return NO_SYSTEM;
  const own = hashText(cluster.seed, `${node.name} system`);
  const shape = shapeOf(own);
  const cores = (node.machine.milliCpu / 1000) * (0.01 + 0.02 * unit(own, 1));
  const strain = cluster.faults.strainedNodes.get(node.name);
  const usual = node.machine.memoryBytes * (0.03 + 0.03 * unit(own, 2));
  return {
    cpuSec: cores * activityBetween(shape, node.createdSec, Math.max(node.createdSec, atSec)),
    cores: cores * activityAt(shape, atSec),
    workingSetBytes: 4096 * Math.floor((usual + (strain?.memoryBytes ?? 0)) / 4096),
    processes: 140 + Math.floor(60 * unit(own, 3)) + (strain?.processes ?? 0),
  };
}

function diskUsed(cluster: Cluster, node: NodeRecord, atSec: number): number {
  const own = hashText(cluster.seed, `${node.name} disk`);
  const fraction = cluster.faults.strainedNodes.get(node.name)?.diskFraction;
  // Images and logs accumulate, and are removed every two days.
  const accumulated = 0.08 * (((atSec + own) % 172_800) / 172_800);
  const share = fraction ?? 0.22 + 0.25 * unit(own, 1) + accumulated;
  return 4096 * Math.floor((node.machine.diskBytes * share) / 4096);
}

export interface ClaimReading {
  readonly usedBytes: number;
  readonly capacityBytes: number;
  readonly inodesUsed: number;
  readonly inodes: number;
}

/** The usage of a claim's file system. */
export function readClaim(cluster: Cluster, claimKey: string, atSec: number): ClaimReading | undefined {
  const claim = cluster.store.persistentvolumeclaims.get(claimKey);
  if (claim?.phase !== 'Bound') return undefined;
  const own = hashText(cluster.seed, claimKey);
  // A file system reserves a part of the device.
  const capacityBytes = 4096 * Math.floor((claim.bytes * 0.984) / 4096);
  const filling = cluster.faults.fillingClaims.get(claimKey);
  const base = capacityBytes * (0.15 + 0.45 * unit(own, 1));
  const growth = capacityBytes * 0.06 * (((atSec + own) % 604_800) / 604_800);
  const filled = filling ? filling.bytesPerSec * Math.max(0, atSec - filling.fromSec) : 0;
  const usedBytes = 4096 * Math.floor(Math.min(capacityBytes * 0.998, base + growth + filled) / 4096);
  const inodes = Math.floor(claim.bytes / 16_384);
  return {
    usedBytes,
    capacityBytes,
    inodes,
    inodesUsed: Math.floor(11 + inodes * 0.3 * (usedBytes / capacityBytes)),
  };
}
