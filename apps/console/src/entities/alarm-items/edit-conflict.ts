import { showAlert } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';

/** One alert per conflict. The rows that differ show the stored values; the fields keep the typed ones. */
export function showEditConflict(): Promise<void> {
  return showAlert({
    title: t('alarmItems.conflictTitle'),
    prependIcon: 'mdi-account-sync-outline',
    text: t('alarmItems.conflictText'),
  });
}
