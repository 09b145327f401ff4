import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';
import './form-messages.ts';

/**
 * Leaving with unsaved changes asks, by whatever way one leaves; a closed tab asks in the browser's own words. What it
 * gives back lets the next departure pass: for the form that has just been saved.
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
