import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useBusy } from '#components/forms/use-busy.ts';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { PageTabs } from '#components/tabs/page-tabs.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import { ApplyDialog } from './apply-dialog.tsx';
import { BacktestPanel } from './backtest/backtest-panel.tsx';
import { deleteTemplateAsked } from './delete-template.ts';
import { HistoryPanel } from './history-panel.tsx';
import { NewTemplateDialog } from './new-template-dialog.tsx';
import { invalidateTemplates, type Template } from './template-calls.ts';
import { TemplateForm } from './template-form.tsx';
import { UsedByPanel } from './used-by-panel.tsx';
import { WebhooksPanel } from './webhooks/webhooks-panel.tsx';

const views = ['items', 'webhooks', 'clusters', 'backtest', 'history'] as const;
type View = (typeof views)[number];
const viewLabels = {
  items: 'alarmTemplates.viewItems',
  webhooks: 'alarmTemplates.viewWebhooks',
  clusters: 'alarmTemplates.viewClusters',
  backtest: 'alarmTemplates.viewBacktest',
  history: 'alarmTemplates.viewHistory',
} as const satisfies Record<View, string>;

/** One template: its items, webhooks, clusters, backtest and history. */
export function TemplateDetail({ template }: { readonly template: Template }) {
  const t = useT();
  const { search } = useAddress();
  const view = views.find((one) => one === search.tab) ?? 'items';
  const [opened, setOpened] = useState<'copy' | 'apply'>();
  const [isBusy, run] = useBusy();
  const { alarmTemplateId, isChangeable } = template;
  const cnts: Readonly<Partial<Record<View, number | undefined>>> = {
    webhooks: template.webhookCnt ?? undefined,
    clusters: template.clusterList.length,
  };

  async function remove(): Promise<void> {
    if (!(await deleteTemplateAsked(template))) return;
    await navigateTo('/setting/alarm-template');
    await invalidateTemplates();
  }

  return (
    <>
      <SettingsHeader
        title={template.name}
        path={[
          { id: 'list', link: <Link to="/setting/alarm-template">{t('routes.settingAlarmTemplate')}</Link> },
        ]}
        marks={
          !isChangeable && (
            <span title={t('alarmTemplates.notChangeableText')}>
              <Chip colour="grey" icon="mdi-eye-outline">
                {t('alarmTemplates.notChangeable')}
              </Chip>
            </span>
          )
        }
        actions={
          <>
            {isChangeable && (
              <Button
                variant="default"
                leftSection={<Icon name="mdi-delete-outline" />}
                disabled={isBusy}
                onClick={() => void run(remove)}
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
          label: t(viewLabels[one]),
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
