import { apiVersionOf, type Kind } from '../kinds/object/kind.ts';
import type { RecordOf, Resource, StoredObject } from '../kinds/object/records.ts';
import { recordedItem, withUnreadFields } from '../kinds/object/unread-fields.ts';
import { KINDS } from '../kinds/registry.ts';
import type { Cluster } from '../world/cluster.ts';
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
export function itemText<R extends StoredObject>(kind: Kind<R>, record: R, { seed, spec }: Cluster): string {
  const object = kind.build(record, seed);
  const recorded = spec.hasUnreadFields && kind.isRecorded ? recordedItem(kind) : undefined;
  return JSON.stringify(withUnreadFields(recorded, object));
}

/** The JSON of a watch event's object: with kind and version. */
export function objectText<R extends StoredObject>(kind: Kind<R>, record: R, cluster: Cluster): string {
  const head = `{"kind":"${kind.kind}","apiVersion":"${apiVersionOf(kind)}",`;
  return head + itemText(kind, record, cluster).slice(1);
}
