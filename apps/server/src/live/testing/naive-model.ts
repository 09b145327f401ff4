import { monResults } from '@gwanje/contract/objects/object-states';
import type { ClaimState } from '@gwanje/kinds/claim/index';
import type { ContainerState } from '@gwanje/kinds/container/index';
import type { NodeState } from '@gwanje/kinds/node/index';
import type { PodState } from '@gwanje/kinds/pod/index';
import type { ListKind } from '@gwanje/kinds/registry';
import type { VolumeState } from '@gwanje/kinds/volume/index';
import type { Life } from '../list-types.ts';
import type { PlainRow } from './naive-list.ts';

interface ModelObject<State> {
  readonly id: number;
  readonly hostId: number;
  readonly state: State;
  readonly life: Life;
  readonly parentId?: number;
}

interface Extra {
  dataAtMs: number | null;
  figures: Record<string, number | null>;
  isMonitored: boolean;
  warningCnt: number;
  criticalCnt: number;
}

/** Kinds whose rows depend on other objects or on samples. */
export type ModelledKind = Extract<ListKind, 'node' | 'pod' | 'container' | 'volume' | 'claim'>;

/** The live state as plain objects in maps: simple enough to be correct. */
export class NaiveModel {
  readonly clusters = new Map<number, { name: string; lastBatchAtMs: number; isMonitored: boolean }>();
  readonly node = new Map<number, ModelObject<NodeState>>();
  readonly pod = new Map<number, ModelObject<PodState>>();
  readonly container = new Map<number, ModelObject<ContainerState>>();
  readonly volume = new Map<number, ModelObject<VolumeState>>();
  readonly claim = new Map<number, ModelObject<ClaimState>>();
  readonly #extras = new Map<number, Extra>();
  readonly #nodeIds = new Map<number, number | null>();

  extra(id: number): Extra {
    const known = this.#extras.get(id);
    if (known !== undefined) return known;
    const extra: Extra = { dataAtMs: null, figures: {}, isMonitored: true, warningCnt: 0, criticalCnt: 0 };
    this.#extras.set(id, extra);
    return extra;
  }

  put<State>(objects: Map<number, ModelObject<State>>, object: ModelObject<State>): void {
    objects.set(object.id, object);
    const extra = this.extra(object.id);
    extra.isMonitored = object.life.isMonitored;
    if (this.#hasEnded(object.id)) Object.assign(extra, { dataAtMs: null, figures: {} });
  }

  #hasEnded(id: number): boolean {
    const phase = this.pod.get(id)?.state.phase;
    const state = this.container.get(id)?.state.state ?? 'running';
    return phase === 'Succeeded' || phase === 'Failed' || state !== 'running';
  }

  remove(kind: ModelledKind, id: number): void {
    this[kind].delete(id);
    this.#extras.delete(id);
    if (kind === 'pod') for (const { id: own } of this.containersOf(id)) this.remove('container', own);
  }

  containersOf(podId: number): ModelObject<ContainerState>[] {
    return [...this.container.values()].filter(({ parentId }) => parentId === podId);
  }

  sample(id: number, tsMs: number, figures: Readonly<Record<string, number>>): void {
    const extra = this.extra(id);
    if (this.#hasEnded(id)) return;
    if (extra.dataAtMs !== null && extra.dataAtMs > tsMs) return;
    const known = Object.fromEntries(Object.entries(figures).filter(([, value]) => !Number.isNaN(value)));
    extra.figures = extra.dataAtMs === tsMs ? { ...extra.figures, ...known } : known;
    extra.dataAtMs = tsMs;
  }

  rows(kind: ModelledKind, hostIds: ReadonlySet<number>, nowMs: number): PlainRow[] {
    const objects: ModelObject<unknown>[] = [...this[kind].values()];
    return objects.filter(({ hostId }) => hostIds.has(hostId)).map(({ id }) => this.#row(kind, id, nowMs));
  }

  #row(kind: ModelledKind, id: number, nowMs: number): PlainRow {
    if (kind === 'node') return this.nodeRow(get(this.node, id), nowMs);
    if (kind === 'pod') return this.podRow(get(this.pod, id), nowMs);
    if (kind === 'container') return this.containerRow(get(this.container, id), nowMs);
    if (kind === 'volume') return this.volumeRow(get(this.volume, id), nowMs);
    return this.claimRow(get(this.claim, id), nowMs);
  }

  nodeRow(node: ModelObject<NodeState>, nowMs: number): PlainRow {
    const { figures } = this.extra(node.id);
    const sampleAtMs = this.#nodeSampleAt(node.id);
    const pods = [...this.pod.values()].filter((pod) => this.#nodeIdOf(pod) === node.id);
    const holding = pods.filter(({ state }) => state.phase !== 'Succeeded' && state.phase !== 'Failed');
    const sum = (getValue: (state: PodState) => number) =>
      holding.reduce((total, { state }) => total + Math.max(0, getValue(state)), 0);
    const worst = Math.min(
      ...pods.map((pod) => monResults.indexOf(this.#monResult(pod, this.#podSampleAt(pod), nowMs))),
    );
    const {
      region: _,
      cpuCapacityCores: _cpu,
      memCapacityBytes: _mem,
      troubles: _all,
      isVirtual: _kind,
      ...shown
    } = node.state;
    return {
      nodeId: node.id,
      ...this.#common(node, sampleAtMs, nowMs),
      ...this.#alarms(node, sampleAtMs, nowMs),
      ...shown,
      childMonResult: monResults[worst] ?? 'normal',
      podCnt: holding.length,
      cpuUsedCores: figure(figures, 'cpuUsedCores'),
      cpuRequestCores: sum((state) => state.cpuRequestCores),
      cpuLimitCores: sum((state) => state.cpuLimitSumCores),
      cpuUsedPct: share(figures.cpuUsedCores, node.state.cpuAllocatableCores),
      memUsedBytes: figure(figures, 'memUsedBytes'),
      memRequestBytes: sum((state) => state.memRequestBytes),
      memLimitBytes: sum((state) => state.memLimitSumBytes),
      memUsedPct: share(figures.memUsedBytes, node.state.memAllocatableBytes),
      fsUsedBytes: figure(figures, 'fsUsedBytes'),
      fsCapacityBytes: figure(figures, 'fsCapacityBytes'),
      fsUsedPct: share(figures.fsUsedBytes, figures.fsCapacityBytes),
      fsInodesUsedPct: share(figures.fsInodesUsed, figures.fsInodes),
      netRxBps: figure(figures, 'netRxBps'),
      netTxBps: figure(figures, 'netTxBps'),
      procCnt: figure(figures, 'procCnt'),
    };
  }

  podRow(pod: ModelObject<PodState>, nowMs: number): PlainRow {
    const { figures } = this.extra(pod.id);
    const {
      containers: _,
      isHostNetwork: _host,
      lastRestartAtMs,
      startedAtMs,
      deletingAtMs: _deleting,
      oomKilledAtMs: _oom,
      ...shown
    } = pod.state;
    return {
      podId: pod.id,
      ...this.#common(pod, this.#podSampleAt(pod), nowMs),
      ...this.#alarms(pod, this.#podSampleAt(pod), nowMs),
      ...shown,
      nodeId: this.#nodeIdOf(pod),
      cpuUsedCores: figure(figures, 'cpuUsedCores'),
      cpuUsedLimitPct: share(figures.cpuUsedCores, pod.state.cpuLimitCores),
      cpuUsedRequestPct: share(figures.cpuUsedCores, pod.state.cpuRequestCores),
      memUsedBytes: figure(figures, 'memUsedBytes'),
      memUsedLimitPct: share(figures.memUsedBytes, pod.state.memLimitBytes),
      memUsedRequestPct: share(figures.memUsedBytes, pod.state.memRequestBytes),
      ephemeralUsedBytes: figure(figures, 'ephemeralUsedBytes'),
      netRxBps: figure(figures, 'netRxBps'),
      netTxBps: figure(figures, 'netTxBps'),
      procCnt: figure(figures, 'procCnt'),
      lastRestartAt: iso(lastRestartAtMs),
      startedAt: iso(startedAtMs),
    };
  }

  containerRow(container: ModelObject<ContainerState>, nowMs: number): PlainRow {
    const { figures } = this.extra(container.id);
    const pod = get(this.pod, container.parentId ?? 0);
    const { startedAtMs, ...shown } = container.state;
    const names = ['cpuUsedCores', 'cpuThrottledRatio', 'memUsedBytes', 'memRssBytes', 'memCacheBytes'];
    const others = [
      'rootfsUsedBytes',
      'logsUsedBytes',
      'blockInBps',
      'blockOutBps',
      'blockInOps',
      'blockOutOps',
    ];
    return {
      containerId: container.id,
      podId: pod.id,
      ...this.#common(container, this.#containerSampleAt(container, pod), nowMs),
      ...shown,
      podName: pod.state.name,
      namespace: pod.state.namespace,
      nodeId: this.#nodeIdOf(pod),
      nodeName: pod.state.nodeName,
      ...Object.fromEntries([...names, ...others].map((name) => [name, figure(figures, name)])),
      cpuUsedLimitPct: share(figures.cpuUsedCores, shown.cpuLimitCores),
      memUsedLimitPct: share(figures.memUsedBytes, shown.memLimitBytes),
      startedAt: iso(startedAtMs),
    };
  }

  volumeRow(volume: ModelObject<VolumeState>, nowMs: number): PlainRow {
    const claim = [...this.claim.values()].find(
      ({ hostId, state }) =>
        hostId === volume.hostId &&
        state.volumeName === volume.state.name &&
        state.name === volume.state.claimName &&
        state.namespace === volume.state.claimNamespace,
    );
    const row = claim === undefined ? undefined : this.claimRow(claim, nowMs);
    return {
      volumeId: volume.id,
      ...this.#common(volume, null, nowMs),
      ...this.#alarms(volume, null, nowMs),
      ...volume.state,
      usedBytes: row?.usedBytes ?? null,
      usedPct: row?.usedPct ?? null,
      pvcId: claim?.id ?? null,
      dataAt: row?.dataAt ?? null,
    };
  }

  claimRow(claim: ModelObject<ClaimState>, nowMs: number): PlainRow {
    const { figures, dataAtMs } = this.extra(claim.id);
    const volume = [...this.volume.values()].find(
      ({ hostId, state }) => hostId === claim.hostId && state.name === claim.state.volumeName,
    );
    return {
      pvcId: claim.id,
      ...this.#common(claim, dataAtMs, nowMs),
      ...this.#alarms(claim, null, nowMs),
      ...claim.state,
      usedBytes: figure(figures, 'usedBytes'),
      availableBytes: figure(figures, 'availableBytes'),
      usedPct: share(figures.usedBytes, figures.capacityBytes ?? claim.state.capacityBytes),
      inodesUsedPct: share(figures.inodesUsed, figures.inodes),
      daysUntilFull: null,
      volumeId: volume?.id ?? null,
    };
  }

  /** A pod finds its node by name when either arrives. A pod of a removed node keeps its node. */
  linkPodsToNodes(): void {
    for (const pod of this.pod.values()) {
      if ((this.#nodeIds.get(pod.id) ?? null) !== null) continue;
      const node = [...this.node.values()].find(
        ({ hostId, state }) => hostId === pod.hostId && state.name === pod.state.nodeName,
      );
      this.#nodeIds.set(pod.id, node?.id ?? null);
    }
  }

  unlinkPod(podId: number): void {
    this.#nodeIds.delete(podId);
  }

  #nodeIdOf(pod: ModelObject<PodState>): number | null {
    return this.#nodeIds.get(pod.id) ?? null;
  }

  #podSampleAt(pod: ModelObject<PodState>): number | null {
    if (pod.state.phase !== 'Running') return null;
    return this.extra(pod.id).dataAtMs ?? this.#nodeSampleAt(this.#nodeIdOf(pod));
  }

  #containerSampleAt({ id, state }: ModelObject<ContainerState>, pod: ModelObject<PodState>): number | null {
    if (state.state !== 'running') return null;
    return this.extra(id).dataAtMs ?? this.#nodeSampleAt(this.#nodeIdOf(pod));
  }

  /** A node that never sent a sample lacks them since it was first seen; a virtual node need not send any. */
  #nodeSampleAt(nodeId: number | null): number | null {
    const node = this.node.get(nodeId ?? 0);
    if (node === undefined) return null;
    return this.extra(node.id).dataAtMs ?? (node.state.isVirtual ? null : node.life.firstSeenAtMs);
  }

  #isStale(object: ModelObject<unknown>, sampleAtMs: number | null, nowMs: number): boolean {
    const basis = sampleAtMs ?? this.clusters.get(object.hostId)?.lastBatchAtMs ?? Number.NEGATIVE_INFINITY;
    return nowMs - basis >= 300_000;
  }

  #monResult(object: ModelObject<unknown>, sampleAtMs: number | null, nowMs: number) {
    const { isMonitored, warningCnt, criticalCnt } = this.extra(object.id);
    if (!isMonitored || !this.clusters.get(object.hostId)?.isMonitored) return 'unmonitored';
    if (criticalCnt > 0) return 'critical';
    if (warningCnt > 0) return 'warning';
    return this.#isStale(object, sampleAtMs, nowMs) ? 'stale' : 'normal';
  }

  #alarms(object: ModelObject<unknown>, sampleAtMs: number | null, nowMs: number): PlainRow {
    const { warningCnt, criticalCnt } = this.extra(object.id);
    return { monResult: this.#monResult(object, sampleAtMs, nowMs), alarmCnt: warningCnt + criticalCnt };
  }

  #common(object: ModelObject<unknown>, sampleAtMs: number | null, nowMs: number): PlainRow {
    const extra = this.extra(object.id);
    return {
      hostId: object.hostId,
      clusterName: this.clusters.get(object.hostId)?.name,
      isMonitored: extra.isMonitored,
      isStale: this.#isStale(object, sampleAtMs, nowMs),
      dataAt: iso(extra.dataAtMs),
      createdAt: iso(object.life.createdAtMs),
      firstSeenAt: iso(object.life.firstSeenAtMs),
      lastSeenAt: iso(
        Math.max(object.life.lastSeenAtMs, this.clusters.get(object.hostId)?.lastBatchAtMs ?? 0),
      ),
      deletedAt: null,
    };
  }
}

function get<Value>(map: ReadonlyMap<number, Value>, id: number): Value {
  const value = map.get(id);
  if (value === undefined) throw new Error(`nothing has id ${id}`);
  return value;
}

function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function figure(figures: Readonly<Record<string, number | null>>, name: string): number | null {
  return figures[name] ?? null;
}

function share(part: number | null | undefined, whole: number | null | undefined): number | null {
  if (part === null || part === undefined || whole === null || whole === undefined || whole <= 0) return null;
  return (part / whole) * 100;
}
