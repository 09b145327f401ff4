import { createJob, deleteJob } from '../controllers/jobs.ts';
import { keyOf } from '../store/collection.ts';
import { jobTemplate } from '../world/templates.ts';
import type { Scenario } from './scenario.ts';

export const jobRun: Scenario = {
  title: 'A job of three pods runs for half a minute',
  target: 'cluster',
  usualSec: 300,
  weight: 2,
  start({ cluster, random }) {
    const name = `import-${random.int(10_000, 99_999)}`;
    const plan = { name, image: 'registry.example/import:1.4', everySec: 0, workSec: 30, completions: 3 };
    const job = createJob(cluster, {
      namespace: 'default',
      name,
      template: jobTemplate(cluster, 'default', plan),
      completions: plan.completions,
      owner: undefined,
    });
    return () => deleteJob(cluster, keyOf(job));
  },
};
