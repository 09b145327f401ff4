/** Addresses of the pages of objects; deleted ones open too. */
export function nodeAddress(hostId: number, nodeId: number): string {
  return `/mon/node/summary?hostId=${hostId}&nodeId=${nodeId}`;
}

export function podAddress(hostId: number, podId: number): string {
  return `/mon/pod/summary?hostId=${hostId}&podId=${podId}`;
}

export function containerAddress(hostId: number, containerId: number): string {
  return `/mon/container/summary?hostId=${hostId}&containerId=${containerId}`;
}
