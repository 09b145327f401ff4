import { z } from 'zod';
import { Timestamp } from '../definition/fields.ts';
import { DeliveryNote } from './delivery-notes.ts';
import { deliveryStates } from './delivery-states.ts';

/** The person of a rota to whom a step goes. */
export const stepReceivers = ['first', 'second', 'lead'] as const;

/**
 * Why an escalation step passes somebody over. nobody: the place is empty · deleted, suspended, noRight: the person cannot
 * be on duty · noAddress: the person has neither an e-mail address nor a browser with notifications · noMailServer: the
 * installation cannot send mail, and the person has no browser with notifications
 */
export const skipReasons = [
  'nobody',
  'deleted',
  'suspended',
  'noRight',
  'noAddress',
  'noMailServer',
] as const;

/** How a step reaches a person. push: the browsers in which the person has turned on notifications */
export const stepChannels = ['email', 'push'] as const;

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
  /** One entry for each way to the person. Of several browsers the one that got furthest. */
  deliveryList: z.array(
    z.object({
      channel: z.enum(stepChannels),
      state: z.enum(deliveryStates),
      note: DeliveryNote.nullable(),
    }),
  ),
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
