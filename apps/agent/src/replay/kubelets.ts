import { throttledRatio } from '../kubelet/cadvisor.ts';
import { type CounterName, Rates } from '../kubelet/rates.ts';
import { type ContainerRow, noRows, type Rows } from '../kubelet/rows.ts';
import type { Reading } from './moment.ts';

const NANO = 1e9;

/** All kubelets of a cluster, round after round: the rows that their pages would have given. */
export class ReplayedKubelets {
  readonly #rates = new Map<string, Rates>();

  rows(readings: readonly Reading[], atMs: number): Rows {
    const rows = noRows();
    const silent = new Set(this.#rates.keys());
    for (const reading of readings) {
      silent.delete(reading.name);
      const rates = this.#rates.get(reading.name) ?? new Rates();
      this.#rates.set(reading.name, rates);
      addReading(rows, reading, rates, atMs);
      rates.endRound();
    }
    for (const name of silent) this.#rates.get(name)?.keepRound(atMs);
    return rows;
  }

  forget(nodeName: string): void {
    this.#rates.delete(nodeName);
  }
}

function addReading(rows: Rows, reading: Reading, rates: Rates, atMs: number): void {
  const node = counters(rates, 'node', reading.startMs, atMs);
  rows.nodes.push({
    name: reading.name,
    values: {
      cpuUsedCores: reading.nanoCores / NANO,
      memUsedBytes: reading.workingSetBytes,
      memRssBytes: reading.rssBytes,
      memAvailableBytes: reading.availableBytes,
      majorPageFaultsPs: node('majorPageFaults', reading.majorPageFaults),
      fsUsedBytes: reading.fsUsedBytes,
      fsCapacityBytes: reading.fsCapacityBytes,
      fsInodesUsed: reading.fsInodesUsed,
      fsInodes: reading.fsInodes,
      imageFsUsedBytes: reading.imageFsUsedBytes,
      netRxBps: node('rxBytes', reading.rxBytes),
      netTxBps: node('txBytes', reading.txBytes),
      netRxErrPs: node('rxErrors', reading.rxErrors),
      netTxErrPs: node('txErrors', reading.txErrors),
      procCnt: reading.processes,
    },
  });
  addPods(rows, reading.pods, rates, atMs);
  addContainers(rows, reading, rates, atMs);
  addClaims(rows, reading.claims);
}

function addPods(rows: Rows, pods: Reading['pods'], rates: Rates, atMs: number): void {
  for (const [at, uid] of pods.uid.entries()) {
    const rate = counters(rates, uid, pods.startMs[at], atMs);
    rows.pods.push({
      uid,
      values: {
        cpuUsedCores: coresOf(pods.nanoCores[at]),
        memUsedBytes: pods.workingSetBytes[at] ?? null,
        memRssBytes: pods.rssBytes[at] ?? null,
        ephemeralUsedBytes: pods.ephemeralBytes[at] ?? null,
        netRxBps: rate('rxBytes', pods.rxBytes[at]),
        netTxBps: rate('txBytes', pods.txBytes[at]),
        netRxErrPs: rate('rxErrors', pods.rxErrors[at]),
        netTxErrPs: rate('txErrors', pods.txErrors[at]),
        procCnt: pods.processes[at] ?? null,
      },
    });
  }
}

function addContainers(rows: Rows, { containers, pods }: Reading, rates: Rates, atMs: number): void {
  for (const [at, name] of containers.name.entries()) {
    const podUid = pods.uid[containers.podAt[at] ?? -1];
    if (podUid === undefined) continue;
    const values: ContainerRow['values'] = {
      cpuUsedCores: coresOf(containers.nanoCores[at]),
      memUsedBytes: containers.workingSetBytes[at] ?? null,
      memRssBytes: containers.rssBytes[at] ?? null,
      rootfsUsedBytes: containers.rootfsBytes[at] ?? null,
      logsUsedBytes: containers.logsBytes[at] ?? null,
    };
    if (containers.cacheBytes) {
      const rate = counters(rates, `${podUid} ${name}`, containers.startMs[at], atMs);
      values.cpuThrottledRatio = throttledRatio(
        rate('throttledPeriods', containers.throttledPeriods?.[at]),
        rate('periods', containers.periods?.[at]),
      );
      values.memCacheBytes = containers.cacheBytes[at] ?? null;
      values.blockInBps = rate('readBytes', containers.readBytes?.[at]);
      values.blockOutBps = rate('writeBytes', containers.writeBytes?.[at]);
      values.blockInOps = rate('reads', containers.reads?.[at]);
      values.blockOutOps = rate('writes', containers.writes?.[at]);
    }
    rows.containers.push({ podUid, name, values });
  }
}

function addClaims(rows: Rows, claims: Reading['claims']): void {
  const seen = new Set<string>();
  for (const [at, name] of claims.name.entries()) {
    const namespace = claims.namespace[at] ?? '';
    // A claim that several pods of the node mount is one file system.
    if (seen.has(`${namespace}/${name}`)) continue;
    seen.add(`${namespace}/${name}`);
    rows.claims.push({
      namespace,
      name,
      values: {
        usedBytes: claims.usedBytes[at] ?? null,
        capacityBytes: claims.capacityBytes[at] ?? null,
        availableBytes: claims.availableBytes[at] ?? null,
        inodesUsed: claims.inodesUsed[at] ?? null,
        inodes: claims.inodes[at] ?? null,
      },
    });
  }
}

function coresOf(nanoCores: number | undefined): number | null {
  return nanoCores === undefined ? null : nanoCores / NANO;
}

function counters(rates: Rates, subject: string, startMs: number | undefined, atMs: number) {
  return (counter: CounterName, value: number | null | undefined): number | null =>
    value === null || value === undefined
      ? null
      : rates.rate(subject, counter, { value, atMs, startMs: startMs ?? null });
}
