import { uidOf } from '../../core/identifiers.ts';
import type { JsonObject, View } from '../object/kind.ts';
import { metadataOf } from '../object/metadata.ts';
import type { CronJobRecord } from '../object/records.ts';
import { timeText } from '../object/text.ts';
import { templateOf } from '../pod/pod-template.ts';

/** Finished jobs that a cron job keeps. */
export const KEPT_JOBS = 3;

export function buildCronJob(cronJob: CronJobRecord, view: View): JsonObject {
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
