import { formatCountOf } from '@gwanje/domain/formats/count';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { Panel } from '@gwanje/ui/panel';
import { EmptyState } from '@gwanje/ui/states';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { TextCell } from '#components/table/text-cell.tsx';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import type { Template } from './template-calls.ts';

interface UsedByPanelProps {
  readonly template: Template;
  readonly onApply: () => void;
}

export function UsedByPanel({ template, onApply }: UsedByPanelProps) {
  const t = useT();
  const language = useLanguage();
  const known = useClusters((state) => state.clusterList);
  const columns: Column<Template['clusterList'][number]>[] = [
    {
      id: 'name',
      label: t('alarmTemplates.cluster'),
      // A cluster outside the selected groups cannot be opened without changing the selection first.
      format: ({ hostId, name }) =>
        known.some((cluster) => cluster.hostId === hostId) ? (
          <Link
            to="/setting/alarm/cluster-item"
            search={{ hostId: String(hostId) }}
            title={t('alarmTemplates.openSetting')}
          >
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <TextCell text={name} />
        ),
    },
  ];
  return (
    <Panel
      title={t('alarmTemplates.viewClusters')}
      note={formatCountOf('object', template.clusterList.length, language)}
    >
      <DataTable
        label={t('alarmTemplates.viewClusters')}
        loadingLabel={t('shell.loading')}
        columns={columns}
        rows={template.clusterList}
        rowId={({ hostId }) => String(hostId)}
        empty={
          <EmptyState
            icon="mdi-kubernetes"
            title={t('alarmTemplates.notUsed')}
            text={t('alarmTemplates.notUsedText')}
            actions={
              <IfMayChange>
                <Button variant="default" onClick={onApply}>
                  {t('alarmTemplates.apply')}
                </Button>
              </IfMayChange>
            }
          />
        }
      />
    </Panel>
  );
}
