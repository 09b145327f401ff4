import { formatBytes, formatCores, formatNumber, percentOf } from '@gwanje/domain/formats/numbers';
import type { Quota } from '@gwanje/kinds/namespace/record';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { ShareCell } from '#components/list/columns/column-formats.tsx';
import { Table } from '#components/list/table.tsx';
import { useT } from '#core/i18n/i18n.ts';

interface QuotasPanelProps {
  /** Null: the agent cannot read quotas. */
  readonly quotas: readonly Quota[] | null;
  readonly isStale: boolean;
}

/** The resources of all quotas of a namespace, with their use; the fullest first. */
export function QuotasPanel({ quotas, isStale }: QuotasPanelProps) {
  const t = useT();
  const rows = (quotas ?? [])
    .map((quota) => ({ ...quota, percent: percentOf(quota.used, quota.hard) ?? 0 }))
    .toSorted((a, b) => b.percent - a.percent);
  return (
    <Panel title={t('namespaces.quotas')}>
      <Table
        label={t('namespaces.quotas')}
        columns={{
          resource: { label: 'namespaces.resource', cell: (name) => <TextCell text={name} isStrong /> },
          quotaName: { label: 'namespaces.quota', cell: (name) => <TextCell text={name} isQuiet /> },
          percent: {
            label: 'namespaces.usage',
            align: 'end',
            width: '45%',
            cell: (percent, { resource, used, hard }) => {
              const name = `${amountText(resource, used)} / ${amountText(resource, hard)}`;
              return <ShareCell name={name} percent={percent} isStale={isStale} />;
            },
          },
        }}
        rows={rows}
        rowId={({ quotaName, resource }) => `${quotaName}/${resource}`}
        empty={
          <EmptyState
            icon="mdi-gauge-empty"
            title={t(quotas === null ? 'namespaces.quotasUnknown' : 'namespaces.noQuotas')}
            text={t(quotas === null ? 'namespaces.quotasUnknownText' : 'namespaces.noQuotasText')}
          />
        }
      />
    </Panel>
  );
}

/** CPU in cores, memory and storage in bytes, all others as counts: `pods`, `count/jobs.batch`. */
export function amountText(resource: string, amount: number): string {
  const name = resource.slice(resource.lastIndexOf('.') + 1);
  if (name === 'cpu') return formatCores(amount);
  return /^(memory|storage|ephemeral-storage|hugepages-.*)$/.test(name)
    ? formatBytes(amount)
    : formatNumber(amount);
}
