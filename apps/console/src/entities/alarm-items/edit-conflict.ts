import { showAlert } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';

/** Told once; the rows that differ say what is there now, and what was typed is still in its fields. */
export function showEditConflict(): Promise<void> {
  return showAlert({
    title: t('alarmItems.conflictTitle'),
    prependIcon: 'mdi-account-sync-outline',
    text: t('alarmItems.conflictText'),
  });
}
