import type { z } from 'zod';
import type { Fields } from './fields.ts';
import { kinds, type RecordOfKind, type StateKind, type StateOfKind } from './registry.ts';

interface StateDefinition<Key extends StateKind> {
  readonly fields: Fields;
  readonly stateSchema: z.ZodType<StateOfKind[Key]>;
  readonly state: (record: RecordOfKind<Key>) => StateOfKind[Key];
}

const definitions: { readonly [Key in StateKind]: StateDefinition<Key> } = kinds;

/** A state as history stored it, from its JSON. */
export function parseState<Key extends StateKind>(key: Key, json: unknown): StateOfKind[Key] {
  return definitions[key].stateSchema.parse(json);
}

export function stateOfRecord<Key extends StateKind>(key: Key, record: RecordOfKind<Key>): StateOfKind[Key] {
  return definitions[key].state(record);
}

/** Fields whose changes are lines of history. */
export function trackedFields(fields: Fields): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.isTracked);
}
