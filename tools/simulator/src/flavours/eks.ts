import { hexOf } from '../core/identifiers.ts';
import { hashText } from '../core/random.ts';
import type { Flavour, NodePlan, PlannedNode } from './flavour.ts';
import { address, DISK_BYTES, type MachineSize, reservedOf, size } from './machine-sizes.ts';

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
    {
      name: 'aws-node',
      kind: 'DaemonSet',
      labels: { 'app.kubernetes.io/name': 'aws-node', 'k8s-app': 'aws-node' },
      isHostNetwork: true,
      containers: [
        ['aws-node', 'registry.example/eks/amazon-k8s-cni:v1.19.5'],
        ['aws-eks-nodeagent', 'registry.example/eks/aws-network-policy-agent:v1.2.1'],
      ],
    },
    {
      name: 'ebs-csi-node',
      kind: 'DaemonSet',
      labels: { app: 'ebs-csi-node' },
      containers: [
        ['ebs-plugin', 'registry.example/eks/aws-ebs-csi-driver:v1.44.0'],
        ['node-driver-registrar', 'registry.example/eks/csi-node-driver-registrar:v2.13.0'],
        ['liveness-probe', 'registry.example/eks/livenessprobe:v2.15.0'],
      ],
    },
    {
      name: 'kube-proxy',
      kind: 'DaemonSet',
      labels: { 'k8s-app': 'kube-proxy' },
      isHostNetwork: true,
      containers: [['kube-proxy', 'registry.example/eks/kube-proxy:v1.31.9-minimal-eksbuild.2']],
    },
    {
      name: 'coredns',
      kind: 'Deployment',
      replicas: 2,
      labels: { 'eks.amazonaws.com/component': 'coredns', 'k8s-app': 'kube-dns' },
      containers: [['coredns', 'registry.example/eks/coredns:v1.11.4-eksbuild.10']],
    },
    {
      name: 'ebs-csi-controller',
      kind: 'Deployment',
      replicas: 2,
      labels: { app: 'ebs-csi-controller' },
      containers: [
        ['ebs-plugin', 'registry.example/eks/aws-ebs-csi-driver:v1.44.0'],
        ['csi-provisioner', 'registry.example/eks/csi-provisioner:v5.2.0'],
        ['csi-attacher', 'registry.example/eks/csi-attacher:v4.8.1'],
      ],
    },
    {
      name: 'metrics-server',
      kind: 'Deployment',
      replicas: 2,
      labels: { 'app.kubernetes.io/name': 'metrics-server' },
      containers: [['metrics-server', 'registry.example/eks/metrics-server:v0.7.2-eksbuild.3']],
    },
  ],
  staticPods: [],
  volumeSource(_clusterName, volumeName, seed) {
    return {
      driver: 'ebs.csi.aws.com',
      handle: `vol-0${hexOf(hashText(seed, volumeName), 1, 16)}`,
      attributes: { 'storage.kubernetes.io/csiProvisionerIdentity': '1757500000000-2816-ebs.csi.aws.com' },
    };
  },
};

function planNodes(plan: NodePlan): PlannedNode[] {
  const { seed, workers } = plan;
  const planned: PlannedNode[] = [];
  for (const group of GROUPS) {
    const rest = workers - planned.length;
    const count =
      group === GROUPS.at(-1) ? rest : Math.min(rest, Math.max(1, Math.round(workers * group.share)));
    for (let index = 0; index < count; index++)
      planned.push(nodeOf(group, planned.length, seed, plan.clusterName));
  }
  // Fargate nodes run one pod each and no daemon set.
  if (workers >= 5) {
    planned.push(fargateNode(planned.length, seed, 0), fargateNode(planned.length + 1, seed, 1));
  }
  return planned;
}

function nodeOf(group: Group, order: number, seed: number, clusterName: string): PlannedNode {
  const internalIp = address([10, 0], order);
  const name = `ip-${internalIp.replaceAll('.', '-')}.${REGION}.compute.internal`;
  const letter = ZONES[order % 3];
  const zone = `${REGION}${letter}`;
  const groupSeed = hashText(seed, group.name);
  const { type } = group.machine;
  const instance = `i-0${hexOf(hashText(seed, name), 1, 16)}`;
  return {
    name,
    role: 'worker',
    machine: {
      labels: {
        'alpha.eksctl.io/cluster-name': clusterName,
        'alpha.eksctl.io/nodegroup-name': group.name,
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/instance-type': type,
        'beta.kubernetes.io/os': 'linux',
        'eks.amazonaws.com/capacityType': group.capacityType,
        'eks.amazonaws.com/nodegroup': group.name,
        'eks.amazonaws.com/nodegroup-image': `ami-0${hexOf(groupSeed, 2, 16)}`,
        'eks.amazonaws.com/sourceLaunchTemplateId': `lt-0${hexOf(groupSeed, 3, 16)}`,
        'eks.amazonaws.com/sourceLaunchTemplateVersion': '4',
        'failure-domain.beta.kubernetes.io/region': REGION,
        'failure-domain.beta.kubernetes.io/zone': zone,
        'k8s.io/cloud-provider-aws': hexOf(seed, 4, 32),
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'node.kubernetes.io/instance-type': type,
        'topology.ebs.csi.aws.com/zone': zone,
        'topology.k8s.aws/zone-id': `apne2-az${1 + (order % 3)}`,
        'topology.kubernetes.io/region': REGION,
        'topology.kubernetes.io/zone': zone,
      },
      annotations: {
        'alpha.kubernetes.io/provided-node-ip': internalIp,
        'csi.volume.kubernetes.io/nodeid': JSON.stringify({ 'ebs.csi.aws.com': instance }),
        'node.alpha.kubernetes.io/ttl': '0',
        'volumes.kubernetes.io/controller-managed-attach-detach': 'true',
      },
      providerId: `aws:///${zone}/${instance}`,
      internalIp,
      externalIp: undefined,
      hostname: name,
      podCidr: '',
      milliCpu: group.machine.milliCpu,
      memoryBytes: group.machine.memoryBytes,
      diskBytes: DISK_BYTES,
      maxPods: 110,
      ...reservedOf(group.machine),
      kernel: '6.1.141-155.222.amzn2023.x86_64',
      osImage: 'Amazon Linux 2023.7.20250623',
      runtime: 'containerd://1.7.27',
      kubeletVersion: VERSION,
      architecture: 'amd64',
      isVirtual: false,
      hasNetworkCondition: false,
    },
  };
}

function fargateNode(order: number, seed: number, index: number): PlannedNode {
  const internalIp = address([10, 0], order + 20);
  const name = `fargate-ip-${internalIp.replaceAll('.', '-')}.${REGION}.compute.internal`;
  const zone = `${REGION}${ZONES[index % 3]}`;
  return {
    name,
    role: 'virtual',
    machine: {
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'eks.amazonaws.com/compute-type': 'fargate',
        'failure-domain.beta.kubernetes.io/region': REGION,
        'failure-domain.beta.kubernetes.io/zone': zone,
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': `ip-${internalIp.replaceAll('.', '-')}.${REGION}.compute.internal`,
        'kubernetes.io/os': 'linux',
        'topology.kubernetes.io/region': REGION,
        'topology.kubernetes.io/zone': zone,
      },
      annotations: { 'node.alpha.kubernetes.io/ttl': '0' },
      providerId: `aws:///${zone}/${hexOf(hashText(seed, name), 1, 10)}-${hexOf(hashText(seed, name), 2, 32)}/${name}`,
      internalIp,
      externalIp: undefined,
      hostname: name,
      podCidr: '',
      milliCpu: 2000,
      memoryBytes: 4 * 1024 ** 3,
      diskBytes: 30 * 1024 ** 3,
      maxPods: 1,
      reservedMilliCpu: 0,
      reservedBytes: 100 * 1024 ** 2,
      kernel: '5.10.237-230.949.amzn2.x86_64',
      osImage: 'Amazon Linux 2',
      runtime: 'containerd://1.7.27',
      kubeletVersion: VERSION,
      architecture: 'amd64',
      isVirtual: true,
      hasNetworkCondition: false,
    },
  };
}
