import { z } from 'zod';
import type { Rates, Reading } from './rates.ts';
import type { Rows } from './rows.ts';

/** Broken drivers report -1 as the largest unsigned number. */
const MOST = 2 ** 63;

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

const Pod = z.object({
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

/** `/stats/summary`. The node's system containers are left out: they are parts of the node's own sums. */
export const Summary = z.object({
  node: z.object({
    startTime: Time,
    cpu: Cpu,
    memory: Memory,
    network: Network,
    fs: FileSystem,
    runtime: z.object({ imageFs: FileSystem }).nullish(),
    rlimit: z.object({ curproc: Amount }).nullish(),
  }),
  pods: z.array(Pod).nullish(),
});
export type Summary = z.infer<typeof Summary>;

/** Adds what a summary says. Times of counters are the kubelet's own, or when it was asked. */
export function addSummary(rows: Rows, nodeName: string, summary: Summary, rates: Rates, atMs: number): void {
  rows.nodes.push({ name: nodeName, values: nodeValues(summary.node, rates, atMs) });
  const seen = new Set<string>();
  const claims = new Set<string>();
  for (const pod of summary.pods ?? []) {
    const { uid } = pod.podRef;
    if (seen.has(uid)) continue;
    seen.add(uid);
    rows.pods.push({ uid, values: podValues(pod, rates, atMs) });
    for (const container of pod.containers ?? []) {
      if (container.name === '' || container.name === 'POD' || seen.has(`${uid} ${container.name}`)) continue;
      seen.add(`${uid} ${container.name}`);
      const values = containerValues(container, `${uid} ${container.name}`, rates, atMs);
      rows.containers.push({ podUid: uid, name: container.name, values });
    }
    for (const volume of pod.volume ?? []) {
      if (!volume.pvcRef) continue;
      const { namespace, name } = volume.pvcRef;
      // A claim that several pods of the node mount is one file system.
      if (claims.has(`${namespace}/${name}`)) continue;
      claims.add(`${namespace}/${name}`);
      const values = {
        usedBytes: amount(volume.usedBytes),
        capacityBytes: amount(volume.capacityBytes),
        availableBytes: amount(volume.availableBytes),
        inodesUsed: amount(volume.inodesUsed),
        inodes: amount(volume.inodes),
      };
      rows.claims.push({ namespace, name, values });
    }
  }
}

function nodeValues(node: Summary['node'], rates: Rates, atMs: number) {
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

function podValues(pod: z.output<typeof Pod>, rates: Rates, atMs: number) {
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

function containerValues(container: z.output<typeof Container>, key: string, rates: Rates, atMs: number) {
  return {
    cpuUsedCores: cores(container.cpu, key, timeMs(container.startTime), rates, atMs),
    memUsedBytes: amount(container.memory?.workingSetBytes),
    memRssBytes: amount(container.memory?.rssBytes),
    rootfsUsedBytes: amount(container.rootfs?.usedBytes),
    logsUsedBytes: amount(container.logs?.usedBytes),
  };
}

/** As the kubelet says; where it only counts, what the counter says. */
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
  return value === null || value === undefined || value < 0 || value >= MOST ? null : value;
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
