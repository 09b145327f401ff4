import type { searchKinds } from '@gwanje/kinds/calls/search';
import type { IconName } from '@gwanje/ui/icon';
import {
  claimAddress,
  clusterAddress,
  containerAddress,
  namespaceAddress,
  nodeAddress,
  podAddress,
  podsOfWorkloadAddress,
  volumeAddress,
} from '#entities/inventory/object-address.ts';
import type { FoundObject, RecentPlace } from './recent-places.ts';

export type FoundKind = (typeof searchKinds)[number];

export type PaletteSection = 'recent' | 'pages' | 'settings' | 'clusters' | 'objects';

export interface PaletteEntry {
  readonly key: string;
  readonly section: PaletteSection;
  readonly title: string;
  readonly icon: IconName;
  readonly href: string;
  /** The part that is stored as a recent place. */
  readonly place: RecentPlace;
}

export interface ObjectEntry extends PaletteEntry {
  readonly found: FoundObject;
}

const icons: Record<FoundKind, IconName> = {
  cluster: 'mdi-kubernetes',
  node: 'mdi-server',
  pod: 'mdi-cube-outline',
  container: 'mdi-docker',
  claim: 'mdi-database-outline',
  volume: 'mdi-harddisk',
  namespace: 'mdi-folder-outline',
  workload: 'mdi-layers-outline',
};

export function foundEntry(found: FoundObject, section: PaletteEntry['section']): ObjectEntry {
  return {
    key: `${section}-${found.kind}-${found.id}`,
    section,
    title: found.name,
    icon: icons[found.kind],
    href: addressOf(found),
    place: { kind: 'object', found },
    found,
  };
}

export function isObjectEntry(entry: PaletteEntry): entry is ObjectEntry {
  return 'found' in entry;
}

/** The location: cluster, namespace and pod; empty for a cluster. */
export function placeText({ kind, clusterName, namespace, parentName }: FoundObject): string {
  if (kind === 'cluster') return '';
  return [clusterName, namespace, parentName].filter(Boolean).join(' / ');
}

/** The results of the previous answer that still match, while the next one loads. */
export function stillFound(list: readonly FoundObject[], text: string): FoundObject[] {
  const part = text.trim().toLowerCase();
  return list.filter(({ name }) => name.toLowerCase().includes(part));
}

function addressOf({ kind, id, hostId, name, namespace }: FoundObject): string {
  switch (kind) {
    case 'cluster':
      return clusterAddress(hostId);
    case 'node':
      return nodeAddress(hostId, id);
    case 'pod':
      return podAddress(hostId, id);
    case 'container':
      return containerAddress(hostId, id);
    case 'claim':
      return claimAddress(hostId, namespace ?? '', name);
    case 'volume':
      return volumeAddress(hostId, name);
    case 'namespace':
      return namespaceAddress(hostId, name);
    case 'workload':
      return podsOfWorkloadAddress(hostId, namespace ?? '', name);
  }
}
