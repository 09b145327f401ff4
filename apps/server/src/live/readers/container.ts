import { containerStates } from '@gwanje/contract/states';
import {
  choices,
  clusterReaders,
  flags,
  idOf,
  ids,
  lifeReaders,
  numberOf,
  numbers,
  percent,
  type Readers,
  textOf,
  texts,
  times,
} from '../readers.ts';
import type { World } from '../world.ts';

const RUNNING = containerStates.indexOf('running');

/** Only a running container has samples to wait for. */
export function containerSampleAtMs({ container }: World, slot: number): number {
  return container.state.state.at(slot) === RUNNING ? container.dataAtMs.at(slot) : Number.NaN;
}

export function containerReaders(world: World): Readers<'container'> {
  const { container, pod } = world;
  const { state, metrics } = container;
  const podSlot = container.podSlot;
  return {
    containerId: ids(container.ids),
    podId: idOf((slot) => pod.ids.get(podSlot.get(slot))),
    ...clusterReaders(world, container),
    name: texts(state.name),
    podName: textOf((slot) => pod.state.name.at(podSlot.get(slot))),
    namespace: textOf((slot) => pod.state.namespace.at(podSlot.get(slot))),
    nodeId: idOf((slot) => pod.nodeId.get(podSlot.get(slot))),
    nodeName: textOf((slot) => pod.state.nodeName.at(podSlot.get(slot))),
    type: choices(state.type),
    image: texts(state.image),
    state: choices(state.state),
    stateReason: texts(state.stateReason),
    exitCode: numbers(state.exitCode),
    isReady: flags(state.isReady),
    restartCnt: numbers(state.restartCnt),
    cpuUsedCores: numbers(metrics.cpuUsedCores),
    cpuRequestCores: numbers(state.cpuRequestCores),
    cpuLimitCores: numbers(state.cpuLimitCores),
    cpuUsedLimitPct: numberOf((slot) => percent(metrics.cpuUsedCores.at(slot), state.cpuLimitCores.at(slot))),
    cpuThrottledRatio: numbers(metrics.cpuThrottledRatio),
    memUsedBytes: numbers(metrics.memUsedBytes),
    memRequestBytes: numbers(state.memRequestBytes),
    memLimitBytes: numbers(state.memLimitBytes),
    memUsedLimitPct: numberOf((slot) => percent(metrics.memUsedBytes.at(slot), state.memLimitBytes.at(slot))),
    memRssBytes: numbers(metrics.memRssBytes),
    memCacheBytes: numbers(metrics.memCacheBytes),
    rootfsUsedBytes: numbers(metrics.rootfsUsedBytes),
    logsUsedBytes: numbers(metrics.logsUsedBytes),
    blockInBps: numbers(metrics.blockInBps),
    blockOutBps: numbers(metrics.blockOutBps),
    blockInOps: numbers(metrics.blockInOps),
    blockOutOps: numbers(metrics.blockOutOps),
    startedAt: times(state.startedAtMs),
    ...lifeReaders(container, (slot) => containerSampleAtMs(world, slot)),
  };
}
