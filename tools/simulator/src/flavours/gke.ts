import { hexOf } from '../core/identifiers.ts';
import { hashText, Random } from '../core/random.ts';
import type { Flavour, NodePlan, PlannedNode } from './flavour.ts';
import { address, DISK_BYTES, type MachineSize, reservedOf, size } from './machine-sizes.ts';

const REGION = 'asia-northeast3';
const VERSION = 'v1.31.9-gke.1044000';
const ZONES = ['a', 'b', 'c'];

interface Pool {
  readonly name: string;
  readonly family: string;
  readonly machine: MachineSize;
  readonly share: number;
}

const POOLS: readonly Pool[] = [
  { name: 'default-pool', family: 'e2', machine: size('e2-standard-16', 16, 64), share: 0.7 },
  { name: 'highmem', family: 'n2', machine: size('n2-highmem-16', 16, 128), share: 0.3 },
];

export const gke: Flavour = {
  kind: 'gke',
  title: 'Google Kubernetes Engine',
  version: VERSION,
  storageClass: 'standard-rwo',
  provisioner: 'pd.csi.storage.gke.io',
  planNodes,
  system: [
    {
      name: 'fluentbit-gke',
      kind: 'DaemonSet',
      labels: { component: 'fluentbit-gke', 'k8s-app': 'fluentbit-gke' },
      isHostNetwork: true,
      containers: [
        ['fluentbit', 'gke.gcr.io/fluent-bit:v1.8.12-gke.43'],
        ['fluentbit-gke', 'gke.gcr.io/fluent-bit-gke-exporter:v0.29.0-gke.4'],
      ],
    },
    {
      name: 'gke-metrics-agent',
      kind: 'DaemonSet',
      labels: { component: 'gke-metrics-agent', 'k8s-app': 'gke-metrics-agent' },
      isHostNetwork: true,
      containers: [['gke-metrics-agent', 'gke.gcr.io/gke-metrics-agent:1.14.3-gke.0']],
    },
    {
      name: 'netd',
      kind: 'DaemonSet',
      labels: { 'k8s-app': 'netd' },
      isHostNetwork: true,
      containers: [['netd', 'gke.gcr.io/netd:v0.5.12-gke.1']],
    },
    {
      name: 'pdcsi-node',
      kind: 'DaemonSet',
      labels: { 'k8s-app': 'gcp-compute-persistent-disk-csi-driver' },
      isHostNetwork: true,
      containers: [
        ['csi-driver-registrar', 'gke.gcr.io/csi-node-driver-registrar:v2.9.4-gke.13'],
        ['gce-pd-driver', 'gke.gcr.io/gcp-compute-persistent-disk-csi-driver:v1.15.4-gke.4'],
      ],
    },
    {
      name: 'kube-dns',
      kind: 'Deployment',
      replicas: 2,
      labels: { 'k8s-app': 'kube-dns' },
      containers: [
        ['kubedns', 'gke.gcr.io/k8s-dns-kube-dns:1.23.0-gke.9'],
        ['dnsmasq', 'gke.gcr.io/k8s-dns-dnsmasq-nanny:1.23.0-gke.9'],
        ['sidecar', 'gke.gcr.io/k8s-dns-sidecar:1.23.0-gke.9'],
      ],
    },
    {
      name: 'event-exporter-gke',
      kind: 'Deployment',
      replicas: 1,
      labels: { 'k8s-app': 'event-exporter' },
      containers: [['event-exporter', 'gke.gcr.io/event-exporter:v0.5.0-gke.4']],
    },
    {
      name: 'metrics-server-v1.31.0',
      kind: 'Deployment',
      replicas: 1,
      labels: { 'k8s-app': 'metrics-server' },
      containers: [['metrics-server', 'gke.gcr.io/metrics-server:v0.7.2-gke.8']],
    },
  ],
  staticPods: [],
  volumeSource(_clusterName, volumeName, seed) {
    return {
      driver: 'pd.csi.storage.gke.io',
      handle: `projects/${projectOf(seed)}/zones/${REGION}-a/disks/${volumeName}`,
      attributes: {
        'storage.kubernetes.io/csiProvisionerIdentity': '1757500000000-7842-pd.csi.storage.gke.io',
      },
    };
  },
};

function projectOf(seed: number): string {
  return `demo-${hexOf(seed, 5, 6)}`;
}

function planNodes(plan: NodePlan): PlannedNode[] {
  const { clusterName, seed, workers } = plan;
  const planned: PlannedNode[] = [];
  for (const pool of POOLS) {
    const rest = workers - planned.length;
    const count =
      pool === POOLS.at(-1) ? rest : Math.min(rest, Math.max(1, Math.round(workers * pool.share)));
    const suffix = new Random(hashText(seed, pool.name));
    for (let index = 0; index < count; index++) {
      const order = planned.length;
      const own = suffix.int(0, 0xffff).toString(36).padStart(4, '0');
      const name = `gke-${clusterName}-${pool.name}-${hexOf(hashText(seed, pool.name), index % 3, 8)}-${own}${index.toString(36)}`;
      planned.push(nodeOf(pool, name, order, clusterName, seed));
    }
  }
  return planned;
}

function nodeOf(pool: Pool, name: string, order: number, clusterName: string, seed: number): PlannedNode {
  const zone = `${REGION}-${ZONES[order % 3]}`;
  const { type } = pool.machine;
  return {
    name,
    role: 'worker',
    machine: {
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/instance-type': type,
        'beta.kubernetes.io/os': 'linux',
        'cloud.google.com/gke-boot-disk': 'pd-balanced',
        'cloud.google.com/gke-container-runtime': 'containerd',
        'cloud.google.com/gke-cpu-scaling-level': '16',
        'cloud.google.com/gke-logging-variant': 'DEFAULT',
        'cloud.google.com/gke-max-pods-per-node': '110',
        'cloud.google.com/gke-memory-gb-scaling-level': '64',
        'cloud.google.com/gke-nodepool': pool.name,
        'cloud.google.com/gke-os-distribution': 'cos',
        'cloud.google.com/gke-provisioning': 'standard',
        'cloud.google.com/gke-stack-type': 'IPV4',
        'cloud.google.com/machine-family': pool.family,
        'failure-domain.beta.kubernetes.io/region': REGION,
        'failure-domain.beta.kubernetes.io/zone': zone,
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'node.kubernetes.io/instance-type': type,
        'topology.gke.io/zone': zone,
        'topology.kubernetes.io/region': REGION,
        'topology.kubernetes.io/zone': zone,
      },
      annotations: {
        'container.googleapis.com/instance_id': String(1e15 + hashText(seed, name) * 1000),
        'node.alpha.kubernetes.io/ttl': '0',
        'node.gke.io/last-applied-node-labels': `cloud.google.com/gke-nodepool=${pool.name}`,
        'volumes.kubernetes.io/controller-managed-attach-detach': 'true',
      },
      providerId: `gce://${projectOf(seed)}/${zone}/${name}`,
      internalIp: address([10, 178], order),
      externalIp: clusterName.includes('public') ? address([34, 64], order) : undefined,
      hostname: name,
      podCidr: `10.${92 + Math.floor(order / 256)}.${order % 256}.0/24`,
      milliCpu: pool.machine.milliCpu,
      memoryBytes: pool.machine.memoryBytes,
      diskBytes: DISK_BYTES,
      maxPods: 110,
      ...reservedOf(pool.machine),
      kernel: '6.6.87+',
      osImage: 'Container-Optimized OS from Google',
      runtime: 'containerd://1.7.27',
      kubeletVersion: VERSION,
      architecture: 'amd64',
      isVirtual: false,
      hasNetworkCondition: true,
    },
  };
}
