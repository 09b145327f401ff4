import type { HostId } from '@gwanje/contract/definition/fields';
import { listQuotas } from '@gwanje/kinds/quota/calls';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { useQueries, useQuery } from '@tanstack/react-query';
import { PageLink } from '#components/links/page-link.tsx';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import { kindChanges } from '#core/refresh/kind-changes.ts';
import { useIsUnread } from '#entities/clusters/unread-kinds.ts';
import { infoQuery } from '#entities/inventory/info-queries.ts';
import { pageAddress } from '#entities/inventory/object-address.ts';
import { UnreadState } from '#entities/object-page/object-tables.tsx';
import panels from '#entities/object-page/panels/panels.module.css';
import { QuotaResources } from '#entities/object-page/panels/quota-resources.tsx';
import classes from './namespace.module.css';

const FRESH_MS = 10_000;
const MAX_QUOTAS = 20;

interface QuotasPanelProps {
  readonly hostId: HostId;
  readonly namespace: string;
}

/** All quotas of a namespace, with the use of each resource. */
export function QuotasPanel({ hostId, namespace }: QuotasPanelProps) {
  const t = useT();
  const isUnread = useIsUnread(hostId, 'quota');
  const body = { filter: { hostId: [hostId], namespace: [namespace] }, orderBy: ['-usedPercent' as const] };
  const query = useQuery(
    apiQuery(
      listQuotas,
      { params: { pageNo: 1, pageCnt: MAX_QUOTAS }, body },
      { staleMs: FRESH_MS, changesWith: kindChanges('quota') },
    ),
  );
  const quotas = query.data?.list ?? [];
  const infos = useQueries({ queries: quotas.map(({ quotaId }) => infoQuery('quota', quotaId)) });
  return (
    <Panel title={t('namespaces.quotas')} note={String(query.data?.totalCnt ?? '')}>
      {query.error && !query.data && <LoadFailed title={t('monitoring.rowsFailed')} query={query} />}
      {query.data && quotas.length === 0 && isUnread && <UnreadState kind="quota" />}
      {query.data && quotas.length === 0 && !isUnread && (
        <EmptyState
          icon="mdi-gauge-empty"
          title={t('namespaces.noQuotas')}
          text={t('namespaces.noQuotasText')}
        />
      )}
      {quotas.map(({ quotaId, name, isStale }, index) => (
        <section key={quotaId} aria-label={name}>
          <p className={classes.quotaName}>
            <PageLink href={pageAddress('quota', hostId, quotaId)} text={name} className={panels.cellLink} />
          </p>
          <QuotaResources resources={infos[index]?.data?.resourceList} isStale={isStale} />
        </section>
      ))}
    </Panel>
  );
}
