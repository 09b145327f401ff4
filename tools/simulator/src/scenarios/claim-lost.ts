import type { Scenario } from './scenario.ts';

export const claimLost: Scenario = {
  title: 'A claim loses the volume it was bound to, until somebody brings it back',
  target: 'claim',
  usualSec: 600,
  weight: 0,
  start({ cluster, target }) {
    const { persistentvolumeclaims } = cluster.store;
    persistentvolumeclaims.update(target, { phase: 'Lost' });
    return () => {
      if (persistentvolumeclaims.get(target)) persistentvolumeclaims.update(target, { phase: 'Bound' });
    };
  },
};
