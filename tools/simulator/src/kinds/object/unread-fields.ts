import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from './kind.ts';

const FOLDER = join(import.meta.dirname, '../../../fixtures');
/** Values that belong to one object, though their keys differ from object to object. */
const OWN = new Set([
  'labels',
  'annotations',
  'capacity',
  'allocatable',
  'requests',
  'limits',
  'state',
  'lastState',
  'volumes',
  'taints',
]);

const recordings = new Map<string, Json>();

/** A file of `fixtures/`, without its ending. */
export function recording(name: string): Json {
  const known = recordings.get(name) ?? JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
  recordings.set(name, known);
  return known;
}

/** The first object of the recorded list of a kind. */
export function recordedItem({ kind, group }: { readonly kind: string; readonly group: string }): Json {
  const path = group === '' ? 'api_v1' : `apis_${group}_v1`;
  const list = recording(`kubernetes-1.26/${path}_${kind.toLowerCase()}s`);
  return isObject(list) && Array.isArray(list.items) ? list.items[0] : undefined;
}

/**
 * Adds the fields of a recorded value that the agent does not read, so that answers are as large as those of a
 * real cluster.
 */
export function withUnreadFields(recorded: Json, own: Json): Json {
  if (Array.isArray(own)) {
    const items: readonly Json[] = Array.isArray(recorded) ? recorded : [];
    return own.map((item, at) => withUnreadFields(items[at] ?? items[0], item));
  }
  if (!isObject(own) || !isObject(recorded)) return own;
  const all: JsonObject = { ...recorded, ...own };
  for (const name in own) if (!OWN.has(name)) all[name] = withUnreadFields(recorded[name], own[name]);
  return all;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
