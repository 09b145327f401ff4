import { hexOf } from '../core/identifiers.ts';
import { hashText } from '../core/random.ts';
import type { Flavour, NodePlan, PlannedNode } from './flavour.ts';
import {
  address,
  daemonSet,
  deployment,
  type MachineSize,
  machineOf,
  poolsOfWorkers,
  size,
} from './machines.ts';

const REGION = 'ap-northeast-2';
const VERSION = 'v1.31.9-eks-5d4a308';
const ZONES = ['a', 'b', 'c'];

interface Group {
  readonly name: string;
  readonly machine: MachineSize;
  readonly capacityType: 'ON_DEMAND' | 'SPOT';
  readonly share: number;
}

const GROUPS: readonly Group[] = [
  { name: 'general', machine: size('m6i.4xlarge', 16, 64), capacityType: 'ON_DEMAND', share: 0.6 },
  { name: 'spot', machine: size('m5.4xlarge', 16, 64), capacityType: 'SPOT', share: 0.25 },
  { name: 'memory', machine: size('r6i.4xlarge', 16, 128), capacityType: 'ON_DEMAND', share: 0.15 },
];

export const eks: Flavour = {
  kind: 'eks',
  title: 'Amazon Elastic Kubernetes Service',
  version: VERSION,
  storageClass: 'gp3',
  provisioner: 'ebs.csi.aws.com',
  planNodes,
  system: [
    daemonSet('aws-node', { 'app.kubernetes.io/name': 'aws-node', 'k8s-app': 'aws-node' }, [
      ['aws-node', 'registry.example/eks/amazon-k8s-cni:v1.19.5'],
      ['aws-eks-nodeagent', 'registry.example/eks/aws-network-policy-agent:v1.2.1'],
    ]),
    daemonSet(
      'ebs-csi-node',
      { app: 'ebs-csi-node' },
      [
        ['ebs-plugin', 'registry.example/eks/aws-ebs-csi-driver:v1.44.0'],
        ['node-driver-registrar', 'registry.example/eks/csi-node-driver-registrar:v2.13.0'],
        ['liveness-probe', 'registry.example/eks/livenessprobe:v2.15.0'],
      ],
      false,
    ),
    daemonSet('kube-proxy', { 'k8s-app': 'kube-proxy' }, [
      ['kube-proxy', 'registry.example/eks/kube-proxy:v1.31.9-minimal-eksbuild.2'],
    ]),
    deployment('coredns', 2, { 'eks.amazonaws.com/component': 'coredns', 'k8s-app': 'kube-dns' }, [
      ['coredns', 'registry.example/eks/coredns:v1.11.4-eksbuild.10'],
    ]),
    deployment('ebs-csi-controller', 2, { app: 'ebs-csi-controller' }, [
      ['ebs-plugin', 'registry.example/eks/aws-ebs-csi-driver:v1.44.0'],
      ['csi-provisioner', 'registry.example/eks/csi-provisioner:v5.2.0'],
      ['csi-attacher', 'registry.example/eks/csi-attacher:v4.8.1'],
    ]),
    deployment('metrics-server', 2, { 'app.kubernetes.io/name': 'metrics-server' }, [
      ['metrics-server', 'registry.example/eks/metrics-server:v0.7.2-eksbuild.3'],
    ]),
  ],
  staticPods: [],
};

function planNodes({ seed, workers }: NodePlan): PlannedNode[] {
  const planned = poolsOfWorkers(workers, GROUPS).map(({ pool }, order) => nodeOf(pool, order, seed));
  // Fargate nodes run one pod each and no daemon set.
  return workers >= 5
    ? [...planned, fargateNode(planned.length, seed, 0), fargateNode(planned.length + 1, seed, 1)]
    : planned;
}

function nodeOf(group: Group, order: number, seed: number): PlannedNode {
  const internalIp = address([10, 0], order);
  const name = hostnameOf(internalIp);
  const zone = `${REGION}${ZONES[order % 3]}`;
  const instance = `i-0${hexOf(hashText(seed, name), 1, 16)}`;
  return {
    name,
    role: 'worker',
    machine: machineOf({
      hostname: name,
      size: group.machine,
      region: REGION,
      zone,
      labels: {
        'eks.amazonaws.com/capacityType': group.capacityType,
        'eks.amazonaws.com/nodegroup': group.name,
      },
      providerId: `aws:///${zone}/${instance}`,
      internalIp,
      kernel: '6.1.141-155.222.amzn2023.x86_64',
      osImage: 'Amazon Linux 2023.7.20250623',
      runtime: 'containerd://1.7.27',
      kubeletVersion: VERSION,
      hasNetworkCondition: false,
    }),
  };
}

function hostnameOf(internalIp: string): string {
  return `ip-${internalIp.replaceAll('.', '-')}.${REGION}.compute.internal`;
}

function fargateNode(order: number, seed: number, index: number): PlannedNode {
  const internalIp = address([10, 0], order + 20);
  const name = `fargate-${hostnameOf(internalIp)}`;
  const zone = `${REGION}${ZONES[index % 3]}`;
  const own = hashText(seed, name);
  return {
    name,
    role: 'virtual',
    machine: machineOf({
      hostname: name,
      size: { type: '', milliCpu: 2000, memoryBytes: 4 * 1024 ** 3 },
      region: REGION,
      zone,
      labels: {
        'eks.amazonaws.com/compute-type': 'fargate',
        'kubernetes.io/hostname': hostnameOf(internalIp),
      },
      providerId: `aws:///${zone}/${hexOf(own, 1, 10)}-${hexOf(own, 2, 32)}/${name}`,
      internalIp,
      diskBytes: 30 * 1024 ** 3,
      maxPods: 1,
      reservedMilliCpu: 0,
      reservedBytes: 100 * 1024 ** 2,
      kernel: '5.10.237-230.949.amzn2.x86_64',
      osImage: 'Amazon Linux 2',
      runtime: 'containerd://1.7.27',
      kubeletVersion: VERSION,
      isVirtual: true,
      hasNetworkCondition: false,
    }),
  };
}
