import { skipReasons, stepReceivers } from '@gwanje/contract/alarms/alarm-escalation';
import { alarmChangeReasons } from '@gwanje/domain/notifications/routing';
import { z } from 'zod';

/** An alarm as it was when the message was written. */
export const AlarmFacts = z.object({
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

const MessageReason = z.enum([...alarmChangeReasons, 'escalated', 'summary', 'test']);
export type MessageReason = z.infer<typeof MessageReason>;

/** The escalation step that a message to a person belongs to. */
const EscalationFacts = z.object({
  rotaName: z.string(),
  /** From 1. */
  step: z.number(),
  to: z.enum(stepReceivers),
  reachedAs: z.enum([...stepReceivers, 'next']),
  skipped: z.array(
    z.object({
      role: z.enum([...stepReceivers, 'next']),
      name: z.string().nullable(),
      /** The user of this name. Absent in older messages. */
      userNo: z.number().nullish(),
      why: z.enum(skipReasons),
    }),
  ),
});
export type EscalationFacts = z.infer<typeof EscalationFacts>;

/** The payload of an outbox row. It is rendered to text when it is sent. */
export const MessageFacts = z.union([
  z.object({ reason: MessageReason, alarm: AlarmFacts, escalation: EscalationFacts.optional() }),
  /** Many alarms in one message; `list` holds the most severe. */
  z.object({
    reason: z.literal('summary'),
    why: z.enum(['quiet', 'flood', 'escalated']),
    count: z.number(),
    list: z.array(AlarmFacts),
  }),
]);
export type MessageFacts = z.infer<typeof MessageFacts>;

/** The alarms that a message names. */
export function alarmsOf(facts: MessageFacts): readonly AlarmFacts[] {
  return 'alarm' in facts ? [facts.alarm] : facts.list;
}

/** A report, which is rendered from its stored figures when it is sent. */
export const ReportMessage = z.object({ reason: z.literal('report'), reportId: z.number() });
export type ReportMessage = z.infer<typeof ReportMessage>;

/** The alarm of a test message when there is no real alarm yet. */
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
