import { deleteSnooze } from '@gwanje/contract/alarms/alarm-snoozes';
import { showFailure } from '#components/forms/show-failure.ts';
import { call } from '#core/api/client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';
import { refreshAlarms } from '#entities/alarms/alarm-queries.ts';

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
    await showFailure(error);
  }
  await refreshAlarms();
}
