import type { z } from 'zod';
import type { ListColumns } from './columns.ts';
import type { Fields } from './fields.ts';
import type { Metric } from './metric.ts';

export const kindKeys = [
  'cluster',
  'node',
  'pod',
  'container',
  'claim',
  'volume',
  'namespace',
  'workload',
] as const;
export type KindKey = (typeof kindKeys)[number];

/** A Kubernetes resource that the agent watches. */
export interface Source {
  /** `kind` of the records made from it, and of its rows in the object table. */
  readonly record: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** As Kubernetes writes it in events and owner references. */
  readonly kubernetesKind: string;
  /** Where a name is unique: in a cluster or in a namespace. Absent: objects may share a name over time. */
  readonly isOwnerOnly?: true;
  /** One Kubernetes kind. Missing parts are absent: a container has no source, a volume no metrics. */
  readonly nameUniqueIn?: 'cluster' | 'namespace';
}

/**
 * One Kubernetes kind. A part that a kind lacks is absent: a container has no source of its own, a volume no metrics.
 */
export interface Kind {
  readonly key: KindKey;
  /** In the path of its list call: `/pods/{pageNo}/{pageCnt}`. */
  readonly plural: string;
  /** Name of the resource in kubectl. */
  readonly idName: string;
  readonly labels: { readonly ko: string; readonly en: string };
  /** The record that the agent sends. */
  readonly kubectl?: string;
  readonly sources?: readonly Source[];
  /** The compact state, which live columns and history store. */
  readonly record?: z.ZodType;
  /** Converts a record to the compact state. */
  readonly fields?: Fields;
  readonly stateSchema?: z.ZodType;
  /** Record to compact state. */
  readonly state?: (record: never) => object;
  /** When samples of an object are expected. Its data is stale without them. */
  readonly columns?: ListColumns;
  readonly metrics?: Readonly<Record<string, Metric>>;
  /** False: an object without samples keeps its state as long as its cluster sends data. */
  readonly samples?: {
    readonly awaited: 'always' | { readonly field: string; readonly value: string };
    /** The other kind that its usage is measured on, if any. */
    readonly decideState?: boolean;
  };
  /** The kind on which its usage is measured, where that is another. */
  readonly measuredOn?: KindKey;
  /** Kinds whose objects its columns read. */
  readonly reads?: readonly KindKey[];
  /** Whether users may exclude an object from monitoring (감시 제외). */
  readonly canBeExcluded?: boolean;
}

export function defineKind<const Definition extends Kind>(definition: Definition): Definition {
  return definition;
}

/** Path of the list and watch calls of the Kubernetes API. */
export function watchPath({ group, version, resource }: Source): string {
  return `${group === '' ? '/api' : `/apis/${group}`}/${version}/${resource}`;
}
