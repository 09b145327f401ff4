import type { Flavour, NodePlan, PlannedNode } from './flavour.ts';
import { address, DISK_BYTES, type MachineSize, reservedOf, size } from './machine-sizes.ts';

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
    {
      name: 'calico-node',
      kind: 'DaemonSet',
      labels: { 'k8s-app': 'calico-node' },
      isHostNetwork: true,
      containers: [['calico-node', 'docker.io/calico/node:v3.29.3']],
    },
    {
      name: 'kube-proxy',
      kind: 'DaemonSet',
      labels: { 'k8s-app': 'kube-proxy' },
      isHostNetwork: true,
      containers: [['kube-proxy', 'registry.k8s.io/kube-proxy:v1.30.14']],
    },
    {
      name: 'csi-rbdplugin',
      kind: 'DaemonSet',
      labels: { app: 'csi-rbdplugin' },
      isHostNetwork: true,
      containers: [
        ['driver-registrar', 'registry.k8s.io/sig-storage/csi-node-driver-registrar:v2.11.1'],
        ['csi-rbdplugin', 'quay.io/cephcsi/cephcsi:v3.12.3'],
      ],
    },
    {
      name: 'calico-kube-controllers',
      kind: 'Deployment',
      replicas: 1,
      labels: { 'k8s-app': 'calico-kube-controllers' },
      containers: [['calico-kube-controllers', 'docker.io/calico/kube-controllers:v3.29.3']],
    },
    {
      name: 'coredns',
      kind: 'Deployment',
      replicas: 2,
      labels: { 'k8s-app': 'kube-dns' },
      containers: [['coredns', 'registry.k8s.io/coredns/coredns:v1.11.3']],
    },
    {
      name: 'metrics-server',
      kind: 'Deployment',
      replicas: 1,
      labels: { 'k8s-app': 'metrics-server' },
      containers: [['metrics-server', 'registry.k8s.io/metrics-server/metrics-server:v0.7.2']],
    },
  ],
  staticPods: [
    ['etcd', 'registry.k8s.io/etcd:3.5.15-0'],
    ['kube-apiserver', 'registry.k8s.io/kube-apiserver:v1.30.14'],
    ['kube-controller-manager', 'registry.k8s.io/kube-controller-manager:v1.30.14'],
    ['kube-scheduler', 'registry.k8s.io/kube-scheduler:v1.30.14'],
  ],
  volumeSource(_clusterName, volumeName) {
    return {
      driver: 'rook-ceph.rbd.csi.ceph.com',
      handle: `0001-0009-rook-ceph-0000000000000002-${volumeName.replace(/^pvc-/, '')}`,
      attributes: { clusterID: 'rook-ceph', imageFormat: '2', pool: 'replicapool' },
    };
  },
};

function planNodes(plan: NodePlan): PlannedNode[] {
  const { clusterName, workers } = plan;
  const site = clusterName.replace(/^onprem-/, '');
  const masters = workers >= 5 ? 3 : 1;
  const planned: PlannedNode[] = [];
  for (let index = 0; index < masters; index++)
    planned.push(nodeOf(`${site}-master-${pad(index + 1)}`, CONTROL, index, 'control-plane'));
  for (let index = 0; index < workers; index++)
    planned.push(nodeOf(`${site}-worker-${pad(index + 1)}`, WORKER, masters + index, 'worker'));
  return planned;
}

function pad(index: number): string {
  return String(index).padStart(2, '0');
}

function nodeOf(
  name: string,
  machine: MachineSize,
  order: number,
  role: 'worker' | 'control-plane',
): PlannedNode {
  const isControl = role === 'control-plane';
  return {
    name,
    role,
    machine: {
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        ...(isControl
          ? {
              'node-role.kubernetes.io/control-plane': '',
              'node.kubernetes.io/exclude-from-external-load-balancers': '',
            }
          : { 'node-role.kubernetes.io/worker': '' }),
        'topology.kubernetes.io/region': 'seoul',
        'topology.kubernetes.io/zone': `rack-${String.fromCharCode(97 + (order % 4))}`,
      },
      annotations: {
        'kubeadm.alpha.kubernetes.io/cri-socket': 'unix:///var/run/containerd/containerd.sock',
        'node.alpha.kubernetes.io/ttl': '0',
        'projectcalico.org/IPv4Address': `${address([192, 168], order)}/22`,
        'volumes.kubernetes.io/controller-managed-attach-detach': 'true',
      },
      providerId: undefined,
      internalIp: address([192, 168], order),
      externalIp: undefined,
      hostname: name,
      podCidr: `10.${16 + Math.floor(order / 256)}.${order % 256}.0/24`,
      milliCpu: machine.milliCpu,
      memoryBytes: machine.memoryBytes,
      diskBytes: 4 * DISK_BYTES,
      maxPods: 110,
      ...reservedOf(machine),
      kernel: '5.14.0-570.26.1.el9_6.x86_64',
      osImage: 'Rocky Linux 9.6 (Blue Onyx)',
      runtime: 'containerd://1.7.27',
      kubeletVersion: VERSION,
      architecture: 'amd64',
      isVirtual: false,
      hasNetworkCondition: true,
    },
  };
}
