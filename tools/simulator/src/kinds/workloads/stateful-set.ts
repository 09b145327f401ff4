import type { JsonObject, View } from '../object/kind.ts';
import { metadataOf } from '../object/metadata.ts';
import type { StatefulSetRecord } from '../object/records.ts';
import { bytesText } from '../object/text.ts';
import { templateOf } from '../pod/pod-template.ts';
import { unlessZero } from './deployment.ts';

export function buildStatefulSet(set: StatefulSetRecord, view: View): JsonObject {
  const labels = { ...set.template.labels };
  const { claim, status } = set;
  return {
    metadata: metadataOf(set, { generation: set.generation, labels }, view),
    spec: {
      replicas: set.replicas,
      selector: { matchLabels: labels },
      template: templateOf(set.template, set.template.labels, claim?.name),
      volumeClaimTemplates: claim
        ? [
            {
              kind: 'PersistentVolumeClaim',
              apiVersion: 'v1',
              metadata: { name: claim.name, creationTimestamp: null },
              spec: {
                accessModes: ['ReadWriteOnce'],
                resources: { requests: { storage: bytesText(claim.bytes) } },
                storageClassName: claim.storageClass,
                volumeMode: 'Filesystem',
              },
              status: { phase: 'Pending' },
            },
          ]
        : undefined,
      serviceName: set.name,
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      revisionHistoryLimit: 10,
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
    },
    status: {
      observedGeneration: status.observedGeneration,
      replicas: status.replicas,
      readyReplicas: unlessZero(status.ready),
      currentReplicas: unlessZero(
        status.replicas - (set.currentHash === set.template.hash ? 0 : status.updated),
      ),
      updatedReplicas: unlessZero(status.updated),
      currentRevision: `${set.name}-${set.currentHash}`,
      updateRevision: `${set.name}-${set.template.hash}`,
      collisionCount: 0,
      availableReplicas: status.ready,
    },
  };
}
