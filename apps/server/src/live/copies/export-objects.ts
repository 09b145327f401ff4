import { recordKindsOf, type SampledKind, type StateKind } from '@gwanje/kinds/registry';
import { NO_SLOT } from '../columns/table.ts';
import type { LiveObject } from '../delta/live-delta.ts';
import { readState } from '../tables/kind-tables.ts';
import { type LiveTables, tableOf } from '../tables/live-tables.ts';
import { podStateAt } from '../tables/put-pod.ts';

/** An object with its state as JSON, as another replica copies it. */
export interface ExportedObject extends Required<Omit<LiveObject, 'made'>> {
  readonly state: string | null;
}

/** The latest samples of some objects. `tsMs` NaN: the object has none. */
export interface LatestRows {
  readonly scope: SampledKind;
  readonly ids: Int32Array;
  readonly tsMs: Float64Array;
  readonly columns: Readonly<Record<string, Float64Array>>;
}

/** The ids of a cluster's objects, in no order. */
export function idsOfCluster(tables: LiveTables, kind: StateKind, cluster: number): Int32Array {
  const table = tableOf(tables, kind);
  const ids: number[] = [];
  for (let slot = table.first(cluster); slot !== NO_SLOT; slot = table.next(slot))
    ids.push(table.ids.get(slot));
  return Int32Array.from(ids);
}

/** Objects that no longer exist are left out. */
export function exportObjects(tables: LiveTables, kind: StateKind, ids: Int32Array): ExportedObject[] {
  const table = tableOf(tables, kind);
  // Any record of the kind will do: they have the same state.
  const [record] = recordKindsOf(kind);
  if (record === undefined) throw new Error(`${kind} has no record`);
  const objects: ExportedObject[] = [];
  for (const id of ids) {
    const slot = table.slotOf(id);
    if (slot === NO_SLOT) continue;
    const isPod = kind === 'pod';
    const state = isPod ? podStateAt(tables, slot) : readState(table.state, slot);
    objects.push({
      kind: record,
      id,
      createdMs: table.createdAtMs.get(slot),
      firstSeenMs: table.firstSeenAtMs.get(slot),
      lastSeenMs: table.lastSeenAtMs.get(slot),
      deletedMs: table.deletedAtMs.get(slot),
      nodeId: (isPod && tables.pod.nodeId.get(slot)) || null,
      containers: isPod ? containersAt(tables, slot) : [],
      state: JSON.stringify(state),
    });
  }
  return objects;
}

function containersAt({ pod, container }: LiveTables, podSlot: number): { id: number; name: string }[] {
  const containers: { id: number; name: string }[] = [];
  for (let at = pod.firstContainer.get(podSlot); at !== NO_SLOT; at = container.nextOfPod.get(at))
    containers.push({ id: container.ids.get(at), name: container.state.name.get(at) });
  return containers;
}

export function exportSamples(tables: LiveTables, scope: SampledKind, ids: Int32Array): LatestRows {
  const table = tableOf(tables, scope);
  const slots = ids.map((id) => table.slotOf(id));
  const valuesAt = ({ values }: { values: Float64Array }) =>
    Float64Array.from(slots, (slot) => values[slot] ?? Number.NaN);
  const columns = Object.entries(table.metrics).map(([name, store]) => [name, valuesAt(store)]);
  return { scope, ids, tsMs: valuesAt(table.dataAtMs), columns: Object.fromEntries(columns) };
}

/** Replaces the samples of the objects, also by older ones: the owner of the cluster has these. */
export function importSamples(tables: LiveTables, { scope, ids, tsMs, columns }: LatestRows): void {
  const table = tableOf(tables, scope);
  for (const [row, id] of ids.entries()) {
    const slot = table.slotOf(id);
    if (slot === NO_SLOT) continue;
    table.dataAtMs.values[slot] = tsMs[row] ?? Number.NaN;
    for (const [name, { values }] of Object.entries(table.metrics)) {
      const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
      values[slot] = column?.[row] ?? Number.NaN;
    }
  }
}

/** The ids of rows of samples. 0: the live state did not take the row, because the object had ended or was not known. */
export function takenIds(tables: LiveTables, scope: SampledKind, ids: Int32Array, tsMs: number): Int32Array {
  const table = tableOf(tables, scope);
  return ids.map((id) => (id !== 0 && table.dataAtMs.at(table.slotOf(id)) >= tsMs ? id : 0));
}
