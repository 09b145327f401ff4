import { uidOf } from '../../core/identifiers.ts';
import type { Labels, Owner, StoredObject } from './records.ts';
import { timeText } from './text.ts';

export type Json = string | number | boolean | null | undefined | readonly Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export interface Kind<R extends StoredObject> {
  readonly kind: string;
  readonly group: string;
  /** Default: v1. */
  readonly version?: string;
  /**
   * The fields that the agent reads, as the API shows them in a list: without kind and apiVersion. Uids depend
   * on the seed.
   */
  build(record: R, seed: number): JsonObject;
  /** The first object of a recorded list supplies the fields that the agent does not read. */
  readonly isRecorded?: true;
}

export function apiVersionOf({
  group,
  version = 'v1',
}: Pick<Kind<StoredObject>, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

export function metadataOf(
  record: StoredObject,
  seed: number,
  parts: {
    readonly deletedSec?: number | undefined;
    readonly labels?: Labels | undefined;
    readonly annotations?: Labels | undefined;
    readonly owner?: Owner | undefined;
  } = {},
): JsonObject {
  const { deletedSec, labels, annotations, owner } = parts;
  return {
    name: record.name,
    namespace: record.namespace === '' ? undefined : record.namespace,
    uid: uidOf(seed, record.id),
    resourceVersion: String(record.rv),
    creationTimestamp: timeText(record.createdSec),
    deletionTimestamp: deletedSec === undefined ? undefined : timeText(deletedSec),
    labels,
    annotations,
    ownerReferences: owner && [
      { kind: owner.kind, name: owner.name, uid: uidOf(seed, owner.id), controller: true },
    ],
  };
}
