import type { InventoryRecord } from '@gwanje/kinds/inventory';

/** What one batch should hold: of pods with one container a thousand. */
export const FULL_WEIGHT = 2000;

/** A pod is as long as its containers are many. */
export function weightOf(record: InventoryRecord): number {
  return record.kind === 'pod' ? 1 + record.containers.length : 1;
}

/** In order, none heavier than a full batch, and at least one, which may be empty. */
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
