import { type AlarmSettings, type AlarmTarget, alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import { AppError } from '@gwanje/contract/definition/errors';
import { alarmItems, settingError } from '@gwanje/domain/alarms/registry';

/**
 * Refuses items of another target, and settings with which an alarm could never be raised or never recover.
 */
export function requireValidSettings(settings: AlarmSettings, target: AlarmTarget = 'cluster'): void {
  for (const key of alarmItemKeys) {
    const setting = settings[key];
    if (!setting) continue;
    const field = `settings.${key}`;
    if (target !== 'cluster' && alarmItems[key].target !== target)
      throw new AppError('invalidParameter', { field, reason: 'otherTarget' });
    const reason = settingError(key, setting);
    if (reason) throw new AppError('invalidParameter', { field, reason });
  }
}
