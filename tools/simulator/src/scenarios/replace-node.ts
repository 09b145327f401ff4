import { addNode, removeNode } from '../controllers/nodes.ts';
import type { Scenario } from './scenario.ts';

const AWAY_MS = 30_000;

export const replaceNode: Scenario = {
  title: 'A node is removed, and another machine joins under the same name',
  target: 'node',
  usualSec: 180,
  weight: 1,
  start({ cluster, target }) {
    const node = cluster.store.nodes.get(target);
    if (!node) throw new Error(`no node ${target}`);
    removeNode(cluster, target);
    const { machine, kubeletPort } = node;
    const join = () => {
      if (!cluster.store.nodes.get(target)) addNode(cluster, target, machine, [], kubeletPort);
    };
    const planned = cluster.timeline.after(AWAY_MS, join);
    return () => {
      planned.cancel();
      join();
    };
  },
};
