import { deleteSnooze } from '@gwanje/contract/alarm-snoozes';
import { refreshAlarms } from '#shared/alarms/alarm-queries.ts';
import { call } from '#shared/api/client.ts';
import { showConfirm } from '#shared/dialogs/dialog-store.ts';
import { tellFailure } from '#shared/forms/faults.ts';
import { t } from '#shared/i18n/i18n.ts';

export async function endSnooze(snoozeId: number, name: string): Promise<void> {
  const isMeant = await showConfirm({
    title: t('alarms.snoozing.end'),
    text: t('alarms.snoozing.endText'),
    msg: name,
    textConfirm: t('alarms.snoozing.end'),
  });
  if (!isMeant) return;
  try {
    await call(deleteSnooze, { params: { snoozeId: String(snoozeId) } });
  } catch (error) {
    await tellFailure(error);
  }
  await refreshAlarms();
}
