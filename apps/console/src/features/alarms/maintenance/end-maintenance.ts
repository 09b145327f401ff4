import { endMaintenance } from '@gwanje/contract/maintenance';
import { refreshAlarms } from '#shared/alarms/alarm-queries.ts';
import { call } from '#shared/api/client.ts';
import { showConfirm } from '#shared/dialogs/dialog-store.ts';
import { tellFailure } from '#shared/forms/faults.ts';
import { t } from '#shared/i18n/i18n.ts';

/** Ends one that runs, calls off one that is to come. */
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
    await tellFailure(error, { ended: t('alarms.maintenance.hasEnded') });
  }
  await refreshAlarms();
}
