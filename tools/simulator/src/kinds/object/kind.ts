import type { Labels, Resource, StoredObject } from './records.ts';

export type Json = string | number | boolean | null | undefined | readonly Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** The values besides the record that are needed to build an object. */
export interface View {
  /** The cluster's seed: uids and container ids depend on it. */
  readonly seed: number;
  readonly nowSec: number;
  readonly hasManagedFields: boolean;
  hostIpOf(nodeName: string): string;
}

export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'date';
  readonly format?: string;
  readonly description: string;
  /** 0 is always shown, 1 with `-o wide`. */
  readonly priority: 0 | 1;
}

export interface Kind<R extends StoredObject> {
  readonly resource: Resource;
  readonly kind: string;
  readonly group: '' | 'apps' | 'batch';
  readonly isNamespaced: boolean;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly storageVersionHash: string;
  /** The programs that write the object and its status, for `managedFields`. */
  readonly writers: { readonly object: string; readonly status?: string };
  /** The object as the API shows it in a list: without kind and apiVersion. */
  build(record: R, view: View): JsonObject;
  /** The JSON of the same object, if there is a faster way to build it. */
  text?(record: R, view: View): string;
  labels(record: R): Labels | undefined;
  /** The value of a field selector except metadata.name and metadata.namespace. Undefined if unsupported. */
  field(record: R, path: string, view: View): string | undefined;
  readonly columns: readonly Column[];
  cells(record: R, view: View): Json[];
}

export function apiVersionOf(group: string): string {
  return group === '' ? 'v1' : `${group}/v1`;
}

export function column(
  name: string,
  description: string,
  options: { type?: Column['type']; isWide?: boolean; format?: string } = {},
): Column {
  return {
    name,
    type: options.type ?? 'string',
    ...(options.format ? { format: options.format } : {}),
    description,
    priority: options.isWide ? 1 : 0,
  };
}

export const NAME_COLUMN = column('Name', 'Name must be unique within a namespace.', { format: 'name' });
export const AGE_COLUMN = column('Age', 'Time since the object was created.');
