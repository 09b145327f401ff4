import type { ObjectType } from '@gwanje/contract/dashboard/dashboard-options';
import { useNavigate } from '@tanstack/react-router';
import { logWarning } from '#core/browser/log.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { addressOfObject } from './open-object.ts';

/** Opens the page of an object, or reports that it could not be opened. */
export function useOpenObject(): (objectType: ObjectType, id: number) => Promise<void> {
  const t = useT();
  const navigate = useNavigate();
  return async (objectType, id) => {
    try {
      await navigate(await addressOfObject(objectType, id));
    } catch (error) {
      logWarning(`the page of ${objectType} ${id} could not be opened`, error);
      await showAlert({ text: t('dashboard.openFailed') });
    }
  };
}
