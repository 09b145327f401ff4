import type { Json, JsonObject } from './kind.ts';
import { timeText } from './text.ts';

export interface Manager {
  readonly name: string;
  readonly apiVersion: string;
  readonly sec: number;
  readonly subresource?: 'status';
  /** The parts of the object that this manager wrote. */
  readonly parts: JsonObject;
}

/** Lists whose items are identified by one of their fields. Other lists are owned as a whole. */
const ITEM_KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  volumes: 'name',
  conditions: 'type',
  podIPs: 'ip',
  ownerReferences: 'uid',
  volumeMounts: 'mountPath',
  ports: 'containerPort',
  addresses: 'type',
};

/** Adds `metadata.managedFields`, which real API servers send and clients must handle. */
export function addManagedFields(object: JsonObject, managers: readonly Manager[]): void {
  const { metadata } = object;
  if (!isObject(metadata)) return;
  metadata.managedFields = managers.map((manager) => ({
    manager: manager.name,
    operation: 'Update',
    apiVersion: manager.apiVersion,
    time: timeText(manager.sec),
    fieldsType: 'FieldsV1',
    fieldsV1: fieldsOf(manager.parts),
    ...(manager.subresource ? { subresource: manager.subresource } : {}),
  }));
}

function fieldsOf(parts: JsonObject): JsonObject {
  const fields: JsonObject = {};
  for (const name in parts) {
    const value = parts[name];
    if (value !== undefined) fields[`f:${name}`] = fieldOf(name, value);
  }
  return fields;
}

function fieldOf(name: string, value: Json): JsonObject {
  if (isList(value)) {
    const itemKey = ITEM_KEYS[name];
    if (!itemKey) return {};
    const fields: JsonObject = { '.': {} };
    for (const item of value) {
      if (isObject(item)) {
        const key = JSON.stringify({ [itemKey]: item[itemKey] });
        fields[`k:${key}`] = { '.': {}, ...fieldsOf(item) };
      }
    }
    return fields;
  }
  if (isObject(value)) {
    const fields = fieldsOf(value);
    return Object.keys(fields).length === 0 ? {} : { '.': {}, ...fields };
  }
  return {};
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
