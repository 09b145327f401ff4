import type { MetricValues } from '@gwanje/kinds/state/metrics';
import { z } from 'zod';
import type { Rates, Reading } from './rates.ts';
import { noRows } from './rows.ts';

/** Broken drivers report -1 as the largest unsigned number. */
const VALUE_LIMIT = 2 ** 63;

const Amount = z.number().nullish();
const Time = z.string().nullish();

const Cpu = z.object({ time: Time, usageNanoCores: Amount, usageCoreNanoSeconds: Amount }).nullish();
const Memory = z
  .object({
    time: Time,
    availableBytes: Amount,
    workingSetBytes: Amount,
    rssBytes: Amount,
    majorPageFaults: Amount,
  })
  .nullish();
const Network = z
  .object({ time: Time, rxBytes: Amount, rxErrors: Amount, txBytes: Amount, txErrors: Amount })
  .nullish();
const FileSystem = z
  .object({
    availableBytes: Amount,
    capacityBytes: Amount,
    usedBytes: Amount,
    inodes: Amount,
    inodesUsed: Amount,
  })
  .nullish();

const Container = z.object({
  name: z.string(),
  startTime: Time,
  cpu: Cpu,
  memory: Memory,
  rootfs: FileSystem,
  logs: FileSystem,
});

/** One element of `pods` in `/stats/summary`. */
export const PodSummary = z.object({
  podRef: z.object({ name: z.string(), namespace: z.string(), uid: z.string() }),
  startTime: Time,
  containers: z.array(Container).nullish(),
  cpu: Cpu,
  memory: Memory,
  network: Network,
  'ephemeral-storage': FileSystem,
  process_stats: z.object({ process_count: Amount }).nullish(),
  volume: z
    .array(
      z.object({
        availableBytes: Amount,
        capacityBytes: Amount,
        usedBytes: Amount,
        inodes: Amount,
        inodesUsed: Amount,
        pvcRef: z.object({ name: z.string(), namespace: z.string() }).nullish(),
      }),
    )
    .nullish(),
});

/**
 * `/stats/summary` without its pods. System containers are left out, because the node's sums include them.
 */
export const NodeSummary = z.object({
  node: z.object({
    startTime: Time,
    cpu: Cpu,
    memory: Memory,
    network: Network,
    fs: FileSystem,
    runtime: z.object({ imageFs: FileSystem }).nullish(),
    rlimit: z.object({ curproc: Amount }).nullish(),
  }),
});

/** Converts one kubelet's summary into rows. Counter times are the kubelet's, otherwise the request's. */
export class SummaryReader {
  readonly rows = noRows();
  /** Pod uids by namespace and name, as cAdvisor identifies pods. */
  readonly podUids = new Map<string, string>();
  readonly #rates: Rates;
  readonly #atMs: number;
  readonly #seen = new Set<string>();

  constructor(rates: Rates, atMs: number) {
    this.#rates = rates;
    this.#atMs = atMs;
  }

  addNode(name: string, { node }: z.output<typeof NodeSummary>): void {
    this.rows.node.push({ name, values: nodeValues(node, this.#rates, this.#atMs) });
  }

  addPod(pod: z.output<typeof PodSummary>): void {
    const { uid, namespace, name } = pod.podRef;
    this.podUids.set(`${namespace}/${name}`, uid);
    if (!this.#isNew(uid)) return;
    this.rows.pod.push({ uid, values: podValues(pod, this.#rates, this.#atMs) });
    for (const container of pod.containers ?? []) {
      const key = `${uid} ${container.name}`;
      if (container.name === '' || container.name === 'POD' || !this.#isNew(key)) continue;
      const values = containerValues(container, key, this.#rates, this.#atMs);
      this.rows.container.push({ podUid: uid, name: container.name, values });
    }
    for (const { pvcRef, ...volume } of pod.volume ?? []) {
      // A claim mounted by several pods of the node is one file system.
      if (!pvcRef || !this.#isNew(`${pvcRef.namespace}/${pvcRef.name}`)) continue;
      const values: MetricValues<'claim', 'summary'> = {
        usedBytes: amount(volume.usedBytes),
        capacityBytes: amount(volume.capacityBytes),
        availableBytes: amount(volume.availableBytes),
        inodesUsed: amount(volume.inodesUsed),
        inodes: amount(volume.inodes),
      };
      this.rows.claim.push({ namespace: pvcRef.namespace, name: pvcRef.name, values });
    }
  }

  #isNew(key: string): boolean {
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }
}

function nodeValues(
  node: z.output<typeof NodeSummary>['node'],
  rates: Rates,
  atMs: number,
): MetricValues<'node', 'summary'> {
  const startMs = timeMs(node.startTime);
  return {
    cpuUsedCores: cores(node.cpu, 'node', startMs, rates, atMs),
    memUsedBytes: amount(node.memory?.workingSetBytes),
    memRssBytes: amount(node.memory?.rssBytes),
    memAvailableBytes: amount(node.memory?.availableBytes),
    majorPageFaultsPs: rates.rate(
      'node',
      'majorPageFaults',
      counter(node.memory?.majorPageFaults, node.memory?.time, startMs, atMs),
    ),
    fsUsedBytes: amount(node.fs?.usedBytes),
    fsCapacityBytes: amount(node.fs?.capacityBytes),
    fsInodesUsed: amount(node.fs?.inodesUsed),
    fsInodes: amount(node.fs?.inodes),
    imageFsUsedBytes: amount(node.runtime?.imageFs?.usedBytes),
    ...networkRates(node.network, 'node', startMs, rates, atMs),
    procCnt: amount(node.rlimit?.curproc),
  };
}

function podValues(
  pod: z.output<typeof PodSummary>,
  rates: Rates,
  atMs: number,
): MetricValues<'pod', 'summary'> {
  const startMs = timeMs(pod.startTime);
  const key = pod.podRef.uid;
  return {
    cpuUsedCores: cores(pod.cpu, key, startMs, rates, atMs),
    memUsedBytes: amount(pod.memory?.workingSetBytes),
    memRssBytes: amount(pod.memory?.rssBytes),
    ephemeralUsedBytes: amount(pod['ephemeral-storage']?.usedBytes),
    ...networkRates(pod.network, key, startMs, rates, atMs),
    procCnt: amount(pod.process_stats?.process_count),
  };
}

function containerValues(
  container: z.output<typeof Container>,
  key: string,
  rates: Rates,
  atMs: number,
): MetricValues<'container', 'summary'> {
  return {
    cpuUsedCores: cores(container.cpu, key, timeMs(container.startTime), rates, atMs),
    memUsedBytes: amount(container.memory?.workingSetBytes),
    memRssBytes: amount(container.memory?.rssBytes),
    rootfsUsedBytes: amount(container.rootfs?.usedBytes),
    logsUsedBytes: amount(container.logs?.usedBytes),
  };
}

/** The kubelet's core figure, otherwise the rate of its counter. */
function cores(
  cpu: z.output<typeof Cpu>,
  key: string,
  startMs: number | null,
  rates: Rates,
  atMs: number,
): number | null {
  const perSecond = rates.rate(key, 'cpu', counter(cpu?.usageCoreNanoSeconds, cpu?.time, startMs, atMs));
  const nanoCores = amount(cpu?.usageNanoCores) ?? perSecond;
  return nanoCores === null ? null : nanoCores / 1e9;
}

function networkRates(
  network: z.output<typeof Network>,
  key: string,
  startMs: number | null,
  rates: Rates,
  atMs: number,
) {
  const rate = (name: 'rxBytes' | 'txBytes' | 'rxErrors' | 'txErrors') =>
    rates.rate(key, name, counter(network?.[name], network?.time, startMs, atMs));
  return {
    netRxBps: rate('rxBytes'),
    netTxBps: rate('txBytes'),
    netRxErrPs: rate('rxErrors'),
    netTxErrPs: rate('txErrors'),
  };
}

function amount(value: number | null | undefined): number | null {
  return value === null || value === undefined || value < 0 || value >= VALUE_LIMIT ? null : value;
}

function timeMs(text: string | null | undefined): number | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : ms;
}

function counter(
  value: number | null | undefined,
  time: string | null | undefined,
  startMs: number | null,
  atMs: number,
): Reading | undefined {
  const known = amount(value);
  return known === null ? undefined : { value: known, atMs: timeMs(time) ?? atMs, startMs };
}
