import { z } from 'zod';
import { Timestamp } from '../definition/fields.ts';
import { deliveryStates } from './delivery-states.ts';

/** The person of a rota to whom a step goes. */
export const stepReceivers = ['first', 'second', 'lead'] as const;

/**
 * Why an escalation step passes somebody over. nobody: the place is empty · deleted, suspended, noRight: the person cannot
 * be on duty · noAddress: the account has no e-mail address · noMailServer: the installation cannot send mail
 */
export const skipReasons = [
  'nobody',
  'deleted',
  'suspended',
  'noRight',
  'noAddress',
  'noMailServer',
] as const;

/** Whom a step reached. next: the people of the next shift */
const ReachedAs = z.enum([...stepReceivers, 'next']);

/** A step that was sent, for one person. */
const SentStep = z.object({
  rotaName: z.string(),
  /** From 1. */
  stepNo: z.int(),
  stepTo: z.enum(stepReceivers),
  /** Null: nobody could be reached. */
  userName: z.string().nullable(),
  reachedAs: ReachedAs.nullable(),
  /** Whom the step passed over. */
  skippedList: z.array(z.object({ role: ReachedAs, name: z.string().nullable(), why: z.enum(skipReasons) })),
  at: Timestamp,
  /** Of the message; null: there is none. */
  state: z.enum(deliveryStates).nullable(),
  lastError: z.string().nullable(),
});

/** A step that is sent at this time if nobody acknowledges the alarm. */
const NextStep = z.object({
  rotaName: z.string(),
  stepNo: z.int(),
  stepTo: z.enum(stepReceivers),
  at: Timestamp,
  /** Who is scheduled then; empty: the step goes to the next person who can be reached. */
  nameList: z.array(z.string()),
});

export const AlarmEscalation = z.object({
  /** Why no step is sent now. After a snooze or maintenance the steps go on. */
  endedBy: z.enum(['acknowledged', 'over', 'snooze', 'maintenance']).nullable(),
  sentList: z.array(SentStep),
  nextList: z.array(NextStep),
});
export type AlarmEscalation = z.infer<typeof AlarmEscalation>;
