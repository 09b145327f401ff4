import { endMaintenance } from '@gwanje/contract/alarms/maintenance';
import { showFailure } from '#components/forms/show-failure.ts';
import { call } from '#core/api/client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';
import { refreshAlarms } from '#entities/alarms/alarm-queries.ts';

/** Ends a running maintenance window, or cancels a planned one. */
export async function askEndMaintenance(
  maintenanceId: number,
  name: string,
  isRunning: boolean,
): Promise<void> {
  const title = t(isRunning ? 'alarms.maintenance.end' : 'alarms.maintenance.callOff');
  const isMeant = await showConfirm({
    title,
    text: t(isRunning ? 'alarms.maintenance.endText' : 'alarms.maintenance.callOffText'),
    msg: name,
    textConfirm: title,
  });
  if (!isMeant) return;
  try {
    await call(endMaintenance, { params: { maintenanceId: String(maintenanceId) } });
  } catch (error) {
    await showFailure(error, { ended: t('alarms.maintenance.hasEnded') });
  }
  await refreshAlarms();
}
