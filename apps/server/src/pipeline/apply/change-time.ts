import { msOrNull } from '@gwanje/kinds/definition/ms';
import type { InventoryRecord } from '@gwanje/kinds/state/inventory';

/** When the record changed: its own latest time between the previous change and the batch, else the time of the batch. */
export function changeMs(record: InventoryRecord, previousMs: number, batchMs: number): number {
  let latest = previousMs;
  for (const time of ownTimes(record)) {
    const ms = msOrNull(time);
    if (ms !== null && ms > latest && ms <= batchMs) latest = ms;
  }
  return latest > previousMs ? latest : Math.max(batchMs, previousMs);
}

function* ownTimes(record: InventoryRecord): Iterable<string | null> {
  if (record.kind !== 'node' && record.kind !== 'pod') return;
  for (const { changedAt } of record.conditions) yield changedAt;
  if (record.kind !== 'pod') return;
  yield record.startedAt;
  yield record.deletingAt;
  for (const { state, lastState } of record.containers) {
    for (const one of [state, lastState]) {
      yield one?.startedAt ?? null;
      yield one?.finishedAt ?? null;
    }
  }
}
