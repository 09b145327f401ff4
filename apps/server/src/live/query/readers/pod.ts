import { sampleTimesOf } from '../../columns/sample-times.ts';
import type { World } from '../../views/world.ts';
import {
  choices,
  clusterReaders,
  ids,
  lifeReaders,
  monReaders,
  numbers,
  percentOf,
  type Readers,
  texts,
  times,
} from '../readers.ts';

export function podReaders(world: World): Readers<'pod'> {
  const { pod } = world;
  const { state, metrics } = pod;
  const sampled = sampleTimesOf(world, 'pod');
  return {
    podId: ids(pod.ids),
    ...clusterReaders(world, pod),
    name: texts(state.name),
    namespace: texts(state.namespace),
    nodeId: ids(pod.nodeId),
    nodeName: texts(state.nodeName),
    ownerKind: texts(state.ownerKind),
    ownerName: texts(state.ownerName),
    ...monReaders(pod, sampled),
    phase: choices(state.phase),
    status: texts(state.status),
    readyCnt: numbers(state.readyCnt),
    containerCnt: numbers(state.containerCnt),
    restartCnt: numbers(state.restartCnt),
    cpuUsedCores: numbers(metrics.cpuUsedCores),
    cpuRequestCores: numbers(state.cpuRequestCores),
    cpuLimitCores: numbers(state.cpuLimitCores),
    cpuUsedLimitPct: percentOf(metrics.cpuUsedCores, state.cpuLimitCores),
    cpuUsedRequestPct: percentOf(metrics.cpuUsedCores, state.cpuRequestCores),
    memUsedBytes: numbers(metrics.memUsedBytes),
    memRequestBytes: numbers(state.memRequestBytes),
    memLimitBytes: numbers(state.memLimitBytes),
    memUsedLimitPct: percentOf(metrics.memUsedBytes, state.memLimitBytes),
    memUsedRequestPct: percentOf(metrics.memUsedBytes, state.memRequestBytes),
    ephemeralUsedBytes: numbers(metrics.ephemeralUsedBytes),
    netRxBps: numbers(metrics.netRxBps),
    netTxBps: numbers(metrics.netTxBps),
    procCnt: numbers(metrics.procCnt),
    qosClass: texts(state.qosClass),
    podIp: texts(state.podIp),
    startedAt: times(state.startedAtMs),
    ...lifeReaders(pod, sampled),
  };
}
