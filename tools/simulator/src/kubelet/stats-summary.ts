import { uidOf } from '../core/identifiers.ts';
import { hashText, unit } from '../core/random.ts';
import type { NodeRecord } from '../kinds/object/records.ts';
import { timeText } from '../kinds/object/text.ts';
import { activityAt, activityBetween, shapeOf } from '../metrics/activity.ts';
import { addNetwork, type NetworkCounters, NO_NETWORK, podNetwork } from '../metrics/pod-load.ts';
import type { Cluster } from '../world/cluster.ts';
import { type ContainerReading, type FileSystem, type PodReading, readClaim } from './readings.ts';

/** `/stats/summary` of a node's kubelet: the fields that the agent reads. */
export function statsSummary(
  cluster: Cluster,
  node: NodeRecord,
  readings: readonly PodReading[],
  atSec: number,
) {
  const time = timeText(atSec);
  const { memoryBytes } = node.machine;
  const pods = readings.map((reading) => podStats(cluster, reading, time, atSec));
  const sum = (value: (pod: (typeof pods)[number]) => number) =>
    pods.reduce((total, pod) => total + value(pod), 0);
  const system = readSystem(cluster, node, atSec);
  const workingSetBytes = sum(({ memory }) => memory.workingSetBytes) + system.workingSetBytes;
  const network = { time, ...nodeNetwork(cluster, node, readings, pods, atSec) };
  const fs = readDisk(cluster, node, atSec);
  return {
    node: {
      nodeName: node.name,
      startTime: timeText(node.createdSec),
      cpu: cpuStats(time, sum(({ cpu }) => cpu.usageNanoCores) / 1e9 + system.cores),
      memory: {
        time,
        availableBytes: Math.max(0, memoryBytes - workingSetBytes),
        workingSetBytes,
        rssBytes: sum(({ memory }) => memory.rssBytes) + Math.floor(system.workingSetBytes / 2),
        majorPageFaults: system.majorPageFaults,
      },
      network,
      fs,
      runtime: { imageFs: { usedBytes: 4096 * Math.floor((fs.usedBytes * 0.55) / 4096) } },
      rlimit: { curproc: sum(({ process_stats }) => process_stats.process_count) + system.processes },
    },
    // A pod in the host network has the host's counters, as in real kubelets.
    pods: pods.map((pod, at) => (readings[at]?.pod.template.isHostNetwork ? { ...pod, network } : pod)),
  };
}

function cpuStats(time: string, cores: number) {
  return { time, usageNanoCores: Math.floor(cores * 1e9) };
}

function podStats(cluster: Cluster, { pod, containers }: PodReading, time: string, atSec: number) {
  const sum = (value: (container: ContainerReading) => number) =>
    containers.reduce((total, container) => total + value(container), 0);
  return {
    podRef: { name: pod.name, namespace: pod.namespace, uid: uidOf(cluster.seed, pod.id) },
    startTime: timeText(pod.startedSec),
    containers: containers.map(({ template, startedSec, gauges }) => ({
      name: template.name,
      startTime: timeText(startedSec),
      cpu: cpuStats(time, gauges.cores),
      memory: { time, workingSetBytes: gauges.workingSetBytes, rssBytes: gauges.rssBytes },
      rootfs: { usedBytes: gauges.rootfsBytes },
      logs: { usedBytes: gauges.logsBytes },
    })),
    cpu: cpuStats(
      time,
      sum(({ gauges }) => gauges.cores),
    ),
    memory: {
      time,
      workingSetBytes: sum(({ gauges }) => gauges.workingSetBytes),
      rssBytes: sum(({ gauges }) => gauges.rssBytes),
    },
    network: { time, ...podNetwork(cluster.seed, pod, cluster.loads, atSec) },
    volume: pod.claims.flatMap((name) => {
      const fs = readClaim(cluster, `${pod.namespace}/${name}`, atSec);
      return fs ? { ...fs, name: 'data', pvcRef: { name, namespace: pod.namespace } } : [];
    }),
    'ephemeral-storage': { usedBytes: sum(({ gauges }) => gauges.rootfsBytes + gauges.logsBytes) },
    // With the pause process of the sandbox.
    process_stats: { process_count: sum(({ processes }) => processes) + 1 },
  };
}

/** The processes besides the pods: kubelet, runtime, operating system. */
function readSystem(cluster: Cluster, { name, machine, createdSec }: NodeRecord, atSec: number) {
  // A virtual kubelet is not a machine: it has only pods.
  if (machine.runtime === '') return { cores: 0, workingSetBytes: 0, processes: 0, majorPageFaults: 0 };
  const own = hashText(cluster.seed, `${name} system`);
  const shape = shapeOf(own);
  const cores = machine.milliCpu / 1000;
  const strain = cluster.faults.strainedNodes.get(name);
  const usualBytes = machine.memoryBytes * (0.03 + 0.03 * unit(own, 2));
  const work = activityBetween(shape, createdSec, Math.max(createdSec, atSec));
  return {
    cores: cores * (0.01 + 0.02 * unit(own, 1)) * activityAt(shape, atSec),
    workingSetBytes: 4096 * Math.floor((usualBytes + (strain?.memoryBytes ?? 0)) / 4096),
    processes: 140 + Math.floor(60 * unit(own, 3)) + (strain?.processes ?? 0),
    majorPageFaults: Math.floor((cores * work) / 1000),
  };
}

function nodeNetwork(
  { ledger }: Cluster,
  { name, createdSec }: NodeRecord,
  readings: readonly PodReading[],
  pods: readonly { readonly network: NetworkCounters }[],
  atSec: number,
): NetworkCounters {
  // Besides its pods' traffic a node pulls images, reports and is monitored.
  const ownBytes = Math.floor(9000 * Math.max(0, atSec - createdSec));
  let total = addNetwork(ledger.gone(name), { ...NO_NETWORK, rxBytes: ownBytes, txBytes: ownBytes });
  for (const [at, { network }] of pods.entries())
    if (!readings[at]?.pod.template.isHostNetwork) total = addNetwork(total, network);
  return total;
}

function readDisk(cluster: Cluster, { name, machine }: NodeRecord, atSec: number): FileSystem {
  const own = hashText(cluster.seed, `${name} disk`);
  const fraction = cluster.faults.strainedNodes.get(name)?.diskFraction;
  // Images and logs accumulate, and are removed every two days.
  const accumulated = 0.08 * (((atSec + own) % 172_800) / 172_800);
  const share = fraction ?? 0.22 + 0.25 * unit(own, 1) + accumulated;
  const capacityBytes = machine.diskBytes;
  const usedBytes = 4096 * Math.floor((capacityBytes * share) / 4096);
  return {
    availableBytes: capacityBytes - usedBytes,
    capacityBytes,
    usedBytes,
    inodes: Math.floor(capacityBytes / 8192),
    inodesUsed: Math.floor(40_000 + usedBytes / 60_000),
  };
}
