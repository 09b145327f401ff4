import { z } from 'zod';

/**
 * Why an attempt failed. address: it is invalid · inside: it is an internal address · redirect: the server does not follow
 * it · status: the receiver refused · refused: its answer lacks the success text · body: the body does not fit the channel ·
 * timeout · connection: no connection · noMailServer: none is set up · mail…: it was the mail server of the installation.
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
  'mailRefused',
  'mailTimeout',
  'mailConnection',
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

/** Why a message is not sent any more. */
const dropReasons = [
  /** The webhook is deleted or off. */
  'receiverOff',
  /** The browser is signed out, or its person turned notifications off. */
  'browserOff',
  /** The browser has ended its subscription. */
  'subscriptionEnded',
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
  'alarmOver',
  'alarmFolded',
  'outsideHours',
  'unreadable',
] as const;
export type DropReason = (typeof dropReasons)[number];

/** What is said about a message beside its state. The detail is data: a status, an error code, an address. */
export const DeliveryNote = z.object({
  why: z.enum([
    ...deliveryErrors,
    ...dropReasons,
    /** Some recipients were refused; the detail says how many of how many, and why. */
    'partlyRefused',
    /** A relay reported something, or a failure; the detail is its text. */
    'receipt',
    'receiptFailed',
    /** The text of an older version. */
    'older',
  ]),
  detail: z.string().nullable(),
});
export type DeliveryNote = z.infer<typeof DeliveryNote>;
