import type { z } from 'zod';
import type { ListColumns } from './columns.ts';
import type { Fields, Metric } from './fields.ts';

/** A resource of the Kubernetes API. */
export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** A Kubernetes resource that the agent watches and sends. */
export interface Source extends Resource {
  /** `kind` of the records made from it, and of its rows in the object table. */
  readonly record: string;
  /** The kind in events and owner references of Kubernetes. */
  readonly kubernetesKind: string;
  /** Only the owners of pods and the revisions of workloads follow from it: its objects have no state. */
  readonly isOwnerOnly?: true;
  /** Where a name is unique: in a cluster or in a namespace. Absent: objects may share a name over time. */
  readonly nameUniqueIn?: 'cluster' | 'namespace';
}

/** Objects that are no kind of their own: parts of the records of a kind. An agent may lack the right to them. */
export interface JoinedResource extends Resource {
  readonly part: string;
}

export type Tab = 'summary' | 'cpu' | 'mem' | 'disk' | 'network' | 'blockIO';
/** The tabs of a kind, and the manifest of a kind that the agent watches. */
export type PageTab = Tab | 'manifest';

/** One Kubernetes kind. Missing parts are absent: a container has no source, a volume no metrics. */
export interface Kind {
  /** Its name in `kinds` of the registry. */
  readonly key: string;
  /** In the path of its list call: `/pods/{pageNo}/{pageCnt}`. */
  readonly plural: string;
  /** Name of its id in calls, rows and addresses. */
  readonly idName: string;
  readonly labels: { readonly ko: string; readonly en: string };
  /** Its Material Design icon in the console. */
  readonly icon: `mdi-${string}`;
  /** The tabs of its page in the console; absent: it has no page. */
  readonly tabs?: readonly Tab[];
  /** Replaces the label where space is short: `PV`. */
  readonly abbreviation?: string;
  /** Name of the resource in kubectl. */
  readonly kubectl?: string;
  readonly sources?: readonly Source[];
  /** The rest of a cluster is known without it: an older manifest gives no right to it, or Kubernetes lacks it. */
  readonly isOptional?: true;
  /** Resources that the agent watches and adds to the records of this kind. */
  readonly joined?: readonly JoinedResource[];
  /** The record that the agent sends. */
  readonly record?: z.ZodType;
  /** The compact state, which live columns and history store. */
  readonly fields?: Fields;
  readonly stateSchema?: z.ZodType;
  /** Converts a record to the compact state. */
  readonly state?: (record: never) => object;
  /** Adds to a new state what follows from the state before it, which is null for a new object. */
  readonly follow?: (before: never, after: never, atMs: number) => object;
  /** The fields of the record that the info call shows beside the row. */
  readonly detail?: (record: never) => object;
  /** Rows of the list call. */
  readonly columns?: ListColumns;
  readonly metrics?: Readonly<Record<string, Metric>>;
  readonly samples?: {
    /** The columns of a sample that name its object, as the kubelet does. */
    readonly keys: readonly string[];
    /** When samples of an object are expected. Its data is stale without them. */
    readonly awaited: 'always' | { readonly field: string; readonly value: string };
    /** False: missing samples do not change the state of an object as long as its cluster sends data. */
    readonly decideState?: boolean;
  };
  /** The other kind that its usage is measured on, if any. */
  readonly measuredOn?: string;
  /** Kinds whose objects its columns read. Its list is loaded again when one of these changes. */
  readonly reads?: readonly string[];
  /** More kinds whose changes show in its list: the containers of a pod are part of the pod's state. */
  readonly changesWith?: readonly string[];
  /** Whether users may exclude an object from monitoring (감시 제외). */
  readonly canBeExcluded?: boolean;
}

export function defineKind<const Definition extends Kind>(definition: Definition): Definition {
  return definition;
}

/** Path of the list and watch calls of the Kubernetes API. */
export function watchPath({ group, version, resource }: Resource): string {
  return `${group === '' ? '/api' : `/apis/${group}`}/${version}/${resource}`;
}

/** `pod` → `Pod`, as in the names of calls: `listPods`, `getPodAlarmSetting`. */
export function capitalised<Key extends string>(key: Key): Capitalize<Key> {
  return (key.charAt(0).toUpperCase() + key.slice(1)) as Capitalize<Key>;
}

type Plural<Word extends string> = Word extends `${string}s` ? `${Word}es` : `${Word}s`;

/** `pod` → `pods`, `ingress` → `ingresses`, as in the names of calls. */
export function pluralOf<Word extends string>(word: Word): Plural<Word> {
  return (word.endsWith('s') ? `${word}es` : `${word}s`) as Plural<Word>;
}

/** `listPods`: the name of the list call. */
export type ListCall<Key extends string> = Plural<`list${Capitalize<Key>}`>;

export function listCallOf<Key extends string>(key: Key): ListCall<Key> {
  return pluralOf(`list${capitalised(key)}`);
}
