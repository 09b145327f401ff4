import { errors } from '@gwanje/contract/definition/errors';
import { ApiFailure, isAbort } from '#core/api/api-failure.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';
import './form-messages.ts';

/** The alert's sentence for each reason that the server may give. */
export type FailureTexts = Readonly<Partial<Record<string, string>>>;

/** Shows a failed call in an alert, unless a dialog has shown it already. */
export async function showFailure(error: unknown, texts: FailureTexts = {}): Promise<void> {
  if (isAbort(error)) return;
  if (!(error instanceof ApiFailure)) throw error;
  if (error.wasShown) return;
  await showAlert({
    title: t('forms.notDone'),
    prependIcon: 'mdi-alert',
    text: texts[error.detail.reason ?? ''] ?? error.message,
  });
}

/** True if another user saved the same object after the form was opened. */
export function isEditConflict(error: unknown): boolean {
  return (
    error instanceof ApiFailure &&
    error.code === errors.conflict.code &&
    error.detail.reason === 'changedMeanwhile'
  );
}
