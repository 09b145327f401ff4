import { listClusterSettings } from '@gwanje/contract/clusters/cluster-settings';
import { HostId } from '@gwanje/contract/definition/fields';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { apiQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import type { AddressText } from '#core/navigation/use-address.ts';
import { type InstallPlatform, installPath, installPlatforms } from './install-commands.ts';

/** Before its first batch the platform of a cluster is unknown. */
const DEFAULT_PLATFORM: InstallPlatform = 'aks';

/** The path of the tab for the cluster's platform; the first tab if the platform is unknown. */
export async function findPlatformPath({ hostId }: AddressText): Promise<string> {
  const platform = await platformOf(parseIdText(hostId)).catch(() => undefined);
  return installPath(installPlatforms.find((known) => known === platform) ?? DEFAULT_PLATFORM);
}

async function platformOf(hostId: number | undefined): Promise<string | null | undefined> {
  if (hostId === undefined) return undefined;
  const body = { filter: { hostId: [HostId.parse(hostId)] } };
  const { list } = await queryClient.fetchQuery(
    apiQuery(listClusterSettings, { params: { pageNo: 1, pageCnt: 1 }, body }, { staleMs: 30_000 }),
  );
  return list[0]?.platform;
}
