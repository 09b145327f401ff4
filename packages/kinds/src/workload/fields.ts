import { choice, number, type StateOf, text, textOrNull, tracked } from '../fields.ts';
import { workloadTypes } from './record.ts';

export const workloadFields = {
  name: text(),
  namespace: text(),
  type: choice(workloadTypes),
  ownerKind: textOrNull(),
  ownerName: textOrNull(),
  desiredCnt: tracked(number()),
  readyCnt: tracked(number()),
  updatedCnt: tracked(number()),
  availableCnt: tracked(number()),
  /** Images of its pod template, comma-joined. */
  images: tracked(text()),
} as const;

export type WorkloadState = StateOf<typeof workloadFields>;
