import { rowOf } from '@gwanje/contract/definition/columns';
import { NodeId } from '@gwanje/contract/definition/fields';
import { monResults, type NodeCondition, nodeConditions } from '@gwanje/contract/objects/object-states';
import type { z } from 'zod';
import * as column from '../definition/columns.ts';
import {
  choice,
  flag,
  metric,
  number,
  type StateOf,
  stateSchema,
  text,
  textOrNull,
  tracked,
} from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { NodeRecord } from './record.ts';
import { isVirtualKubelet } from './virtual-node.ts';

export const nodeFields = {
  name: text(),
  condition: tracked(choice(nodeConditions)),
  isSchedulable: tracked(flag()),
  roles: tracked(text()),
  kubeletVersion: tracked(text()),
  internalIp: tracked(textOrNull()),
  pool: tracked(textOrNull()),
  zone: tracked(textOrNull()),
  region: textOrNull(),
  instanceType: tracked(textOrNull()),
  podCapacity: tracked(number()),
  cpuCapacityCores: number(),
  cpuAllocatableCores: tracked(number()),
  memCapacityBytes: number(),
  memAllocatableBytes: tracked(number()),
  /** All conditions that are true except Ready, comma-joined. `condition` has only the worst. */
  troubles: text(),
  /** A virtual kubelet. Its resources count in no sum of the cluster. */
  isVirtual: flag(),
} as const;

export type NodeState = StateOf<typeof nodeFields>;

const ROLE_LABEL = 'node-role.kubernetes.io/';
const POOL_LABELS = [
  'kubernetes.azure.com/agentpool',
  'agentpool',
  'eks.amazonaws.com/nodegroup',
  'cloud.google.com/gke-nodepool',
];
const ZONE_LABELS = ['topology.kubernetes.io/zone', 'failure-domain.beta.kubernetes.io/zone'];
const REGION_LABELS = ['topology.kubernetes.io/region', 'failure-domain.beta.kubernetes.io/region'];
const INSTANCE_LABELS = ['node.kubernetes.io/instance-type', 'beta.kubernetes.io/instance-type'];

export function nodeState(record: NodeRecord): NodeState {
  return {
    name: record.name,
    condition: worstCondition(record),
    isSchedulable: !record.isUnschedulable,
    roles: rolesText(record.labels),
    kubeletVersion: record.kubeletVersion,
    internalIp: record.internalIp,
    pool: firstLabel(record.labels, POOL_LABELS),
    zone: firstLabel(record.labels, ZONE_LABELS),
    region: firstLabel(record.labels, REGION_LABELS),
    instanceType: firstLabel(record.labels, INSTANCE_LABELS),
    podCapacity: record.allocatable.pods,
    cpuCapacityCores: record.capacity.cpuCores,
    cpuAllocatableCores: record.allocatable.cpuCores,
    memCapacityBytes: record.capacity.memBytes,
    memAllocatableBytes: record.allocatable.memBytes,
    troubles: troublesOf(record).join(','),
    isVirtual: isVirtualKubelet(record),
  };
}

/** The conditions that are true, except Ready. */
function troublesOf(record: NodeRecord): NodeCondition[] {
  const found = record.conditions.flatMap(({ type, status }): NodeCondition[] => {
    const known = nodeConditions.find((name) => name === type);
    return status === 'True' && known !== undefined && known !== 'Ready' ? [known] : [];
  });
  return nodeConditions.filter((name) => found.includes(name));
}

/** The worst of all true conditions. */
function worstCondition(record: NodeRecord): NodeCondition {
  const found = new Set<NodeCondition>(troublesOf(record));
  const ready = record.conditions.find((condition) => condition.type === 'Ready');
  // A node without a Ready condition is Unknown, as in kubectl.
  if (ready === undefined || ready.status === 'Unknown') found.add('Unknown');
  else if (ready.status === 'False') found.add('NotReady');
  if (record.isUnschedulable) found.add('SchedulingDisabled');
  return nodeConditions.find((name) => found.has(name)) ?? 'Ready';
}

/** A node under pressure or cordoned is still ready. */
export function isReadyCondition(condition: NodeCondition): boolean {
  return condition !== 'NotReady' && condition !== 'Unknown';
}

function rolesText(labels: NodeRecord['labels']): string {
  const roles = Object.keys(labels)
    .filter((label) => label.startsWith(ROLE_LABEL) && label.length > ROLE_LABEL.length)
    .map((label) => label.slice(ROLE_LABEL.length));
  const older = labels['kubernetes.io/role'];
  if (older !== undefined && older !== '' && !roles.includes(older)) roles.push(older);
  return roles.sort().join(',');
}

function firstLabel(labels: NodeRecord['labels'], names: readonly string[]): string | null {
  for (const name of names) {
    const value = Object.hasOwn(labels, name) ? labels[name] : undefined;
    if (value !== undefined && value !== '') return value;
  }
  return null;
}

export const nodeMetrics = {
  cpuUsedCores: metric('cores'),
  memUsedBytes: metric('bytes'),
  memRssBytes: metric('bytes'),
  memAvailableBytes: metric('bytes'),
  majorPageFaultsPs: metric('perSecond'),
  fsUsedBytes: metric('bytes'),
  fsCapacityBytes: metric('bytes'),
  fsInodesUsed: metric('count'),
  fsInodes: metric('count'),
  imageFsUsedBytes: metric('bytes'),
  netRxBps: metric('bytesPerSecond'),
  netTxBps: metric('bytesPerSecond'),
  netRxErrPs: metric('perSecond'),
  netTxErrPs: metric('perSecond'),
  procCnt: metric('count'),
} as const;

const share = column.shareOf(nodeMetrics, nodeFields);

export const nodeColumns = {
  nodeId: column.ownId(NodeId),
  ...column.clusterColumns,
  ...column.stateColumns(nodeFields, [
    'region',
    'cpuCapacityCores',
    'memCapacityBytes',
    'troubles',
    'isVirtual',
  ]),
  ...column.watchColumns,
  /** The worst state of its pods. It does not change the node's own state. */
  childMonResult: column.computedFromMetrics(choice(monResults)),
  podCnt: column.computed(number()),
  /** Sums over its pods. */
  cpuRequestCores: column.computed(number()),
  cpuLimitCores: column.computed(number()),
  memRequestBytes: column.computed(number()),
  memLimitBytes: column.computed(number()),
  ...column.metricColumns(nodeMetrics, [
    'cpuUsedCores',
    'memUsedBytes',
    'fsUsedBytes',
    'fsCapacityBytes',
    'netRxBps',
    'netTxBps',
    'procCnt',
  ]),
  cpuUsedPct: share('cpuUsedCores', 'cpuAllocatableCores'),
  memUsedPct: share('memUsedBytes', 'memAllocatableBytes'),
  fsUsedPct: share('fsUsedBytes', 'fsCapacityBytes'),
  fsInodesUsedPct: share('fsInodesUsed', 'fsInodes'),
  ...column.lifeColumns,
} as const;

export const NodeRow = rowOf(nodeColumns);
export type NodeRow = z.infer<typeof NodeRow>;

export const node = defineKind({
  key: 'node',
  plural: 'nodes',
  idName: 'nodeId',
  labels: { ko: '노드', en: 'Node' },
  icon: 'mdi-server',
  tabs: ['summary', 'cpu', 'mem', 'disk', 'network'],
  kubectl: 'node',
  sources: [
    {
      record: 'node',
      group: '',
      version: 'v1',
      resource: 'nodes',
      kubernetesKind: 'Node',
      nameUniqueIn: 'cluster',
    },
  ],
  record: NodeRecord,
  fields: nodeFields,
  stateSchema: stateSchema(nodeFields),
  state: nodeState,
  detail: (record: NodeRecord) => ({
    providerId: record.providerId,
    osImage: record.osImage,
    kernelVersion: record.kernelVersion,
    containerRuntime: record.containerRuntime,
    architecture: record.architecture,
    labels: record.labels,
    taints: record.taints,
    conditions: record.conditions,
  }),
  columns: nodeColumns,
  metrics: nodeMetrics,
  samples: { keys: ['name'], awaited: 'always' },
  reads: ['pod'],
  canBeExcluded: true,
});
