import { nodeState } from '@gwanje/kinds/node/index';
import { type PodState, podState } from '@gwanje/kinds/pod/index';
import { metricNames } from '@gwanje/kinds/state/states';
import { LiveState } from '../../../apps/server/src/live/live-state.ts';
import { crashing, Fleet, nodeRecord } from './fleet.ts';

const POD_CNT = 5000;
const fleet = new Fleet({ clusters: 20, podsPerCluster: POD_CNT, podsPerNode: 33 });
export const CLUSTERS = fleet.plan.clusters;

/** The Park–Miller generator: the same numbers every time. */
export function seeded(seed: number): () => number {
  let value = seed;
  return () => {
    value = (value * 48_271) % 2_147_483_647;
    return value / 2_147_483_647;
  };
}

/** Twenty clusters with 100,000 pods, 200,000 containers and 3,000 nodes, each with its newest samples. */
export function largeLiveState(nowMs: number): LiveState {
  const live = new LiveState();
  fillLiveState(live, new Map(Array.from({ length: CLUSTERS }, (_, at) => [at + 1, POD_CNT])), nowMs);
  return live;
}

/** `podCnts`: pods by cluster. They have twice as many containers, and a node for every 33 pods. */
export function fillLiveState(live: LiveState, podCnts: ReadonlyMap<number, number>, nowMs: number): void {
  const random = seeded(7);
  const at = new Date(nowMs);
  const life = (atMs: number) => ({
    isMonitored: true,
    createdAtMs: atMs,
    firstSeenAtMs: atMs,
    lastSeenAtMs: nowMs,
    deletedAtMs: null,
  });
  let id = 1;
  for (const [hostId, podCnt] of podCnts) {
    if (!live.hasCluster(hostId))
      live.setCluster({ hostId, name: `cluster-${hostId}`, subGroupId: (hostId % 6) + 1 });
    live.recordContact(hostId, { atMs: nowMs });
    const nodeIds: number[] = [];
    for (let node = 0; node < Math.ceil(podCnt / fleet.plan.podsPerNode); node++) {
      nodeIds.push(id);
      live.put('node', hostId, id++, nodeState(nodeRecord(hostId, node, at)), life(nowMs - node * 1000));
    }
    const podIds: number[] = [];
    const containerIds: number[] = [];
    for (let pod = 0; pod < podCnt; pod++) {
      const podId = id++;
      const ids = [id++, id++];
      live.putPod(hostId, podId, podOf(hostId, pod, at), ids, {
        ...life(nowMs - Math.floor(random() * 1e9)),
        nodeId: nodeIds[Math.floor(pod / fleet.plan.podsPerNode)] ?? null,
      });
      podIds.push(podId);
      containerIds.push(...ids);
    }
    sample(live, 'node', nodeIds, nowMs, random);
    sample(live, 'pod', podIds, nowMs, random);
    sample(live, 'container', containerIds, nowMs, random);
  }
  live.warm();
}

/** A quarter of the pods crash-loops. */
export function podOf(hostId: number, pod: number, at: Date): PodState {
  const record = fleet.podRecord(hostId, pod, at);
  return podState(pod % 4 === 2 ? crashing(record) : record);
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
