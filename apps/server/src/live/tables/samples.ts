import { containerStates } from '@gwanje/contract/objects/object-states';
import type { SampledKind } from '@gwanje/kinds/registry';
import type { NumberOrNullStore } from '../columns/stores.ts';
import { NO_SLOT } from '../columns/table.ts';
import { isHoldingResources } from './derived-state.ts';
import type { LiveTables } from './live-tables.ts';

const RUNNING = containerStates.indexOf('running');

/** An ended pod or container uses no resources. Without this check it would show its last values forever. */
function isAtWork(tables: LiveTables, scope: SampledKind, slot: number): boolean {
  if (scope === 'pod') return isHoldingResources(tables.pod.state.phase.at(slot));
  return scope !== 'container' || tables.container.state.state.at(slot) === RUNNING;
}

/** Call it after the state was written. */
export function clearFiguresOfEnded(tables: LiveTables, scope: 'pod' | 'container', slot: number): void {
  if (isAtWork(tables, scope, slot)) return;
  const table = tables[scope];
  table.dataAtMs.clear(slot);
  for (const store of Object.values<NumberOrNullStore>(table.metrics)) store.clear(slot);
}

/**
 * A newer row replaces all values of the object, including those it lacks. A row of the same instant adds its
 * values. An older row, or a row of an ended object, changes nothing.
 */
export function applySamples(
  tables: LiveTables,
  scope: SampledKind,
  ids: Int32Array,
  tsMs: number,
  columns: Readonly<Record<string, Float64Array>>,
): void {
  const table = tables[scope];
  const slots = new Int32Array(ids.length);
  const isNewer = new Uint8Array(ids.length);
  for (let row = 0; row < ids.length; row++) {
    const id = ids[row] ?? 0;
    const slot = id === 0 ? NO_SLOT : table.slotOf(id);
    const dataAtMs = table.dataAtMs.at(slot);
    if (slot === NO_SLOT || dataAtMs > tsMs || !isAtWork(tables, scope, slot)) {
      slots[row] = NO_SLOT;
      continue;
    }
    slots[row] = slot;
    isNewer[row] = dataAtMs === tsMs ? 0 : 1;
    table.dataAtMs.set(slot, tsMs);
  }
  for (const [name, store] of Object.entries<NumberOrNullStore>(table.metrics)) {
    fill(store, slots, isNewer, Object.hasOwn(columns, name) ? columns[name] : undefined);
  }
}

function fill(
  store: NumberOrNullStore,
  slots: Int32Array,
  isNewer: Uint8Array,
  values: Float64Array | undefined,
): void {
  const into = store.values;
  for (let row = 0; row < slots.length; row++) {
    const slot = slots[row] ?? NO_SLOT;
    if (slot === NO_SLOT) continue;
    const value = values?.[row] ?? Number.NaN;
    if (isNewer[row] === 1 || !Number.isNaN(value)) into[slot] = value;
  }
}
