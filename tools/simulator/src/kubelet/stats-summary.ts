import { uidOf } from '../core/identifiers.ts';
import type { Json, JsonObject } from '../kinds/object/kind.ts';
import { timeText } from '../kinds/object/text.ts';
import type { NetworkCounters } from '../metrics/pod-load.ts';
import type { Cluster } from '../world/cluster.ts';
import {
  type ContainerReading,
  type NodeReading,
  type PodReading,
  readClaim,
  readNode,
} from './node-reading.ts';

const MAX_PID = 4_194_304;

/** `/stats/summary` of a node's kubelet. */
export function statsSummary(cluster: Cluster, nodeName: string, atSec: number): JsonObject | undefined {
  const node = cluster.store.nodes.get(nodeName);
  if (!node) return undefined;
  const reading = readNode(cluster, node, atSec);
  const fs = fsOf(reading);
  return {
    node: nodeStats(reading, fs),
    pods: reading.pods.map((pod) => podStats(cluster, reading, pod, fs)),
  };
}

interface FsShape {
  readonly availableBytes: number;
  readonly capacityBytes: number;
  readonly inodesFree: number;
  readonly inodes: number;
}

export function fsOf(reading: NodeReading): FsShape & { usedBytes: number; inodesUsed: number } {
  const capacityBytes = reading.node.machine.diskBytes;
  const inodes = Math.floor(capacityBytes / 8192);
  const inodesUsed = Math.floor(40_000 + reading.diskUsedBytes / 60_000);
  return {
    availableBytes: Math.max(0, capacityBytes - reading.diskUsedBytes),
    capacityBytes,
    usedBytes: reading.diskUsedBytes,
    inodesFree: Math.max(0, inodes - inodesUsed),
    inodes,
    inodesUsed,
  };
}

export function nanoCoresOf(cores: number): number {
  return Math.floor(cores * 1e9);
}

/** A working process uses memory, and sometimes must read a page from disk. */
export function majorPageFaultsOf(cpuSec: number): number {
  return Math.floor(cpuSec / 400);
}

function cpuStats(time: string, cores: number, cpuSec: number): JsonObject {
  return {
    time,
    usageNanoCores: nanoCoresOf(cores),
    usageCoreNanoSeconds: Math.floor(cpuSec * 1e9),
  };
}

export function availableOf(limitBytes: number, workingSetBytes: number): number {
  return Math.max(0, limitBytes - workingSetBytes);
}

export function nodeRssOf({ podsRssBytes, system }: NodeReading): number {
  return podsRssBytes + Math.floor(system.workingSetBytes / 2);
}

export function imageBytesOf(fsUsedBytes: number): number {
  return 4096 * Math.floor((fsUsedBytes * 0.55) / 4096);
}

export function ephemeralBytesOf(containers: PodReading['containers']): number {
  let bytes = 0;
  for (const { gauges } of containers) bytes += gauges.rootfsBytes + gauges.logsBytes;
  return bytes;
}

function memoryStats(
  time: string,
  memory: { workingSetBytes: number; usageBytes: number; rssBytes: number },
  limitBytes: number,
  cpuSec: number,
): JsonObject {
  return {
    time,
    availableBytes: limitBytes > 0 ? availableOf(limitBytes, memory.workingSetBytes) : undefined,
    usageBytes: memory.usageBytes,
    workingSetBytes: memory.workingSetBytes,
    rssBytes: memory.rssBytes,
    pageFaults: Math.floor(cpuSec * 90),
    majorPageFaults: majorPageFaultsOf(cpuSec),
  };
}

function networkStats(time: string, { rxBytes, rxErrors, txBytes, txErrors }: NetworkCounters): JsonObject {
  const main = { name: 'eth0', rxBytes, rxErrors, txBytes, txErrors };
  return { time, ...main, interfaces: [main] };
}

function fsStats(time: string, fs: FsShape, usedBytes: number, inodesUsed: number): JsonObject {
  const { availableBytes, capacityBytes, inodesFree, inodes } = fs;
  return { time, availableBytes, capacityBytes, usedBytes, inodesFree, inodes, inodesUsed };
}

function nodeStats(reading: NodeReading, fs: ReturnType<typeof fsOf>): JsonObject {
  const { node, system } = reading;
  const time = timeText(reading.atSec);
  const startTime = timeText(node.createdSec);
  const { memoryBytes } = node.machine;
  const part = (name: string, share: number): JsonObject => {
    const workingSetBytes = 4096 * Math.floor((system.workingSetBytes * share) / 4096 / 3);
    return {
      name,
      startTime,
      cpu: cpuStats(time, system.cores * share, system.cpuSec * share),
      memory: memoryStats(
        time,
        { workingSetBytes, usageBytes: workingSetBytes * 2, rssBytes: workingSetBytes },
        0,
        system.cpuSec * share,
      ),
    };
  };
  return {
    nodeName: node.name,
    systemContainers: [
      part('kubelet', 0.3),
      part('runtime', 0.35),
      {
        name: 'pods',
        startTime,
        cpu: cpuStats(time, reading.podsCores, reading.podsCpuSec),
        memory: memoryStats(
          time,
          {
            workingSetBytes: reading.podsWorkingSetBytes,
            usageBytes: reading.podsWorkingSetBytes + reading.podsRssBytes / 8,
            rssBytes: reading.podsRssBytes,
          },
          memoryBytes,
          reading.podsCpuSec,
        ),
      },
    ],
    startTime,
    cpu: cpuStats(time, reading.cores, reading.cpuSec),
    memory: memoryStats(
      time,
      {
        workingSetBytes: reading.workingSetBytes,
        usageBytes: Math.min(memoryBytes, Math.floor(reading.workingSetBytes * 1.4)),
        rssBytes: nodeRssOf(reading),
      },
      memoryBytes,
      reading.cpuSec,
    ),
    network: networkStats(time, reading.network),
    fs: fsStats(time, fs, fs.usedBytes, fs.inodesUsed),
    runtime: { imageFs: fsStats(time, fs, imageBytesOf(fs.usedBytes), fs.inodesUsed) },
    rlimit: { time, maxpid: MAX_PID, curproc: reading.processes },
  };
}

function podStats(cluster: Cluster, node: NodeReading, reading: PodReading, fs: FsShape): JsonObject {
  const { pod } = reading;
  const time = timeText(node.atSec);
  const limits = pod.template.containers.map(({ resources }) => resources.limitBytes);
  const limitBytes = limits.every((limit) => limit > 0) ? limits.reduce((a, b) => a + b, 0) : 0;
  return {
    podRef: { name: pod.name, namespace: pod.namespace, uid: uidOf(cluster.seed, pod.id) },
    startTime: timeText(pod.startedSec),
    containers: reading.containers.map((container) => containerStats(container, time, fs)),
    cpu: cpuStats(time, reading.cores, reading.cpuSec),
    memory: memoryStats(time, reading, limitBytes, reading.cpuSec),
    // A pod in the host network has the host's counters, as in real kubelets.
    network: networkStats(time, pod.template.isHostNetwork ? node.network : reading.network),
    volume: volumeStats(cluster, reading, time, node.atSec),
    'ephemeral-storage': fsStats(
      time,
      fs,
      ephemeralBytesOf(reading.containers),
      4 * reading.containers.length,
    ),
    process_stats: { process_count: reading.processes },
  };
}

function containerStats(reading: ContainerReading, time: string, fs: FsShape): JsonObject {
  const { gauges, counters, template } = reading;
  return {
    name: template.name,
    startTime: timeText(reading.startedSec),
    cpu: cpuStats(time, gauges.cores, counters.cpuSec),
    memory: memoryStats(time, gauges, template.resources.limitBytes, counters.cpuSec),
    rootfs: fsStats(time, fs, gauges.rootfsBytes, 4),
    logs: fsStats(time, fs, gauges.logsBytes, 1),
  };
}

function volumeStats(cluster: Cluster, reading: PodReading, time: string, atSec: number): Json {
  const { pod } = reading;
  const volumes: JsonObject[] = [];
  for (const claim of pod.claims) {
    const fill = readClaim(cluster, `${pod.namespace}/${claim}`, atSec);
    if (!fill) continue;
    const { capacityBytes, usedBytes, inodes, inodesUsed } = fill;
    const free = { availableBytes: capacityBytes - usedBytes, inodesFree: inodes - inodesUsed };
    volumes.push({
      ...fsStats(time, { ...fill, ...free }, usedBytes, inodesUsed),
      name: 'data',
      pvcRef: { name: claim, namespace: pod.namespace },
    });
  }
  if (!pod.template.isHostNetwork) {
    const capacityBytes = 2 * 1024 ** 3;
    const availableBytes = capacityBytes - 12_288;
    const fs = { availableBytes, capacityBytes, inodesFree: 999_991, inodes: 1_000_000 };
    volumes.push({
      ...fsStats(time, fs, 12_288, 9),
      name: `kube-api-access-${pod.template.hash.slice(0, 5)}`,
    });
  }
  return volumes.length > 0 ? volumes : undefined;
}
