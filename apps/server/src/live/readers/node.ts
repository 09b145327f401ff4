import {
  choiceOf,
  choices,
  clusterReaders,
  flags,
  ids,
  lifeReaders,
  monReaders,
  numberOf,
  numbers,
  percent,
  type Readers,
  texts,
} from '../readers.ts';
import type { World } from '../world.ts';

export function nodeReaders(world: World): Readers<'node'> {
  const { node } = world;
  const { state, metrics } = node;
  const sampleAtMs = (slot: number) => node.dataAtMs.at(slot);
  return {
    nodeId: ids(node.ids),
    ...clusterReaders(world, node),
    name: texts(state.name),
    ...monReaders(node, sampleAtMs),
    childMonResult: choiceOf((slot, moment) => moment.nodeSums.worst[slot] ?? 0),
    condition: choices(state.condition),
    isSchedulable: flags(state.isSchedulable),
    roles: texts(state.roles),
    kubeletVersion: texts(state.kubeletVersion),
    internalIp: texts(state.internalIp),
    pool: texts(state.pool),
    zone: texts(state.zone),
    instanceType: texts(state.instanceType),
    podCnt: numberOf((slot, moment) => moment.nodeSums.podCnt[slot] ?? 0),
    podCapacity: numbers(state.podCapacity),
    cpuUsedCores: numbers(metrics.cpuUsedCores),
    cpuRequestCores: numberOf((slot, moment) => moment.nodeSums.cpuRequestCores[slot] ?? 0),
    cpuLimitCores: numberOf((slot, moment) => moment.nodeSums.cpuLimitCores[slot] ?? 0),
    cpuAllocatableCores: numbers(state.cpuAllocatableCores),
    cpuUsedPct: numberOf((slot) =>
      percent(metrics.cpuUsedCores.at(slot), state.cpuAllocatableCores.at(slot)),
    ),
    memUsedBytes: numbers(metrics.memUsedBytes),
    memRequestBytes: numberOf((slot, moment) => moment.nodeSums.memRequestBytes[slot] ?? 0),
    memLimitBytes: numberOf((slot, moment) => moment.nodeSums.memLimitBytes[slot] ?? 0),
    memAllocatableBytes: numbers(state.memAllocatableBytes),
    memUsedPct: numberOf((slot) =>
      percent(metrics.memUsedBytes.at(slot), state.memAllocatableBytes.at(slot)),
    ),
    fsUsedBytes: numbers(metrics.fsUsedBytes),
    fsCapacityBytes: numbers(metrics.fsCapacityBytes),
    fsUsedPct: numberOf((slot) => percent(metrics.fsUsedBytes.at(slot), metrics.fsCapacityBytes.at(slot))),
    fsInodesUsedPct: numberOf((slot) => percent(metrics.fsInodesUsed.at(slot), metrics.fsInodes.at(slot))),
    netRxBps: numbers(metrics.netRxBps),
    netTxBps: numbers(metrics.netTxBps),
    procCnt: numbers(metrics.procCnt),
    ...lifeReaders(node, sampleAtMs),
  };
}
