import type { z } from 'zod';
import type { Fields } from '../definition/fields.ts';
import { kinds, type RecordOfKind, type StateKind, type StateOfKind, stateKindOf } from '../registry.ts';
import type { InventoryRecord } from './inventory.ts';

interface StateDefinition<Key extends StateKind> {
  readonly fields: Fields;
  readonly stateSchema: z.ZodType<StateOfKind[Key]>;
  readonly state: (record: RecordOfKind<Key>) => StateOfKind[Key];
}

const definitions: { readonly [Key in StateKind]: StateDefinition<Key> } = kinds;

/** Parses a state that history stored as JSON. */
export function parseState<Key extends StateKind>(key: Key, json: unknown): StateOfKind[Key] {
  return definitions[key].stateSchema.parse(json);
}

/** A state together with its kind. */
export type KindState = {
  readonly [Key in StateKind]: { readonly kind: Key; readonly state: StateOfKind[Key] };
}[StateKind];

/** The compact state of a record; null when its kind has none. */
export function stateOfRecord(record: InventoryRecord): KindState | null {
  const kind = stateKindOf(record.kind);
  if (kind === null) return null;
  const state: (given: never) => object = definitions[kind].state;
  // The registry gives the kind of these records.
  return { kind, state: state(record as never) } as KindState;
}

/** Parses a state that history stored, by the kind of its record. */
export function parseKindState(record: string, json: unknown): KindState | null {
  const kind = stateKindOf(record);
  return kind === null ? null : ({ kind, state: parseState(kind, json) } as KindState);
}

/** Fields whose changes are written to history. */
export function trackedFields(fields: Fields): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.isTracked);
}
