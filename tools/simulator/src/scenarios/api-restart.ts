import { compactHistory } from './compact-history.ts';
import type { Scenario } from './scenario.ts';

export const apiRestart: Scenario = {
  title: 'The API server goes away: connections are cut, then it is back with an empty watch cache',
  target: 'cluster',
  usualSec: 15,
  weight: 1,
  start({ cluster }) {
    cluster.door.shut();
    return () => {
      compactHistory(cluster);
      cluster.door.open();
    };
  },
};
