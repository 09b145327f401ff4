import { uidOf } from '../core/identifiers.ts';
import type { PodRecord } from '../kinds/object/records.ts';
import { containerIdOf, sandboxIdOf } from '../kinds/pod/container-id.ts';
import { qosClassOf } from '../kinds/pod/pod-template.ts';
import type { Cluster } from '../world/cluster.ts';
import { type ContainerReading, type NodeReading, type PodReading, readNode } from './node-reading.ts';

/** One cgroup: a container, a pod's sum, its sandbox, or a slice above them. */
interface Cgroup {
  readonly labels: LabelText;
  readonly level: 'root' | 'slice' | 'pod' | 'sandbox' | 'container';
  readonly pod?: PodReading;
  readonly container?: ContainerReading;
}

const PAUSE_IMAGE = 'registry.k8s.io/pause:3.9';
const PAUSE_BYTES = 282_624;

/**
 * Only the container metrics the product reads: a third of the text, for benchmarks of thousands of nodes.
 */
const LEAN = new Set([
  'container_cpu_cfs_periods_total',
  'container_cpu_cfs_throttled_periods_total',
  'container_cpu_usage_seconds_total',
  'container_fs_reads_bytes_total',
  'container_fs_reads_total',
  'container_fs_writes_bytes_total',
  'container_fs_writes_total',
  'container_memory_cache',
]);

/** `/metrics/cadvisor` of a node's kubelet, in the Prometheus text format. */
export function cadvisorText(cluster: Cluster, nodeName: string, atSec: number): string | undefined {
  const node = cluster.store.nodes.get(nodeName);
  if (!node) return undefined;
  const reading = readNode(cluster, node, atSec);
  const { hasLeanCadvisor } = cluster.spec;
  const all = cgroupsOf(cluster, reading);
  const cgroups = hasLeanCadvisor ? all.filter(({ level }) => level === 'container') : all;
  const stamp = atSec * 1000;
  let text =
    "# HELP cadvisor_version_info A metric with a constant '1' value labeled by kernel version, OS version, docker version, cadvisor version & cadvisor revision.\n" +
    '# TYPE cadvisor_version_info gauge\n' +
    `cadvisor_version_info{cadvisorRevision="",cadvisorVersion="",dockerVersion="",kernelVersion="${node.machine.kernel}",osVersion="${node.machine.osImage}"} 1\n`;
  for (const family of FAMILIES) {
    if (hasLeanCadvisor && !LEAN.has(family.name)) continue;
    text += `# HELP ${family.name} ${family.help}\n# TYPE ${family.name} ${family.type}\n`;
    for (const cgroup of cgroups) {
      const value = family.value(cgroup, reading);
      if (value === undefined) continue;
      const [head, tail] = cgroup.labels;
      text += `${family.name}{${head}${family.labels}${tail}} ${value} ${stamp}\n`;
    }
  }
  text += `# HELP machine_cpu_cores Number of logical CPU cores.\n# TYPE machine_cpu_cores gauge\nmachine_cpu_cores{${machineLabels(cluster, reading)}} ${node.machine.milliCpu / 1000}\n`;
  text += `# HELP machine_memory_bytes Amount of memory installed on the machine.\n# TYPE machine_memory_bytes gauge\nmachine_memory_bytes{${machineLabels(cluster, reading)}} ${node.machine.memoryBytes}\n`;
  text +=
    '# HELP container_scrape_error 1 if there was an error while getting container metrics, 0 otherwise\n' +
    '# TYPE container_scrape_error gauge\ncontainer_scrape_error 0\n';
  return text;
}

function machineLabels(cluster: Cluster, { node }: NodeReading): string {
  return `boot_id="${uidOf(cluster.seed, node.id)}",machine_id="${node.name}",system_uuid="${uidOf(cluster.seed + 1, node.id)}"`;
}

/** In two parts: a family's additional labels go between them. */
type LabelText = readonly [head: string, tail: string];

function labelsOf(
  container: string,
  id: string,
  image: string,
  name: string,
  namespace: string,
  pod: string,
): LabelText {
  return [
    `container="${container}",`,
    `id="${id}",image="${image}",name="${name}",namespace="${namespace}",pod="${pod}"`,
  ];
}

function cgroupOf(pod: PodRecord, uid: string): string {
  const qos = qosClassOf(pod.template).toLowerCase();
  return qos === 'guaranteed' ? `/kubepods/pod${uid}` : `/kubepods/${qos}/pod${uid}`;
}

function cgroupsOf(cluster: Cluster, reading: NodeReading): Cgroup[] {
  const cgroups: Cgroup[] = [
    { level: 'root', labels: labelsOf('', '/', '', '', '', '') },
    { level: 'slice', labels: labelsOf('', '/kubepods', '', '', '', '') },
  ];
  for (const pod of reading.pods) {
    const { name, namespace, id } = pod.pod;
    const parent = cgroupOf(pod.pod, uidOf(cluster.seed, id));
    const sandboxId = sandboxIdOf(pod.pod, cluster.seed);
    cgroups.push(
      { level: 'pod', pod, labels: labelsOf('', parent, '', '', namespace, name) },
      {
        level: 'sandbox',
        pod,
        labels: labelsOf('POD', `${parent}/${sandboxId}`, PAUSE_IMAGE, sandboxId, namespace, name),
      },
    );
    for (const container of pod.containers) {
      const own = containerIdOf(pod.pod, container.index, container.run, cluster.seed);
      cgroups.push({
        level: 'container',
        pod,
        container,
        labels: labelsOf(
          container.template.name,
          `${parent}/${own}`,
          container.template.image,
          own,
          namespace,
          name,
        ),
      });
    }
  }
  return cgroups;
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  value(cgroup: Cgroup, node: NodeReading): string | number | undefined;
  readonly labels: string;
}

function counter(name: string, help: string, value: Family['value'], labels = ''): Family {
  return { name, help, type: 'counter', value, labels };
}

function gauge(name: string, help: string, value: Family['value']): Family {
  return { name, help, type: 'gauge', value, labels: '' };
}

function seconds(value: number): string {
  return value.toFixed(6);
}

const device = 'device="/dev/sda",';
const eth0 = 'interface="eth0",';

/** The kernel counts periods only with a limit. */
function ofLimited(value: (container: ContainerReading) => number | string): Family['value'] {
  return ({ container }) =>
    container && container.template.resources.limitMilliCpu > 0 ? value(container) : undefined;
}

function sumOf(pod: PodReading, value: (container: ContainerReading) => number): number {
  let sum = 0;
  for (const container of pod.containers) sum += value(container);
  return sum;
}

/** A quantity of containers whose sum their pod has. */
function ofContainers(value: (container: ContainerReading) => number): Family['value'] {
  return ({ level, pod, container }) => {
    if (container) return value(container);
    return level === 'pod' && pod ? sumOf(pod, value) : undefined;
  };
}

function memory(
  ofContainer: (container: ContainerReading) => number,
  ofPod: (pod: PodReading) => number,
  ofNode: (node: NodeReading) => number,
): Family['value'] {
  return ({ level, pod, container }, node) => {
    if (container) return ofContainer(container);
    if (level === 'sandbox') return PAUSE_BYTES;
    if (pod) return ofPod(pod);
    return level === 'root' ? ofNode(node) : node.podsWorkingSetBytes;
  };
}

function network(value: (counters: NodeReading['network']) => number): Family['value'] {
  return ({ level, pod }, node) => {
    if (level === 'root') return value(node.network);
    // Pods in the host network have no separate interface.
    return level === 'sandbox' && pod && !pod.pod.template.isHostNetwork ? value(pod.network) : undefined;
  };
}

const FAMILIES: readonly Family[] = [
  counter(
    'container_cpu_cfs_periods_total',
    'Number of elapsed enforcement period intervals.',
    ofLimited(({ counters }) => counters.periods),
  ),
  counter(
    'container_cpu_cfs_throttled_periods_total',
    'Number of throttled period intervals.',
    ofLimited(({ counters }) => counters.throttledPeriods),
  ),
  counter(
    'container_cpu_cfs_throttled_seconds_total',
    'Total time duration the container has been throttled.',
    ofLimited(({ counters }) => seconds(counters.throttledSec)),
  ),
  counter(
    'container_cpu_usage_seconds_total',
    'Cumulative cpu time consumed in seconds.',
    ({ level, pod, container }, node) => {
      if (container) return seconds(container.counters.cpuSec);
      if (level === 'sandbox') return '0.021';
      if (pod) return seconds(pod.cpuSec);
      return seconds(level === 'root' ? node.cpuSec : node.podsCpuSec);
    },
    'cpu="total",',
  ),
  counter(
    'container_fs_reads_bytes_total',
    'Cumulative count of bytes read',
    ofContainers(({ counters }) => counters.readBytes),
    device,
  ),
  counter(
    'container_fs_reads_total',
    'Cumulative count of reads completed',
    ofContainers(({ counters }) => counters.reads),
    device,
  ),
  counter(
    'container_fs_writes_bytes_total',
    'Cumulative count of bytes written',
    ofContainers(({ counters }) => counters.writeBytes),
    device,
  ),
  counter(
    'container_fs_writes_total',
    'Cumulative count of writes completed',
    ofContainers(({ counters }) => counters.writes),
    device,
  ),
  gauge(
    'container_memory_cache',
    'Number of bytes of page cache memory.',
    memory(
      ({ gauges }) => gauges.cacheBytes,
      (pod) => pod.cacheBytes,
      (node) => Math.floor(node.workingSetBytes * 0.4),
    ),
  ),
  gauge(
    'container_memory_rss',
    'Size of RSS in bytes.',
    memory(
      ({ gauges }) => gauges.rssBytes,
      (pod) => pod.rssBytes,
      (node) => node.podsRssBytes + Math.floor(node.system.workingSetBytes / 2),
    ),
  ),
  gauge(
    'container_memory_usage_bytes',
    'Current memory usage in bytes, including all memory regardless of when it was accessed',
    memory(
      ({ gauges }) => gauges.usageBytes,
      (pod) => pod.usageBytes,
      (node) => Math.floor(node.workingSetBytes * 1.4),
    ),
  ),
  gauge(
    'container_memory_working_set_bytes',
    'Current working set in bytes.',
    memory(
      ({ gauges }) => gauges.workingSetBytes,
      (pod) => pod.workingSetBytes,
      (node) => node.workingSetBytes,
    ),
  ),
  counter(
    'container_network_receive_bytes_total',
    'Cumulative count of bytes received',
    network(({ rxBytes }) => rxBytes),
    eth0,
  ),
  counter(
    'container_network_receive_errors_total',
    'Cumulative count of errors encountered while receiving',
    network(({ rxErrors }) => rxErrors),
    eth0,
  ),
  counter(
    'container_network_transmit_bytes_total',
    'Cumulative count of bytes transmitted',
    network(({ txBytes }) => txBytes),
    eth0,
  ),
  counter(
    'container_network_transmit_errors_total',
    'Cumulative count of errors encountered while transmitting',
    network(({ txErrors }) => txErrors),
    eth0,
  ),
  gauge(
    'container_processes',
    'Number of processes running inside the container.',
    ({ level, pod, container }, node) => {
      if (container) return container.processes;
      if (level === 'sandbox') return 1;
      if (pod) return pod.processes;
      return level === 'root' ? node.processes : undefined;
    },
  ),
  gauge('container_spec_memory_limit_bytes', 'Memory limit for the container.', ({ container }) =>
    container ? Math.max(0, container.template.resources.limitBytes) : undefined,
  ),
  gauge(
    'container_start_time_seconds',
    'Start time of the container since unix epoch in seconds.',
    ({ level, pod, container }, node) => {
      if (container) return container.startedSec;
      if (pod) return pod.pod.startedSec;
      return level === 'root' ? node.node.createdSec : undefined;
    },
  ),
];
