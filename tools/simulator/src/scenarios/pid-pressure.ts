import { startPressure } from './pressure.ts';
import type { Scenario } from './scenario.ts';

export const pidPressure: Scenario = {
  title: 'A node runs out of process ids',
  target: 'node',
  usualSec: 300,
  weight: 1,
  start: (run) =>
    startPressure(run, {
      condition: 'PIDPressure',
      taint: 'node.kubernetes.io/pid-pressure',
      resource: 'pids',
      under: { reason: 'KubeletHasInsufficientPID', message: 'kubelet has insufficient PID available' },
      over: { reason: 'KubeletHasSufficientPID', message: 'kubelet has sufficient PID available' },
      events: ['NodeHasInsufficientPID', 'NodeHasSufficientPID'],
      evicts: 0,
      strain: () => ({ memoryBytes: 0, processes: 4_100_000, diskFraction: undefined }),
    }),
};
