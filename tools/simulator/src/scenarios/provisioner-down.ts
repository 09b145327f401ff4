import type { StatefulSetRecord } from '../kinds/records.ts';
import type { Cluster } from '../world/cluster.ts';
import type { Scenario } from './scenario.ts';

function scaleTo(cluster: Cluster, key: string, replicas: number): StatefulSetRecord | undefined {
  const set = cluster.store.statefulsets.get(key);
  return set && cluster.store.statefulsets.update(key, { replicas, generation: set.generation + 1 });
}

export const provisionerDown: Scenario = {
  title: 'A stateful set grows while no volumes are made: claim and pod stay pending',
  target: 'statefulset',
  usualSec: 600,
  weight: 1,
  start({ cluster, target }) {
    const { storageClass } = cluster.spec.flavour;
    const set = cluster.store.statefulsets.get(target);
    if (!set) throw new Error(`no stateful set ${target}`);
    const { replicas, namespace, name } = set;
    cluster.faults.haltedClasses.add(storageClass);
    scaleTo(cluster, target, replicas + 1);
    return () => {
      cluster.faults.haltedClasses.delete(storageClass);
      scaleTo(cluster, target, replicas);
      const key = `${namespace}/data-${name}-${replicas}`;
      const claim = cluster.store.persistentvolumeclaims.get(key);
      // The claim was never written to: scaling back also deletes it.
      if (claim?.phase === 'Pending') cluster.store.persistentvolumeclaims.remove(key);
    };
  },
};
