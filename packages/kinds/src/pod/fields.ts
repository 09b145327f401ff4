import { podPhases } from '@gwanje/contract/clusters/states';
import type { ContainerState } from '../container/fields.ts';
import {
  choice,
  flag,
  msOrNull,
  number,
  type StateOf,
  text,
  textOrNull,
  tracked,
} from '../definition/fields.ts';

export const podFields = {
  name: text(),
  namespace: text(),
  ownerKind: textOrNull(),
  ownerName: textOrNull(),
  phase: tracked(choice(podPhases)),
  /** As in `kubectl get pods`: Running, CrashLoopBackOff, Completed, Terminating … */
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
  /** When a container was last OOM-killed. The next start of the container would hide it. */
  oomKilledAtMs: msOrNull(),
} as const;

/** Includes the states of its containers. */
export type PodState = StateOf<typeof podFields> & { containers: ContainerState[] };
