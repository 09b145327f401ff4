import { uidOf } from '../core/identifiers.ts';
import { containerIdOf, qosClassOf } from '../kinds/pod.ts';
import type { Cluster } from '../world/cluster.ts';
import type { ContainerReading, PodReading } from './readings.ts';

/** The families that the agent reads. */
export const FAMILIES: Readonly<Record<string, (container: ContainerReading) => number | undefined>> = {
  container_cpu_cfs_periods_total: ofLimited(({ counters }) => counters.periods),
  container_cpu_cfs_throttled_periods_total: ofLimited(({ counters }) => counters.throttledPeriods),
  container_fs_reads_bytes_total: ({ counters }) => counters.readBytes,
  container_fs_reads_total: ({ counters }) => counters.reads,
  container_fs_writes_bytes_total: ({ counters }) => counters.writeBytes,
  container_fs_writes_total: ({ counters }) => counters.writes,
  container_memory_cache: ({ gauges }) => gauges.cacheBytes,
  container_start_time_seconds: ({ startedSec }) => startedSec,
};

/** The agent skips these. Their number of lines is as in a real page, their values are not. */
const UNREAD_FAMILIES = [
  'container_cpu_cfs_throttled_seconds_total',
  'container_cpu_usage_seconds_total',
  'container_memory_rss',
  'container_memory_usage_bytes',
  'container_memory_working_set_bytes',
  'container_network_receive_bytes_total',
  'container_network_transmit_bytes_total',
  'container_processes',
  'container_spec_memory_limit_bytes',
];

/** The kernel counts periods only with a limit. */
function ofLimited(value: (container: ContainerReading) => number) {
  return (container: ContainerReading) =>
    container.template.resources.limitMilliCpu > 0 ? value(container) : undefined;
}

/** `/metrics/cadvisor` of a node's kubelet, in the Prometheus text format. */
export function cadvisorText(cluster: Cluster, pods: readonly PodReading[], atSec: number): string {
  const cgroups = pods.flatMap((pod) => cgroupsOf(cluster, pod));
  const unread = cluster.spec.hasUnreadFields ? UNREAD_FAMILIES : [];
  let text = '';
  for (const name of [...Object.keys(FAMILIES), ...unread]) {
    const read = FAMILIES[name] ?? (() => 0);
    text += `# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}\n`;
    for (const { labels, container } of cgroups) {
      const value = container ? read(container) : 0;
      if (value !== undefined) text += `${name}{${labels}} ${value} ${atSec * 1000}\n`;
    }
  }
  return text;
}

interface Cgroup {
  readonly labels: string;
  /** Undefined for the sum of a pod and for its sandbox, which the agent skips. */
  readonly container?: ContainerReading;
}

function cgroupsOf({ seed }: Cluster, { pod, containers }: PodReading): Cgroup[] {
  const qos = qosClassOf(pod.template).toLowerCase();
  const parent = `/kubepods/${qos === 'guaranteed' ? '' : `${qos}/`}pod${uidOf(seed, pod.id)}`;
  const labelsOf = (container: string, id: string, image: string) =>
    `container="${container}",id="${id}",image="${image}",namespace="${pod.namespace}",pod="${pod.name}"`;
  return [
    { labels: labelsOf('', parent, '') },
    { labels: labelsOf('POD', `${parent}/sandbox`, 'registry.k8s.io/pause:3.9') },
    ...containers.map((container) => {
      const { template, index, run } = container;
      const id = `${parent}/${containerIdOf(pod, index, run, seed)}`;
      return { container, labels: labelsOf(template.name, id, template.image) };
    }),
  ];
}
