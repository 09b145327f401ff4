import { deletePod } from '../controllers/pods.ts';
import { loadProfile } from '../metrics/container-load.ts';
import { changeLoad, containersOf, type Scenario } from './scenario.ts';
import { chooseTarget } from './targets.ts';

const FLOOD_MS = 50;
const EVENTS_AT_ONCE = 5;
const CHURN_MS = 1000;

export const podScenarios = {
  'noisy-neighbour': {
    title: 'One pod uses most of the CPU of its node; the other pods of the node are throttled',
    target: 'pod',
    usualSec: 600,
    weight: 3,
    start({ cluster, target }) {
      const pod = cluster.store.pods.get(target);
      const template = pod?.template.containers[0];
      const node = pod && cluster.store.nodes.get(pod.nodeName);
      if (!pod || !template || !node) throw new Error(`no running pod ${target}`);
      const profile = loadProfile(cluster.seed, pod.id, 0, template);
      const cores = (node.machine.milliCpu / 1000) * 0.6;
      const restorePod = changeLoad(cluster, [[pod.id, 0]], {
        cpuFactor: cores / profile.cores,
        ioFactor: 40,
        networkFactor: 8,
        swing: 0.1,
      });
      const others = cluster.indexes.podsOn(pod.nodeName).filter((other) => other.id !== pod.id);
      const restoreOthers = changeLoad(cluster, containersOf(others), { cpuFactor: 0.7, throttled: 0.3 });
      return () => {
        restorePod();
        restoreOthers();
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
          cluster.events.recordPod(pod, {
            container: 0,
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
      return changeLoad(cluster, containersOf(running), {
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
