import { apiVersionOf, type Json, type JsonObject, type Kind, type View } from './kind.ts';
import type { StoredObject } from './records.ts';
import { timeText } from './text.ts';

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

/** An object as the API shows it, with the `managedFields` that real API servers send and clients must handle. */
export function objectOf<R extends StoredObject>(kind: Kind<R>, record: R, view: View): JsonObject {
  const object = kind.build(record, view);
  if (!view.hasManagedFields || !isObject(object.metadata)) return object;
  const { status, metadata: _metadata, ...content } = object;
  const { generateName, labels, annotations, ownerReferences } = object.metadata;
  const entry = (manager: string, fields: JsonObject) => ({
    manager,
    operation: 'Update',
    apiVersion: apiVersionOf(kind.group),
    time: timeText(record.createdSec),
    fieldsType: 'FieldsV1',
    fieldsV1: fieldsOf(fields),
  });
  const written = { metadata: { generateName, labels, annotations, ownerReferences }, ...content };
  const managedFields = [
    entry(kind.writers.object, written),
    ...(kind.writers.status ? [{ ...entry(kind.writers.status, { status }), subresource: 'status' }] : []),
  ];
  return { ...object, metadata: { ...object.metadata, managedFields } };
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
