import { hexOf, uidOf } from '../core/identifiers.ts';
import { hashText } from '../core/random.ts';
import type { Flavour, NodePlan, PlannedNode, SystemWorkload } from './flavour.ts';
import {
  address,
  daemonSet,
  deployment,
  type MachineSize,
  machineOf,
  poolsOfWorkers,
  size,
} from './machines.ts';

const REGION = 'koreacentral';
const VERSION = 'v1.31.8';
const REGISTRY = 'mcr.microsoft.com';

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
    daemon('azure-cns', 'containernetworking/azure-cns:v1.6.21'),
    daemon('azure-ip-masq-agent', 'aks/ip-masq-agent-v2:v0.1.14'),
    daemon('cloud-node-manager', 'oss/kubernetes/azure-cloud-node-manager:v1.31.2'),
    daemonSet('csi-azuredisk-node', { app: 'csi-azuredisk-node' }, [
      ['liveness-probe', `${REGISTRY}/oss/kubernetes-csi/livenessprobe:v2.15.0`],
      ['node-driver-registrar', `${REGISTRY}/oss/kubernetes-csi/csi-node-driver-registrar:v2.13.0`],
      ['azuredisk', `${REGISTRY}/oss/kubernetes-csi/azuredisk-csi:v1.31.5`],
    ]),
    daemon('kube-proxy', 'oss/kubernetes/kube-proxy:v1.31.8'),
    deployment('coredns', 2, { 'k8s-app': 'kube-dns' }, [
      ['coredns', `${REGISTRY}/oss/kubernetes/coredns:v1.11.3`],
    ]),
    deployment('konnectivity-agent', 2, { app: 'konnectivity-agent' }, [
      ['konnectivity-agent', `${REGISTRY}/oss/kubernetes/apiserver-network-proxy/agent:v0.30.3`],
    ]),
    deployment('metrics-server', 2, { 'k8s-app': 'metrics-server' }, [
      ['metrics-server', `${REGISTRY}/oss/kubernetes/metrics-server:v0.7.2`],
    ]),
  ],
  staticPods: [],
};

function daemon(name: string, image: string): SystemWorkload {
  return daemonSet(name, { 'k8s-app': name }, [[name, `${REGISTRY}/${image}`]]);
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
  const planned = poolsOfWorkers(workers, POOLS).map(({ pool, index }, order): PlannedNode => {
    const vmss = `aks-${pool.name}-${scaleSet}-vmss`;
    const name = `${vmss}${index.toString(36).padStart(6, '0')}`;
    const zone = `${REGION}-${1 + (index % 3)}`;
    return {
      name,
      role: 'worker',
      machine: machineOf({
        hostname: name,
        size: pool.machine,
        region: REGION,
        zone,
        labels: {
          agentpool: pool.name,
          'kubernetes.azure.com/agentpool': pool.name,
          'kubernetes.azure.com/cluster': nodeGroupOf(clusterName),
          'kubernetes.azure.com/mode': pool.mode,
          'kubernetes.azure.com/role': 'agent',
        },
        providerId:
          `azure:///subscriptions/${subscriptionOf(seed)}/resourceGroups/${nodeGroupOf(clusterName).toLowerCase()}` +
          `/providers/Microsoft.Compute/virtualMachineScaleSets/${vmss}/virtualMachines/${index}`,
        internalIp: address([10, 224], order),
        kernel: '5.15.0-1089-azure',
        osImage: 'Ubuntu 22.04.5 LTS',
        runtime: 'containerd://1.7.27-1',
        kubeletVersion: VERSION,
        hasNetworkCondition: true,
      }),
    };
  });
  return workers >= 5 ? [...planned, virtualNode(planned.length, random.int(1, 3))] : planned;
}

function virtualNode(order: number, suffix: number): PlannedNode {
  const name = 'virtual-node-aci-linux';
  return {
    name,
    role: 'virtual',
    machine: {
      ...machineOf({
        hostname: name,
        size: { type: '', milliCpu: 10_000_000, memoryBytes: 4 * 1024 ** 4 },
        internalIp: address([10, 224], order + suffix),
        diskBytes: 0,
        maxPods: 5000,
        reservedMilliCpu: 0,
        reservedBytes: 0,
        kernel: '',
        osImage: '',
        runtime: '',
        kubeletVersion: `v1.25.0-vk-azure-aci-${hexOf(1, suffix, 7)}`,
        isVirtual: true,
        hasNetworkCondition: true,
      }),
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
    },
  };
}
