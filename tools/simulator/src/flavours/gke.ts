import { hexOf } from '../core/identifiers.ts';
import { hashText, Random } from '../core/random.ts';
import type { Flavour, NodePlan, PlannedNode } from './flavour.ts';
import {
  address,
  daemonSet,
  deployment,
  failureDomain,
  type MachineSize,
  machineOf,
  podCidrOf,
  poolsOfWorkers,
  size,
} from './machines.ts';

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
    daemonSet('fluentbit-gke', { component: 'fluentbit-gke', 'k8s-app': 'fluentbit-gke' }, [
      ['fluentbit', 'gke.gcr.io/fluent-bit:v1.8.12-gke.43'],
      ['fluentbit-gke', 'gke.gcr.io/fluent-bit-gke-exporter:v0.29.0-gke.4'],
    ]),
    daemonSet('gke-metrics-agent', { component: 'gke-metrics-agent', 'k8s-app': 'gke-metrics-agent' }, [
      ['gke-metrics-agent', 'gke.gcr.io/gke-metrics-agent:1.14.3-gke.0'],
    ]),
    daemonSet('netd', { 'k8s-app': 'netd' }, [['netd', 'gke.gcr.io/netd:v0.5.12-gke.1']]),
    daemonSet('pdcsi-node', { 'k8s-app': 'gcp-compute-persistent-disk-csi-driver' }, [
      ['csi-driver-registrar', 'gke.gcr.io/csi-node-driver-registrar:v2.9.4-gke.13'],
      ['gce-pd-driver', 'gke.gcr.io/gcp-compute-persistent-disk-csi-driver:v1.15.4-gke.4'],
    ]),
    deployment('kube-dns', 2, { 'k8s-app': 'kube-dns' }, [
      ['kubedns', 'gke.gcr.io/k8s-dns-kube-dns:1.23.0-gke.9'],
      ['dnsmasq', 'gke.gcr.io/k8s-dns-dnsmasq-nanny:1.23.0-gke.9'],
      ['sidecar', 'gke.gcr.io/k8s-dns-sidecar:1.23.0-gke.9'],
    ]),
    deployment('event-exporter-gke', 1, { 'k8s-app': 'event-exporter' }, [
      ['event-exporter', 'gke.gcr.io/event-exporter:v0.5.0-gke.4'],
    ]),
    deployment('metrics-server-v1.31.0', 1, { 'k8s-app': 'metrics-server' }, [
      ['metrics-server', 'gke.gcr.io/metrics-server:v0.7.2-gke.8'],
    ]),
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

function planNodes({ clusterName, seed, workers }: NodePlan): PlannedNode[] {
  const suffixes = new Map(POOLS.map((pool) => [pool, new Random(hashText(seed, pool.name))]));
  return poolsOfWorkers(workers, POOLS).map(({ pool, index }, order) => {
    const own = suffixes.get(pool)?.int(0, 0xffff).toString(36).padStart(4, '0');
    const instanceGroup = hexOf(hashText(seed, pool.name), index % 3, 8);
    const name = `gke-${clusterName}-${pool.name}-${instanceGroup}-${own}${index.toString(36)}`;
    return nodeOf(pool, name, order, clusterName, seed);
  });
}

function nodeOf(pool: Pool, name: string, order: number, clusterName: string, seed: number): PlannedNode {
  const zone = `${REGION}-${ZONES[order % 3]}`;
  return {
    name,
    role: 'worker',
    machine: machineOf({
      hostname: name,
      size: pool.machine,
      region: REGION,
      zone,
      labels: {
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
        ...failureDomain(REGION, zone),
        'topology.gke.io/zone': zone,
      },
      annotations: {
        'container.googleapis.com/instance_id': String(1e15 + hashText(seed, name) * 1000),
        'node.gke.io/last-applied-node-labels': `cloud.google.com/gke-nodepool=${pool.name}`,
      },
      providerId: `gce://${projectOf(seed)}/${zone}/${name}`,
      internalIp: address([10, 178], order),
      externalIp: clusterName.includes('public') ? address([34, 64], order) : undefined,
      podCidr: podCidrOf(92, order),
      kernel: '6.6.87+',
      osImage: 'Container-Optimized OS from Google',
      runtime: 'containerd://1.7.27',
      kubeletVersion: VERSION,
      hasNetworkCondition: true,
    }),
  };
}
