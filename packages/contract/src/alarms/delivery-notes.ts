import { z } from 'zod';

/**
 * Why an attempt failed. address: it is invalid · inside: it is an internal address · redirect: the server does not follow
 * it · status: the receiver refused · refused: its answer lacks the success text · body: the body does not fit the channel ·
 * timeout · connection: no connection · noMailServer: none is set up.
 */
export const deliveryErrors = [
  'address',
  'inside',
  'redirect',
  'status',
  'refused',
  'body',
  'timeout',
  'connection',
  'noMailServer',
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

/** Why a message is not sent any more. */
const dropReasons = [
  /** The webhook is deleted or off. */
  'receiverOff',
  /** The browser is signed out, or its person turned notifications off. */
  'browserOff',
  /** The browser has ended its subscription. */
  'gone',
  'scheduleDeleted',
  'reportDeleted',
  /** The person has left, or has no address. */
  'personGone',
  'groupNotSeen',
  /** The alarm is deleted, or not for this receiver any more. */
  'notConcerned',
  /** A later change of the alarm has its own message. */
  'overtaken',
  'acknowledged',
  'over',
  'folded',
  'outsideHours',
  'unreadable',
] as const;
export type DropReason = (typeof dropReasons)[number];

/** What is said about a message beside its state. The detail is data: a status, an error code, an address, a share. */
export const DeliveryNote = z.object({
  why: z.enum([
    ...deliveryErrors,
    ...dropReasons,
    /** Some of several recipients were refused. */
    'partly',
    /** A relay reported something else than a success; the detail is its text. */
    'receipt',
    /** Stored by an older version, as a text. */
    'other',
  ]),
  detail: z.string().nullable(),
});
export type DeliveryNote = z.infer<typeof DeliveryNote>;
