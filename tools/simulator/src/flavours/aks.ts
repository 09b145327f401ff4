import { hexOf, uidOf } from '../core/identifiers.ts';
import { hashText } from '../core/random.ts';
import type { Flavour, NodePlan, PlannedNode } from './flavour.ts';
import { address, DISK_BYTES, type MachineSize, reservedOf, size } from './machine-sizes.ts';

const REGION = 'koreacentral';
const VERSION = 'v1.31.8';

interface Pool {
  readonly name: string;
  readonly mode: 'system' | 'user';
  readonly machine: MachineSize;
  readonly share: number;
}

const POOLS: readonly Pool[] = [
  { name: 'system', mode: 'system', machine: size('Standard_D4s_v5', 4, 16), share: 0.1 },
  { name: 'apps', mode: 'user', machine: size('Standard_D16s_v5', 16, 64), share: 0.7 },
  { name: 'data', mode: 'user', machine: size('Standard_E16s_v5', 16, 128), share: 0.2 },
];

export const aks: Flavour = {
  kind: 'aks',
  title: 'Azure Kubernetes Service',
  version: VERSION,
  storageClass: 'managed-csi',
  provisioner: 'disk.csi.azure.com',
  planNodes,
  system: [
    daemon('azure-cns', 'containernetworking/azure-cns:v1.6.21', true),
    daemon('azure-ip-masq-agent', 'aks/ip-masq-agent-v2:v0.1.14', true),
    daemon('cloud-node-manager', 'oss/kubernetes/azure-cloud-node-manager:v1.31.2', true),
    {
      name: 'csi-azuredisk-node',
      kind: 'DaemonSet',
      labels: { app: 'csi-azuredisk-node' },
      isHostNetwork: true,
      containers: [
        ['liveness-probe', 'mcr.microsoft.com/oss/kubernetes-csi/livenessprobe:v2.15.0'],
        ['node-driver-registrar', 'mcr.microsoft.com/oss/kubernetes-csi/csi-node-driver-registrar:v2.13.0'],
        ['azuredisk', 'mcr.microsoft.com/oss/kubernetes-csi/azuredisk-csi:v1.31.5'],
      ],
    },
    daemon('kube-proxy', 'oss/kubernetes/kube-proxy:v1.31.8', true),
    deployment('coredns', 'oss/kubernetes/coredns:v1.11.3', 2, { 'k8s-app': 'kube-dns' }),
    deployment('konnectivity-agent', 'oss/kubernetes/apiserver-network-proxy/agent:v0.30.3', 2, {
      app: 'konnectivity-agent',
    }),
    deployment('metrics-server', 'oss/kubernetes/metrics-server:v0.7.2', 2, { 'k8s-app': 'metrics-server' }),
  ],
  staticPods: [],
  volumeSource(clusterName, volumeName, seed) {
    const group = `/subscriptions/${subscriptionOf(seed)}/resourceGroups/${nodeGroupOf(clusterName).toLowerCase()}`;
    return {
      driver: 'disk.csi.azure.com',
      handle: `${group}/providers/Microsoft.Compute/disks/${volumeName}`,
      attributes: { requestedsizegib: '32', skuname: 'StandardSSD_LRS' },
    };
  },
};

function daemon(name: string, image: string, isHostNetwork: boolean): Flavour['system'][number] {
  return {
    name,
    kind: 'DaemonSet',
    labels: { 'k8s-app': name },
    isHostNetwork,
    containers: [[name, `mcr.microsoft.com/${image}`]],
  };
}

function deployment(
  name: string,
  image: string,
  replicas: number,
  labels: Readonly<Record<string, string>>,
): Flavour['system'][number] {
  return {
    name,
    kind: 'Deployment',
    replicas,
    labels,
    containers: [[name, `mcr.microsoft.com/${image}`]],
  };
}

function subscriptionOf(seed: number): string {
  return uidOf(hashText(seed, 'subscription'), 1);
}

function nodeGroupOf(clusterName: string): string {
  return `MC_rg-${clusterName}_${clusterName}_${REGION}`;
}

function planNodes(plan: NodePlan): PlannedNode[] {
  const { clusterName, seed, workers, random } = plan;
  const scaleSet = String(10_000_000 + (seed % 89_999_999));
  const planned: PlannedNode[] = [];
  for (const pool of POOLS) {
    const rest = workers - planned.length;
    const count =
      pool === POOLS.at(-1) ? rest : Math.min(rest, Math.max(1, Math.round(workers * pool.share)));
    for (let index = 0; index < count; index++) {
      const vmss = `aks-${pool.name}-${scaleSet}-vmss`;
      const name = `${vmss}${index.toString(36).padStart(6, '0')}`;
      const zone = `${REGION}-${1 + (index % 3)}`;
      const order = planned.length;
      planned.push({
        name,
        role: 'worker',
        machine: {
          labels: labelsOf(pool, name, zone, clusterName, seed),
          annotations: {
            'csi.volume.kubernetes.io/nodeid': JSON.stringify({ 'disk.csi.azure.com': name }),
            'node.alpha.kubernetes.io/ttl': '0',
            'volumes.kubernetes.io/controller-managed-attach-detach': 'true',
          },
          providerId:
            `azure:///subscriptions/${subscriptionOf(seed)}/resourceGroups/${nodeGroupOf(clusterName).toLowerCase()}` +
            `/providers/Microsoft.Compute/virtualMachineScaleSets/${vmss}/virtualMachines/${index}`,
          internalIp: address([10, 224], order),
          externalIp: undefined,
          hostname: name,
          podCidr: `10.${244 + Math.floor(order / 256)}.${order % 256}.0/24`,
          milliCpu: pool.machine.milliCpu,
          memoryBytes: pool.machine.memoryBytes,
          diskBytes: DISK_BYTES,
          maxPods: 110,
          ...reservedOf(pool.machine),
          kernel: '5.15.0-1089-azure',
          osImage: 'Ubuntu 22.04.5 LTS',
          runtime: 'containerd://1.7.27-1',
          kubeletVersion: VERSION,
          architecture: 'amd64',
          isVirtual: false,
          hasNetworkCondition: true,
        },
      });
    }
  }
  if (workers >= 5) planned.push(virtualNode(planned.length, random.int(1, 3)));
  return planned;
}

function labelsOf(
  pool: Pool,
  name: string,
  zone: string,
  clusterName: string,
  seed: number,
): Readonly<Record<string, string>> {
  const { type } = pool.machine;
  return {
    agentpool: pool.name,
    'beta.kubernetes.io/arch': 'amd64',
    'beta.kubernetes.io/instance-type': type,
    'beta.kubernetes.io/os': 'linux',
    'failure-domain.beta.kubernetes.io/region': REGION,
    'failure-domain.beta.kubernetes.io/zone': zone,
    'kubernetes.azure.com/agentpool': pool.name,
    'kubernetes.azure.com/cluster': nodeGroupOf(clusterName),
    'kubernetes.azure.com/consolidated-additional-properties': uidOf(hashText(seed, pool.name), 2),
    'kubernetes.azure.com/kubelet-identity-client-id': uidOf(hashText(seed, 'identity'), 3),
    'kubernetes.azure.com/mode': pool.mode,
    'kubernetes.azure.com/node-image-version': 'AKSUbuntu-2204gen2containerd-202509.11.0',
    'kubernetes.azure.com/nodepool-type': 'VirtualMachineScaleSets',
    'kubernetes.azure.com/os-sku': 'Ubuntu',
    'kubernetes.azure.com/role': 'agent',
    'kubernetes.azure.com/storageprofile': 'managed',
    'kubernetes.azure.com/storagetier': 'Premium_LRS',
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    'node.kubernetes.io/instance-type': type,
    storageprofile: 'managed',
    storagetier: 'Premium_LRS',
    'topology.disk.csi.azure.com/zone': zone,
    'topology.kubernetes.io/region': REGION,
    'topology.kubernetes.io/zone': zone,
  };
}

function virtualNode(order: number, suffix: number): PlannedNode {
  const name = 'virtual-node-aci-linux';
  return {
    name,
    role: 'virtual',
    machine: {
      labels: {
        'alpha.service-controller.kubernetes.io/exclude-balancer': 'true',
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.azure.com/managed': 'false',
        'kubernetes.azure.com/role': 'agent',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/role': 'agent',
        'node-role.kubernetes.io/agent': '',
        type: 'virtual-kubelet',
      },
      annotations: { 'node.alpha.kubernetes.io/ttl': '0' },
      providerId: undefined,
      internalIp: address([10, 224], order + suffix),
      externalIp: undefined,
      hostname: name,
      podCidr: '',
      milliCpu: 10_000_000,
      memoryBytes: 4 * 1024 ** 4,
      diskBytes: 0,
      maxPods: 5000,
      reservedMilliCpu: 0,
      reservedBytes: 0,
      kernel: '',
      osImage: '',
      runtime: '',
      kubeletVersion: `v1.25.0-vk-azure-aci-${hexOf(1, suffix, 7)}`,
      architecture: 'amd64',
      isVirtual: true,
      hasNetworkCondition: true,
    },
  };
}
