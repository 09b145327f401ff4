import { containerStates, containerTypes } from '@gwanje/contract/clusters/states';
import {
  choice,
  flag,
  msOrNull,
  number,
  numberOrNull,
  type StateOf,
  text,
  textOrNull,
  tracked,
} from '../definition/fields.ts';

export const containerFields = {
  name: text(),
  type: choice(containerTypes),
  image: tracked(text()),
  state: tracked(choice(containerStates)),
  /** Why it waits or ended: CrashLoopBackOff, OOMKilled, Completed … */
  stateReason: tracked(textOrNull()),
  exitCode: tracked(numberOrNull()),
  isReady: tracked(flag()),
  restartCnt: tracked(number()),
  cpuRequestCores: tracked(number()),
  cpuLimitCores: tracked(number()),
  memRequestBytes: tracked(number()),
  memLimitBytes: tracked(number()),
  startedAtMs: msOrNull(),
} as const;

export type ContainerState = StateOf<typeof containerFields>;
