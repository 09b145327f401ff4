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

/**
 * The platform of a node, from the labels of its provider. The provider id decides only when no label does.
 */
export function platformOf({ labels, providerId }: Pick<NodeRecord, 'labels' | 'providerId'>): Platform {
  const keys = Object.keys(labels);
  const found =
    MARKS.find(({ label }) => keys.some((key) => label.test(key))) ??
    MARKS.find((mark) => providerId?.startsWith(mark.providerId));
  return found?.platform ?? 'onprem';
}

/** The platform of most nodes, for a cluster that spans several platforms. */
export function platformOfAll(platforms: Iterable<Platform>): Platform {
  const counts = new Map<Platform, number>();
  for (const platform of platforms) counts.set(platform, (counts.get(platform) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? 'onprem';
}
