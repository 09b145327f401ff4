import {
  availableOf,
  ephemeralBytesOf,
  fsOf,
  imageBytesOf,
  majorPageFaultsOf,
  nanoCoresOf,
  nodeRssOf,
} from '../kubelet/stats-summary.ts';
import { type ContainerReading, type NodeReading, readClaim, readNode } from '../metrics/node-reading.ts';
import type { NetworkCounters } from '../metrics/pod-load.ts';
import { uidOf } from '../seed/identifiers.ts';
import type { Cluster } from '../world/cluster.ts';
import { NumberList } from './number-list.ts';

/** What is on a node, in the order in which its numbers come. */
interface Roster {
  /** Of a kubelet with cAdvisor; a virtual one has none. */
  readonly hasCadvisor: boolean;
  readonly podUids: string[];
  readonly containers: { readonly podAt: number[]; readonly name: string[] };
  readonly claims: { readonly namespace: string[]; readonly name: string[] };
}

interface Kubelet {
  readonly name: string;
  /** Absent: as it was told before. */
  readonly roster?: Roster;
}

/**
 * The numbers of the pages of all kubelets that answer, without the pages: a day of them is replayed in seconds. Of each
 * kubelet the node's numbers, then those of each pod, container and claim, in the order of its roster; who they belong
 * to is told only when that changes. NaN where a page would not have the number. A test holds them equal to the pages.
 */
export class Readings {
  readonly #cluster: Cluster;
  /** What tells one roster from another, by node: cheap to gather, and cheap to compare. */
  readonly #marks = new Map<string, readonly (number | string)[]>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** Whoever asks next has heard nothing yet. */
  forget(): void {
    this.#marks.clear();
  }

  take(): { readonly kubelets: readonly Kubelet[]; readonly numbers: Buffer } {
    const { faults, store, timeline } = this.#cluster;
    const kubelets: Kubelet[] = [];
    const numbers = new NumberList();
    for (const node of store.nodes.values()) {
      const { name } = node;
      if (faults.silentNodes.has(name) || faults.brokenStatistics.has(name)) continue;
      const reading = readNode(this.#cluster, node, timeline.nowSec());
      const marks = addReading(numbers, this.#cluster, reading);
      if (isSame(marks, this.#marks.get(name))) kubelets.push({ name });
      else kubelets.push({ name, roster: rosterOf(this.#cluster, reading) });
      this.#marks.set(name, marks);
    }
    return { kubelets, numbers: numbers.bytes() };
  }
}

function addReading(numbers: NumberList, cluster: Cluster, reading: NodeReading): (number | string)[] {
  const marks: (number | string)[] = [];
  addNode(numbers, reading);
  for (const measured of reading.pods) {
    const { pod } = measured;
    const network = pod.template.isHostNetwork ? reading.network : measured.network;
    marks.push(pod.id);
    numbers.add(pod.startedSec * 1000);
    numbers.add(nanoCoresOf(measured.cores));
    numbers.add(measured.workingSetBytes);
    numbers.add(measured.rssBytes);
    numbers.add(ephemeralBytesOf(measured.containers));
    addNetwork(numbers, network);
    numbers.add(measured.processes);
  }
  for (const { containers } of reading.pods) {
    for (const container of containers) {
      marks.push(container.index);
      addContainer(numbers, container, hasCadvisor(reading));
    }
    marks.push(-1);
  }
  for (const { pod } of reading.pods) {
    for (const claim of pod.claims) {
      const key = `${pod.namespace}/${claim}`;
      if (addClaim(numbers, cluster, key, reading.atSec)) marks.push(key);
    }
  }
  return marks;
}

function addNode(numbers: NumberList, reading: NodeReading): void {
  const { node } = reading;
  const fs = fsOf(reading);
  numbers.add(node.createdSec * 1000);
  numbers.add(nanoCoresOf(reading.cores));
  numbers.add(reading.workingSetBytes);
  numbers.add(nodeRssOf(reading));
  numbers.add(availableOf(node.machine.memoryBytes, reading.workingSetBytes));
  numbers.add(majorPageFaultsOf(reading.cpuSec));
  numbers.add(fs.usedBytes);
  numbers.add(fs.capacityBytes);
  numbers.add(fs.inodesUsed);
  numbers.add(fs.inodes);
  numbers.add(imageBytesOf(fs.usedBytes));
  addNetwork(numbers, reading.network);
  numbers.add(reading.processes);
}

function addNetwork(numbers: NumberList, network: NetworkCounters): void {
  numbers.add(network.rxBytes);
  numbers.add(network.txBytes);
  numbers.add(network.rxErrors);
  numbers.add(network.txErrors);
}

function addContainer(numbers: NumberList, reading: ContainerReading, isWithCadvisor: boolean): void {
  const { template, gauges, counters, startedSec } = reading;
  numbers.add(startedSec * 1000);
  numbers.add(nanoCoresOf(gauges.cores));
  numbers.add(gauges.workingSetBytes);
  numbers.add(gauges.rssBytes);
  numbers.add(gauges.rootfsBytes);
  numbers.add(gauges.logsBytes);
  if (!isWithCadvisor) return;
  // Only where a limit stands does the kernel count periods.
  const isLimited = template.resources.limitMilliCpu > 0;
  numbers.add(gauges.cacheBytes);
  numbers.add(isLimited ? counters.periods : Number.NaN);
  numbers.add(isLimited ? counters.throttledPeriods : Number.NaN);
  numbers.add(counters.readBytes);
  numbers.add(counters.writeBytes);
  numbers.add(counters.reads);
  numbers.add(counters.writes);
}

/** False where it has no file system. */
function addClaim(numbers: NumberList, cluster: Cluster, key: string, atSec: number): boolean {
  const fill = readClaim(cluster, key, atSec);
  if (!fill) return false;
  numbers.add(fill.usedBytes);
  numbers.add(fill.capacityBytes);
  numbers.add(fill.capacityBytes - fill.usedBytes);
  numbers.add(fill.inodesUsed);
  numbers.add(fill.inodes);
  return true;
}

function rosterOf(cluster: Cluster, reading: NodeReading): Roster {
  const roster: Roster = {
    hasCadvisor: hasCadvisor(reading),
    podUids: [],
    containers: { podAt: [], name: [] },
    claims: { namespace: [], name: [] },
  };
  for (const [podAt, { pod, containers }] of reading.pods.entries()) {
    roster.podUids.push(uidOf(cluster.seed, pod.id));
    for (const { template } of containers) {
      roster.containers.podAt.push(podAt);
      roster.containers.name.push(template.name);
    }
    for (const claim of pod.claims) {
      if (!readClaim(cluster, `${pod.namespace}/${claim}`, reading.atSec)) continue;
      roster.claims.namespace.push(pod.namespace);
      roster.claims.name.push(claim);
    }
  }
  return roster;
}

function hasCadvisor({ node }: NodeReading): boolean {
  return node.machine.runtime !== '';
}

function isSame(
  marks: readonly (number | string)[],
  before: readonly (number | string)[] | undefined,
): boolean {
  return marks.length === before?.length && marks.every((mark, index) => mark === before[index]);
}
