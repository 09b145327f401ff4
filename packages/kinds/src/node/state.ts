import { type NodeCondition, nodeConditions } from '@gwanje/contract/clusters/states';
import type { NodeState } from './fields.ts';
import type { NodeRecord } from './record.ts';
import { isVirtualKubelet } from './virtual-node.ts';

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
