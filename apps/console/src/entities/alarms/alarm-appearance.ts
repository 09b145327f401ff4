import type { AlarmSubject } from '@gwanje/contract/alarms/alarm-items';
import {
  alarmChipColour,
  alarmLevelKey,
  alarmLevels,
  alarmTypeKey,
  confirmLevelKey,
  confirmLevels,
  labelOf,
} from '@gwanje/domain/mappings/labels';
import { shortLabelOf } from '@gwanje/kinds/registry';
import type { StateAppearance } from '@gwanje/ui/list/cells';
import type { Texts } from '#core/i18n/i18n.ts';

type Drawn = Omit<StateAppearance, 'label'>;

/** 1 orange, 5 red, others grey. The icons differ too, for colour-blind users. */
export function alarmLevelAppearance(level: number, { language }: Texts): StateAppearance {
  return {
    colour: alarmChipColour(level),
    icon: level === alarmLevels.warning ? 'mdi-alert' : 'mdi-alert-circle',
    label: labelOf(alarmLevelKey(level), language),
  };
}

const confirmDrawn: Readonly<Record<number, Drawn>> = {
  [confirmLevels.occurred]: { icon: 'mdi-bell-ring-outline', colour: 'accent' },
  [confirmLevels.acknowledged]: { icon: 'mdi-account-check-outline', colour: 'grey' },
  [confirmLevels.handled]: { icon: 'mdi-check-all', colour: 'grey' },
  [confirmLevels.recovered]: { icon: 'mdi-check-circle-outline', colour: 'normal' },
  [confirmLevels.closed]: { icon: 'mdi-archive-outline', colour: 'grey' },
};
const unknownDrawn: Drawn = { icon: 'mdi-help-circle-outline', colour: 'grey' };

/** Alarms that no user has acknowledged stand out; alarms in work do not. */
export function confirmLevelAppearance(level: number, { language }: Texts): StateAppearance {
  return { ...(confirmDrawn[level] ?? unknownDrawn), label: labelOf(confirmLevelKey(level), language) };
}

export function alarmTypeLabel(type: number, { language }: Texts): string {
  return labelOf(alarmTypeKey(type), language);
}

export function alarmTargetLabel(target: AlarmSubject, { t, language }: Texts): string {
  return target === 'event' ? t('alarms.event') : shortLabelOf(target, language);
}
