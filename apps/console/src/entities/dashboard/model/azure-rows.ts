import type { getDashboardSummary } from '@gwanje/contract/dashboard/dashboard';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';

type AzureCluster = ResponseOf<typeof getDashboardSummary>['azureList'][number];

/** One row per node pool. A cluster whose nodes are not known yet has one row without a pool. */
export function azureRows(clusters: readonly AzureCluster[]) {
  return clusters.flatMap((cluster) => {
    const { hostId, name, region, kubernetesVersion } = cluster;
    const shared = { hostId, cluster: name, region: region ?? '-' };
    if (cluster.poolList.length === 0)
      return [
        {
          ...shared,
          key: `${hostId}`,
          pool: '-',
          vmSizes: '-',
          zones: '-',
          versions: kubernetesVersion ?? '-',
          nodeCnt: 0,
          readyCnt: 0,
        },
      ];
    return cluster.poolList.map((pool) => ({
      ...shared,
      key: `${hostId}/${pool.name}`,
      pool: pool.name || '-',
      vmSizes: listed(pool.vmSizeList),
      zones: listed(pool.zoneList.map((zone) => zoneInRegion(zone, region))),
      versions: listed(pool.versionList),
      nodeCnt: pool.nodeCnt,
      readyCnt: pool.readyCnt,
    }));
  });
}

/** Turns 'koreacentral-1' in region koreacentral into zone 1. */
function zoneInRegion(zone: string, region: string | null): string {
  return region !== null && zone.startsWith(`${region}-`) ? zone.slice(region.length + 1) : zone;
}

function listed(texts: readonly string[]): string {
  return texts.join(' · ') || '-';
}
