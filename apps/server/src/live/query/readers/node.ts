import { sampleTimesOf } from '../../columns/sample-times.ts';
import type { World } from '../../views/world.ts';
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
  percentOf,
  type Readers,
  texts,
} from '../readers.ts';

export function nodeReaders(world: World): Readers<'node'> {
  const { node } = world;
  const { state, metrics } = node;
  const sampled = sampleTimesOf(world, 'node');
  return {
    nodeId: ids(node.ids),
    ...clusterReaders(world, node),
    name: texts(state.name),
    ...monReaders(node, sampled),
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
    cpuUsedPct: percentOf(metrics.cpuUsedCores, state.cpuAllocatableCores),
    memUsedBytes: numbers(metrics.memUsedBytes),
    memRequestBytes: numberOf((slot, moment) => moment.nodeSums.memRequestBytes[slot] ?? 0),
    memLimitBytes: numberOf((slot, moment) => moment.nodeSums.memLimitBytes[slot] ?? 0),
    memAllocatableBytes: numbers(state.memAllocatableBytes),
    memUsedPct: percentOf(metrics.memUsedBytes, state.memAllocatableBytes),
    fsUsedBytes: numbers(metrics.fsUsedBytes),
    fsCapacityBytes: numbers(metrics.fsCapacityBytes),
    fsUsedPct: percentOf(metrics.fsUsedBytes, metrics.fsCapacityBytes),
    fsInodesUsedPct: percentOf(metrics.fsInodesUsed, metrics.fsInodes),
    netRxBps: numbers(metrics.netRxBps),
    netTxBps: numbers(metrics.netTxBps),
    procCnt: numbers(metrics.procCnt),
    ...lifeReaders(node, sampled),
  };
}
