import { addLooseVolume } from './loose-volume.ts';
import type { Scenario } from './scenario.ts';

export const pvReleased: Scenario = {
  title: 'A volume is kept after its claim was deleted',
  target: 'cluster',
  usualSec: 900,
  weight: 1,
  start({ cluster }) {
    const volume = addLooseVolume(cluster, { phase: 'Released', reclaimPolicy: 'Retain', message: '' });
    return () => cluster.store.persistentvolumes.remove(volume.name);
  },
};
