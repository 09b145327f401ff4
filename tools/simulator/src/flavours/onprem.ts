import type { Flavour, NodePlan, PlannedNode } from './flavour.ts';
import { address, DISK_BYTES, daemonSet, deployment, machineOf, size } from './machines.ts';

const VERSION = 'v1.30.14';
const WORKER = size('', 32, 128);
const CONTROL = size('', 8, 32);

export const onprem: Flavour = {
  kind: 'onprem',
  title: 'On-premises (kubeadm)',
  version: VERSION,
  storageClass: 'rook-ceph-block',
  provisioner: 'rook-ceph.rbd.csi.ceph.com',
  planNodes,
  system: [
    daemonSet('calico-node', { 'k8s-app': 'calico-node' }, [
      ['calico-node', 'docker.io/calico/node:v3.29.3'],
    ]),
    daemonSet('kube-proxy', { 'k8s-app': 'kube-proxy' }, [
      ['kube-proxy', 'registry.k8s.io/kube-proxy:v1.30.14'],
    ]),
    daemonSet('csi-rbdplugin', { app: 'csi-rbdplugin' }, [
      ['driver-registrar', 'registry.k8s.io/sig-storage/csi-node-driver-registrar:v2.11.1'],
      ['csi-rbdplugin', 'quay.io/cephcsi/cephcsi:v3.12.3'],
    ]),
    deployment('calico-kube-controllers', 1, { 'k8s-app': 'calico-kube-controllers' }, [
      ['calico-kube-controllers', 'docker.io/calico/kube-controllers:v3.29.3'],
    ]),
    deployment('coredns', 2, { 'k8s-app': 'kube-dns' }, [
      ['coredns', 'registry.k8s.io/coredns/coredns:v1.11.3'],
    ]),
    deployment('metrics-server', 1, { 'k8s-app': 'metrics-server' }, [
      ['metrics-server', 'registry.k8s.io/metrics-server/metrics-server:v0.7.2'],
    ]),
  ],
  staticPods: [
    ['etcd', 'registry.k8s.io/etcd:3.5.15-0'],
    ['kube-apiserver', 'registry.k8s.io/kube-apiserver:v1.30.14'],
    ['kube-controller-manager', 'registry.k8s.io/kube-controller-manager:v1.30.14'],
    ['kube-scheduler', 'registry.k8s.io/kube-scheduler:v1.30.14'],
  ],
};

function planNodes({ clusterName, workers }: NodePlan): PlannedNode[] {
  const site = clusterName.replace(/^onprem-/, '');
  const masters = workers >= 5 ? 3 : 1;
  return Array.from({ length: masters + workers }, (_, order) =>
    order < masters
      ? nodeOf(`${site}-master-${pad(order + 1)}`, order, 'control-plane')
      : nodeOf(`${site}-worker-${pad(order - masters + 1)}`, order, 'worker'),
  );
}

function pad(index: number): string {
  return String(index).padStart(2, '0');
}

function nodeOf(name: string, order: number, role: 'worker' | 'control-plane'): PlannedNode {
  const internalIp = address([192, 168], order);
  return {
    name,
    role,
    machine: machineOf({
      hostname: name,
      size: role === 'worker' ? WORKER : CONTROL,
      region: 'seoul',
      zone: `rack-${String.fromCharCode(97 + (order % 4))}`,
      labels: {
        [`node-role.kubernetes.io/${role}`]: '',
        ...(role === 'control-plane' && {
          'node.kubernetes.io/exclude-from-external-load-balancers': '',
        }),
      },
      internalIp,
      diskBytes: 4 * DISK_BYTES,
      kernel: '5.14.0-570.26.1.el9_6.x86_64',
      osImage: 'Rocky Linux 9.6 (Blue Onyx)',
      runtime: 'containerd://1.7.27',
      kubeletVersion: VERSION,
      hasNetworkCondition: true,
    }),
  };
}
