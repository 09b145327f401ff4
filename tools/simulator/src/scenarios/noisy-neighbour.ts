import { loadProfile } from '../metrics/container-load.ts';
import type { Scenario } from './scenario.ts';

export const noisyNeighbour: Scenario = {
  title: 'One pod takes most of its node; the others there are held back',
  target: 'pod',
  usualSec: 600,
  weight: 3,
  start({ cluster, target }) {
    const pod = cluster.store.pods.get(target);
    const template = pod?.template.containers[0];
    const node = pod && cluster.store.nodes.get(pod.nodeName);
    if (!pod || !template || !node) throw new Error(`no running pod ${target}`);
    const fromSec = cluster.timeline.nowSec();
    const profile = loadProfile(cluster.seed, pod.id, 0, template);
    const cores = (node.machine.milliCpu / 1000) * 0.6;
    cluster.loads.change(pod.id, 0, fromSec, {
      cpuFactor: cores / profile.cores,
      ioFactor: 40,
      networkFactor: 8,
      swing: 0.1,
    });
    const others = cluster.indexes
      .podsOn(pod.nodeName)
      .flatMap((key) => cluster.store.pods.get(key) ?? [])
      .filter((other) => other.id !== pod.id);
    for (const other of others) {
      for (const index of other.containers.keys())
        cluster.loads.change(other.id, index, fromSec, { cpuFactor: 0.7, throttled: 0.3 });
    }
    return () => {
      const nowSec = cluster.timeline.nowSec();
      for (const { id, containers } of [pod, ...others]) {
        for (const index of containers.keys()) cluster.loads.change(id, index, nowSec, {});
      }
    };
  },
};
