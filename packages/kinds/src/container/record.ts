import { z } from 'zod';
import { Message, Name, Resources, ShortText, Time } from '../definition/record-fields.ts';

const ContainerStateRecord = z.object({
  kind: z.enum(['waiting', 'running', 'terminated']),
  reason: ShortText.nullable(),
  message: Message.nullable(),
  exitCode: z.number().int().nullable(),
  signal: z.number().int().nullable(),
  startedAt: Time.nullable(),
  finishedAt: Time.nullable(),
});

/** Part of the record of its pod. */
export const ContainerRecord = z.object({
  name: Name,
  type: z.enum(['regular', 'init', 'sidecar', 'ephemeral']),
  image: z.string().max(1024),
  /** Null until the kubelet has started it once. */
  containerId: z.string().max(256).nullable(),
  state: ContainerStateRecord.nullable(),
  lastState: ContainerStateRecord.nullable(),
  isReady: z.boolean(),
  /** It runs and has passed its startup probe, if it has one. */
  isStarted: z.boolean().optional(),
  restartCnt: z.int().min(0),
  requests: Resources,
  limits: Resources,
});
export type ContainerRecord = z.infer<typeof ContainerRecord>;
