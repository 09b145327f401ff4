import { apiVersionOf, type Json, type JsonObject, type Kind, type View } from '../kinds/object/kind.ts';
import { objectOf } from '../kinds/object/managed-fields.ts';
import type { RecordOf, Resource, StoredObject } from '../kinds/object/records.ts';
import { KINDS } from '../kinds/registry.ts';
import type { Collection } from '../world/collection.ts';
import type { Store } from '../world/store.ts';

/** A kind with its objects. Both have the same record type. */
export interface Served<R extends StoredObject = StoredObject> {
  readonly kind: Kind<R>;
  readonly objects: Collection<R>;
}

export function served<Name extends Resource>(store: Store, name: Name): Served<RecordOf[Name]> {
  const kinds: { readonly [K in Resource]: Kind<RecordOf[K]> } = KINDS;
  const collections: { readonly [K in Resource]: Collection<RecordOf[K]> } = store;
  return { kind: kinds[name], objects: collections[name] };
}

/** The JSON of an item in a list. */
export function itemText<R extends StoredObject>(kind: Kind<R>, record: R, view: View): string {
  return kind.text ? kind.text(record, view) : JSON.stringify(objectOf(kind, record, view));
}

/** The JSON of a single object or a watch event: with kind and version. */
export function objectText<R extends StoredObject>(kind: Kind<R>, record: R, view: View): string {
  const head = `{"kind":"${kind.kind}","apiVersion":"${apiVersionOf(kind.group)}",`;
  return head + itemText(kind, record, view).slice(1);
}

export function columnDefinitions<R extends StoredObject>(kind: Kind<R>): JsonObject[] {
  return kind.columns.map((column) => ({
    name: column.name,
    type: column.type,
    format: column.format ?? '',
    description: column.description,
    priority: column.priority,
  }));
}

export type IncludeObject = 'Metadata' | 'Object' | 'None';

export function tableRow<R extends StoredObject>(
  kind: Kind<R>,
  record: R,
  view: View,
  include: IncludeObject,
): JsonObject {
  return { cells: kind.cells(record, view), object: rowObject(kind, record, view, include) };
}

function rowObject<R extends StoredObject>(
  kind: Kind<R>,
  record: R,
  view: View,
  include: IncludeObject,
): Json {
  if (include === 'None') return undefined;
  const object = objectOf(kind, record, view);
  if (include === 'Object') return { kind: kind.kind, apiVersion: apiVersionOf(kind.group), ...object };
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata };
}
