import { cordon as cordonNode, uncordon } from '../controllers/nodes.ts';
import type { Scenario } from './scenario.ts';

export const cordon: Scenario = {
  title: 'A node takes no new pods',
  target: 'node',
  usualSec: 600,
  weight: 2,
  start({ cluster, target }) {
    cordonNode(cluster, target);
    return () => uncordon(cluster, target);
  },
};
