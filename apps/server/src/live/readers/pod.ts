import { podSampleAtMs } from '../moment.ts';
import {
  choices,
  clusterReaders,
  ids,
  lifeReaders,
  monReaders,
  numberOf,
  numbers,
  percent,
  type Readers,
  texts,
  times,
} from '../readers.ts';
import type { World } from '../world.ts';

export function podReaders(world: World): Readers<'pod'> {
  const { pod } = world;
  const { state, metrics } = pod;
  const sampleAtMs = (slot: number) => podSampleAtMs(world, slot);
  return {
    podId: ids(pod.ids),
    ...clusterReaders(world, pod),
    name: texts(state.name),
    namespace: texts(state.namespace),
    nodeId: ids(pod.nodeId),
    nodeName: texts(state.nodeName),
    ownerKind: texts(state.ownerKind),
    ownerName: texts(state.ownerName),
    ...monReaders(pod, sampleAtMs),
    phase: choices(state.phase),
    status: texts(state.status),
    readyCnt: numbers(state.readyCnt),
    containerCnt: numbers(state.containerCnt),
    restartCnt: numbers(state.restartCnt),
    cpuUsedCores: numbers(metrics.cpuUsedCores),
    cpuRequestCores: numbers(state.cpuRequestCores),
    cpuLimitCores: numbers(state.cpuLimitCores),
    cpuUsedLimitPct: numberOf((slot) => percent(metrics.cpuUsedCores.at(slot), state.cpuLimitCores.at(slot))),
    cpuUsedRequestPct: numberOf((slot) =>
      percent(metrics.cpuUsedCores.at(slot), state.cpuRequestCores.at(slot)),
    ),
    memUsedBytes: numbers(metrics.memUsedBytes),
    memRequestBytes: numbers(state.memRequestBytes),
    memLimitBytes: numbers(state.memLimitBytes),
    memUsedLimitPct: numberOf((slot) => percent(metrics.memUsedBytes.at(slot), state.memLimitBytes.at(slot))),
    memUsedRequestPct: numberOf((slot) =>
      percent(metrics.memUsedBytes.at(slot), state.memRequestBytes.at(slot)),
    ),
    ephemeralUsedBytes: numbers(metrics.ephemeralUsedBytes),
    netRxBps: numbers(metrics.netRxBps),
    netTxBps: numbers(metrics.netTxBps),
    procCnt: numbers(metrics.procCnt),
    qosClass: texts(state.qosClass),
    podIp: texts(state.podIp),
    startedAt: times(state.startedAtMs),
    ...lifeReaders(pod, sampleAtMs),
  };
}
