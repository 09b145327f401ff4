import { deletePod, stopLater } from '../controllers/pods.ts';
import { changeLoad, type Scenario } from './scenario.ts';
import { chooseTarget } from './targets.ts';

const FLOOD_MS = 50;
const EVENTS_AT_ONCE = 5;
const CHURN_MS = 1000;

export const podScenarios = {
  'stuck-terminating': {
    title: 'A pod is deleted, and its kubelet cannot stop it',
    target: 'pod',
    usualSec: 1200,
    weight: 1,
    start({ cluster, target }) {
      const { store, faults } = cluster;
      const pod = store.pods.get(target);
      if (!pod) throw new Error(`no pod ${target}`);
      faults.stuckPods.add(pod.id);
      deletePod(cluster, target);
      return () => {
        faults.stuckPods.delete(pod.id);
        stopLater(cluster, target, pod.id);
      };
    },
  },
  'event-flood': {
    title: 'A hundred new events per second about one pod',
    target: 'pod',
    usualSec: 60,
    weight: 0,
    start({ cluster, target }) {
      let round = 0;
      const flood = cluster.timeline.every(FLOOD_MS, () => {
        const pod = cluster.store.pods.get(target);
        if (!pod) return;
        round += 1;
        for (let i = 0; i < EVENTS_AT_ONCE; i++) {
          cluster.events.record('Pod', pod, {
            container: pod.template.containers[0]?.name,
            type: 'Warning',
            reason: 'Unhealthy',
            message: `Readiness probe failed: Get "http://${pod.podIp}:8080/ready?try=${round}.${i}": context deadline exceeded`,
          });
        }
      });
      return () => flood.cancel();
    },
  },
  'pod-churn': {
    title: 'Every second a random pod is deleted and replaced',
    target: 'cluster',
    usualSec: 120,
    weight: 1,
    start({ cluster, random }) {
      const churn = cluster.timeline.every(CHURN_MS, () => {
        const key = chooseTarget(cluster, 'pod', random, () => false);
        if (key !== undefined) deletePod(cluster, key);
      });
      return () => churn.cancel();
    },
  },
  surge: {
    title: 'Peak load: all pods use far more CPU, memory, network and disk than usual',
    target: 'cluster',
    usualSec: 600,
    weight: 0,
    start({ cluster }) {
      const running = [...cluster.store.pods.values()].filter(({ phase }) => phase === 'Running');
      const containers = running.flatMap(({ id, containers }) =>
        containers.map((_container, index): [number, number] => [id, index]),
      );
      return changeLoad(cluster, containers, {
        cpuFactor: 4,
        memoryFactor: 2.5,
        networkFactor: 10,
        networkErrorsPerSec: 3,
        writtenBytes: 4e9,
        swing: 0.1,
      });
    },
  },
} satisfies Record<string, Scenario>;
