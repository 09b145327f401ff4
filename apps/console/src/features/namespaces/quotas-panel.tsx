import { formatBytes } from '@gwanje/domain/formats/bytes';
import { formatCores } from '@gwanje/domain/formats/cores';
import { formatNumber } from '@gwanje/domain/formats/number';
import { percentOf } from '@gwanje/domain/formats/percent';
import type { Quota } from '@gwanje/kinds/namespace/record';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { ShareCell } from '#components/list/columns/column-formats.tsx';
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
  const columns: Column<(typeof rows)[number]>[] = [
    {
      id: 'resource',
      label: t('namespaces.resource'),
      format: ({ resource }) => <TextCell text={resource} isStrong />,
    },
    {
      id: 'quotaName',
      label: t('namespaces.quota'),
      format: ({ quotaName }) => <TextCell text={quotaName} isQuiet />,
    },
    {
      id: 'usage',
      label: t('namespaces.usage'),
      format: ({ resource, used, hard, percent }) => (
        <ShareCell
          name={`${amountText(resource, used)} / ${amountText(resource, hard)}`}
          percent={percent}
          isStale={isStale}
        />
      ),
      align: 'end',
      width: '45%',
    },
  ];
  return (
    <Panel title={t('namespaces.quotas')}>
      <DataTable
        label={t('namespaces.quotas')}
        loadingLabel={t('shell.loading')}
        columns={columns}
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
