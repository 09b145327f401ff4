import type { AddressText } from '#core/navigation/use-address.ts';
import type { ChooserKind } from './chooser/chooser-rows.ts';

/** The parameters that stay when the user goes to another object. Ids of the old object are dropped. */
const TAKEN_ALONG = ['range', 'from', 'to', 'compare'] as const;

const ID_NAMES = { node: 'nodeId', pod: 'podId', container: 'containerId' } as const;

/** The tabs of each kind. A tab that a kind lacks becomes its nearest tab, else its summary. */
const TABS: Record<ChooserKind, readonly string[]> = {
  node: ['summary', 'cpu', 'mem', 'disk', 'network'],
  pod: ['summary', 'cpu', 'mem', 'disk', 'network'],
  container: ['summary', 'cpu', 'mem', 'blockIO'],
};
const NEAREST: Readonly<Record<string, string>> = { disk: 'blockIO', blockIO: 'disk' };

export function objectHref(
  kind: ChooserKind,
  id: number,
  hostId: number,
  { tab = 'summary', search = {} }: { readonly tab?: string; readonly search?: AddressText } = {},
): string {
  return `/mon/${kind}/${tabFor(kind, tab)}?${query({ hostId: String(hostId), [ID_NAMES[kind]]: String(id) }, search)}`;
}

export function clusterHref(path: string, hostId: number, search: AddressText = {}): string {
  return `${path}?${query({ hostId: String(hostId) }, search)}`;
}

/** `/mon/pod/mem` → `mem`; pages of a cluster have none. */
export function tabOf(path: string): string | undefined {
  return /^\/mon\/(?:node|pod|container)\/([A-Za-z]+)$/.exec(path)?.[1];
}

function tabFor(kind: ChooserKind, tab: string): string {
  const nearest = NEAREST[tab];
  if (TABS[kind].includes(tab)) return tab;
  return nearest !== undefined && TABS[kind].includes(nearest) ? nearest : 'summary';
}

function query(ids: Readonly<Record<string, string>>, search: AddressText): string {
  const params = new URLSearchParams(ids);
  for (const name of TAKEN_ALONG) if (search[name] !== undefined) params.set(name, search[name]);
  return params.toString();
}
