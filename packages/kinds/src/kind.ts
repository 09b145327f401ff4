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
  /** The agent needs it only to find the owners of pods: its objects have no state. */
  readonly isOwnerOnly?: true;
  /** Whether a name is used once in a cluster (`cluster`) or in a namespace; absent: by several objects over time. */
  readonly nameUniqueIn?: 'cluster' | 'namespace';
}

/**
 * One Kubernetes kind. A part that a kind lacks is absent: a container has no source of its own, a volume no metrics.
 */
export interface Kind {
  readonly key: KindKey;
  /** In the path of its list call: `/pods/{pageNo}/{pageCnt}`. */
  readonly plural: string;
  /** Name of its id in calls, rows and addresses. */
  readonly idName: string;
  readonly labels: { readonly ko: string; readonly en: string };
  /** As kubectl names it. */
  readonly kubectl?: string;
  readonly sources?: readonly Source[];
  /** What the agent sends. */
  readonly record?: z.ZodType;
  /** The compact state: what live columns hold and what history stores. */
  readonly fields?: Fields;
  readonly stateSchema?: z.ZodType;
  /** Record to compact state. */
  readonly state?: (record: never) => object;
  /** Rows of the list call. */
  readonly columns?: ListColumns;
  readonly metrics?: Readonly<Record<string, Metric>>;
  /** When samples of an object are awaited; without them its data is old. */
  readonly samples?: {
    readonly awaited: 'always' | { readonly field: string; readonly value: string };
    /** False: an object may go without samples, and is still monitored as long as its cluster sends data. */
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
