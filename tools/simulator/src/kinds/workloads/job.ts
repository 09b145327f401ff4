import { uidOf } from '../../core/identifiers.ts';
import type { JsonObject, View } from '../object/kind.ts';
import { metadataOf } from '../object/metadata.ts';
import type { JobRecord, Labels } from '../object/records.ts';
import { timeText } from '../object/text.ts';
import { templateOf } from '../pod/pod-template.ts';
import { unlessZero } from './deployment.ts';

function selectorOf(job: JobRecord, view: View): Labels {
  return { 'controller-uid': uidOf(view.seed, job.id) };
}

export function buildJob(job: JobRecord, view: View): JsonObject {
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
