import type { JsonObject, View } from '../object/kind.ts';
import { metadataOf } from '../object/metadata.ts';
import type { DaemonSetRecord } from '../object/records.ts';

import { templateOf } from '../pod/pod-template.ts';
import { unlessZero } from './deployment.ts';

export function buildDaemonSet(set: DaemonSetRecord, view: View): JsonObject {
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
