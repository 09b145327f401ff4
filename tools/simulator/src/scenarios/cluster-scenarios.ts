import { createJob, deleteCronJob, deleteJob, startCronJob } from '../controllers/jobs.ts';
import { keyOf } from '../world/collection.ts';
import { compactHistory } from '../world/store.ts';
import { jobTemplate } from '../world/templates.ts';
import type { Scenario } from './scenario.ts';

/** A real API server refuses requests for the first seconds: it has not read its roles yet. */
const ROLES_READ_AFTER_MS = 4000;

/** Some runs of a repaired cron job succeed before it is removed. */
const REMOVED_AFTER_MS = 180_000;

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
  'cron-job-failing': {
    title: 'A cron job starts every minute, and every run fails',
    target: 'cluster',
    usualSec: 1800,
    weight: 1,
    start({ cluster, random }) {
      const { store, faults, timeline } = cluster;
      const name = `nightly-report-${random.int(100, 999)}`;
      const plan = { name, image: 'registry.example/report:2.0', schedule: '*/1 * * * *', workSec: 5 };
      const template = jobTemplate(cluster, 'default', { ...plan, completions: 1 });
      faults.failingWork.add(template.id);
      const cronJob = store.cronjobs.add({
        ...cluster.creationFields(),
        namespace: 'default',
        name,
        template,
        schedule: plan.schedule,
        isSuspended: false,
        completions: 1,
        lastScheduleSec: 0,
        activeJobs: [],
      });
      startCronJob(cluster, cronJob);
      return () => {
        faults.failingWork.delete(template.id);
        timeline.after(REMOVED_AFTER_MS, () => deleteCronJob(cluster, keyOf(cronJob)));
      };
    },
  },
  'cron-job-late': {
    title: 'A cron job of every minute starts no runs',
    target: 'cluster',
    usualSec: 900,
    weight: 0,
    start({ cluster, random }) {
      const { store, timeline } = cluster;
      const name = `cache-warmer-${random.int(100, 999)}`;
      const plan = { name, image: 'registry.example/cache:1.2', schedule: '*/1 * * * *', workSec: 5 };
      const cronJob = store.cronjobs.add({
        ...cluster.creationFields(),
        namespace: 'default',
        name,
        template: jobTemplate(cluster, 'default', { ...plan, completions: 1 }),
        schedule: plan.schedule,
        isSuspended: false,
        completions: 1,
        lastScheduleSec: 0,
        activeJobs: [],
      });
      return () => {
        startCronJob(cluster, cronJob);
        timeline.after(REMOVED_AFTER_MS, () => deleteCronJob(cluster, keyOf(cronJob)));
      };
    },
  },
} satisfies Record<string, Scenario>;
