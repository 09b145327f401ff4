import type { StoredObject } from './records.ts';

export type Json = string | number | boolean | null | undefined | readonly Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** The values besides the record that are needed to build an object. */
export interface View {
  /** The cluster's seed: uids and container ids depend on it. */
  readonly seed: number;
  readonly hasManagedFields: boolean;
  hostIpOf(nodeName: string): string;
}

export interface Kind<R extends StoredObject> {
  readonly kind: string;
  readonly group: '' | 'apps' | 'batch';
  /** The object as the API shows it in a list: without kind and apiVersion. */
  build(record: R, view: View): JsonObject;
}

export function apiVersionOf(group: string): string {
  return group === '' ? 'v1' : `${group}/v1`;
}
