import { apiVersionOf, type Json, type JsonObject, type Kind, type View } from '../kinds/object/kind.ts';
import type { RecordOf, Resource, StoredObject } from '../kinds/object/records.ts';
import { timeText } from '../kinds/object/text.ts';
import { KINDS } from '../kinds/registry.ts';
import type { Collection } from '../world/collection.ts';
import type { Store } from '../world/store.ts';

/** A kind with its objects. Both have the same record type. */
export interface Served<R extends StoredObject = StoredObject> {
  readonly kind: Kind<R>;
  readonly objects: Collection<R>;
}

export function served<Name extends Resource>(store: Store, name: Name): Served<RecordOf[Name]> {
  const collections: { readonly [K in Resource]: Collection<RecordOf[K]> } = store;
  return { kind: KINDS[name], objects: collections[name] };
}

/** The JSON of an item in a list. */
export function itemText<R extends StoredObject>(kind: Kind<R>, record: R, view: View): string {
  const object = kind.build(record, view);
  return JSON.stringify(view.hasManagedFields ? withManagedFields(kind, record, object) : object);
}

/** The JSON of a single object or a watch event: with kind and version. */
export function objectText<R extends StoredObject>(kind: Kind<R>, record: R, view: View): string {
  const head = `{"kind":"${kind.kind}","apiVersion":"${apiVersionOf(kind.group)}",`;
  return head + itemText(kind, record, view).slice(1);
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

/** Adds the `managedFields` that real API servers send and clients must handle. */
function withManagedFields<R extends StoredObject>(kind: Kind<R>, record: R, object: JsonObject): JsonObject {
  if (!isObject(object.metadata)) return object;
  const { status, metadata: _, ...content } = object;
  const { generateName, labels, annotations, ownerReferences } = object.metadata;
  const entry = (fields: JsonObject) => ({
    manager: 'kube-controller-manager',
    operation: 'Update',
    apiVersion: apiVersionOf(kind.group),
    time: timeText(record.createdSec),
    fieldsType: 'FieldsV1',
    fieldsV1: fieldsOf(fields),
  });
  const managedFields = [
    entry({ metadata: { generateName, labels, annotations, ownerReferences }, ...content }),
    // The status of a namespace never changes.
    ...(status && kind.kind !== 'Namespace' ? [{ ...entry({ status }), subresource: 'status' }] : []),
  ];
  return { ...object, metadata: { ...object.metadata, managedFields } };
}

function fieldsOf(parts: JsonObject): JsonObject {
  const fields: JsonObject = {};
  for (const name in parts) {
    const value = parts[name];
    if (value !== undefined) fields[`f:${name}`] = fieldOf(ITEM_KEYS[name], value);
  }
  return fields;
}

function fieldOf(itemKey: string | undefined, value: Json): JsonObject {
  if (isObject(value)) {
    const fields = fieldsOf(value);
    return Object.keys(fields).length === 0 ? {} : { '.': {}, ...fields };
  }
  if (itemKey === undefined || !Array.isArray(value)) return {};
  const items = value.map((item) => [
    `k:${JSON.stringify({ [itemKey]: item[itemKey] })}`,
    { '.': {}, ...fieldsOf(item) },
  ]);
  return { '.': {}, ...Object.fromEntries(items) };
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
