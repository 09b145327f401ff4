import type { z } from 'zod';
import { autoscaler } from './autoscaler/index.ts';
import { claim } from './claim/index.ts';
import { cluster } from './cluster/index.ts';
import { container } from './container/index.ts';
import type { JoinedResource, Kind, PageTab, Resource, Source } from './definition/kind.ts';
import { disruptionBudget } from './disruption-budget/index.ts';
import { ingress } from './ingress/index.ts';
import { namespace } from './namespace/index.ts';
import { node } from './node/index.ts';
import { pod } from './pod/index.ts';
import { quota } from './quota/index.ts';
import { service } from './service/index.ts';
import { volume } from './volume/index.ts';
import { workload } from './workload/index.ts';

/** All kinds. Search prefers them in this order when names match equally well. */
export const kinds = {
  cluster,
  node,
  pod,
  container,
  claim,
  volume,
  namespace,
  workload,
  service,
  ingress,
  autoscaler,
  disruptionBudget,
  quota,
} as const satisfies Readonly<Record<string, Kind>>;

type Kinds = typeof kinds;
export type KindKey = keyof Kinds;
type KeysWith<Part> = { [Key in KindKey]: Kinds[Key] extends Part ? Key : never }[KindKey];

/** Kinds that the live state holds, one table each. */
export type LiveKind = KeysWith<{ readonly fields: object }>;
/** Kinds with their own state. The state of a container is part of its pod's. */
export type StateKind = KeysWith<{ readonly state: unknown }>;
/** Kinds with a list call. */
export type ListKind = KeysWith<{ readonly columns: object }>;
/** Kinds that users may exclude from monitoring. */
export type ExcludableKind = KeysWith<{ readonly canBeExcluded: true }>;
/** Kinds with an info call. A container's is made from the record of its pod. */
export type DetailKind = KeysWith<{ readonly detail: unknown }> | 'container';
/** Kinds with a page in the console. */
export type PageKind = KeysWith<{ readonly tabs: object }>;
/** Kinds with metrics. */
export type MetricScope = KeysWith<{ readonly metrics: object }>;
export type SampledKind = Exclude<MetricScope, 'cluster'>;
export type SourcedKind = KeysWith<{ readonly sources: object }>;

/** `kind` of a record on the wire and of a row in the object table. */
export type RecordKind = Kinds[SourcedKind]['sources'][number]['record'];
export type RecordOfKind<Key extends SourcedKind> = z.output<Kinds[Key]['record']>;
export type StateOfKind = { readonly [Key in StateKind]: ReturnType<Kinds[Key]['state']> };
export type ObjectState = StateOfKind[StateKind];
export type ColumnsOf<Key extends ListKind> = Kinds[Key]['columns'];

const all: readonly (Kind & { readonly key: KindKey })[] = Object.values(kinds);

function keysWith<Key extends KindKey>(part: keyof Kind): readonly Key[] {
  // The types above declare which kinds have this part. `registry.test.ts` checks it.
  return all.filter((kind) => kind[part] !== undefined).map(({ key }) => key as Key);
}

export const liveKinds = keysWith<LiveKind>('fields');
export const stateKinds = keysWith<StateKind>('state');
export const excludableKinds = keysWith<ExcludableKind>('canBeExcluded');
export const listKinds = keysWith<ListKind>('columns');
export const detailKinds: readonly DetailKind[] = [...keysWith<DetailKind>('detail'), 'container'];
export const pageKinds = keysWith<PageKind>('tabs');
export const metricScopes = keysWith<MetricScope>('metrics');
export const sampledKinds = metricScopes.filter((key) => key !== 'cluster');

const sources: ReadonlyMap<string, Source & { readonly kind: KindKey }> = new Map(
  all.flatMap(({ key, sources: own = [] }) => own.map((source) => [source.record, { ...source, kind: key }])),
);

const joined = {
  limitRange: namespace.joined[0],
  endpointSlice: service.joined[0],
} as const satisfies Readonly<Record<string, JoinedResource>>;
/** Objects that the agent adds to the records of a kind. */
export type JoinedPart = keyof typeof joined;
export const joinedParts = Object.keys(joined) as readonly JoinedPart[];

export function joinedResource(part: JoinedPart): Resource {
  return joined[part];
}

/** Records and parts that a cluster may lack: its agent may have no right to them, or its Kubernetes none of them. */
export function isOptional(record: string): boolean {
  if (Object.hasOwn(joined, record)) return true;
  const source = sources.get(record);
  return source !== undefined && 'isOptional' in kinds[source.kind];
}

export const sourcedKinds = keysWith<SourcedKind>('sources');
export const recordKinds = [...sources.keys()].map((record) => record as RecordKind);

export function isRecordKind(name: string): name is RecordKind {
  return sources.has(name);
}

const events: Resource = { group: '', version: 'v1', resource: 'events' };

/** Every resource that the agent lists and watches. Its role in the cluster allows exactly these. */
export const watchedResources: readonly Resource[] = [
  events,
  ...all.flatMap(({ sources: own = [], joined: parts = [] }) => [...own, ...parts]),
];

export function sourceOf(record: RecordKind): Source & { readonly kind: KindKey } {
  const source = sources.get(record);
  if (source === undefined) throw new Error(`no source of ${record}`);
  return source;
}

/** Whether the agent sends manifests of the objects of a kind: it watches them. A container is part of its pod. */
export function hasManifest(key: KindKey): boolean {
  return recordKindsOf(key).length > 0;
}

/** The tabs of the page of a kind. */
export function pageTabs(key: PageKind): readonly PageTab[] {
  return hasManifest(key) ? [...kinds[key].tabs, 'manifest'] : kinds[key].tabs;
}

/** The record kinds of a kind. A workload has one each for deployments, stateful sets and so on. */
export function recordKindsOf(key: KindKey): readonly RecordKind[] {
  const own = all.find((kind) => kind.key === key)?.sources ?? [];
  return own.filter(({ isOwnerOnly }) => !isOwnerOnly).map(({ record }) => record as RecordKind);
}

/** The kind of a record or of a row of the object table; null when it has no state. */
export function stateKindOf(record: string): StateKind | null {
  const source = sources.get(record);
  if (source === undefined || source.isOwnerOnly) return null;
  return stateKinds.find((kind) => kind === source.kind) ?? null;
}

/** The kind of an object that an event or an owner reference names; null when it has no state. */
export function kindOfKubernetes(kubernetesKind: string): KindKey | null {
  const source = [...sources.values()].find((one) => one.kubernetesKind === kubernetesKind);
  return source && !source.isOwnerOnly ? source.kind : null;
}

/** Name of the resource in kubectl; null for a kind of several resources. */
export function kubectlNameOf(key: KindKey): string | null {
  return all.find((kind) => kind.key === key)?.kubectl ?? null;
}

/** The name of a kind where space is short. */
export function shortLabelOf(key: KindKey, language: 'ko' | 'en'): string {
  const { abbreviation, labels }: Kind = kinds[key];
  return abbreviation ?? labels[language];
}
