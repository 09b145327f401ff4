import { hasAddress } from '@gwanje/contract/alarms/channels';
import { deleteWebhook, listWebhooks, type Webhook } from '@gwanje/contract/alarms/webhooks';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSave } from '#components/forms/use-save.ts';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { TextCell } from '#components/table/text-cell.tsx';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useMayChange } from '#core/session/session-store.ts';
import { onColumn } from '#entities/alarm-items/on-column.tsx';
import { invalidateTemplates, type Template } from '../template-calls.ts';
import classes from '../templates.module.css';
import { WebhookDialog } from './webhook-dialog.tsx';

/** The webhooks of the template and the state of their deliveries. */
export function WebhooksPanel({ template }: { template: Template }) {
  const t = useT();
  const { alarmTemplateId } = template;
  const options = apiQuery(listWebhooks, { params: { alarmTemplateId } }, { staleMs: 5_000 });
  const query = useQuery(options);
  const [opened, setOpened] = useState<{ readonly webhook: Webhook | null }>();
  const mayChange = useMayChange();
  const isChangeable = (query.data?.isChangeable ?? false) && mayChange;

  async function refresh(): Promise<void> {
    await Promise.all([queryClient.invalidateQueries({ queryKey: options.queryKey }), invalidateTemplates()]);
  }
  async function reload(webhook: Webhook | null): Promise<Webhook | null> {
    const { webhookList } = await queryClient.fetchQuery({ ...options, staleTime: 0 });
    return webhookList.find(({ webhookId }) => webhookId === webhook?.webhookId) ?? null;
  }
  const { save: remove, isSaving } = useSave({
    save: async ({ webhookId, name }: Webhook) =>
      (await showConfirm({
        title: t('alarmTemplates.hook.deleteTitle'),
        text: t('alarmTemplates.hook.deleteText', { name }),
        textConfirm: t('common.delete'),
      })) && call(deleteWebhook, { params: { webhookId } }),
    onSaved: refresh,
    onFailed: refresh,
  });

  const actions: Column<Webhook> = {
    id: 'actions',
    label: t('lists.actions'),
    align: 'end',
    width: 88,
    format: (webhook) => (
      <span className={classes.rowActions}>
        <ActionIcon
          size="sm"
          aria-label={t('alarmTemplates.hook.editNamed', { name: webhook.name })}
          onClick={() => setOpened({ webhook })}
        >
          <Icon name="mdi-pencil-outline" />
        </ActionIcon>
        <ActionIcon
          size="sm"
          disabled={isSaving}
          aria-label={t('alarmTemplates.hook.deleteNamed', { name: webhook.name })}
          onClick={() => remove(webhook)}
        >
          <Icon name="mdi-delete-outline" />
        </ActionIcon>
      </span>
    ),
  };
  const columns: Column<Webhook>[] = [
    onColumn(t),
    {
      id: 'name',
      label: t('alarmTemplates.name'),
      width: 200,
      format: ({ name }) => <TextCell text={name} isStrong />,
    },
    {
      id: 'kind',
      label: t('alarmTemplates.hook.kind'),
      value: ({ kind }) => t(`alarmTemplates.hook.kinds.${kind}`),
      width: 120,
    },
    {
      id: 'target',
      label: t('alarmTemplates.hook.target'),
      format: ({ kind, url, recipientList }) =>
        // Settings files contain no secret addresses: after an import the address is missing.
        !hasAddress(kind, { url, recipientList }) ? (
          <Chip colour="orange" icon="mdi-alert" label={t('alarmTemplates.hook.noAddress')} />
        ) : (
          <TextCell text={url ?? recipientList.join(', ')} />
        ),
    },
    {
      id: 'minLevel',
      label: t('alarmTemplates.hook.minLevel'),
      value: ({ minLevel }) =>
        t(minLevel === 1 ? 'alarmTemplates.hook.all' : 'alarmTemplates.hook.criticalOnly'),
      width: 120,
    },
    {
      id: 'state',
      label: t('alarmTemplates.hook.state'),
      width: 240,
      format: ({ lastDeliveredAt, waitingCnt, lastError }) =>
        lastError !== null ? (
          <span title={lastError}>
            <Chip
              colour="red"
              icon="mdi-alert"
              label={t('alarmTemplates.hook.waiting', { cnt: waitingCnt })}
            />
          </span>
        ) : lastDeliveredAt === null ? (
          t('alarmTemplates.hook.neverSent')
        ) : (
          t('alarmTemplates.hook.lastSent', { at: formatTimestamp(lastDeliveredAt) })
        ),
    },
    ...(isChangeable ? [actions] : []),
  ];

  const addButton = isChangeable && (
    <Button
      variant="default"
      leftSection={<Icon name="mdi-plus" />}
      onClick={() => setOpened({ webhook: null })}
    >
      {t('alarmTemplates.hook.add')}
    </Button>
  );
  return (
    <Panel title={t('alarmTemplates.view.webhooks')} actions={addButton}>
      <DataTable
        label={t('alarmTemplates.view.webhooks')}
        loadingLabel={t('shell.loading')}
        columns={columns}
        rows={query.data?.webhookList}
        rowId={({ webhookId }) => String(webhookId)}
        skeletonRows={3}
        {...(isChangeable && { onRowClick: (webhook: Webhook) => setOpened({ webhook }) })}
        error={query.isError && <LoadFailed title={t('alarmTemplates.hook.failed')} query={query} />}
        empty={
          <EmptyState
            icon="mdi-webhook"
            title={t('alarmTemplates.hook.none')}
            text={t('alarmTemplates.hook.noneText')}
            actions={addButton}
          />
        }
      />
      {opened && (
        <WebhookDialog
          alarmTemplateId={alarmTemplateId}
          webhook={opened.webhook}
          onSaved={refresh}
          reload={reload}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Panel>
  );
}
