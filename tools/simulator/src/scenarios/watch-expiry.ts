import { compactHistory } from './compact-history.ts';
import type { Scenario } from './scenario.ts';

export const watchExpiry: Scenario = {
  title: 'Watches end and the history is compacted: who comes back meets 410',
  target: 'cluster',
  usualSec: 5,
  weight: 1,
  start({ cluster }) {
    compactHistory(cluster);
    cluster.door.endWatches();
    return () => {};
  },
};
