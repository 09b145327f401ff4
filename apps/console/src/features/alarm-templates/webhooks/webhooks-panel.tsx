import { hasAddress } from '@gwanje/contract/alarms/channels';
import { deleteWebhook, listWebhooks, type Webhook } from '@gwanje/contract/alarms/webhooks';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSave } from '#components/forms/use-save.ts';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { Table, type TableColumn } from '#components/list/table.tsx';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useMayChange } from '#core/session/session-store.ts';
import { onColumn } from '#entities/alarm-items/on-column.tsx';
import { deliveryText } from '#entities/alarms/deliveries/delivery-text.ts';
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

  const actions: TableColumn<unknown, Webhook> = {
    label: 'lists.actions',
    align: 'end',
    width: 88,
    cell: (_, webhook) => (
      <span className={classes.rowActions}>
        <IconButton
          icon="mdi-pencil-outline"
          label={t('alarmTemplates.hook.editNamed', { name: webhook.name })}
          onClick={() => setOpened({ webhook })}
        />
        <IconButton
          icon="mdi-delete-outline"
          label={t('alarmTemplates.hook.deleteNamed', { name: webhook.name })}
          disabled={isSaving}
          onClick={() => remove(webhook)}
        />
      </span>
    ),
  };
  const addButton = isChangeable && (
    <TextButton icon="mdi-plus" onClick={() => setOpened({ webhook: null })}>
      {t('alarmTemplates.hook.add')}
    </TextButton>
  );
  return (
    <Panel title={t('alarmTemplates.view.webhooks')} actions={addButton}>
      <Table
        label={t('alarmTemplates.view.webhooks')}
        columns={{
          isOn: onColumn,
          name: {
            label: 'alarmTemplates.name',
            width: 200,
            cell: (name) => <InlineText text={name} isStrong />,
          },
          kind: {
            label: 'alarmTemplates.hook.kind',
            width: 120,
            cell: (kind) => t(`alarmTemplates.hook.kinds.${kind}`),
          },
          url: {
            label: 'alarmTemplates.hook.target',
            cell: (url, { kind, ...address }) =>
              // Settings files contain no secret addresses: after an import the address is missing.
              !hasAddress(kind, { ...address, url }) ? (
                <Chip colour="orange" icon="mdi-alert" label={t('alarmTemplates.hook.noAddress')} />
              ) : (
                <InlineText text={[url ?? [], ...address.recipientList].flat().join(', ')} />
              ),
          },
          minLevel: {
            label: 'alarmTemplates.hook.minLevel',
            width: 120,
            cell: (level) => t(level === 1 ? 'alarmTemplates.hook.all' : 'alarmTemplates.hook.criticalOnly'),
          },
          lastDeliveredAt: {
            label: 'alarmTemplates.hook.state',
            width: 240,
            cell: (at, { waitingCnt, note }) =>
              note !== null ? (
                <Chip
                  colour="red"
                  icon="mdi-alert"
                  label={t('alarmTemplates.hook.waiting', { cnt: waitingCnt })}
                  title={deliveryText(note, t)}
                />
              ) : at === null ? (
                t('alarmTemplates.hook.neverSent')
              ) : (
                t('alarmTemplates.hook.lastSent', { at: formatTimestamp(at) })
              ),
          },
          ...(isChangeable && { webhookId: actions }),
        }}
        rows={query.data?.webhookList}
        rowId={({ webhookId }) => webhookId}
        query={query}
        failedTitle={t('alarmTemplates.hook.failed')}
        skeletonRows={3}
        onRowClick={isChangeable ? (webhook) => setOpened({ webhook }) : undefined}
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
