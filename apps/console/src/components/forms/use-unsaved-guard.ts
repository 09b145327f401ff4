import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';
import './form-messages.ts';

/**
 * Asks before the user leaves the page with unsaved changes; for a closed tab the browser asks. The returned function
 * allows the next navigation without a question, for a form that has just been saved.
 */
export function useUnsavedGuard(isDirty: boolean): () => void {
  const isPassing = useRef(false);
  useEffect(() => {
    if (!isDirty) isPassing.current = false;
  }, [isDirty]);
  useBlocker({
    shouldBlockFn: async () => {
      if (isPassing.current) return false;
      return !(await confirmDiscard());
    },
    enableBeforeUnload: () => !isPassing.current,
    disabled: !isDirty,
  });
  return () => {
    isPassing.current = true;
  };
}

export function confirmDiscard(): Promise<boolean> {
  return showConfirm({
    title: t('forms.unsavedTitle'),
    text: t('forms.unsavedText'),
    textConfirm: t('forms.discard'),
    textCancel: t('forms.stay'),
  });
}
