import { startKubelet, stopKubelet } from '../controllers/nodes.ts';
import type { Scenario } from './scenario.ts';

export const nodeNotReady: Scenario = {
  title:
    'The kubelet of a node falls silent; after 40 s the node is not ready, 5 min later its pods are given up',
  target: 'node',
  usualSec: 420,
  weight: 2,
  start({ cluster, target }) {
    stopKubelet(cluster, target);
    return () => startKubelet(cluster, target);
  },
};
