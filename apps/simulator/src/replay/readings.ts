import {
  availableOf,
  ephemeralBytesOf,
  fsOf,
  imageBytesOf,
  majorPageFaultsOf,
  nanoCoresOf,
  nodeRssOf,
} from '../kubelet/stats-summary.ts';
import {
  type ContainerReading,
  type NodeReading,
  type PodReading,
  readClaim,
  readNode,
} from '../metrics/node-reading.ts';
import type { NetworkCounters } from '../metrics/pod-load.ts';
import { uidOf } from '../seed/identifiers.ts';
import type { Cluster } from '../world/cluster.ts';

type Columns = Record<string, (number | string | null)[]>;

/**
 * The numbers of the pages of all kubelets that answer, in columns and without the pages: a day of them is replayed in
 * seconds. `null` where a page would not have the number. A test holds them equal to the pages.
 */
export function readingsOf(cluster: Cluster): object[] {
  const { faults, store, timeline } = cluster;
  const readings: object[] = [];
  for (const node of store.nodes.values()) {
    if (faults.silentNodes.has(node.name) || faults.brokenStatistics.has(node.name)) continue;
    readings.push(columnsOf(cluster, readNode(cluster, node, timeline.nowSec())));
  }
  return readings;
}

function columnsOf(cluster: Cluster, reading: NodeReading): object {
  const { node } = reading;
  const fs = fsOf(reading);
  const pods: Columns = {
    uid: [],
    startMs: [],
    nanoCores: [],
    workingSetBytes: [],
    rssBytes: [],
    ephemeralBytes: [],
    rxBytes: [],
    txBytes: [],
    rxErrors: [],
    txErrors: [],
    processes: [],
  };
  const containers: Columns = {
    podAt: [],
    name: [],
    startMs: [],
    nanoCores: [],
    workingSetBytes: [],
    rssBytes: [],
    rootfsBytes: [],
    logsBytes: [],
    ...(node.machine.runtime === ''
      ? {}
      : {
          cacheBytes: [],
          periods: [],
          throttledPeriods: [],
          readBytes: [],
          writeBytes: [],
          reads: [],
          writes: [],
        }),
  };
  const claims: Columns = {
    namespace: [],
    name: [],
    usedBytes: [],
    capacityBytes: [],
    availableBytes: [],
    inodesUsed: [],
    inodes: [],
  };
  for (const [podAt, pod] of reading.pods.entries()) {
    addPod(pods, cluster, reading, pod);
    for (const container of pod.containers) addContainer(containers, podAt, container);
    for (const claim of pod.pod.claims) addClaim(claims, cluster, pod.pod.namespace, claim, reading.atSec);
  }
  return {
    name: node.name,
    startMs: node.createdSec * 1000,
    nanoCores: nanoCoresOf(reading.cores),
    workingSetBytes: reading.workingSetBytes,
    rssBytes: nodeRssOf(reading),
    availableBytes: availableOf(node.machine.memoryBytes, reading.workingSetBytes),
    majorPageFaults: majorPageFaultsOf(reading.cpuSec),
    fsUsedBytes: fs.usedBytes,
    fsCapacityBytes: fs.capacityBytes,
    fsInodesUsed: fs.inodesUsed,
    fsInodes: fs.inodes,
    imageFsUsedBytes: imageBytesOf(fs.usedBytes),
    ...reading.network,
    processes: reading.processes,
    pods,
    containers,
    claims,
  };
}

function addPod(columns: Columns, cluster: Cluster, node: NodeReading, reading: PodReading): void {
  const { pod } = reading;
  const network: NetworkCounters = pod.template.isHostNetwork ? node.network : reading.network;
  columns.uid?.push(uidOf(cluster.seed, pod.id));
  columns.startMs?.push(pod.startedSec * 1000);
  columns.nanoCores?.push(nanoCoresOf(reading.cores));
  columns.workingSetBytes?.push(reading.workingSetBytes);
  columns.rssBytes?.push(reading.rssBytes);
  columns.ephemeralBytes?.push(ephemeralBytesOf(reading));
  columns.rxBytes?.push(network.rxBytes);
  columns.txBytes?.push(network.txBytes);
  columns.rxErrors?.push(network.rxErrors);
  columns.txErrors?.push(network.txErrors);
  columns.processes?.push(reading.processes);
}

function addContainer(columns: Columns, podAt: number, reading: ContainerReading): void {
  const { template, gauges, counters, startedSec } = reading;
  // Only where a limit stands does the kernel count periods.
  const isLimited = template.resources.limitMilliCpu > 0;
  columns.podAt?.push(podAt);
  columns.name?.push(template.name);
  columns.startMs?.push(startedSec * 1000);
  columns.nanoCores?.push(nanoCoresOf(gauges.cores));
  columns.workingSetBytes?.push(gauges.workingSetBytes);
  columns.rssBytes?.push(gauges.rssBytes);
  columns.rootfsBytes?.push(gauges.rootfsBytes);
  columns.logsBytes?.push(gauges.logsBytes);
  columns.cacheBytes?.push(gauges.cacheBytes);
  columns.periods?.push(isLimited ? counters.periods : null);
  columns.throttledPeriods?.push(isLimited ? counters.throttledPeriods : null);
  columns.readBytes?.push(counters.readBytes);
  columns.writeBytes?.push(counters.writeBytes);
  columns.reads?.push(counters.reads);
  columns.writes?.push(counters.writes);
}

function addClaim(columns: Columns, cluster: Cluster, namespace: string, name: string, atSec: number): void {
  const fill = readClaim(cluster, `${namespace}/${name}`, atSec);
  if (!fill) return;
  columns.namespace?.push(namespace);
  columns.name?.push(name);
  columns.usedBytes?.push(fill.usedBytes);
  columns.capacityBytes?.push(fill.capacityBytes);
  columns.availableBytes?.push(fill.capacityBytes - fill.usedBytes);
  columns.inodesUsed?.push(fill.inodesUsed);
  columns.inodes?.push(fill.inodes);
}
