import type { InventoryRecord } from '@gwanje/kinds/state/states';

/** The weight of a thousand pods with one container each. */
export const MAX_BATCH_WEIGHT = 2000;

/** The weight of a pod grows with the number of its containers. */
export function weightOf(record: InventoryRecord): number {
  return record.kind === 'pod' ? 1 + record.containers.length : 1;
}

/**
 * Splits the records, in order, into groups of at most MAX_BATCH_WEIGHT. A heavier record forms a group
 * alone. No records give one empty group.
 */
export function splitByWeight(records: readonly InventoryRecord[]): InventoryRecord[][] {
  let group: InventoryRecord[] = [];
  let weight = 0;
  const groups = [group];
  for (const record of records) {
    const recordWeight = weightOf(record);
    if (weight + recordWeight > MAX_BATCH_WEIGHT && group.length > 0) {
      group = [];
      groups.push(group);
      weight = 0;
    }
    group.push(record);
    weight += recordWeight;
  }
  return groups;
}
