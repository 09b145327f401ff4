import { AGE_COLUMN, column, type JsonObject, type Kind, NAME_COLUMN, type View } from '../object/kind.ts';
import { metadataOf } from '../object/metadata.ts';
import type { DaemonSetRecord } from '../object/records.ts';
import { ageText, labelsText } from '../object/text.ts';
import { templateOf } from '../pod/pod-template.ts';
import { templateCells, unlessZero } from './deployment.ts';

export const daemonsets: Kind<DaemonSetRecord> = {
  resource: 'daemonsets',
  kind: 'DaemonSet',
  group: 'apps',
  isNamespaced: true,
  shortNames: ['ds'],
  categories: ['all'],
  storageVersionHash: 'dd7pWHUlMKQ=',
  writers: { object: 'kubectl-client-side-apply', status: 'kube-controller-manager' },
  build: buildDaemonSet,
  labels: (set) => set.template.labels,
  field: () => undefined,
  columns: [
    NAME_COLUMN,
    column('Desired', 'The total number of nodes that should be running the daemon pod.', {
      type: 'integer',
    }),
    column('Current', 'The number of nodes that are running at least 1 daemon pod.', { type: 'integer' }),
    column('Ready', 'The number of nodes with one or more of the daemon pod ready.', { type: 'integer' }),
    column('Up-to-date', 'The total number of nodes that are running updated daemon pod', {
      type: 'integer',
    }),
    column('Available', 'The number of nodes with one or more of the daemon pod available', {
      type: 'integer',
    }),
    column('Node Selector', 'A selector which must be true for the pod to fit on a node.'),
    AGE_COLUMN,
    column('Containers', 'Names of each container in the template.', { isWide: true }),
    column('Images', 'Images referenced by each container in the template.', { isWide: true }),
    column('Selector', 'A label query over pods that are managed by the daemon set.', { isWide: true }),
  ],
  cells: (set, view) => [
    set.name,
    set.status.desired,
    set.status.current,
    set.status.ready,
    set.status.updated,
    set.status.ready,
    labelsText(set.template.nodeSelector ?? {}),
    ageText(view.nowSec - set.createdSec),
    ...templateCells(set.template),
    labelsText(set.template.labels),
  ],
};

function buildDaemonSet(set: DaemonSetRecord, view: View): JsonObject {
  const { status } = set;
  const annotations = { 'deprecated.daemonset.template.generation': String(set.generation) };
  const labels = { ...set.template.labels };
  return {
    metadata: metadataOf(set, { generation: set.generation, labels, annotations }, view),
    spec: {
      selector: { matchLabels: labels },
      template: templateOf(set.template, set.template.labels),
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      revisionHistoryLimit: 10,
    },
    status: {
      currentNumberScheduled: status.current,
      numberMisscheduled: 0,
      desiredNumberScheduled: status.desired,
      numberReady: status.ready,
      observedGeneration: status.observedGeneration,
      updatedNumberScheduled: unlessZero(status.updated),
      numberAvailable: unlessZero(status.ready),
      numberUnavailable: unlessZero(status.desired - status.ready),
    },
  };
}
