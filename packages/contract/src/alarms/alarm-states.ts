import { z } from 'zod';
import { alarmTargets } from './alarm-items.ts';

/* The numbers of section 4 of the specification. Their labels are in `domain/mappings/alarm`. */

/** 1 warning, 5 critical. */
export const AlarmLevelField = z.union([z.literal(1), z.literal(5)]);
/** 1 failure, 2 performance, 3 event. */
export const AlarmTypeField = z.union([z.literal(1), z.literal(2), z.literal(3)]);
/** 0 recovered, 1 occurred, 2 acknowledged, 3 handled, 4 closed. */
export const ConfirmLevelField = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
]);
/** The levels that a user may set. */
export const ChosenLevelField = z.union([z.literal(2), z.literal(3), z.literal(4)]);

/** The kind that an alarm is about. An event may be about any kind, also a kind that is not collected. */
export const alarmSubjects = [...alarmTargets, 'event'] as const;
export type AlarmSubject = (typeof alarmSubjects)[number];

/** Why the engine closed an alarm. */
export const closeReasons = ['targetDeleted', 'unmonitored', 'itemOff'] as const;

/** The kinds of entries in an alarm's history. */
export const alarmChanges = [
  'occurred',
  'worsened',
  'reoccurred',
  'recovered',
  'confirmed',
  'closed',
  'folded',
  'unfolded',
] as const;
