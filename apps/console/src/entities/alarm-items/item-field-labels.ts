import type { PlainKey } from '#core/i18n/i18n.ts';
import type { TypedField } from './item-draft.ts';

export const typedFields = ['warning', 'critical', 'hold', 'margin', 'window'] as const;

export const fieldLabels = {
  warning: 'alarmItems.warning',
  critical: 'alarmItems.critical',
  hold: 'alarmItems.hold',
  margin: 'alarmItems.margin',
  window: 'alarmItems.window',
} as const satisfies Record<TypedField, PlainKey>;
