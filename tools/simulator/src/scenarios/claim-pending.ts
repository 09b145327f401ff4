import { createClaim } from '../controllers/claims.ts';
import { keyOf } from '../store/collection.ts';
import type { Scenario } from './scenario.ts';

export const claimPending: Scenario = {
  title: 'A claim names a storage class that does not exist and stays pending',
  target: 'cluster',
  usualSec: 900,
  weight: 2,
  start({ cluster, random }) {
    const claim = createClaim(cluster, {
      namespace: 'default',
      name: `scratch-${random.int(1000, 9999)}`,
      bytes: 20 * 1024 ** 3,
      storageClass: 'fast-nvme',
      labels: undefined,
    });
    return () => cluster.store.persistentvolumeclaims.remove(keyOf(claim));
  },
};
