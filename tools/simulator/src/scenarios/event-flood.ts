import { podAbout } from '../world/event-recorder.ts';
import type { Scenario } from './scenario.ts';

const EVERY_MS = 50;
const AT_ONCE = 5;

export const eventFlood: Scenario = {
  title: 'A hundred new events a second about one pod',
  target: 'pod',
  usualSec: 60,
  weight: 0,
  start({ cluster, target }) {
    let round = 0;
    const flood = cluster.timeline.every(EVERY_MS, () => {
      const pod = cluster.store.pods.get(target);
      if (!pod) return;
      round += 1;
      for (let i = 0; i < AT_ONCE; i++) {
        cluster.events.record({
          about: podAbout(pod, pod.template.containers[0]?.name ?? ''),
          type: 'Warning',
          reason: 'Unhealthy',
          message: `Readiness probe failed: Get "http://${pod.podIp}:8080/ready?try=${round}.${i}": context deadline exceeded`,
          component: 'kubelet',
          host: pod.nodeName,
        });
      }
    });
    return () => flood.cancel();
  },
};
