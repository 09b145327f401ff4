import { z } from 'zod';

/** What a message tells, before it is put into words: as it was when it happened. */
const AlarmFacts = z.object({
  alarmId: z.number(),
  level: z.number(),
  type: z.number(),
  confirmLevel: z.number(),
  isRecovered: z.boolean(),
  cluster: z.string(),
  target: z.string(),
  namespace: z.string().nullable(),
  name: z.string(),
  node: z.string().nullable(),
  itemKey: z.string(),
  itemName: z.string().nullable(),
  value: z.number().nullable(),
  threshold: z.number().nullable(),
  count: z.number(),
  occurredAt: z.string(),
  changedAt: z.string(),
  user: z.string().nullable(),
});
export type AlarmFacts = z.infer<typeof AlarmFacts>;

export const messageReasons = [
  'occurred',
  'worsened',
  'reoccurred',
  'unfolded',
  'recovered',
  'closed',
  'escalated',
  'summary',
  'test',
] as const;
export type MessageReason = (typeof messageReasons)[number];

/** As it lies in the outbox. */
export const Facts = z.union([
  z.object({ reason: z.enum(messageReasons), alarm: AlarmFacts }),
  /** Many at once; `list` holds the gravest of them. */
  z.object({
    reason: z.literal('summary'),
    why: z.enum(['quiet', 'flood']),
    count: z.number(),
    list: z.array(AlarmFacts),
  }),
]);
export type Facts = z.infer<typeof Facts>;

export interface AlarmOfFacts {
  readonly alarmId: number;
  readonly level: number;
  readonly type: number;
  readonly confirmLevel: number;
  readonly recoveredAt: Date | null;
  readonly clusterName: string;
  readonly target: string;
  readonly namespace: string | null;
  readonly objectName: string;
  readonly nodeName: string | null;
  readonly itemKey: string;
  readonly itemName: string | null;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly occurCnt: number;
  readonly occurredAt: Date;
  readonly changedAt: Date;
  readonly confirmedBy: string | null;
}

/** The columns of `alarm` that they are made of. */
export const factColumns = [
  'alarm.alarmId',
  'alarm.level',
  'alarm.type',
  'alarm.confirmLevel',
  'alarm.recoveredAt',
  'alarm.target',
  'alarm.namespace',
  'alarm.objectName',
  'alarm.nodeName',
  'alarm.itemKey',
  'alarm.itemName',
  'alarm.value',
  'alarm.threshold',
  'alarm.occurCnt',
  'alarm.occurredAt',
  'alarm.changedAt',
  'alarm.confirmedBy',
] as const;

export function factsOf(row: AlarmOfFacts): AlarmFacts {
  return {
    alarmId: row.alarmId,
    level: row.level,
    type: row.type,
    confirmLevel: row.confirmLevel,
    isRecovered: row.recoveredAt !== null,
    cluster: row.clusterName,
    target: row.target,
    namespace: row.namespace,
    name: row.objectName,
    node: row.nodeName,
    itemKey: row.itemKey,
    itemName: row.itemName,
    value: row.value,
    threshold: row.threshold,
    count: row.occurCnt,
    occurredAt: row.occurredAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    user: row.confirmedBy,
  };
}

/** What a test speaks of where nothing has happened yet. */
export function exampleFacts(now: Date): AlarmFacts {
  const at = now.toISOString();
  return {
    alarmId: 1,
    level: 5,
    type: 1,
    confirmLevel: 1,
    isRecovered: false,
    cluster: 'example',
    target: 'node',
    namespace: null,
    name: 'node-1',
    node: 'node-1',
    itemKey: 'node.notReady',
    itemName: null,
    value: 1,
    threshold: 1,
    count: 1,
    occurredAt: at,
    changedAt: at,
    user: null,
  };
}
