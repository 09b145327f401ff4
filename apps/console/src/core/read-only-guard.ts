import { t } from './i18n/i18n.ts';

/**
 * Forms are read-only until they say otherwise. True means the change is refused, and the user has been told by the
 * browser's own alert.
 */
export function refuseWhileReadOnly(isReadOnly = true): boolean {
  if (isReadOnly) window.alert(t('dialogs.readOnly'));
  return isReadOnly;
}
