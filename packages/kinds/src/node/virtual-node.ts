import type { NodeRecord } from './record.ts';

/**
 * A node that stands for a service elsewhere, such as Azure Container Instances: it names thousands of cores that nobody has set
 * aside. Known by what the virtual kubelet itself sets, never by its name.
 */
export function isVirtualKubelet({ labels, taints }: Pick<NodeRecord, 'labels' | 'taints'>): boolean {
  return labels.type === 'virtual-kubelet' || taints.some(({ key }) => key === 'virtual-kubelet.io/provider');
}
