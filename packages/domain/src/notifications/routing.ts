import type { holdReasons } from '@gwanje/contract/alarms/alarms';
import type { DropReason } from '@gwanje/contract/alarms/delivery-notes';
import type { Hours } from '@gwanje/contract/alarms/webhooks';
import { alarmLevels, confirmLevels } from '../mappings/labels.ts';
import { endOfHours } from './hours.ts';

/** Reasons that report a problem, and reasons that report its end. */
const BEGINNINGS = ['occurred', 'worsened', 'reoccurred', 'unfolded'] as const;
const ENDINGS = ['recovered', 'closed'] as const;
export const alarmChangeReasons = [...BEGINNINGS, ...ENDINGS] as const;
export type AlarmChangeReason = (typeof alarmChangeReasons)[number];

/**
 * Why a message is not sent yet. escalation: a user may still acknowledge · maintenance, snooze:
 * notifications are off · quiet: quiet hours, a summary follows · flood: too many at once, a summary follows
 */
export type HoldReason = (typeof holdReasons)[number];

export interface Receiver {
  readonly minLevel: number;
  readonly sendsRecovery: boolean;
  readonly hours: Hours | null;
  readonly quietHours: Hours | null;
  readonly subGroupIdList: readonly number[] | null;
  readonly escalateAfterMin: number | null;
}

export interface Notice {
  readonly reason: AlarmChangeReason;
  readonly level: number;
  readonly subGroupId: number;
  /** The end of the maintenance window that covers the alarm; null: none does. */
  readonly maintainedUntilMs: number | null;
  readonly snoozedUntilMs: number | null;
}

/** The messages of this receiver about this alarm so far. */
export interface Former {
  readonly isSent: boolean;
  readonly heldFor: HoldReason | null;
}

export type Decision =
  | { readonly kind: 'send' }
  | { readonly kind: 'hold'; readonly for: HoldReason; readonly untilMs: number }
  | { readonly kind: 'nothing' }
  /** The held message is not sent either. */
  | { readonly kind: 'cancel' };

const MINUTE_MS = 60_000;

/** Decides what one receiver gets about a change of an alarm. */
export function route(receiver: Receiver, notice: Notice, former: Former, nowMs: number): Decision {
  if (isEnding(notice.reason)) {
    // The end is sent only if the beginning was sent. A summary includes the end.
    if (former.heldFor !== null) return { kind: isSummed(former.heldFor) ? 'nothing' : 'cancel' };
    if (!receiver.sendsRecovery || !former.isSent) return { kind: 'nothing' };
    return decideByQuietHours(receiver, notice, nowMs);
  }
  if (!concerns(receiver, notice)) return { kind: 'nothing' };
  if (receiver.escalateAfterMin !== null && !(notice.reason === 'worsened' && former.isSent)) {
    if (former.heldFor !== null) return { kind: 'nothing' };
    return { kind: 'hold', for: 'escalation', untilMs: nowMs + receiver.escalateAfterMin * MINUTE_MS };
  }
  const decision = decideByHours(receiver, notice, nowMs);
  // A message is already held. Its release uses the facts of that time.
  return decision.kind === 'hold' && former.heldFor !== null ? { kind: 'nothing' } : decision;
}

export interface HeldNotice extends Notice {
  readonly heldFor: HoldReason;
  readonly confirmLevel: number;
  readonly isRecovered: boolean;
  readonly isFolded: boolean;
}

export type Release =
  | Exclude<Decision, { kind: 'nothing' | 'cancel' }>
  | { readonly kind: 'drop'; readonly why: DropReason };

/** Decides about a held message whose hold has ended, by the alarm's current state. Not for summaries. */
export function release(receiver: Receiver, notice: HeldNotice, nowMs: number): Release {
  const isOver =
    notice.isRecovered ||
    notice.confirmLevel === confirmLevels.recovered ||
    notice.confirmLevel === confirmLevels.closed;
  if (isEnding(notice.reason)) {
    if (!isOver) return { kind: 'drop', why: 'overtaken' };
    const decision = decideByQuietHours(receiver, notice, nowMs);
    return decision.kind === 'hold' ? decision : { kind: 'send' };
  }
  if (isOver) return { kind: 'drop', why: 'alarmOver' };
  if (notice.confirmLevel !== confirmLevels.occurred) return { kind: 'drop', why: 'acknowledged' };
  if (notice.isFolded) return { kind: 'drop', why: 'alarmFolded' };
  if (!concerns(receiver, notice)) return { kind: 'drop', why: 'notConcerned' };
  const decision = decideByHours(receiver, notice, nowMs);
  if (decision.kind === 'nothing') return { kind: 'drop', why: 'outsideHours' };
  return decision;
}

/** A reason as it is stored in the outbox. */
export function parseChangeReason(text: string): AlarmChangeReason {
  return alarmChangeReasons.find((reason) => reason === text) ?? 'occurred';
}

export function isSummed(reason: HoldReason): boolean {
  return reason === 'quiet' || reason === 'flood';
}

export function isEnding(reason: AlarmChangeReason): boolean {
  return ENDINGS.some((one) => one === reason);
}

function concerns({ minLevel, subGroupIdList }: Receiver, { level, subGroupId }: Notice): boolean {
  return level >= minLevel && (subGroupIdList === null || subGroupIdList.includes(subGroupId));
}

type Now = Exclude<Decision, { kind: 'cancel' }>;

function decideByHours(receiver: Receiver, notice: Notice, nowMs: number): Now {
  const held = silencedHold(notice);
  if (held) return held;
  if (receiver.hours !== null && endOfHours(receiver.hours, nowMs) === null) return { kind: 'nothing' };
  return decideByQuietHours(receiver, notice, nowMs);
}

/** Ignores the receiver's hours: a receiver that got the beginning also gets the end outside of them. */
function decideByQuietHours(
  { quietHours }: Receiver,
  notice: Notice,
  nowMs: number,
): Exclude<Now, { kind: 'nothing' }> {
  const held = silencedHold(notice);
  if (held) return held;
  const quietUntilMs =
    quietHours && notice.level < alarmLevels.critical ? endOfHours(quietHours, nowMs) : null;
  return quietUntilMs === null ? { kind: 'send' } : { kind: 'hold', for: 'quiet', untilMs: quietUntilMs };
}

function silencedHold({ maintainedUntilMs, snoozedUntilMs }: Notice): Extract<Now, { kind: 'hold' }> | null {
  if (maintainedUntilMs !== null) return { kind: 'hold', for: 'maintenance', untilMs: maintainedUntilMs };
  return snoozedUntilMs === null ? null : { kind: 'hold', for: 'snooze', untilMs: snoozedUntilMs };
}
