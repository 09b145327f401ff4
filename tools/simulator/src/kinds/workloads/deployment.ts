import type { JsonObject, View } from '../object/kind.ts';
import { metadataOf } from '../object/metadata.ts';
import type { DeploymentRecord } from '../object/records.ts';
import { timeText } from '../object/text.ts';
import { templateOf } from '../pod/pod-template.ts';

/** Zero counts are absent, as in Go's `omitempty`. */
export function unlessZero(count: number): number | undefined {
  return count === 0 ? undefined : count;
}

export function buildDeployment(deployment: DeploymentRecord, view: View): JsonObject {
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
