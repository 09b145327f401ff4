import { errors } from '@gwanje/contract/definition/errors';
import type { ApiFailure } from '#core/api/api-failure.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { groupsChanged } from '#core/groups/group-change.ts';
import { t } from '#core/i18n/i18n.ts';
import { sessionFailed } from './session/session.ts';
import { viewEnded } from './session/view-as.ts';

/** Error codes that concern the page, not only the refused call. */
export function handleRefusal(code: number | null): void {
  if (code === errors.sessionFailed.code) sessionFailed();
  if (code === errors.subGroupNotAllowed.code) groupsChanged();
  if (code === errors.viewEnded.code) viewEnded();
}

/** The retry dialog of a write with a missing or unknown response. */
export function confirmResend(failure: ApiFailure): Promise<boolean> {
  return showConfirm({
    title: t('dialogs.taskFailed'),
    text: t('dialogs.taskFailedText'),
    ...(failure.code !== null && { captionMsg: failure.message }),
    textConfirm: t('common.retry'),
  });
}
