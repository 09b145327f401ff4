import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { searchKinds } from '@gwanje/kinds/calls/search';
import { kinds } from '@gwanje/kinds/registry';
import type { IconName } from '@gwanje/ui/icon';
import type { MenuEntry } from '#app/menu.ts';
import type { Translate } from '#core/i18n/i18n.ts';
import { clusterAddress, objectAddress } from '#entities/inventory/object-address.ts';
import type { FoundObject, RecentPlace } from './recent-places.ts';

type ObjectKind = Exclude<FoundObject['kind'], 'cluster'>;
/** Objects are in the section of their kind. */
export type PaletteSection = 'recent' | 'pages' | 'settings' | 'clusters' | ObjectKind | 'deleted';

export interface PaletteEntry {
  readonly key: string;
  readonly section: PaletteSection;
  readonly title: string;
  readonly icon: IconName;
  readonly href: string;
  /** Stored as a recent place. */
  readonly place: RecentPlace;
}

export function foundEntry(found: FoundObject, section: PaletteSection): PaletteEntry {
  return {
    key: `${section}-${found.kind}-${found.id}`,
    section,
    title: found.name,
    icon: kinds[found.kind].icon,
    href: objectAddress(found.kind, found) ?? clusterAddress(found.hostId),
    place: { kind: 'object', found },
  };
}

/** A section for each kind in the order of the search, then the deleted objects. The server's order stays within each. */
export function objectEntries(list: readonly FoundObject[]): PaletteEntry[] {
  const existing = list.filter(({ deletedAt }) => deletedAt === null);
  const deleted = list.filter(({ deletedAt }) => deletedAt !== null);
  return [
    ...searchKinds.flatMap((kind) =>
      kind === 'cluster'
        ? []
        : existing.filter((found) => found.kind === kind).map((found) => foundEntry(found, kind)),
    ),
    ...deleted.map((found) => foundEntry(found, 'deleted')),
  ];
}

/** The location: cluster, namespace and pod; empty for a cluster. */
export function placeText({ kind, clusterName, namespace, parentName }: FoundObject): string {
  if (kind === 'cluster') return '';
  return [clusterName, namespace, parentName].filter(Boolean).join(' / ');
}

const MAX_CLUSTERS = 30;

/** Every word of the text must occur in the title or path; titles that begin with the text come first. */
export function findEntries(
  text: string,
  menu: readonly MenuEntry[],
  clusters: readonly ClusterName[],
  t: Translate,
) {
  const words = normal(text).split(/\s+/).filter(Boolean);
  const matches = (...fields: string[]) => {
    const field = normal(fields.join(' '));
    return words.every((word) => field.includes(word));
  };
  const pages = menu
    .filter((entry) => matches(t(entry.titleKey), entry.path))
    .map((entry) => pageEntry(entry, entry.section === 'page' ? 'pages' : 'settings', t));
  const found = clusters
    .filter((cluster) => matches(cluster.name))
    .map((cluster) => foundEntry(clusterAsFound(cluster), 'clusters'));
  const byStart = (one: PaletteEntry, other: PaletteEntry) => startRank(one, words) - startRank(other, words);
  const sectionEntries = (section: PaletteSection) =>
    pages.filter((entry) => entry.section === section).sort(byStart);
  return {
    entries: [
      ...sectionEntries('pages'),
      ...sectionEntries('settings'),
      ...found.sort(byStart).slice(0, MAX_CLUSTERS),
    ],
    /** The number of matching clusters that are not listed. */
    moreClusterCnt: Math.max(0, found.length - MAX_CLUSTERS),
  };
}

/** The recent places that the user may open now: the selected groups or the permissions may have changed. */
export function recentEntries(
  places: readonly RecentPlace[],
  menu: readonly MenuEntry[],
  clusters: readonly ClusterName[],
  t: Translate,
): PaletteEntry[] {
  return places.flatMap((place) => {
    if (place.kind === 'page') {
      const entry = menu.find(({ path }) => path === place.path);
      return entry ? [pageEntry(entry, 'recent', t)] : [];
    }
    const cluster = clusters.find(({ hostId }) => hostId === place.found.hostId);
    if (!cluster) return [];
    // The cluster may have been renamed.
    const name = place.found.kind === 'cluster' ? cluster.name : place.found.name;
    return [foundEntry({ ...place.found, name, clusterName: cluster.name }, 'recent')];
  });
}

function pageEntry(
  { path, titleKey, icon }: MenuEntry,
  section: 'recent' | 'pages' | 'settings',
  t: Translate,
): PaletteEntry {
  return {
    key: `${section}-${path}`,
    section,
    title: t(titleKey),
    icon,
    href: path,
    place: { kind: 'page', path },
  };
}

function clusterAsFound({ hostId, name }: ClusterName): FoundObject {
  const nothing = { namespace: null, parentName: null, parentId: null, monResult: null, deletedAt: null };
  return { ...nothing, kind: 'cluster', id: hostId, hostId, clusterName: name, name };
}

function startRank(entry: PaletteEntry, words: readonly string[]): number {
  return words[0] !== undefined && normal(entry.title).startsWith(words[0]) ? 0 : 1;
}

function normal(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
