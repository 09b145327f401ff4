import type { JsonObject, View } from '../object/kind.ts';
import { metadataOf } from '../object/metadata.ts';
import type { Labels, ReplicaSetRecord } from '../object/records.ts';

import { templateOf } from '../pod/pod-template.ts';
import { unlessZero } from './deployment.ts';

function labelsOf(set: ReplicaSetRecord): Labels {
  return { ...set.template.labels, 'pod-template-hash': set.template.hash };
}

export function buildReplicaSet(set: ReplicaSetRecord, view: View): JsonObject {
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
