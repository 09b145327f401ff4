/** Addresses of the pages of objects; deleted ones open too. */
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

/** A namespace is what runs in it. */
export function namespaceAddress(hostId: number, name: string): string {
  return `/mon/pod-list?${new URLSearchParams({ hostId: String(hostId), 'f.namespace': exactly(name) })}`;
}

/** The pods of a workload: it has no page of its own yet. */
export function podsOfWorkloadAddress(hostId: number, namespace: string, name: string): string {
  return `/mon/pod-list?${new URLSearchParams({
    hostId: String(hostId),
    'f.namespace': exactly(namespace),
    'f.ownerName': exactly(name),
  })}`;
}

/** Volumes and claims have no pages of their own: their row in the list of their cluster is where one goes. */
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

/** As the address of a list writes "this text and no other". Names of Kubernetes have nothing in them to escape. */
function exactly(name: string): string {
  return `=${name}`;
}
