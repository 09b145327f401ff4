import { uidOf } from '../core/identifiers.ts';
import type { PodRecord } from '../kinds/object/records.ts';
import { containerIdOf, sandboxIdOf } from '../kinds/pod/container-id.ts';
import { qosClassOf } from '../kinds/pod/pod-template.ts';
import type { Cluster } from '../world/cluster.ts';
import { type ContainerReading, type NodeReading, type PodReading, readNode } from './node-reading.ts';
import { nodeRssOf } from './stats-summary.ts';

/** One cgroup: a container, a pod's sum, its sandbox, or a slice above them. */
interface Cgroup {
  readonly labels: LabelText;
  readonly level: 'root' | 'slice' | 'pod' | 'sandbox' | 'container';
  readonly pod?: PodReading;
  readonly container?: ContainerReading;
}

const PAUSE_IMAGE = 'registry.k8s.io/pause:3.9';
const PAUSE_BYTES = 282_624;

/** `/metrics/cadvisor` of a node's kubelet, in the Prometheus text format. */
export function cadvisorText(cluster: Cluster, nodeName: string, atSec: number): string | undefined {
  const node = cluster.store.nodes.get(nodeName);
  if (!node) return undefined;
  const reading = readNode(cluster, node, atSec);
  const cgroups = cgroupsOf(cluster, reading);
  const machineLabels = `boot_id="${uidOf(cluster.seed, node.id)}",machine_id="${node.name}",system_uuid="${uidOf(cluster.seed + 1, node.id)}"`;
  const { kernel, osImage, milliCpu, memoryBytes } = node.machine;
  let text =
    head('cadvisor_version_info', 'gauge') +
    `cadvisor_version_info{cadvisorRevision="",cadvisorVersion="",dockerVersion="",kernelVersion="${kernel}",osVersion="${osImage}"} 1\n`;
  for (const [name, read] of Object.entries(FAMILIES)) {
    text += head(name, name.endsWith('_total') ? 'counter' : 'gauge');
    const further = FURTHER_LABELS.find(([prefix]) => name.startsWith(prefix))?.[1] ?? '';
    for (const cgroup of cgroups) {
      const value = read(cgroup, reading);
      if (value === undefined) continue;
      const [first, rest] = cgroup.labels;
      text += `${name}{${first}${further}${rest}} ${value} ${atSec * 1000}\n`;
    }
  }
  text += `${head('machine_cpu_cores', 'gauge')}machine_cpu_cores{${machineLabels}} ${milliCpu / 1000}\n`;
  text += `${head('machine_memory_bytes', 'gauge')}machine_memory_bytes{${machineLabels}} ${memoryBytes}\n`;
  return `${text}${head('container_scrape_error', 'gauge')}container_scrape_error 0\n`;
}

/** Clients ignore the help text. */
function head(name: string, type: 'counter' | 'gauge'): string {
  return `# HELP ${name} ${name.replaceAll('_', ' ')}\n# TYPE ${name} ${type}\n`;
}

/** In two parts: a family's additional labels go between them. */
type LabelText = readonly [head: string, tail: string];

function labelsOf(id: string, container = '', image = '', name = '', namespace = '', pod = ''): LabelText {
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
    { level: 'root', labels: labelsOf('/') },
    { level: 'slice', labels: labelsOf('/kubepods') },
  ];
  for (const pod of reading.pods) {
    const { name, namespace, id } = pod.pod;
    const parent = cgroupOf(pod.pod, uidOf(cluster.seed, id));
    const sandboxId = sandboxIdOf(pod.pod, cluster.seed);
    cgroups.push(
      { level: 'pod', pod, labels: labelsOf(parent, '', '', '', namespace, name) },
      {
        level: 'sandbox',
        pod,
        labels: labelsOf(`${parent}/${sandboxId}`, 'POD', PAUSE_IMAGE, sandboxId, namespace, name),
      },
    );
    for (const container of pod.containers) {
      const own = containerIdOf(pod.pod, container.index, container.run, cluster.seed);
      cgroups.push({
        level: 'container',
        pod,
        container,
        labels: labelsOf(
          `${parent}/${own}`,
          container.template.name,
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

type ValueOf = (cgroup: Cgroup, node: NodeReading) => string | number | undefined;

function seconds(value: number): string {
  return value.toFixed(6);
}

/** Labels of the families whose name begins so. */
const FURTHER_LABELS = [
  ['container_cpu_usage', 'cpu="total",'],
  ['container_fs_', 'device="/dev/sda",'],
  ['container_network_', 'interface="eth0",'],
] as const;

/** The kernel counts periods only with a limit. */
function ofLimited(value: (container: ContainerReading) => number | string): ValueOf {
  return ({ container }) =>
    container && container.template.resources.limitMilliCpu > 0 ? value(container) : undefined;
}

/** A quantity of containers whose sum their pod has. */
function ofContainers(value: (container: ContainerReading) => number): ValueOf {
  return ({ level, pod, container }) => {
    if (container) return value(container);
    if (level !== 'pod' || !pod) return undefined;
    return pod.containers.reduce((sum, one) => sum + value(one), 0);
  };
}

function memory(
  part: 'cacheBytes' | 'rssBytes' | 'usageBytes' | 'workingSetBytes',
  ofNode: (node: NodeReading) => number,
): ValueOf {
  return ({ level, pod, container }, node) => {
    if (container) return container.gauges[part];
    if (level === 'sandbox') return PAUSE_BYTES;
    if (pod) return pod[part];
    return level === 'root' ? ofNode(node) : node.podsWorkingSetBytes;
  };
}

function network(value: (counters: NodeReading['network']) => number): ValueOf {
  return ({ level, pod }, node) => {
    if (level === 'root') return value(node.network);
    // Pods in the host network have no separate interface.
    return level === 'sandbox' && pod && !pod.pod.template.isHostNetwork ? value(pod.network) : undefined;
  };
}

const FAMILIES: Readonly<Record<string, ValueOf>> = {
  container_cpu_cfs_periods_total: ofLimited(({ counters }) => counters.periods),
  container_cpu_cfs_throttled_periods_total: ofLimited(({ counters }) => counters.throttledPeriods),
  container_cpu_cfs_throttled_seconds_total: ofLimited(({ counters }) => seconds(counters.throttledSec)),
  container_cpu_usage_seconds_total: ({ level, pod, container }, node) => {
    if (container) return seconds(container.counters.cpuSec);
    if (level === 'sandbox') return '0.021';
    if (pod) return seconds(pod.cpuSec);
    return seconds(level === 'root' ? node.cpuSec : node.podsCpuSec);
  },
  container_fs_reads_bytes_total: ofContainers(({ counters }) => counters.readBytes),
  container_fs_reads_total: ofContainers(({ counters }) => counters.reads),
  container_fs_writes_bytes_total: ofContainers(({ counters }) => counters.writeBytes),
  container_fs_writes_total: ofContainers(({ counters }) => counters.writes),
  container_memory_cache: memory('cacheBytes', (node) => Math.floor(node.workingSetBytes * 0.4)),
  container_memory_rss: memory('rssBytes', nodeRssOf),
  container_memory_usage_bytes: memory('usageBytes', (node) => Math.floor(node.workingSetBytes * 1.4)),
  container_memory_working_set_bytes: memory('workingSetBytes', (node) => node.workingSetBytes),
  container_network_receive_bytes_total: network(({ rxBytes }) => rxBytes),
  container_network_receive_errors_total: network(({ rxErrors }) => rxErrors),
  container_network_transmit_bytes_total: network(({ txBytes }) => txBytes),
  container_network_transmit_errors_total: network(({ txErrors }) => txErrors),
  container_processes: ({ level, pod, container }, node) => {
    if (container) return container.processes;
    if (level === 'sandbox') return 1;
    if (pod) return pod.processes;
    return level === 'root' ? node.processes : undefined;
  },
  container_spec_memory_limit_bytes: ({ container }) =>
    container && Math.max(0, container.template.resources.limitBytes),
  container_start_time_seconds: ({ level, pod, container }, node) => {
    if (container) return container.startedSec;
    if (pod) return pod.pod.startedSec;
    return level === 'root' ? node.node.createdSec : undefined;
  },
};
