import { createJob, deleteJob } from '../controllers/jobs.ts';
import { keyOf } from '../world/collection.ts';
import { compactHistory } from '../world/store.ts';
import { jobTemplate } from '../world/templates.ts';
import type { Scenario } from './scenario.ts';

/** A real API server refuses requests for the first seconds: it has not read its roles yet. */
const ROLES_READ_AFTER_MS = 4000;

export const clusterScenarios = {
  'api-restart': {
    title:
      'The API server restarts: connections are cut, then it returns without roles and with an empty watch cache',
    target: 'cluster',
    usualSec: 15,
    weight: 1,
    start({ cluster }) {
      cluster.apiServer.shut();
      return () => {
        compactHistory(cluster.store);
        cluster.faults.rolesUnreadUntilMs = cluster.timeline.nowMs() + ROLES_READ_AFTER_MS;
        cluster.apiServer.open();
      };
    },
  },
  'watch-expiry': {
    title: 'Watches end and the history is compacted: a watch from an old version gets 410',
    target: 'cluster',
    usualSec: 5,
    weight: 1,
    start({ cluster }) {
      compactHistory(cluster.store);
      cluster.apiServer.endWatches();
      return () => {};
    },
  },
  'statistics-missing': {
    title: 'No kubelet answers requests for statistics; nodes and pods go on as before',
    target: 'cluster',
    usualSec: 900,
    weight: 0,
    start({ cluster }) {
      const names = [...cluster.store.nodes.values()].map(({ name }) => name);
      for (const name of names) cluster.faults.brokenStatistics.add(name);
      return () => {
        for (const name of names) cluster.faults.brokenStatistics.delete(name);
      };
    },
  },
  'job-run': {
    title: 'A job of three pods runs for half a minute',
    target: 'cluster',
    usualSec: 300,
    weight: 2,
    start({ cluster, random }) {
      const name = `import-${random.int(10_000, 99_999)}`;
      const plan = { name, image: 'registry.example/import:1.4', schedule: '', workSec: 30, completions: 3 };
      const job = createJob(cluster, {
        namespace: 'default',
        name,
        template: jobTemplate(cluster, 'default', plan),
        completions: plan.completions,
        owner: undefined,
      });
      return () => deleteJob(cluster, keyOf(job));
    },
  },
} satisfies Record<string, Scenario>;
