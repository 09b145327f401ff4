import type { MetricValues } from '@gwanje/kinds/state/states';
import { z } from 'zod';
import type { CounterName, Rates } from './rates.ts';
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
const Space = z.object({
  availableBytes: Amount,
  capacityBytes: Amount,
  usedBytes: Amount,
  inodes: Amount,
  inodesUsed: Amount,
});
const FileSystem = Space.nullish();
const Volume = Space.extend({ pvcRef: z.object({ name: z.string(), namespace: z.string() }).nullish() });

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
  volume: z.array(Volume).nullish(),
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
    const { memory, fs } = node;
    const startMs = timeMs(node.startTime);
    const values: MetricValues<'node', 'summary'> = {
      cpuUsedCores: this.#cores('node', node.cpu, startMs),
      memUsedBytes: amount(memory?.workingSetBytes),
      memRssBytes: amount(memory?.rssBytes),
      memAvailableBytes: amount(memory?.availableBytes),
      majorPageFaultsPs: this.#rate(
        'node',
        'majorPageFaults',
        memory?.majorPageFaults,
        memory?.time,
        startMs,
      ),
      fsUsedBytes: amount(fs?.usedBytes),
      fsCapacityBytes: amount(fs?.capacityBytes),
      fsInodesUsed: amount(fs?.inodesUsed),
      fsInodes: amount(fs?.inodes),
      imageFsUsedBytes: amount(node.runtime?.imageFs?.usedBytes),
      ...this.#networkRates('node', node.network, startMs),
      procCnt: amount(node.rlimit?.curproc),
    };
    this.rows.node.push({ name, values });
  }

  addPod(pod: z.output<typeof PodSummary>): void {
    const { uid, namespace, name } = pod.podRef;
    this.podUids.set(`${namespace}/${name}`, uid);
    if (!this.#isNew(uid)) return;
    const startMs = timeMs(pod.startTime);
    const values: MetricValues<'pod', 'summary'> = {
      cpuUsedCores: this.#cores(uid, pod.cpu, startMs),
      memUsedBytes: amount(pod.memory?.workingSetBytes),
      memRssBytes: amount(pod.memory?.rssBytes),
      ephemeralUsedBytes: amount(pod['ephemeral-storage']?.usedBytes),
      ...this.#networkRates(uid, pod.network, startMs),
      procCnt: amount(pod.process_stats?.process_count),
    };
    this.rows.pod.push({ uid, values });
    for (const container of pod.containers ?? []) this.#addContainer(uid, container);
    for (const volume of pod.volume ?? []) this.#addClaim(volume);
  }

  #addContainer(podUid: string, container: z.output<typeof Container>): void {
    const { name, memory } = container;
    const key = `${podUid} ${name}`;
    if (name === '' || name === 'POD' || !this.#isNew(key)) return;
    const values: MetricValues<'container', 'summary'> = {
      cpuUsedCores: this.#cores(key, container.cpu, timeMs(container.startTime)),
      memUsedBytes: amount(memory?.workingSetBytes),
      memRssBytes: amount(memory?.rssBytes),
      rootfsUsedBytes: amount(container.rootfs?.usedBytes),
      logsUsedBytes: amount(container.logs?.usedBytes),
    };
    this.rows.container.push({ podUid, name, values });
  }

  /** A claim mounted by several pods of the node is one file system. */
  #addClaim({ pvcRef, ...volume }: z.output<typeof Volume>): void {
    if (!pvcRef || !this.#isNew(`${pvcRef.namespace}/${pvcRef.name}`)) return;
    const values: MetricValues<'claim', 'summary'> = {
      usedBytes: amount(volume.usedBytes),
      capacityBytes: amount(volume.capacityBytes),
      availableBytes: amount(volume.availableBytes),
      inodesUsed: amount(volume.inodesUsed),
      inodes: amount(volume.inodes),
    };
    this.rows.claim.push({ ...pvcRef, values });
  }

  #isNew(key: string): boolean {
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  /** The kubelet's core figure, otherwise the rate of its counter. */
  #cores(key: string, cpu: z.output<typeof Cpu>, startMs: number | null): number | null {
    const perSecond = this.#rate(key, 'cpu', cpu?.usageCoreNanoSeconds, cpu?.time, startMs);
    const nanoCores = amount(cpu?.usageNanoCores) ?? perSecond;
    return nanoCores === null ? null : nanoCores / 1e9;
  }

  #networkRates(key: string, network: z.output<typeof Network>, startMs: number | null) {
    const rate = (name: 'rxBytes' | 'txBytes' | 'rxErrors' | 'txErrors') =>
      this.#rate(key, name, network?.[name], network?.time, startMs);
    return {
      netRxBps: rate('rxBytes'),
      netTxBps: rate('txBytes'),
      netRxErrPs: rate('rxErrors'),
      netTxErrPs: rate('txErrors'),
    };
  }

  #rate(
    key: string,
    counter: CounterName,
    given: z.output<typeof Amount>,
    time: z.output<typeof Time>,
    startMs: number | null,
  ): number | null {
    const value = amount(given);
    const reading = value === null ? undefined : { value, atMs: timeMs(time) ?? this.#atMs, startMs };
    return this.#rates.rate(key, counter, reading);
  }
}

function amount(value: z.output<typeof Amount>): number | null {
  return value === null || value === undefined || value < 0 || value >= VALUE_LIMIT ? null : value;
}

function timeMs(text: z.output<typeof Time>): number | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : ms;
}
