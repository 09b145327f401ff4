import type { Limit } from '@gwanje/kinds/namespace/record';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { Table, type TableColumn } from '#components/list/table.tsx';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import { amountText } from '#entities/object-page/panels/quota-resources.tsx';

interface LimitsPanelProps {
  /** Null: the agent cannot read limit ranges. */
  readonly limits: readonly Limit[] | null;
}

/** What the limit ranges of a namespace allow, by type of object and resource. */
export function LimitsPanel({ limits }: LimitsPanelProps) {
  const t = useT();
  const isUnknown = limits === null;
  return (
    <Panel title={t('namespaces.limits')}>
      <Table<Limit>
        label={t('namespaces.limits')}
        columns={{
          type: { label: 'namespaces.limitType', cell: (type) => <TextCell text={type} isStrong /> },
          resource: { label: 'quotas.resource', cell: (resource) => <TextCell text={resource} /> },
          min: amountColumn('namespaces.min'),
          defaultRequest: amountColumn('namespaces.defaultRequest'),
          defaultLimit: amountColumn('namespaces.defaultLimit'),
          max: amountColumn('namespaces.max'),
          limitRangeName: {
            label: 'namespaces.limitRange',
            cell: (name) => <TextCell text={name} isQuiet />,
          },
        }}
        rows={limits ?? []}
        rowId={({ limitRangeName, type, resource }) => `${limitRangeName}/${type}/${resource}`}
        empty={
          <EmptyState
            icon={isUnknown ? 'mdi-lock-outline' : 'mdi-gauge-empty'}
            title={t(isUnknown ? 'namespaces.limitsUnknown' : 'namespaces.noLimits')}
            text={t(isUnknown ? 'namespaces.limitsUnknownText' : 'namespaces.noLimitsText')}
          />
        }
      />
    </Panel>
  );
}

function amountColumn(label: PlainKey): TableColumn<number | null, Limit> {
  return {
    label,
    align: 'end',
    cell: (amount, { resource }) => (amount === null ? '-' : amountText(resource, amount)),
  };
}
