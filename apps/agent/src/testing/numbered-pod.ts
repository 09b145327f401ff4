import type { PodRecord } from '@gwanje/kinds/pod/record';

/** A distinct pod for each number. Its other fields do not matter. */
export function numberedPod(number: number, at: string): PodRecord {
  return {
    kind: 'pod',
    uid: `pod-${number}`,
    name: `pod-${number}`,
    namespace: 'default',
    nodeName: null,
    createdAt: at,
    startedAt: null,
    deletingAt: null,
    phase: 'Pending',
    reason: null,
    message: null,
    qosClass: 'BestEffort',
    podIp: null,
    labels: {},
    owner: null,
    conditions: [],
    containers: [],
    claims: [],
  };
}
