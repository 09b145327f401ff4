import { podPhases } from '@gwanje/contract/states';
import type { ContainerState } from '../container/fields.ts';
import { choice, flag, msOrNull, number, type StateOf, text, textOrNull, tracked } from '../fields.ts';

export const podFields = {
  name: text(),
  namespace: text(),
  ownerKind: textOrNull(),
  ownerName: textOrNull(),
  phase: tracked(choice(podPhases)),
  /** As `kubectl get pods` shows it: Running, CrashLoopBackOff, Completed, Terminating … */
  status: tracked(text()),
  nodeName: tracked(textOrNull()),
  podIp: tracked(textOrNull()),
  readyCnt: tracked(number()),
  containerCnt: number(),
  restartCnt: tracked(number()),
  cpuRequestCores: tracked(number()),
  cpuLimitCores: tracked(number()),
  memRequestBytes: tracked(number()),
  memLimitBytes: tracked(number()),
  qosClass: tracked(textOrNull()),
  isHostNetwork: flag(),
  startedAtMs: msOrNull(),
  /** When a container was last killed for lack of memory; the next start would hide it. */
  oomKilledAtMs: msOrNull(),
} as const;

/** The states of its containers are part of its own. */
export type PodState = StateOf<typeof podFields> & { containers: ContainerState[] };
