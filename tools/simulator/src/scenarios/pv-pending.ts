import { addLooseVolume } from './loose-volume.ts';
import type { Scenario } from './scenario.ts';

export const pvPending: Scenario = {
  title: 'A volume is announced, but not there to be used yet',
  target: 'cluster',
  usualSec: 900,
  weight: 0,
  start({ cluster }) {
    const volume = addLooseVolume(cluster, { phase: 'Pending', reclaimPolicy: 'Retain', message: '' });
    return () => cluster.store.persistentvolumes.remove(volume.name);
  },
};
