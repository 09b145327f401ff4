import { alarmLevels } from './alarm.ts';

export type ChipColour = 'orange' | 'red' | 'pink' | 'grey';

export function alarmChipColour(level: number | null | undefined): ChipColour {
  if (level === alarmLevels.warning) return 'orange';
  return level === alarmLevels.critical ? 'red' : 'grey';
}

export function eventChipColour(level: string | null | undefined): ChipColour {
  if (level === 'normal') return 'orange';
  return level === 'warning' ? 'pink' : 'grey';
}
