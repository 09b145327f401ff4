import { type KindKey, type PageKind, pageKinds, pageTabs } from '@gwanje/kinds/registry';
import type { AddressText } from '#core/navigation/use-address.ts';

/** The fields of an object that its address needs. */
export interface ObjectRef {
  readonly hostId: number;
  readonly id: number | null;
  readonly name: string;
  readonly namespace?: string | null;
}

export function isPageKind(kind: string): kind is PageKind {
  return pageKinds.some((one) => one === kind);
}

/** Volumes and claims have no pages; their address is their row in the list of the cluster. */
export type VolumeView = 'volumes' | 'claims';
const VOLUMES_PATH = '/mon/pv-pvc-list';
export const VOLUME_PREFIX = 'pv.';
export const CLAIM_PREFIX = 'pvc.';

const addressesWithoutPage: Readonly<
  Record<Exclude<KindKey, PageKind>, (object: ObjectRef) => string | null>
> = {
  cluster: ({ hostId }) => clusterAddress(hostId),
  volume: ({ hostId, name }) => rowAddress(VOLUMES_PATH, hostId, VOLUME_PREFIX, { name }),
  claim: ({ hostId, name, namespace }) =>
    namespace
      ? rowAddress(
          VOLUMES_PATH,
          hostId,
          CLAIM_PREFIX,
          { name, namespace },
          { view: 'claims' satisfies VolumeView },
        )
      : null,
};

/** The address of an object, deleted or not. Null: its id or namespace is unknown. */
export function objectAddress(kind: KindKey, object: ObjectRef): string | null {
  if (!isPageKind(kind)) return addressesWithoutPage[kind](object);
  return object.id === null ? null : pageAddress(kind, object.hostId, object.id);
}

export function clusterAddress(hostId: number, path = '/mon/summary', search: AddressText = {}): string {
  return `${path}?${query({ hostId }, search)}`;
}

/** The page of an object, at the same tab and time range as the page that links to it. */
export function pageAddress(
  kind: PageKind,
  hostId: number,
  id: number,
  { tab = 'summary', search = {} }: { readonly tab?: string; readonly search?: AddressText } = {},
): string {
  return `/mon/${kind}/${tabFor(kind, tab)}?${query({ hostId, [`${kind}Id`]: id }, search)}`;
}

/** The names in the address of a manifest: the shown instant, and the one that it is compared with. */
export const manifestInstants = { at: 'at', comparedAt: 'comparedAt' } as const;

/** The page that compares the manifests of two instants. Default: a version with the one that was valid until then. */
export function comparisonAddress(
  kind: PageKind,
  hostId: number,
  id: number,
  at: string,
  comparedAt = new Date(Date.parse(at) - 1).toISOString(),
): string {
  const instants = { [manifestInstants.at]: at, [manifestInstants.comparedAt]: comparedAt };
  return `${pageAddress(kind, hostId, id, { tab: 'manifest' })}&${new URLSearchParams(instants)}`;
}

/** The list of a kind, filtered by exact values, for an object whose id is not known. */
export function namedAddress(
  kind: PageKind,
  hostId: number,
  equal: Readonly<Record<string, string>>,
): string {
  return rowAddress(`/mon/${kind}-list`, hostId, '', equal);
}

/** `/mon/pod/mem` → pod and mem; undefined for the pages of a cluster. */
export function pageIn(path: string): { readonly kind: PageKind; readonly tab: string } | undefined {
  const [, kind, tab] = /^\/mon\/([A-Za-z]+)\/([A-Za-z]+)$/.exec(path) ?? [];
  return kind && tab && isPageKind(kind) ? { kind, tab } : undefined;
}

/** The filter syntax for an exact match. Kubernetes names contain no characters to escape. */
export function exactly(name: string): string {
  return `=${name}`;
}

function rowAddress(
  path: string,
  hostId: number,
  prefix: string,
  equal: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): string {
  const filters = Object.entries(equal).map(([key, value]) => [`${prefix}f.${key}`, exactly(value)]);
  const search = {
    hostId: String(hostId),
    ...more,
    ...Object.fromEntries(filters),
    [`${prefix}deleted`]: '1',
  };
  return `${path}?${new URLSearchParams(search)}`;
}

const NEAREST: Readonly<Record<string, string>> = { disk: 'blockIO', blockIO: 'disk' };

/** A tab that a kind lacks becomes its nearest tab, else its summary. */
function tabFor(kind: PageKind, tab: string): string {
  const tabs: readonly string[] = pageTabs(kind);
  return [tab, NEAREST[tab] ?? ''].find((one) => tabs.includes(one)) ?? 'summary';
}

/** The parameters that stay when the user goes to another object. Ids of the old object are dropped. */
const TAKEN_ALONG = ['range', 'from', 'to', 'compare'] as const;

function query(ids: Readonly<Record<string, number>>, search: AddressText): string {
  const params = new URLSearchParams(Object.entries(ids).map(([name, id]) => [name, String(id)]));
  for (const name of TAKEN_ALONG) if (search[name] !== undefined) params.set(name, search[name]);
  return params.toString();
}
