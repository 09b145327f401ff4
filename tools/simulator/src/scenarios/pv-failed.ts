import { about } from '../world/event-recorder.ts';
import { addLooseVolume } from './loose-volume.ts';
import type { Scenario } from './scenario.ts';

export const pvFailed: Scenario = {
  title: 'A released volume cannot be deleted',
  target: 'cluster',
  usualSec: 900,
  weight: 1,
  start({ cluster }) {
    const message = 'rpc error: code = Internal desc = disk is still attached to a node';
    const volume = addLooseVolume(cluster, { phase: 'Failed', reclaimPolicy: 'Delete', message });
    cluster.events.record({
      about: about('PersistentVolume', 'v1', volume),
      type: 'Warning',
      reason: 'VolumeFailedDelete',
      message,
      component: `${volume.source.driver}_provisioner`,
    });
    return () => cluster.store.persistentvolumes.remove(volume.name);
  },
};
