import { type AlarmItemKey, alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import {
  deleteTemplates,
  listTemplateHistory,
  templateHistoryColumns,
} from '@gwanje/contract/alarms/alarm-templates';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { formatCountOf } from '@gwanje/domain/formats/numbers';
import type { Language } from '@gwanje/domain/i18n/language';
import { labelOf, templateChangeKey, templateChangeTypes } from '@gwanje/domain/mappings/labels';
import { TextButton } from '@gwanje/ui/buttons';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { showFailure } from '#components/forms/show-failure.ts';
import { useSave } from '#components/forms/use-save.ts';
import { person, shown, time } from '#components/list/columns/column-formats.tsx';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { type ColumnFormat, defineList } from '#components/list/define-list.ts';
import { ObjectList } from '#components/list/object-list.tsx';
import { Table } from '#components/list/table.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { PageTabs } from '#components/tabs/page-tabs.tsx';
import { call } from '#core/api/client.ts';
import { queryClient } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import type { ItemDraft } from '#entities/alarm-items/item-draft.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { BacktestPanel } from './backtest-panel.tsx';
import { NewTemplateDialog } from './new-template-dialog.tsx';
import { invalidateTemplates, type Template, templateQuery } from './template-calls.ts';
import { TemplateForm } from './template-form.tsx';
import { WebhooksPanel } from './webhooks/webhooks-panel.tsx';

const views = ['items', 'webhooks', 'clusters', 'backtest', 'history'] as const;
type View = (typeof views)[number];
/** One template: its items, webhooks, clusters, backtest and history. */
export function TemplateDetail({ template }: { template: Template }) {
  const t = useT();
  const { search } = useAddress();
  const view = views.find((one) => one === search.tab) ?? 'items';
  const [opened, setOpened] = useState<'copy' | 'apply'>();
  const { alarmTemplateId, isChangeable } = template;
  const suggested = useRef<ItemDraft | null>(null);
  const cnts: Readonly<Partial<Record<View, number | undefined>>> = {
    webhooks: template.webhookCnt ?? undefined,
    clusters: template.clusterList.length,
  };

  function suggest(draft: ItemDraft): void {
    suggested.current = draft;
    void navigateTo(`/setting/alarm-template?alarmTemplateId=${alarmTemplateId}`);
  }

  function takeSuggested(): ItemDraft | null {
    const draft = suggested.current;
    suggested.current = null;
    return draft;
  }

  const { save: remove, isSaving } = useSave({
    save: async () =>
      (await showConfirm({
        title: t('alarmTemplates.deleteTitle'),
        text: t('alarmTemplates.deleteText', { name: template.name }),
        msg: t('alarmTemplates.deleteGoes'),
        textConfirm: t('common.delete'),
      })) && call(deleteTemplates, { params: { ids: String(alarmTemplateId) } }),
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
              <TextButton icon="mdi-delete-outline" disabled={isSaving} onClick={() => remove()}>
                {t('common.delete')}
              </TextButton>
            )}
            <IfMayChange>
              <TextButton icon="mdi-content-copy" onClick={() => setOpened('copy')}>
                {t('alarmTemplates.copy')}
              </TextButton>
              <TextButton icon="mdi-check-all" onClick={() => setOpened('apply')}>
                {t('alarmTemplates.apply')}
              </TextButton>
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
      {view === 'items' && <TemplateForm template={template} takeSuggested={takeSuggested} />}
      {view === 'webhooks' && <WebhooksPanel template={template} />}
      {view === 'clusters' && <UsedByPanel template={template} onApply={() => setOpened('apply')} />}
      {view === 'backtest' && <BacktestPanel template={template} onSuggest={suggest} />}
      {view === 'history' && (
        <ObjectList
          declaration={historyList}
          scope={{ params: { id: alarmTemplateId } }}
          addressPrefix="h."
        />
      )}
      {opened === 'copy' && <NewTemplateDialog source={template} onClose={() => setOpened(undefined)} />}
      {opened === 'apply' && <ApplyDialog template={template} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function UsedByPanel({ template, onApply }: { template: Template; onApply: () => void }) {
  const { t, language } = useTexts();
  const known = useClusters((state) => state.clusterList);
  return (
    <Panel
      title={t('alarmTemplates.view.clusters')}
      note={formatCountOf('object', template.clusterList.length, language)}
    >
      <Table
        label={t('alarmTemplates.view.clusters')}
        columns={{
          name: {
            label: 'alarmTemplates.cluster',
            // A cluster outside the selected groups cannot be opened without changing the selection first.
            cell: (name, { hostId }) =>
              known.some((cluster) => cluster.hostId === hostId) ? (
                <Link
                  to="/setting/alarm/cluster-item"
                  search={{ hostId: String(hostId) }}
                  title={t('alarmTemplates.openSetting')}
                >
                  <bdi>{name}</bdi>
                </Link>
              ) : (
                <InlineText text={name} />
              ),
          },
        }}
        rows={template.clusterList}
        rowId={({ hostId }) => hostId}
        empty={
          <EmptyState
            icon="mdi-kubernetes"
            title={t('alarmTemplates.notUsed')}
            text={t('alarmTemplates.notUsedText')}
            actions={
              <IfMayChange>
                <TextButton onClick={onApply}>{t('alarmTemplates.apply')}</TextButton>
              </IfMayChange>
            }
          />
        }
      />
    </Panel>
  );
}

const changeType: ColumnFormat<number | null, unknown> = {
  label: 'alarmTemplates.change',
  width: 140,
  cell: (value, _row, { language }) => (
    <InlineText text={labelOf(templateChangeKey(value), language)} isStrong />
  ),
  csv: (value, _row, { language }) => labelOf(templateChangeKey(value), language),
};
const detail: ColumnFormat<string, { readonly changeType: number | null }> = {
  label: 'alarmTemplates.detail',
  width: 620,
  cell: (value, row, { language }) => <InlineText text={detailText(value, row.changeType, language)} />,
  csv: (value, row, { language }) => detailText(value, row.changeType, language),
};

export const historyList = defineList({
  name: 'templateHistory',
  title: 'alarmTemplates.view.history',
  counted: 'event',
  endpoint: listTemplateHistory,
  contract: templateHistoryColumns,
  columns: {
    at: time('alarmTemplates.at'),
    changeType: shown(changeType),
    userName: shown(person('alarmTemplates.by', { width: 140 })),
    detail: shown(detail),
  },
  primary: 'at',
  defaultOrder: ['-at'],
  rowKey: ({ at, changeType: type, detail: text }) => `${at} ${type} ${text}`,
  nameOf: (row) => row.detail,
});

/** The history stores item keys; the page shows item names. */
function detailText(value: string, type: number | null, language: Language): string {
  if (type !== templateChangeTypes.alarmContentChanged) return value;
  return value
    .split(', ')
    .map((part) => {
      const key: AlarmItemKey | undefined = alarmItemKeys.find((one) => one === part);
      return key === undefined ? part : alarmItems[key].label[language];
    })
    .join(', ');
}
