import { uidOf } from '../../core/identifiers.ts';
import { AGE_COLUMN, column, type JsonObject, type Kind, NAME_COLUMN, type View } from '../object/kind.ts';
import { metadataOf } from '../object/metadata.ts';
import type { CronJobRecord } from '../object/records.ts';
import { ageText, timeText } from '../object/text.ts';
import { templateOf } from '../pod/pod-template.ts';
import { templateCells } from './deployment.ts';

/** Finished jobs that a cron job keeps. */
export const KEPT_JOBS = 3;

export const cronjobs: Kind<CronJobRecord> = {
  resource: 'cronjobs',
  kind: 'CronJob',
  group: 'batch',
  isNamespaced: true,
  shortNames: ['cj'],
  categories: ['all'],
  storageVersionHash: 'sd5LIXh4Fjs=',
  writers: { object: 'kubectl-create', status: 'kube-controller-manager' },
  build: buildCronJob,
  labels: (cronJob) => cronJob.template.labels,
  field: () => undefined,
  columns: [
    NAME_COLUMN,
    column('Schedule', 'The schedule in Cron format.'),
    column('Suspend', 'This flag tells the controller to suspend subsequent executions.'),
    column('Active', 'A list of pointers to currently running jobs.', { type: 'integer' }),
    column('Last Schedule', 'Information when was the last time the job was successfully scheduled.'),
    AGE_COLUMN,
    column('Containers', 'Names of each container in the template.', { isWide: true }),
    column('Images', 'Images referenced by each container in the template.', { isWide: true }),
    column('Selector', 'A label query over pods that should match the pod count.', { isWide: true }),
  ],
  cells: (cronJob, view) => [
    cronJob.name,
    cronJob.schedule,
    cronJob.isSuspended ? 'True' : 'False',
    cronJob.active.length,
    cronJob.lastScheduleSec === 0 ? '<none>' : ageText(view.nowSec - cronJob.lastScheduleSec),
    ageText(view.nowSec - cronJob.createdSec),
    ...templateCells(cronJob.template),
    '<none>',
  ],
};

function buildCronJob(cronJob: CronJobRecord, view: View): JsonObject {
  const { template, lastScheduleSec } = cronJob;
  const labels = { ...template.labels };
  return {
    metadata: metadataOf(cronJob, { generation: 1, labels }, view),
    spec: {
      schedule: cronJob.schedule,
      concurrencyPolicy: 'Allow',
      suspend: cronJob.isSuspended,
      jobTemplate: {
        metadata: { creationTimestamp: null, labels },
        spec: {
          parallelism: cronJob.completions,
          completions: cronJob.completions,
          backoffLimit: 6,
          template: templateOf(template, labels),
        },
      },
      successfulJobsHistoryLimit: KEPT_JOBS,
      failedJobsHistoryLimit: 1,
    },
    status: {
      active:
        cronJob.active.length === 0
          ? undefined
          : cronJob.active.map((job) => ({
              kind: 'Job',
              namespace: cronJob.namespace,
              name: job.name,
              uid: uidOf(view.seed, job.id),
              apiVersion: 'batch/v1',
              resourceVersion: String(job.rv),
            })),
      lastScheduleTime: lastScheduleSec === 0 ? undefined : timeText(lastScheduleSec),
    },
  };
}
