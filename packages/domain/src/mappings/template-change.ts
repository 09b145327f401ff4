import { type DashKey, dashKey } from './dash.ts';

export const templateChangeTypes = {
  created: 1,
  infoChanged: 2,
  copied: 3,
  alarmApplied: 4,
  deleted: 5,
  alarmContentChanged: 6,
} as const;
export type TemplateChangeKey = `templateChange.${keyof typeof templateChangeTypes}`;

const keys = new Map<number, TemplateChangeKey>([
  [templateChangeTypes.created, 'templateChange.created'],
  [templateChangeTypes.infoChanged, 'templateChange.infoChanged'],
  [templateChangeTypes.copied, 'templateChange.copied'],
  [templateChangeTypes.alarmApplied, 'templateChange.alarmApplied'],
  [templateChangeTypes.deleted, 'templateChange.deleted'],
  [templateChangeTypes.alarmContentChanged, 'templateChange.alarmContentChanged'],
]);

export function templateChangeKey(changeType: number | null | undefined): TemplateChangeKey | DashKey {
  return keys.get(changeType ?? Number.NaN) ?? dashKey;
}
