import type { IconName } from '@gwanje/ui/icon';
import { clusterAddress, kindViews } from '#entities/inventory/kind-views.ts';
import type { FoundObject, RecentPlace } from './recent-places.ts';

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

export function foundEntry(found: FoundObject, section: PaletteEntry['section']): ObjectEntry {
  return {
    key: `${section}-${found.kind}-${found.id}`,
    section,
    title: found.name,
    icon: kindViews[found.kind].icon,
    href: kindViews[found.kind].address(found) ?? clusterAddress(found.hostId),
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
