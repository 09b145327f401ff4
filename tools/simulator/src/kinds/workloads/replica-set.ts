import { AGE_COLUMN, column, type JsonObject, type Kind, NAME_COLUMN, type View } from '../object/kind.ts';
import { metadataOf } from '../object/metadata.ts';
import type { Labels, ReplicaSetRecord } from '../object/records.ts';
import { ageText, labelsText } from '../object/text.ts';
import { templateOf } from '../pod/pod-template.ts';
import { templateCells, unlessZero } from './deployment.ts';

export const replicasets: Kind<ReplicaSetRecord> = {
  resource: 'replicasets',
  kind: 'ReplicaSet',
  group: 'apps',
  isNamespaced: true,
  shortNames: ['rs'],
  categories: ['all'],
  storageVersionHash: 'P1RzHs8/mWQ=',
  writers: { object: 'kube-controller-manager', status: 'kube-controller-manager' },
  build: buildReplicaSet,
  labels: labelsOf,
  field: (set, path) => (path === 'status.replicas' ? String(set.status.replicas) : undefined),
  columns: [
    NAME_COLUMN,
    column('Desired', 'Number of desired pods.', { type: 'integer' }),
    column('Current', 'The most recently observed number of replicas.', { type: 'integer' }),
    column('Ready', 'Number of pods with a Ready Condition.', { type: 'integer' }),
    AGE_COLUMN,
    column('Containers', 'Names of each container in the template.', { isWide: true }),
    column('Images', 'Images referenced by each container in the template.', { isWide: true }),
    column('Selector', 'Label query over pods that should match the replica count.', { isWide: true }),
  ],
  cells: (set, view) => [
    set.name,
    set.replicas,
    set.status.replicas,
    set.status.ready,
    ageText(view.nowSec - set.createdSec),
    ...templateCells(set.template),
    labelsText(labelsOf(set)),
  ],
};

function labelsOf(set: ReplicaSetRecord): Labels {
  return { ...set.template.labels, 'pod-template-hash': set.template.hash };
}

function buildReplicaSet(set: ReplicaSetRecord, view: View): JsonObject {
  const labels = { ...labelsOf(set) };
  const annotations = {
    'deployment.kubernetes.io/desired-replicas': String(set.desiredReplicas),
    'deployment.kubernetes.io/max-replicas': String(set.maxReplicas),
    'deployment.kubernetes.io/revision': String(set.revision),
  };
  return {
    metadata: metadataOf(set, { generation: set.generation, labels, annotations, owner: set.owner }, view),
    spec: {
      replicas: set.replicas,
      selector: { matchLabels: labels },
      template: templateOf(set.template, labels),
    },
    status: {
      replicas: set.status.replicas,
      fullyLabeledReplicas: unlessZero(set.status.replicas),
      readyReplicas: unlessZero(set.status.ready),
      availableReplicas: unlessZero(set.status.ready),
      observedGeneration: set.status.observedGeneration,
    },
  };
}
