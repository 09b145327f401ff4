import type { Scenario } from './scenario.ts';

/** A peak of visitors: every running pod uses much more CPU, memory, network and disk than usual. */
export const surge: Scenario = {
  title: 'Everybody comes at once: all pods use far more CPU, memory, network and disk than usual',
  target: 'cluster',
  usualSec: 600,
  weight: 0,
  start({ cluster }) {
    const fromSec = cluster.timeline.nowSec();
    const busy = [...cluster.store.pods.values()].filter(({ phase }) => phase === 'Running');
    for (const { id, containers } of busy)
      for (const index of containers.keys())
        cluster.loads.change(id, index, fromSec, {
          cpuFactor: 4,
          memoryFactor: 2.5,
          networkFactor: 10,
          networkErrorsPerSec: 3,
          writtenBytes: 4e9,
          swing: 0.1,
        });
    return () => {
      const nowSec = cluster.timeline.nowSec();
      for (const { id, containers } of busy)
        for (const index of containers.keys()) cluster.loads.change(id, index, nowSec, {});
    };
  },
};
