import {
  choice,
  flagOrNull,
  msOrNull,
  numberOrNull,
  type StateOf,
  text,
  textOrNull,
  tracked,
} from '../definition/fields.ts';
import { workloadTypes } from './record.ts';

export const workloadFields = {
  name: text(),
  namespace: text(),
  type: choice(workloadTypes),
  ownerKind: textOrNull(),
  ownerName: textOrNull(),
  desiredCnt: tracked(numberOrNull()),
  readyCnt: tracked(numberOrNull()),
  updatedCnt: tracked(numberOrNull()),
  availableCnt: tracked(numberOrNull()),
  /** Images of its pod template, comma-joined. */
  images: tracked(text()),
  /** The last four are null unless the type is cronJob. */
  schedule: tracked(textOrNull()),
  isSuspended: tracked(flagOrNull()),
  lastRunTime: msOrNull(),
  activeCnt: numberOrNull(),
} as const;

export type WorkloadState = StateOf<typeof workloadFields>;
