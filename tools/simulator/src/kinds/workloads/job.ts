import { uidOf } from '../../core/identifiers.ts';
import { AGE_COLUMN, column, type JsonObject, type Kind, NAME_COLUMN, type View } from '../object/kind.ts';
import { metadataOf } from '../object/metadata.ts';
import type { JobRecord, Labels } from '../object/records.ts';
import { ageText, labelsText, timeText } from '../object/text.ts';
import { templateOf } from '../pod/pod-template.ts';
import { templateCells, unlessZero } from './deployment.ts';

export const jobs: Kind<JobRecord> = {
  resource: 'jobs',
  kind: 'Job',
  group: 'batch',
  isNamespaced: true,
  categories: ['all'],
  storageVersionHash: 'mudhfqk/qZY=',
  writers: { object: 'kube-controller-manager', status: 'kube-controller-manager' },
  build: buildJob,
  labels: (job) => job.template.labels,
  field: (job, path) => (path === 'status.successful' ? String(job.status.succeeded) : undefined),
  columns: [
    NAME_COLUMN,
    column(
      'Completions',
      'Specifies the desired number of successfully finished pods the job should be run with.',
    ),
    column('Duration', 'Time required to complete the job.'),
    AGE_COLUMN,
    column('Containers', 'Names of each container in the template.', { isWide: true }),
    column('Images', 'Images referenced by each container in the template.', { isWide: true }),
    column('Selector', 'A label query over pods that should match the pod count.', { isWide: true }),
  ],
  cells: (job, view) => [
    job.name,
    `${job.status.succeeded}/${job.completions}`,
    ageText((job.status.finishedSec || view.nowSec) - job.status.startedSec),
    ageText(view.nowSec - job.createdSec),
    ...templateCells(job.template),
    labelsText(selectorOf(job, view)),
  ],
};

function selectorOf(job: JobRecord, view: View): Labels {
  return { 'controller-uid': uidOf(view.seed, job.id) };
}

function buildJob(job: JobRecord, view: View): JsonObject {
  const { status } = job;
  const labels = { ...job.template.labels, ...selectorOf(job, view), 'job-name': job.name };
  return {
    metadata: metadataOf(job, { generation: 1, labels: { ...job.template.labels }, owner: job.owner }, view),
    spec: {
      parallelism: job.parallelism,
      completions: job.completions,
      backoffLimit: job.backoffLimit,
      selector: { matchLabels: { ...selectorOf(job, view) } },
      template: templateOf(job.template, labels),
      completionMode: 'NonIndexed',
      suspend: false,
    },
    status: {
      conditions: status.outcome === 'running' ? undefined : [conclusionOf(job)],
      startTime: timeText(status.startedSec),
      completionTime: status.outcome === 'complete' ? timeText(status.finishedSec) : undefined,
      active: unlessZero(status.active),
      succeeded: unlessZero(status.succeeded),
      failed: unlessZero(status.failed),
      ready: unlessZero(status.active),
      uncountedTerminatedPods: {},
    },
  };
}

function conclusionOf(job: JobRecord): JsonObject {
  const isComplete = job.status.outcome === 'complete';
  const time = timeText(job.status.finishedSec);
  return {
    type: isComplete ? 'Complete' : 'Failed',
    status: 'True',
    lastProbeTime: time,
    lastTransitionTime: time,
    reason: isComplete ? undefined : 'BackoffLimitExceeded',
    message: isComplete ? undefined : 'Job has reached the specified backoff limit',
  };
}
