import {
  deleteReportSchedule,
  listReportSchedules,
  type ReportSchedule,
  sendReport,
} from '@gwanje/contract/reports/report-schedules';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSave } from '#components/forms/use-save.ts';
import { PageLink } from '#components/links/page-link.tsx';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { Table } from '#components/list/table.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { invalidate } from '#core/api/query-client.ts';
import { showAlert, showConfirm } from '#core/dialogs/dialog-store.ts';
import { useKnowsManaged, useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { usePollMs } from '#core/refresh/refresh-store.ts';
import { IfMayChange, withActor } from '#core/session/write-access.tsx';
import { deliveryText } from '#entities/alarms/deliveries/delivery-text.ts';
import { schedulesQuery } from './report-queries.ts';
import classes from './reports.module.css';
import { ScheduleDialog } from './schedule-dialog.tsx';

const POLL_MS = 2_000;

/** Who gets reports, and when. */
export const SchedulePage = withActor(({ actor }) => {
  const t = useT();
  const pollMs = usePollMs();
  const query = useQuery({
    ...schedulesQuery,
    refetchInterval: ({ state: { data } }) =>
      data?.scheduleList.some(({ delivery }) => isFirstAttempt(delivery)) === true && pollMs(POLL_MS),
  });
  const managed = useManagedMetaGroups(actor);
  const knowsManaged = useKnowsManaged(actor);
  const [opened, setOpened] = useState<ReportSchedule | 'new'>();
  const create = managed.length > 0 && (
    <IfMayChange>
      <TextButton icon="mdi-plus" variant="filled" onClick={() => setOpened('new')}>
        {t('reports.schedule.create')}
      </TextButton>
    </IfMayChange>
  );
  return (
    <>
      <SettingsHeader title={t('routes.settingReport')} actions={create} />
      {query.data?.hasMailServer === false && (
        <p className={classes.warning}>{t('reports.schedule.noMailServer')}</p>
      )}
      <Panel>
        <Table
          label={t('routes.settingReport')}
          columns={{
            name: {
              label: 'reports.schedule.name',
              cell: (name, { metaGroupId, kind, timeZone }) => (
                <PageLink
                  href={`/report?${new URLSearchParams({ metaGroupId: String(metaGroupId), kind, timeZone })}`}
                  text={name}
                />
              ),
            },
            metaGroupName: { label: 'reports.group', cell: (name) => <InlineText text={name} /> },
            kind: {
              label: 'reports.schedule.when',
              width: 240,
              cell: (kind, { time, timeZone }) => (
                <>
                  {t(`reports.schedule.${kind}`, { time })} <span className={classes.zone}>{timeZone}</span>
                </>
              ),
            },
            recipientList: {
              label: 'reports.schedule.receivers',
              cell: (list) => <InlineText text={list.join(', ')} />,
            },
            nextAt: {
              label: 'reports.schedule.next',
              width: 170,
              cell: (at) =>
                at === null ? <Chip colour="grey" label={t('reports.schedule.off')} /> : formatTimestamp(at),
            },
            last: {
              label: 'reports.schedule.last',
              width: 240,
              cell: (last, { failure }) => (
                <>
                  {last === null ? t('reports.schedule.noLast') : `${last.fromDate} ~ ${last.toDate}`}
                  {failure && (
                    <span className={classes.failure}>
                      {t('reports.schedule.notMade', { at: formatTimestamp(failure.at) })}{' '}
                      {t(`reports.schedule.failures.${failure.why}`)}
                    </span>
                  )}
                </>
              ),
            },
            delivery: {
              label: 'reports.schedule.delivery',
              width: 220,
              cell: (delivery) => <Delivery delivery={delivery} />,
            },
            reportScheduleId: {
              width: 140,
              cell: (_id, schedule) => <Actions schedule={schedule} onEdit={() => setOpened(schedule)} />,
            },
          }}
          rows={query.data?.scheduleList}
          rowId={({ reportScheduleId }) => reportScheduleId}
          query={query}
          failedTitle={t('reports.schedule.failed')}
          skeletonRows={3}
          empty={
            <EmptyState
              icon="mdi-file-chart-outline"
              title={t('reports.schedule.none')}
              text={t(
                managed.length > 0 || !knowsManaged
                  ? 'reports.schedule.noneText'
                  : 'reports.schedule.noManaged',
              )}
              actions={create}
            />
          }
        />
      </Panel>
      {opened && (
        <ScheduleDialog
          schedule={opened === 'new' ? null : opened}
          managed={managed}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
});

type Sent = ReportSchedule['delivery'];

/** The mail is sent within seconds. Further attempts are minutes apart. */
function isFirstAttempt(delivery: Sent): boolean {
  return delivery?.state === 'waiting' && delivery.note === null;
}

function Delivery({ delivery }: { readonly delivery: Sent }) {
  const t = useT();
  if (!delivery) return t('reports.schedule.noDelivery');
  const { state, deliveredAt, createdAt, note } = delivery;
  const isBad = state === 'failed' || (state === 'waiting' && note !== null);
  return (
    <span title={note ? deliveryText(note, t) : undefined}>
      <Chip
        colour={isBad ? 'red' : state === 'delivered' ? 'normal' : 'grey'}
        label={t(`reports.schedule.deliveries.${state}`)}
      />{' '}
      {formatTimestamp(deliveredAt ?? createdAt)}
    </span>
  );
}

function Actions({ schedule, onEdit }: { readonly schedule: ReportSchedule; readonly onEdit: () => void }) {
  const t = useT();
  const { reportScheduleId, name, metaGroupName: group, recipientList } = schedule;
  const reload = () => invalidate([listReportSchedules]);
  const send = useSave({
    save: async () =>
      (await showConfirm({
        title: t('reports.schedule.sendTitle'),
        text: t('reports.schedule.sendText', { group, cnt: recipientList.length }),
        textConfirm: t('reports.schedule.send'),
      })) && call(sendReport, { body: { reportScheduleId } }),
    onSaved: async ({ result }) => {
      await reload();
      await showAlert({ title: t('reports.schedule.send'), text: t(`reports.schedule.results.${result}`) });
    },
  });
  const remove = useSave({
    save: async () =>
      (await showConfirm({
        title: t('reports.schedule.deleteTitle'),
        text: t('reports.schedule.deleteText', { name }),
        textConfirm: t('common.delete'),
      })) && call(deleteReportSchedule, { params: { reportScheduleId } }),
    onSaved: reload,
  });
  return (
    <IfMayChange>
      <IconButton
        icon="mdi-email-outline"
        label={t('reports.schedule.send')}
        disabled={send.isSaving}
        onClick={() => send.save()}
      />
      <IconButton icon="mdi-pencil-outline" label={t('reports.schedule.edit')} onClick={onEdit} />
      <IconButton
        icon="mdi-delete-outline"
        label={t('common.delete')}
        disabled={remove.isSaving}
        onClick={() => remove.save()}
      />
    </IfMayChange>
  );
}
