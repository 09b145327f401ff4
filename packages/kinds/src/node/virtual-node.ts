import type { NodeRecord } from './record.ts';

/**
 * A node that represents an external service, such as Azure Container Instances. Its thousands of cores are
 * not reserved. It is recognised by the label or taint of the virtual kubelet, never by its name.
 */
export function isVirtualKubelet({ labels, taints }: Pick<NodeRecord, 'labels' | 'taints'>): boolean {
  return labels.type === 'virtual-kubelet' || taints.some(({ key }) => key === 'virtual-kubelet.io/provider');
}
