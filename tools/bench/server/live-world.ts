import type { NodeState } from '@gwanje/kinds/node/index';
import type { PodState } from '@gwanje/kinds/pod/index';
import { metricNames } from '@gwanje/kinds/state/metrics';
import { LiveState } from '../../../apps/server/src/live/live-state.ts';

export const CLUSTERS = 20;
export const PODS = 100_000;
export const NODES = 3000;

/** The Park–Miller generator: the same numbers every time. */
export function seeded(seed: number): () => number {
  let value = seed;
  return () => {
    value = (value * 48_271) % 2_147_483_647;
    return value / 2_147_483_647;
  };
}

export function pick<Value>(values: readonly [Value, ...Value[]], random: () => number): Value {
  return values[Math.floor(random() * values.length)] ?? values[0];
}

const APPS = ['payment', 'order', 'catalog', 'search', 'auth', 'gateway', 'report', 'mail'] as const;
const PARTS = ['api', 'worker', 'web', 'cache', 'batch', 'proxy'] as const;
const SIDECARS = ['istio-proxy', 'log-shipper', 'config-reload', 'metrics'] as const;

/** Twenty clusters with 100,000 pods, 200,000 containers and 3,000 nodes, each with its newest samples. */
export function largeLiveState(nowMs: number): LiveState {
  const live = new LiveState();
  const random = seeded(7);
  const life = (atMs: number) => ({
    isMonitored: true,
    createdAtMs: atMs,
    firstSeenAtMs: atMs,
    lastSeenAtMs: nowMs,
    deletedAtMs: null,
  });
  let id = 1;
  for (let cluster = 0; cluster < CLUSTERS; cluster++) {
    const hostId = cluster + 1;
    live.setCluster({ hostId, name: `cluster-${hostId}`, subGroupId: (cluster % 6) + 1 });
    live.recordContact(hostId, { atMs: nowMs });
    const nodeNames: string[] = [];
    const nodeIds: number[] = [];
    for (let at = 0; at < NODES / CLUSTERS; at++) {
      const state = nodeOf(hostId, at);
      nodeNames.push(state.name);
      nodeIds.push(id);
      live.put('node', hostId, id++, state, life(nowMs - at * 1000));
    }
    const podIds: number[] = [];
    const containerIds: number[] = [];
    for (let at = 0; at < PODS / CLUSTERS; at++) {
      const state = podOf(at, nodeNames[at % nodeNames.length] ?? null, random, nowMs);
      const podId = id++;
      const ids = [id++, id++];
      live.putPod(hostId, podId, state, ids, {
        ...life(nowMs - Math.floor(random() * 1e9)),
        nodeId: nodeIds[at % nodeIds.length] ?? null,
      });
      podIds.push(podId);
      containerIds.push(...ids);
    }
    sample(live, 'node', nodeIds, nowMs, random);
    sample(live, 'pod', podIds, nowMs, random);
    sample(live, 'container', containerIds, nowMs, random);
  }
  live.warm();
  return live;
}

export function podOf(at: number, nodeName: string | null, random: () => number, nowMs: number): PodState {
  const app = `${pick(APPS, random)}-${pick(PARTS, random)}`;
  const restartCnt = Math.floor(random() * 20);
  const container = (name: string): PodState['containers'][number] => ({
    name,
    type: 'regular',
    image: `registry.example.com/${app}/${name}:1.${Math.floor(random() * 9)}`,
    state: 'running',
    stateReason: null,
    exitCode: null,
    isReady: true,
    restartCnt,
    cpuRequestCores: 0.1,
    cpuLimitCores: 1,
    memRequestBytes: 1e8,
    memLimitBytes: 5e8,
    startedAtMs: nowMs - 1e6,
  });
  return {
    name: `${app}-${Math.floor(random() * 1e9).toString(36)}-${Math.floor(random() * 1e7).toString(36)}`,
    namespace: `team-${Math.floor(random() * 40)}`,
    nodeName,
    ownerKind: 'Deployment',
    ownerName: app,
    phase: random() < 0.9 ? 'Running' : 'Pending',
    status: pick(['Running', 'Running', 'CrashLoopBackOff', 'ContainerCreating'], random),
    readyCnt: 2,
    containerCnt: 2,
    restartCnt,
    cpuRequestCores: 0.2,
    cpuLimitCores: random() < 0.5 ? -1 : 2,
    memRequestBytes: 2e8,
    memLimitBytes: 1e9,
    qosClass: 'Burstable',
    podIp: `10.${at & 255}.${(at >> 8) & 255}.${Math.floor(random() * 250)}`,
    isHostNetwork: false,
    startedAtMs: nowMs - Math.floor(random() * 1e9),
    oomKilledAtMs: null,
    containers: [container(pick(PARTS, random)), container(pick(SIDECARS, random))],
  };
}

function nodeOf(hostId: number, at: number): NodeState {
  return {
    name: `aks-pool${at % 4}-${hostId}-vmss${at.toString(36).padStart(6, '0')}`,
    condition: at % 97 === 0 ? 'NotReady' : 'Ready',
    isSchedulable: true,
    roles: 'agent',
    kubeletVersion: 'v1.31.2',
    internalIp: `10.0.${at >> 8}.${at & 255}`,
    pool: `pool${at % 4}`,
    zone: `zone-${at % 3}`,
    region: 'koreacentral',
    instanceType: 'Standard_D8s_v5',
    podCapacity: 110,
    cpuCapacityCores: 8,
    cpuAllocatableCores: 7.8,
    memCapacityBytes: 32e9,
    memAllocatableBytes: 28e9,
    troubles: '',
    isVirtual: false,
  };
}

function sample(
  live: LiveState,
  scope: 'node' | 'pod' | 'container',
  ids: readonly number[],
  tsMs: number,
  random: () => number,
): void {
  const columns = Object.fromEntries(
    metricNames(scope).map((name) => [name, Float64Array.from(ids, () => random() * 1e6)]),
  );
  live.applySamples(scope, Int32Array.from(ids), tsMs, columns);
}
