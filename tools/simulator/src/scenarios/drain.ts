import { cordon, uncordon } from '../controllers/nodes.ts';
import { deletePod } from '../controllers/pods.ts';
import type { Scenario } from './scenario.ts';

const BETWEEN_MS = 700;

export const drain: Scenario = {
  title: 'A node is cordoned and its pods move away, one after the other',
  target: 'node',
  usualSec: 600,
  weight: 2,
  start({ cluster, target }) {
    cordon(cluster, target);
    let isOver = false;
    const keys = cluster.indexes.podsOn(target).filter((key) => {
      const kind = cluster.store.pods.get(key)?.owner?.kind;
      return kind !== 'DaemonSet' && kind !== 'Node';
    });
    for (const [order, key] of keys.entries()) {
      cluster.timeline.after(order * BETWEEN_MS, () => {
        if (!isOver) deletePod(cluster, key);
      });
    }
    return () => {
      isOver = true;
      uncordon(cluster, target);
    };
  },
};
