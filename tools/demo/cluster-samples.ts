import type { SamplePart } from '@gwanje/kinds/batch';
import { throttledRatio } from '../../apps/agent/src/kubelet/cadvisor.ts';
import { type CounterName, Rates } from '../../apps/agent/src/kubelet/rates.ts';
import { noRows, partsOf, type Rows } from '../../apps/agent/src/kubelet/rows.ts';
import { uidOf } from '../simulator/src/core/identifiers.ts';
import {
  type ContainerReading,
  type NodeReading,
  type PodReading,
  readClaim,
  readNode,
} from '../simulator/src/kubelet/node-reading.ts';
import {
  availableOf,
  ephemeralBytesOf,
  fsOf,
  imageBytesOf,
  majorPageFaultsOf,
  nanoCoresOf,
  nodeRssOf,
} from '../simulator/src/kubelet/stats-summary.ts';
import type { NetworkCounters } from '../simulator/src/metrics/pod-load.ts';
import type { Cluster } from '../simulator/src/world/cluster.ts';

type Rate = (counter: CounterName, value: number) => number | null;

/**
 * The samples that an agent would take from the kubelets of one simulated cluster. They are computed from the
 * simulator's numbers without the kubelet pages, in a tenth of the time. A test compares both ways.
 */
export class ClusterSamples {
  readonly #cluster: Cluster;
  readonly #rates = new Map<string, Rates>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  read(): SamplePart[] {
    const { faults, store, timeline } = this.#cluster;
    const rows = noRows();
    for (const node of store.nodes.values()) {
      if (faults.silentNodes.has(node.name) || faults.brokenStatistics.has(node.name)) continue;
      const rates = this.#rates.get(node.name) ?? new Rates();
      this.#rates.set(node.name, rates);
      addNode(rows, this.#cluster, readNode(this.#cluster, node, timeline.nowSec()), rates);
      rates.endRound();
    }
    for (const name of this.#rates.keys()) if (!store.nodes.get(name)) this.#rates.delete(name);
    return partsOf(rows, new Date(timeline.nowMs()).toISOString());
  }
}

function addNode(rows: Rows, cluster: Cluster, reading: NodeReading, rates: Rates): void {
  const { node, atSec } = reading;
  const fs = fsOf(reading);
  const rate = rateOf(rates, 'node', node.createdSec, atSec);
  rows.node.push({
    name: node.name,
    values: {
      cpuUsedCores: coresOf(reading.cores),
      memUsedBytes: reading.workingSetBytes,
      memRssBytes: nodeRssOf(reading),
      memAvailableBytes: availableOf(node.machine.memoryBytes, reading.workingSetBytes),
      majorPageFaultsPs: rate('majorPageFaults', majorPageFaultsOf(reading.cpuSec)),
      fsUsedBytes: fs.usedBytes,
      fsCapacityBytes: fs.capacityBytes,
      fsInodesUsed: fs.inodesUsed,
      fsInodes: fs.inodes,
      imageFsUsedBytes: imageBytesOf(fs.usedBytes),
      ...networkRates(rate, reading.network),
      procCnt: reading.processes,
    },
  });
  const seenClaims = new Set<string>();
  for (const pod of reading.pods) {
    addPod(rows, cluster, reading, pod, rates);
    for (const claim of pod.pod.claims) addClaim(rows, cluster, pod.pod.namespace, claim, atSec, seenClaims);
  }
}

function addPod(
  rows: Rows,
  cluster: Cluster,
  reading: NodeReading,
  measured: PodReading,
  rates: Rates,
): void {
  const { pod, containers } = measured;
  const uid = uidOf(cluster.seed, pod.id);
  const rate = rateOf(rates, uid, pod.startedSec, reading.atSec);
  rows.pod.push({
    uid,
    values: {
      cpuUsedCores: coresOf(measured.cores),
      memUsedBytes: measured.workingSetBytes,
      memRssBytes: measured.rssBytes,
      ephemeralUsedBytes: ephemeralBytesOf(containers),
      ...networkRates(rate, pod.template.isHostNetwork ? reading.network : measured.network),
      procCnt: measured.processes,
    },
  });
  const hasCadvisor = reading.node.machine.runtime !== '';
  for (const container of containers) {
    const { name } = container.template;
    const { gauges, startedSec } = container;
    rows.container.push({
      podUid: uid,
      name,
      values: {
        cpuUsedCores: coresOf(gauges.cores),
        memUsedBytes: gauges.workingSetBytes,
        memRssBytes: gauges.rssBytes,
        rootfsUsedBytes: gauges.rootfsBytes,
        logsUsedBytes: gauges.logsBytes,
        ...(hasCadvisor
          ? cadvisorValues(container, rateOf(rates, `${uid} ${name}`, startedSec, reading.atSec))
          : {}),
      },
    });
  }
}

function cadvisorValues({ template, gauges, counters }: ContainerReading, rate: Rate) {
  // The kernel counts periods only with a limit.
  const isLimited = template.resources.limitMilliCpu > 0;
  return {
    cpuThrottledRatio: isLimited
      ? throttledRatio(rate('throttledPeriods', counters.throttledPeriods), rate('periods', counters.periods))
      : null,
    memCacheBytes: gauges.cacheBytes,
    blockInBps: rate('readBytes', counters.readBytes),
    blockOutBps: rate('writeBytes', counters.writeBytes),
    blockInOps: rate('reads', counters.reads),
    blockOutOps: rate('writes', counters.writes),
  };
}

function addClaim(
  rows: Rows,
  cluster: Cluster,
  namespace: string,
  name: string,
  atSec: number,
  seen: Set<string>,
): void {
  const key = `${namespace}/${name}`;
  const fill = seen.has(key) ? undefined : readClaim(cluster, key, atSec);
  if (!fill) return;
  seen.add(key);
  const { usedBytes, capacityBytes, inodesUsed, inodes } = fill;
  const availableBytes = capacityBytes - usedBytes;
  rows.claim.push({
    namespace,
    name,
    values: { usedBytes, capacityBytes, availableBytes, inodesUsed, inodes },
  });
}

function networkRates(rate: Rate, { rxBytes, txBytes, rxErrors, txErrors }: NetworkCounters) {
  return {
    netRxBps: rate('rxBytes', rxBytes),
    netTxBps: rate('txBytes', txBytes),
    netRxErrPs: rate('rxErrors', rxErrors),
    netTxErrPs: rate('txErrors', txErrors),
  };
}

function rateOf(rates: Rates, subject: string, startSec: number, atSec: number): Rate {
  return (counter, value) => {
    const perSecond = rates.rate(subject, counter, { value, atMs: atSec * 1000, startMs: startSec * 1000 });
    // The server stores no more digits, and the batch is shorter.
    return perSecond === null ? null : Math.round(perSecond * 1000) / 1000;
  };
}

function coresOf(cores: number): number {
  return nanoCoresOf(cores) / 1e9;
}
