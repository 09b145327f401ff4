import { t } from './i18n/i18n.ts';

/**
 * Forms are read-only until the user presses Edit. True: the change is refused, and a browser alert was shown.
 */
export function refuseWhileReadOnly(isReadOnly = true): boolean {
  if (isReadOnly) window.alert(t('dialogs.readOnly'));
  return isReadOnly;
}
