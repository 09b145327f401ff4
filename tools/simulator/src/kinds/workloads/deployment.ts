import { AGE_COLUMN, column, type JsonObject, type Kind, NAME_COLUMN, type View } from '../object/kind.ts';
import { metadataOf } from '../object/metadata.ts';
import type { DeploymentRecord, PodTemplate } from '../object/records.ts';
import { ageText, labelsText, timeText } from '../object/text.ts';
import { templateOf } from '../pod/pod-template.ts';

export const deployments: Kind<DeploymentRecord> = {
  resource: 'deployments',
  kind: 'Deployment',
  group: 'apps',
  isNamespaced: true,
  shortNames: ['deploy'],
  categories: ['all'],
  storageVersionHash: '8aSe+NMegvE=',
  writers: { object: 'kubectl-client-side-apply', status: 'kube-controller-manager' },
  build: buildDeployment,
  labels: (deployment) => deployment.template.labels,
  field: () => undefined,
  columns: [
    NAME_COLUMN,
    column('Ready', 'Number of the pod with ready state'),
    column('Up-to-date', 'Total number of non-terminated pods that have the desired template spec.', {
      type: 'integer',
    }),
    column('Available', 'Total number of available pods (ready for at least minReadySeconds).', {
      type: 'integer',
    }),
    AGE_COLUMN,
    column('Containers', 'Names of each container in the template.', { isWide: true }),
    column('Images', 'Images referenced by each container in the template.', { isWide: true }),
    column('Selector', 'Label selector for pods.', { isWide: true }),
  ],
  cells: (deployment, view) => [
    deployment.name,
    `${deployment.status.ready}/${deployment.replicas}`,
    deployment.status.updated,
    deployment.status.available,
    ageText(view.nowSec - deployment.createdSec),
    ...templateCells(deployment.template),
    labelsText(deployment.template.labels),
  ],
};

export function templateCells(template: PodTemplate): [containers: string, images: string] {
  return [
    template.containers.map(({ name }) => name).join(','),
    template.containers.map(({ image }) => image).join(','),
  ];
}

/** Zero counts are absent, as in Go's `omitempty`. */
export function unlessZero(count: number): number | undefined {
  return count === 0 ? undefined : count;
}

function buildDeployment(deployment: DeploymentRecord, view: View): JsonObject {
  const { template, status, progress } = deployment;
  const annotations = { 'deployment.kubernetes.io/revision': String(deployment.revision) };
  const missing = Math.max(0, Math.max(deployment.replicas, status.replicas) - status.available);
  const labels = { ...template.labels };
  return {
    metadata: metadataOf(deployment, { generation: deployment.generation, labels, annotations }, view),
    spec: {
      replicas: deployment.replicas,
      selector: { matchLabels: labels },
      template: templateOf(template, template.labels),
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    },
    status: {
      observedGeneration: deployment.observedGeneration,
      replicas: unlessZero(status.replicas),
      updatedReplicas: unlessZero(status.updated),
      readyReplicas: unlessZero(status.ready),
      availableReplicas: unlessZero(status.available),
      unavailableReplicas: unlessZero(missing),
      conditions: [
        {
          type: 'Available',
          status: deployment.isAvailable ? 'True' : 'False',
          lastUpdateTime: timeText(deployment.availableSec),
          lastTransitionTime: timeText(deployment.availableSec),
          reason: deployment.isAvailable ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
          message: deployment.isAvailable
            ? 'Deployment has minimum availability.'
            : 'Deployment does not have minimum availability.',
        },
        {
          type: 'Progressing',
          status: 'True',
          lastUpdateTime: timeText(progress.updatedSec),
          lastTransitionTime: timeText(deployment.createdSec),
          reason: progress.reason,
          message: progress.message,
        },
      ],
    },
  };
}
