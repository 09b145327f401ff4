import type { ClusterName } from '@gwanje/contract/clusters';
import type { IconName } from '@gwanje/ui/icon';
import type { Translate } from '#shared/i18n/i18n.ts';
import type { MenuEntry } from '#shared/menu.ts';

export type PaletteSection = 'pages' | 'settings' | 'clusters';

export interface PaletteEntry {
  readonly key: string;
  readonly section: PaletteSection;
  readonly title: string;
  readonly icon: IconName;
  readonly path: string;
  readonly search: Readonly<Record<string, string>>;
}

export interface PaletteFinding {
  readonly entries: readonly PaletteEntry[];
  /** Clusters that match but are not listed. */
  readonly moreClusterCnt: number;
}

const MAX_CLUSTERS = 30;

/** Every word of the text must occur in the title or path; titles that begin with the text come first. */
export function findEntries(
  text: string,
  menu: readonly MenuEntry[],
  clusters: readonly ClusterName[],
  t: Translate,
): PaletteFinding {
  const words = normal(text).split(/\s+/).filter(Boolean);
  const matches = (...fields: string[]) => {
    const field = normal(fields.join(' '));
    return words.every((word) => field.includes(word));
  };
  const pages = menu
    .filter((entry) => matches(t(entry.titleKey), entry.path))
    .map((entry): PaletteEntry => {
      const section = entry.section === 'page' ? 'pages' : 'settings';
      return {
        key: entry.path,
        section,
        title: t(entry.titleKey),
        icon: entry.icon,
        path: entry.path,
        search: {},
      };
    });
  const found = clusters
    .filter((cluster) => matches(cluster.name))
    .map(
      (cluster): PaletteEntry => ({
        key: `cluster-${cluster.hostId}`,
        section: 'clusters',
        title: cluster.name,
        icon: 'mdi-kubernetes',
        path: '/mon/summary',
        search: { hostId: String(cluster.hostId) },
      }),
    );
  const byStart = (one: PaletteEntry, other: PaletteEntry) => startRank(one, words) - startRank(other, words);
  const sectionEntries = (section: PaletteSection) =>
    pages.filter((entry) => entry.section === section).sort(byStart);
  return {
    entries: [
      ...sectionEntries('pages'),
      ...sectionEntries('settings'),
      ...found.sort(byStart).slice(0, MAX_CLUSTERS),
    ],
    moreClusterCnt: Math.max(0, found.length - MAX_CLUSTERS),
  };
}

function startRank(entry: PaletteEntry, words: readonly string[]): number {
  return words[0] !== undefined && normal(entry.title).startsWith(words[0]) ? 0 : 1;
}

function normal(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
