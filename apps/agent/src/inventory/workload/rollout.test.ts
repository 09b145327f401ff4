import { describe, expect, it, test } from 'vitest';
import { normaliseControllerRevision, normaliseWorkload } from './workload.ts';

const METADATA = { uid: 'u1', name: 'web', namespace: 'shop', creationTimestamp: '2026-11-15T00:00:00Z' };
const template = { spec: { containers: [{ image: 'web:2' }] } };

describe('a deployment', () => {
  const progressing = (status: string, reason: string) => ({
    conditions: [{ type: 'Progressing', status, reason, message: 'timed out' }],
  });
  const counts = { replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 };

  it.each([
    ['whose new replica set is available', {}, progressing('True', 'NewReplicaSetAvailable'), 'finished'],
    ['without a deadline, by its counts', {}, counts, 'finished'],
    ['with pods of the old template', {}, { ...counts, replicas: 4 }, 'progressing'],
    ['whose newest spec was not read', {}, { ...counts, observedGeneration: 4 }, 'progressing'],
    ['past its deadline', {}, progressing('False', 'ProgressDeadlineExceeded'), 'stuck'],
    ['that is paused', { paused: true }, counts, 'paused'],
  ])('%s', (_what, spec, status, rolloutPhase) => {
    const record = normaliseWorkload('deployment', {
      metadata: { ...METADATA, generation: 5, annotations: { 'deployment.kubernetes.io/revision': '7' } },
      spec: { replicas: 3, template, ...spec },
      status: { observedGeneration: 5, ...status },
    });
    expect(record).toMatchObject({ rolloutPhase, revision: 7 });
    expect(record.rolloutMessage).toBe(rolloutPhase === 'stuck' ? 'timed out' : null);
  });

  it('takes no number from an annotation that holds none', () => {
    const annotations = { 'deployment.kubernetes.io/revision': '<b>7</b>' };
    const record = normaliseWorkload('deployment', { metadata: { ...METADATA, annotations } });
    expect(record.revision).toBeNull();
  });
});

test('a replica set has its revision, the revisions before a rollback, and the cause of the change', () => {
  const annotations = {
    'deployment.kubernetes.io/revision': '5',
    'deployment.kubernetes.io/revision-history': '1,x,3',
    'kubernetes.io/change-cause': 'web 2',
  };
  expect(normaliseWorkload('replicaSet', { metadata: { ...METADATA, annotations } })).toMatchObject({
    revision: 5,
    formerRevisions: [1, 3],
    changeCause: 'web 2',
    rolloutPhase: null,
  });
});

describe('a stateful set', () => {
  it.each([
    ['finished', { currentRevision: 'web-a', updateRevision: 'web-a' }, undefined],
    ['progressing', { currentRevision: 'web-a', updateRevision: 'web-b', updatedReplicas: 1 }, undefined],
    ['finished', { currentRevision: 'web-a', updateRevision: 'web-b', updatedReplicas: 1 }, 2],
  ])('is %s by its revisions and its partition (%#)', (rolloutPhase, status, partition) => {
    const spec = { replicas: 3, updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition } } };
    expect(normaliseWorkload('statefulSet', { metadata: METADATA, spec, status })).toMatchObject({
      rolloutPhase,
      revisionName: status.updateRevision,
    });
  });
});

test('a daemon set counts the changes of its template', () => {
  const annotations = { 'deprecated.daemonset.template.generation': '4' };
  const status = { desiredNumberScheduled: 3, updatedNumberScheduled: 2, numberAvailable: 3 };
  const record = normaliseWorkload('daemonSet', { metadata: { ...METADATA, annotations }, status });
  expect(record).toMatchObject({ revision: 4, rolloutPhase: 'progressing' });
});

test('a controller revision has its number and the images in its data, also when the data is of another form', () => {
  const data = { spec: { template } };
  expect(normaliseControllerRevision({ metadata: METADATA, revision: 3, data })).toMatchObject({
    kind: 'controllerRevision',
    revision: 3,
    images: ['web:2'],
    desiredCnt: null,
  });
  expect(normaliseControllerRevision({ metadata: METADATA, revision: 3, data: 'raw' }).images).toEqual([]);
});

describe('a job', () => {
  const ended = (type: string, reason: string | null) => [
    { type, status: 'True', reason, lastTransitionTime: '2026-11-15T01:00:00Z' },
  ];

  it.each([
    [{ active: 1 }, { outcome: null, finishedAt: null, failReason: null }],
    [
      { completionTime: '2026-11-15T00:59:00Z', conditions: ended('Complete', null) },
      { outcome: 'complete', finishedAt: '2026-11-15T00:59:00Z', failReason: null },
    ],
    [
      { failed: 7, conditions: ended('Failed', 'BackoffLimitExceeded') },
      { outcome: 'failed', finishedAt: '2026-11-15T01:00:00Z', failReason: 'BackoffLimitExceeded' },
    ],
  ])('ends with its condition (%#)', (status, expected) => {
    expect(normaliseWorkload('job', { metadata: METADATA, spec: {}, status })).toMatchObject(expected);
  });
});
