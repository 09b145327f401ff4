import type { Scenario } from './scenario.ts';

export const kubelet500: Scenario = {
  title: 'A kubelet answers 500 when asked for statistics',
  target: 'node',
  usualSec: 600,
  weight: 2,
  start({ cluster, target }) {
    cluster.faults.brokenStatistics.add(target);
    return () => cluster.faults.brokenStatistics.delete(target);
  },
};
