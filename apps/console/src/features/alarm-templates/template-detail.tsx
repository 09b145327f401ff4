import { deleteTemplates } from '@gwanje/contract/alarms/alarm-templates';
import { formatCountOf } from '@gwanje/domain/formats/count';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { EmptyState } from '@gwanje/ui/states';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { showFailure } from '#components/forms/show-failure.ts';
import { useSave } from '#components/forms/use-save.ts';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { TextCell } from '#components/table/text-cell.tsx';
import { PageTabs } from '#components/tabs/page-tabs.tsx';
import { call } from '#core/api/client.ts';
import { queryClient } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import { ApplyDialog } from './apply-dialog.tsx';
import { BacktestPanel } from './backtest-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { NewTemplateDialog } from './new-template-dialog.tsx';
import { invalidateTemplates, type Template, templateQuery } from './template-calls.ts';
import { TemplateForm } from './template-form.tsx';
import { WebhooksPanel } from './webhooks/webhooks-panel.tsx';

const views = ['items', 'webhooks', 'clusters', 'backtest', 'history'] as const;
type View = (typeof views)[number];
/** One template: its items, webhooks, clusters, backtest and history. */
export function TemplateDetail({ template }: { readonly template: Template }) {
  const t = useT();
  const { search } = useAddress();
  const view = views.find((one) => one === search.tab) ?? 'items';
  const [opened, setOpened] = useState<'copy' | 'apply'>();
  const { alarmTemplateId, isChangeable } = template;
  const cnts: Readonly<Partial<Record<View, number | undefined>>> = {
    webhooks: template.webhookCnt ?? undefined,
    clusters: template.clusterList.length,
  };

  const { save: remove, isSaving } = useSave({
    save: async () => {
      const isConfirmed = await showConfirm({
        title: t('alarmTemplates.deleteTitle'),
        text: t('alarmTemplates.deleteText', { name: template.name }),
        msg: t('alarmTemplates.deleteGoes'),
        textConfirm: t('common.delete'),
      });
      return isConfirmed && call(deleteTemplates, { params: { ids: String(alarmTemplateId) } });
    },
    onSaved: async () => {
      await navigateTo('/setting/alarm-template');
      await invalidateTemplates();
    },
    // The alert names the clusters that use the template.
    onFailed: async (error) => {
      const { clusterList } = await queryClient.fetchQuery({
        ...templateQuery(alarmTemplateId),
        staleTime: 0,
      });
      const names = clusterList.map((cluster) => cluster.name).join(', ');
      await showFailure(error, {
        applied: names === '' ? t('alarmTemplates.inUse') : t('alarmTemplates.inUseBy', { names }),
      });
      return true;
    },
  });

  return (
    <>
      <SettingsHeader
        title={template.name}
        path={[{ to: '/setting/alarm-template', label: t('routes.settingAlarmTemplate') }]}
        readOnlyMark={
          !isChangeable && {
            label: t('alarmTemplates.notChangeable'),
            reason: t('alarmTemplates.notChangeableText'),
          }
        }
        actions={
          <>
            {isChangeable && (
              <Button
                variant="default"
                leftSection={<Icon name="mdi-delete-outline" />}
                disabled={isSaving}
                onClick={() => remove()}
              >
                {t('common.delete')}
              </Button>
            )}
            <IfMayChange>
              <Button
                variant="default"
                leftSection={<Icon name="mdi-content-copy" />}
                onClick={() => setOpened('copy')}
              >
                {t('alarmTemplates.copy')}
              </Button>
              <Button
                variant="default"
                leftSection={<Icon name="mdi-check-all" />}
                onClick={() => setOpened('apply')}
              >
                {t('alarmTemplates.apply')}
              </Button>
            </IfMayChange>
          </>
        }
      />
      <PageTabs
        label={t('alarmTemplates.views')}
        search={{ alarmTemplateId: String(alarmTemplateId) }}
        tabs={views.map((one) => ({
          path: '/setting/alarm-template',
          label: t(`alarmTemplates.view.${one}`),
          isCurrent: one === view,
          cnt: cnts[one],
          ...(one !== 'items' && { search: { tab: one } }),
        }))}
      />
      {view === 'items' && <TemplateForm template={template} />}
      {view === 'webhooks' && <WebhooksPanel template={template} />}
      {view === 'clusters' && <UsedByPanel template={template} onApply={() => setOpened('apply')} />}
      {view === 'backtest' && <BacktestPanel template={template} />}
      {view === 'history' && <HistoryPanel alarmTemplateId={alarmTemplateId} />}
      {opened === 'copy' && <NewTemplateDialog source={template} onClose={() => setOpened(undefined)} />}
      {opened === 'apply' && <ApplyDialog template={template} onClose={() => setOpened(undefined)} />}
    </>
  );
}

interface UsedByPanelProps {
  readonly template: Template;
  readonly onApply: () => void;
}

function UsedByPanel({ template, onApply }: UsedByPanelProps) {
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
      title={t('alarmTemplates.view.clusters')}
      note={formatCountOf('object', template.clusterList.length, language)}
    >
      <DataTable
        label={t('alarmTemplates.view.clusters')}
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
