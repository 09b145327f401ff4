import { addTaint, removeTaints, setCondition } from '../controllers/nodes.ts';
import type { Scenario } from './scenario.ts';

const TAINT = 'node.kubernetes.io/network-unavailable';

export const networkUnavailable: Scenario = {
  title: 'A node loses its route; its pods meet network errors',
  target: 'node',
  usualSec: 240,
  weight: 1,
  start({ cluster, target }) {
    const hurt = cluster.indexes.podsOn(target).flatMap((key) => cluster.store.pods.get(key)?.id ?? []);
    const fromSec = cluster.timeline.nowSec();
    setCondition(cluster, target, 'NetworkUnavailable', {
      status: 'True',
      reason: 'NoRouteCreated',
      message: 'RouteController failed to create a route',
    });
    addTaint(cluster, target, { key: TAINT, effect: 'NoSchedule' });
    for (const id of hurt)
      cluster.loads.change(id, 0, fromSec, { networkFactor: 0.1, networkErrorsPerSec: 4 });
    return () => {
      setCondition(cluster, target, 'NetworkUnavailable', {
        status: 'False',
        reason: 'RouteCreated',
        message: 'RouteController created a route',
      });
      removeTaints(cluster, target, TAINT);
      for (const id of hurt) cluster.loads.change(id, 0, cluster.timeline.nowSec(), {});
    };
  },
};
