import { listClusterSettings } from '@gwanje/contract/clusters/cluster-settings';
import { HostId } from '@gwanje/contract/definition/fields';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { SkeletonLines } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { type InstallPlatform, installPlatforms } from './install-commands.ts';

/** Before its first batch the platform of a cluster is unknown. */
const DEFAULT_PLATFORM: InstallPlatform = 'aks';

/** Leads to the tab of the cluster's own platform. */
export function PlatformRedirect() {
  const t = useT();
  const { search } = useAddress();
  const hostId = parseIdText(search.hostId);
  const body = { filter: { hostId: [HostId.parse(hostId ?? 1)] } };
  const { data, isPending } = useQuery({
    ...apiQuery(listClusterSettings, { params: { pageNo: 1, pageCnt: 1 }, body }, { staleMs: 30_000 }),
    enabled: hostId !== undefined,
  });
  if (isPending) return <SkeletonLines label={t('shell.loading')} lines={8} />;
  const platform = installPlatforms.find((known) => known === data?.list[0]?.platform) ?? DEFAULT_PLATFORM;
  return <Navigate to={`/setting/host/agent-install/${platform}`} search={search} replace />;
}
