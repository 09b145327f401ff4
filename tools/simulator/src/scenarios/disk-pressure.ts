import { startPressure } from './pressure.ts';
import type { Scenario } from './scenario.ts';

export const diskPressure: Scenario = {
  title: 'The file system of a node is nearly full',
  target: 'node',
  usualSec: 300,
  weight: 2,
  start: (run) =>
    startPressure(run, {
      condition: 'DiskPressure',
      taint: 'node.kubernetes.io/disk-pressure',
      resource: 'ephemeral-storage',
      under: { reason: 'KubeletHasDiskPressure', message: 'kubelet has disk pressure' },
      over: { reason: 'KubeletHasNoDiskPressure', message: 'kubelet has no disk pressure' },
      events: ['NodeHasDiskPressure', 'NodeHasNoDiskPressure'],
      evicts: 1,
      strain: () => ({ memoryBytes: 0, processes: 0, diskFraction: 0.93 }),
    }),
};
