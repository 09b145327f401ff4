import type { ClusterFacts } from '@gwanje/kinds/batch';
import type { NodeRecord } from '@gwanje/kinds/node/record';

type Platform = ClusterFacts['platform'];

interface Mark {
  readonly platform: Platform;
  readonly label: RegExp;
  readonly providerId: string;
}

const MARKS: readonly Mark[] = [
  { platform: 'aks', label: /^kubernetes\.azure\.com\//, providerId: 'azure://' },
  { platform: 'eks', label: /^(eks\.amazonaws\.com\/|alpha\.eksctl\.io\/)/, providerId: 'aws://' },
  { platform: 'gke', label: /^cloud\.google\.com\/gke-/, providerId: 'gce://' },
];

/** Where a node runs, by the labels its provider sets; the provider's id decides only where no label does. */
export function platformOf({ labels, providerId }: Pick<NodeRecord, 'labels' | 'providerId'>): Platform {
  const keys = Object.keys(labels);
  const found =
    MARKS.find(({ label }) => keys.some((key) => label.test(key))) ??
    MARKS.find((mark) => providerId?.startsWith(mark.providerId));
  return found?.platform ?? 'onprem';
}

/** Of a cluster that spans places, where most of its nodes are. */
export function platformOfAll(platforms: Iterable<Platform>): Platform {
  const counts = new Map<Platform, number>();
  for (const platform of platforms) counts.set(platform, (counts.get(platform) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? 'onprem';
}
