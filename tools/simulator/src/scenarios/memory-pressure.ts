import { startPressure } from './pressure.ts';
import type { Scenario } from './scenario.ts';

export const memoryPressure: Scenario = {
  title: 'A node runs short of memory and evicts pods',
  target: 'node',
  usualSec: 300,
  weight: 2,
  start: (run) =>
    startPressure(run, {
      condition: 'MemoryPressure',
      taint: 'node.kubernetes.io/memory-pressure',
      resource: 'memory',
      under: { reason: 'KubeletHasInsufficientMemory', message: 'kubelet has insufficient memory available' },
      over: { reason: 'KubeletHasSufficientMemory', message: 'kubelet has sufficient memory available' },
      events: ['NodeHasInsufficientMemory', 'NodeHasSufficientMemory'],
      evicts: 2,
      strain: ({ cluster, target }) => ({
        memoryBytes: (cluster.store.nodes.get(target)?.machine.memoryBytes ?? 0) * 0.6,
        processes: 20,
        diskFraction: undefined,
      }),
    }),
};
