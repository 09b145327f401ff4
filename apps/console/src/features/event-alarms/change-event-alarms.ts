import { deleteEventAlarm, updateEventAlarm } from '@gwanje/contract/alarms/event-alarms';
import { showFailure } from '#components/forms/show-failure.ts';
import { call } from '#core/api/client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import type { EventAlarm } from './event-alarm-list.tsx';

type Outcome = 'done' | 'kept';
export type ChangeMany = (rows: readonly EventAlarm[]) => Promise<Outcome>;

/** Refuses the whole change if the user may not change one of the rows. */
export function ofOwn(hostIds: ReadonlySet<number>, change: ChangeMany): ChangeMany {
  return async (rows) => {
    if (refuseWhileReadOnly(rows.some(({ hostId }) => !hostIds.has(hostId)))) return 'kept';
    return change(rows);
  };
}

/** Sends one call after the other. Reports the first refusal; earlier changes stay. */
export function switchAll(isOn: boolean): ChangeMany {
  return async (rows) => {
    try {
      for (const row of rows) {
        const { hostId: _host, clusterName: _cluster, updatedAt: _at, windowMin, ...fields } = row;
        if (row.isOn !== isOn)
          await call(updateEventAlarm, { body: { ...fields, windowMin: windowMin ?? 1, isOn } });
      }
      return 'done';
    } catch (error) {
      await showFailure(error);
      return 'kept';
    }
  };
}

export async function deleteAsked(rows: readonly EventAlarm[]): Promise<Outcome> {
  const [first] = rows;
  if (!first) return 'kept';
  const isConfirmed = await showConfirm({
    title: t('eventAlarms.deleteTitle'),
    text:
      rows.length === 1
        ? t('eventAlarms.deleteText', { name: first.name })
        : t('eventAlarms.deleteTexts', { cnt: rows.length }),
    msg: t('eventAlarms.deleteGoes'),
    textConfirm: t('common.delete'),
  });
  if (!isConfirmed) return 'kept';
  try {
    for (const { eventAlarmId } of rows) await call(deleteEventAlarm, { params: { eventAlarmId } });
    return 'done';
  } catch (error) {
    await showFailure(error);
    return 'kept';
  }
}
