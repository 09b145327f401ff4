import type { ObjectType } from '@gwanje/contract/dashboard-options';
import { useNavigate } from '@tanstack/react-router';
import { showAlert } from '#shared/dialogs/dialog-store.ts';
import { useT } from '#shared/i18n/i18n.ts';
import { logWarning } from '#shared/log.ts';
import { addressOfObject } from './open-object.ts';

/** Goes to the page of an object, or says that it could not be opened. */
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
