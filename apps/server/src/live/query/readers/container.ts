import { sampleTimesOf } from '../../columns/sample-times.ts';
import type { World } from '../../views/world.ts';
import {
  choices,
  clusterReaders,
  flags,
  ids,
  lifeReaders,
  numbers,
  percentOf,
  type Readers,
  texts,
  through,
  times,
} from '../readers.ts';

export function containerReaders(world: World): Readers<'container'> {
  const { container, pod } = world;
  const { state, metrics } = container;
  const podSlot = container.podSlot;
  return {
    containerId: ids(container.ids),
    podId: through(podSlot, ids(pod.ids)),
    ...clusterReaders(world, container),
    name: texts(state.name),
    podName: through(podSlot, texts(pod.state.name)),
    namespace: through(podSlot, texts(pod.state.namespace)),
    nodeId: through(podSlot, ids(pod.nodeId)),
    nodeName: through(podSlot, texts(pod.state.nodeName)),
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
    cpuUsedLimitPct: percentOf(metrics.cpuUsedCores, state.cpuLimitCores),
    cpuThrottledRatio: numbers(metrics.cpuThrottledRatio),
    memUsedBytes: numbers(metrics.memUsedBytes),
    memRequestBytes: numbers(state.memRequestBytes),
    memLimitBytes: numbers(state.memLimitBytes),
    memUsedLimitPct: percentOf(metrics.memUsedBytes, state.memLimitBytes),
    memRssBytes: numbers(metrics.memRssBytes),
    memCacheBytes: numbers(metrics.memCacheBytes),
    rootfsUsedBytes: numbers(metrics.rootfsUsedBytes),
    logsUsedBytes: numbers(metrics.logsUsedBytes),
    blockInBps: numbers(metrics.blockInBps),
    blockOutBps: numbers(metrics.blockOutBps),
    blockInOps: numbers(metrics.blockInOps),
    blockOutOps: numbers(metrics.blockOutOps),
    startedAt: times(state.startedAtMs),
    ...lifeReaders(container, sampleTimesOf(world, 'container')),
  };
}
