import { deletePod } from '../controllers/pods.ts';
import type { Scenario } from './scenario.ts';
import { chooseTarget } from './targets.ts';

const EVERY_MS = 1000;

export const podChurn: Scenario = {
  title: 'Every second a pod somewhere is deleted and replaced',
  target: 'cluster',
  usualSec: 120,
  weight: 1,
  start({ cluster, random }) {
    const churn = cluster.timeline.every(EVERY_MS, () => {
      const key = chooseTarget(cluster, 'pod', random, () => false);
      if (key !== undefined) deletePod(cluster, key);
    });
    return () => churn.cancel();
  },
};
