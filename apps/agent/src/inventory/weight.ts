import type { InventoryRecord } from '@gwanje/kinds/state/states';

/** A batch has about 1 MiB of records: a few hundred pods. The server accepts four times as much. */
export const MAX_BATCH_WEIGHT = 2000;
const BYTES_PER_WEIGHT = 512;

const weights = new WeakMap<InventoryRecord, number>();

/** The size of the record. */
export function weightOf(record: InventoryRecord): number {
  const known = weights.get(record);
  if (known !== undefined) return known;
  const weight = Math.ceil(JSON.stringify(record).length / BYTES_PER_WEIGHT);
  weights.set(record, weight);
  return weight;
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
