/** Where each number of a row lies; the simulator writes them in this order. */
export const NODE = fieldsOf(
  'startMs',
  'nanoCores',
  'workingSetBytes',
  'rssBytes',
  'availableBytes',
  'majorPageFaults',
  'fsUsedBytes',
  'fsCapacityBytes',
  'fsInodesUsed',
  'fsInodes',
  'imageFsUsedBytes',
  'rxBytes',
  'txBytes',
  'rxErrors',
  'txErrors',
  'processes',
);

export const POD = fieldsOf(
  'startMs',
  'nanoCores',
  'workingSetBytes',
  'rssBytes',
  'ephemeralBytes',
  'rxBytes',
  'txBytes',
  'rxErrors',
  'txErrors',
  'processes',
);

export const CONTAINER = fieldsOf(
  'startMs',
  'nanoCores',
  'workingSetBytes',
  'rssBytes',
  'rootfsBytes',
  'logsBytes',
  'cacheBytes',
  'periods',
  'throttledPeriods',
  'readBytes',
  'writeBytes',
  'reads',
  'writes',
);
/** Of a kubelet without cAdvisor: those up to the logs. */
export const VIRTUAL_CONTAINER_FIELDS = CONTAINER.cacheBytes;

export const CLAIM = fieldsOf('usedBytes', 'capacityBytes', 'availableBytes', 'inodesUsed', 'inodes');

function fieldsOf<Name extends string>(...names: Name[]): Record<Name | 'fields', number> {
  const places = names.map((name, index) => [name, index]);
  return Object.fromEntries([...places, ['fields', names.length]]);
}
