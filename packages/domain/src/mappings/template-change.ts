import { labelKey } from './label-key.ts';

export const templateChangeTypes = {
  created: 1,
  infoChanged: 2,
  copied: 3,
  alarmApplied: 4,
  deleted: 5,
  alarmContentChanged: 6,
} as const;

export function templateChangeKey(changeType: number | null | undefined) {
  return labelKey('templateChange', templateChangeTypes, changeType);
}
