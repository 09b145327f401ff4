/** Addresses of object pages. They open for deleted objects too. */
export function clusterAddress(hostId: number): string {
  return `/mon/summary?hostId=${hostId}`;
}

export function nodeAddress(hostId: number, nodeId: number): string {
  return `/mon/node/summary?hostId=${hostId}&nodeId=${nodeId}`;
}

export function podAddress(hostId: number, podId: number): string {
  return `/mon/pod/summary?hostId=${hostId}&podId=${podId}`;
}

export function containerAddress(hostId: number, containerId: number): string {
  return `/mon/container/summary?hostId=${hostId}&containerId=${containerId}`;
}

/** A namespace has no page; its address lists the pods in it. */
export function namespaceAddress(hostId: number, name: string): string {
  return `/mon/pod-list?${new URLSearchParams({ hostId: String(hostId), 'f.namespace': exactly(name) })}`;
}

/** A workload has no page yet; its address lists its pods. */
export function podsOfWorkloadAddress(hostId: number, namespace: string, name: string): string {
  return `/mon/pod-list?${new URLSearchParams({
    hostId: String(hostId),
    'f.namespace': exactly(namespace),
    'f.ownerName': exactly(name),
  })}`;
}

/** Volumes and claims have no pages; their address is their row in the list of the cluster. */
export type VolumeView = 'volumes' | 'claims';
export const VOLUME_PREFIX = 'pv.';
export const CLAIM_PREFIX = 'pvc.';

export function volumeAddress(hostId: number, name: string): string {
  return `/mon/pv-pvc-list?${new URLSearchParams({
    hostId: String(hostId),
    [`${VOLUME_PREFIX}f.name`]: exactly(name),
    [`${VOLUME_PREFIX}deleted`]: '1',
  })}`;
}

export function claimAddress(hostId: number, namespace: string, name: string): string {
  return `/mon/pv-pvc-list?${new URLSearchParams({
    hostId: String(hostId),
    view: 'claims',
    [`${CLAIM_PREFIX}f.name`]: exactly(name),
    [`${CLAIM_PREFIX}f.namespace`]: exactly(namespace),
    [`${CLAIM_PREFIX}deleted`]: '1',
  })}`;
}

/** The filter syntax for an exact match. Kubernetes names contain no characters to escape. */
function exactly(name: string): string {
  return `=${name}`;
}
