/** Choices of the dashboard's search conditions, as in the specification; grouping by workload is an addition. */
export const objectTypes = ['container', 'pod', 'node', 'cluster'] as const;
export type ObjectType = (typeof objectTypes)[number];

export const sortOptions = {
  container: ['CPU_USED_CORE', 'MEM_USED_BYTES', 'BLOCK_IN', 'BLOCK_OUT', 'CONTAINER_STATE'],
  pod: ['MON_RESULT', 'CPU_USED_LIMIT', 'MEM_USED_LIMIT', 'NET_RX', 'NET_TX', 'POD_PHASE'],
  node: [
    'MON_RESULT',
    'CPU_USED_ALLOCATABLE',
    'MEM_USED_ALLOCATABLE',
    'FILE_SYSTEM_USED',
    'NET_RX',
    'NET_TX',
    'NODE_CONDITION',
  ],
  cluster: ['MON_RESULT', 'PV_UTILIZATION', 'PV_UNBOUND'],
} as const satisfies Record<ObjectType, readonly string[]>;
export type SortBy = (typeof sortOptions)[ObjectType][number];

const stateSorts: readonly SortBy[] = ['MON_RESULT', 'CONTAINER_STATE', 'POD_PHASE', 'NODE_CONDITION'];

/** States sort worst first, figures largest first. */
export function isStateSort(sortBy: SortBy): boolean {
  return stateSorts.includes(sortBy);
}

export const groupByOptions = {
  container: ['none', 'pod', 'node', 'namespace', 'cluster', 'workload'],
  pod: ['none', 'node', 'namespace', 'cluster', 'workload'],
  node: ['none', 'cluster'],
  cluster: ['none'],
} as const satisfies Record<ObjectType, readonly string[]>;
export type GroupBy = (typeof groupByOptions)[ObjectType][number];
