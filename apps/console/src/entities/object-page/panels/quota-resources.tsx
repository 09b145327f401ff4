import { formatBytes, formatCores, formatNumber, percentOf } from '@gwanje/domain/formats/numbers';
import type { QuotaResource } from '@gwanje/kinds/quota/record';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState } from '@gwanje/ui/panel';
import { ShareCell } from '#components/list/columns/column-formats.tsx';
import { Table } from '#components/list/table.tsx';
import { useT } from '#core/i18n/i18n.ts';

interface QuotaResourcesProps {
  /** Undefined: still loading. */
  readonly resources: readonly QuotaResource[] | undefined;
  readonly isStale: boolean;
}

/** The resources of a quota with their use; the fullest first. */
export function QuotaResources({ resources, isStale }: QuotaResourcesProps) {
  const t = useT();
  const rows = resources
    ?.map((resource) => ({ ...resource, percent: percentOf(resource.used, resource.hard) ?? 0 }))
    .toSorted((a, b) => b.percent - a.percent);
  return (
    <Table
      label={t('quotas.resources')}
      columns={{
        resource: { label: 'quotas.resource', cell: (name) => <TextCell text={name} isStrong /> },
        percent: {
          label: 'quotas.usage',
          align: 'end',
          width: '55%',
          cell: (percent, { resource, used, hard }) => {
            const name = `${amountText(resource, used)} / ${amountText(resource, hard)}`;
            return <ShareCell name={name} percent={percent} isStale={isStale} />;
          },
        },
      }}
      rows={rows}
      skeletonRows={3}
      rowId={({ resource }) => resource}
      empty={<EmptyState icon="mdi-gauge-empty" title={t('quotas.noResources')} />}
    />
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
