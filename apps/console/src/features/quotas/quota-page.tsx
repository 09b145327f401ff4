import { formatCount, formatPercent } from '@gwanje/domain/formats/numbers';
import { kinds } from '@gwanje/kinds/registry';
import { Panel } from '@gwanje/ui/panel';
import { labelsOf } from '#entities/inventory/field-labels.ts';
import { type InfoOf, infoQuery } from '#entities/inventory/info-queries.ts';
import { namedAddress } from '#entities/inventory/object-address.ts';
import type { ObjectKind } from '#entities/object-page/object-page.tsx';
import { lifeFacts } from '#entities/object-page/panels/facts.tsx';
import { QuotaResources } from '#entities/object-page/panels/quota-resources.tsx';
import { quotaList } from '#entities/policies/quota-list.ts';

type QuotaInfo = InfoOf<'quota'>;

export const quota: ObjectKind<QuotaInfo> = {
  key: 'quota',
  query: (id) => infoQuery('quota', id),
  state: (_info, { t }) => ({ label: t('quotas.name'), icon: kinds.quota.icon, colour: 'accent' }),
  crumbs: ({ hostId, namespace }) => [
    { id: 'namespace', label: namespace, href: namedAddress('namespace', hostId, { name: namespace }) },
  ],
  figures: (_tab, { usedPercent, topResource, resourceCnt }, t) => [
    {
      label: t('quotas.used'),
      value: formatPercent(usedPercent),
      percent: usedPercent,
      ...(topResource && { note: topResource }),
    },
    { label: t('quotas.resourceCnt'), value: formatCount(resourceCnt) },
  ],
  facts: (info, t) => [
    [t('columns.namespace'), info.namespace],
    [t('quotas.scopes'), info.scopes],
    ...lifeFacts(info, t),
  ],
  ownFields: { fieldLabels: labelsOf(quotaList) },
  inside: ({ resourceList, isStale }, t) => (
    <Panel title={t('quotas.resources')}>
      <QuotaResources resources={resourceList} isStale={isStale} />
    </Panel>
  ),
};
