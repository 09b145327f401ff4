import { type ExcludableKind, excludableKinds, type KindKey } from '@gwanje/kinds/registry';
import type { IconName } from '@gwanje/ui/icon';
import type { AddressText } from '#core/navigation/use-address.ts';

/** The fields of an object that its address needs. */
export interface ObjectRef {
  readonly hostId: number;
  readonly id: number | null;
  readonly name: string;
  readonly namespace?: string | null;
}

/** How the console shows a kind wherever objects of several kinds appear: palette, tree, alarms, events. */
interface KindView {
  readonly icon: IconName;
  /** In the menu of the settings; default: the icon. */
  readonly settingsIcon?: IconName;
  /** Opens for deleted objects too. Null: the object is not known well enough. */
  readonly address: (object: ObjectRef) => string | null;
}

export type Tab = 'summary' | 'cpu' | 'mem' | 'disk' | 'network' | 'blockIO';

/** The kinds with pages of their own, and the tabs of these pages. */
export const pageTabs = {
  node: ['summary', 'cpu', 'mem', 'disk', 'network'],
  pod: ['summary', 'cpu', 'mem', 'disk', 'network'],
  container: ['summary', 'cpu', 'mem', 'blockIO'],
  workload: ['summary'],
  namespace: ['summary'],
} as const satisfies Partial<Record<KindKey, readonly Tab[]>>;
export type PageKind = keyof typeof pageTabs;
export const pageKinds = Object.keys(pageTabs).filter(isPageKind);

export function isPageKind(kind: string): kind is PageKind {
  return Object.hasOwn(pageTabs, kind);
}

/** Volumes and claims have no pages; their address is their row in the list of the cluster. */
export type VolumeView = 'volumes' | 'claims';
const VOLUMES_PATH = '/mon/pv-pvc-list';
export const VOLUME_PREFIX = 'pv.';
export const CLAIM_PREFIX = 'pvc.';

/** In the order of the settings menu. */
export const kindViews = {
  cluster: { icon: 'mdi-kubernetes', address: ({ hostId }) => clusterAddress(hostId) },
  node: { icon: 'mdi-server', address: pageOf('node') },
  pod: { icon: 'mdi-cube-outline', address: pageOf('pod') },
  container: { icon: 'mdi-docker', address: pageOf('container') },
  volume: {
    icon: 'mdi-harddisk',
    settingsIcon: 'mdi-database-outline',
    address: ({ hostId, name }) => rowAddress(VOLUMES_PATH, hostId, VOLUME_PREFIX, { name }),
  },
  claim: {
    icon: 'mdi-database-outline',
    settingsIcon: 'mdi-database-marker-outline',
    address: ({ hostId, name, namespace }) =>
      namespace
        ? rowAddress(
            VOLUMES_PATH,
            hostId,
            CLAIM_PREFIX,
            { name, namespace },
            { view: 'claims' satisfies VolumeView },
          )
        : null,
  },
  workload: { icon: 'mdi-layers-outline', address: pageOf('workload') },
  namespace: { icon: 'mdi-folder-outline', address: pageOf('namespace') },
} as const satisfies Record<KindKey, KindView>;

/** The kinds that users may exclude from monitoring, with their icons in the settings menu. */
export const excludableViews: readonly (readonly [ExcludableKind, IconName])[] = Object.entries(
  kindViews,
).flatMap(([key, { icon, settingsIcon }]: [string, KindView]) => {
  const kind = excludableKinds.find((one) => one === key);
  return kind ? [[kind, settingsIcon ?? icon] as const] : [];
});

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
  const [, kind, tab] = /^\/mon\/([a-z]+)\/([A-Za-z]+)$/.exec(path) ?? [];
  return kind && tab && isPageKind(kind) ? { kind, tab } : undefined;
}

/** The filter syntax for an exact match. Kubernetes names contain no characters to escape. */
export function exactly(name: string): string {
  return `=${name}`;
}

function pageOf(kind: PageKind): KindView['address'] {
  return ({ hostId, id }) => (id === null ? null : pageAddress(kind, hostId, id));
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
  const tabs: readonly string[] = pageTabs[kind];
  return [tab, NEAREST[tab] ?? ''].find((one) => tabs.includes(one)) ?? 'summary';
}

/** The parameters that stay when the user goes to another object. Ids of the old object are dropped. */
const TAKEN_ALONG = ['range', 'from', 'to', 'compare'] as const;

function query(ids: Readonly<Record<string, number>>, search: AddressText): string {
  const params = new URLSearchParams(Object.entries(ids).map(([name, id]) => [name, String(id)]));
  for (const name of TAKEN_ALONG) if (search[name] !== undefined) params.set(name, search[name]);
  return params.toString();
}
