import type { InventoryRecord } from '@gwanje/kinds/state/inventory';

/** The weight of a full batch: a thousand pods with one container each. */
export const FULL_WEIGHT = 2000;

/** The weight of a pod grows with the number of its containers. */
export function weightOf(record: InventoryRecord): number {
  return record.kind === 'pod' ? 1 + record.containers.length : 1;
}

/** Splits the records in order into pieces of at most a full batch. Returns at least one, possibly empty. */
export function piecesOf(records: readonly InventoryRecord[]): InventoryRecord[][] {
  let piece: InventoryRecord[] = [];
  let weight = 0;
  const pieces = [piece];
  for (const record of records) {
    const more = weightOf(record);
    if (weight + more > FULL_WEIGHT && piece.length > 0) {
      piece = [];
      pieces.push(piece);
      weight = 0;
    }
    piece.push(record);
    weight += more;
  }
  return pieces;
}
