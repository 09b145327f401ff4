import type { holdReasons } from '@gwanje/contract/alarms';
import type { Hours } from '@gwanje/contract/webhooks';
import { alarmLevels, confirmLevels } from '../mappings/alarm.ts';
import { endOfHours } from './hours.ts';

/** Something is wrong, or worse, or wrong again, or stands for itself again; and: it is over. */
const TROUBLE = ['occurred', 'worsened', 'reoccurred', 'unfolded'] as const;
const RELIEF = ['recovered', 'closed'] as const;
export type NewsReason = (typeof TROUBLE)[number] | (typeof RELIEF)[number];

/**
 * Why a message is not sent yet. escalation: somebody may still acknowledge · maintenance, snooze: nobody is to be told ·
 * quiet: quiet hours, told in a summary · flood: too many at once, told in a summary
 */
export type HoldReason = (typeof holdReasons)[number];

export interface Receiver {
  readonly minLevel: number;
  readonly isRecoveryTold: boolean;
  readonly hours: Hours | null;
  readonly quietHours: Hours | null;
  readonly subGroupIdList: readonly number[] | null;
  readonly escalateAfterMin: number | null;
}

export interface News {
  readonly reason: NewsReason;
  readonly level: number;
  readonly subGroupId: number;
  /** Until when nobody is to be told; null: not so. */
  readonly maintainedUntilMs: number | null;
  readonly snoozedUntilMs: number | null;
}

/** What this receiver knows of the alarm already, and what is held back from it. */
export interface Former {
  readonly isTold: boolean;
  readonly heldFor: HoldReason | null;
}

export type Decision =
  | { readonly kind: 'tell' }
  | { readonly kind: 'hold'; readonly for: HoldReason; readonly untilMs: number }
  /** cancel: what was held back is not to be told any more either. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'cancel' };

const MINUTE_MS = 60_000;

/** Whether a receiver is told of something that has just happened. */
export function route(receiver: Receiver, news: News, former: Former, nowMs: number): Decision {
  if (isRelief(news.reason)) {
    // Whoever has not been told that it began is not told that it is over; a summary says so by itself.
    if (former.heldFor !== null) return { kind: isSummed(former.heldFor) ? 'nothing' : 'cancel' };
    if (!receiver.isRecoveryTold || !former.isTold) return { kind: 'nothing' };
    return quietOr(receiver, news, nowMs);
  }
  if (!concerns(receiver, news)) return { kind: 'nothing' };
  if (receiver.escalateAfterMin !== null && !(news.reason === 'worsened' && former.isTold)) {
    if (former.heldFor !== null) return { kind: 'nothing' };
    return { kind: 'hold', for: 'escalation', untilMs: nowMs + receiver.escalateAfterMin * MINUTE_MS };
  }
  const decision = inHoursOr(receiver, news, nowMs);
  // It waits already, and is told as it will be then.
  return decision.kind === 'hold' && former.heldFor !== null ? { kind: 'nothing' } : decision;
}

export interface HeldNews extends News {
  readonly heldFor: HoldReason;
  readonly confirmLevel: number;
  readonly isRecovered: boolean;
  readonly isFolded: boolean;
}

export type Release =
  | Exclude<Decision, { kind: 'nothing' | 'cancel' }>
  | { readonly kind: 'drop'; readonly why: string };

/** What becomes of a message whose time has come, by what has become of its alarm. Of summaries see `isSummed`. */
export function release(receiver: Receiver, news: HeldNews, nowMs: number): Release {
  const isOver =
    news.isRecovered ||
    news.confirmLevel === confirmLevels.recovered ||
    news.confirmLevel === confirmLevels.closed;
  if (isRelief(news.reason)) {
    if (!isOver) return { kind: 'drop', why: 'it broke again meanwhile' };
    const decision = quietOr(receiver, news, nowMs);
    return decision.kind === 'hold' ? decision : { kind: 'tell' };
  }
  if (isOver) return { kind: 'drop', why: 'over before anybody had to be told' };
  if (news.confirmLevel !== confirmLevels.occurred) return { kind: 'drop', why: 'acknowledged in time' };
  if (news.isFolded) return { kind: 'drop', why: 'folded under another alarm' };
  if (!concerns(receiver, news)) return { kind: 'drop', why: 'not for this receiver any more' };
  const decision = inHoursOr(receiver, news, nowMs);
  if (decision.kind === 'nothing') return { kind: 'drop', why: 'outside the hours of this receiver' };
  return decision;
}

export function isSummed(reason: HoldReason): boolean {
  return reason === 'quiet' || reason === 'flood';
}

function isRelief(reason: NewsReason): boolean {
  return RELIEF.some((one) => one === reason);
}

function concerns({ minLevel, subGroupIdList }: Receiver, { level, subGroupId }: News): boolean {
  return level >= minLevel && (subGroupIdList === null || subGroupIdList.includes(subGroupId));
}

type Now = Exclude<Decision, { kind: 'cancel' }>;

function inHoursOr(receiver: Receiver, news: News, nowMs: number): Now {
  const held = heldBack(news);
  if (held) return held;
  if (receiver.hours !== null && endOfHours(receiver.hours, nowMs) === null) return { kind: 'nothing' };
  return quietOr(receiver, news, nowMs);
}

/** Also out of hours: whoever was told that something is wrong hears that it is over. */
function quietOr({ quietHours }: Receiver, news: News, nowMs: number): Exclude<Now, { kind: 'nothing' }> {
  const held = heldBack(news);
  if (held) return held;
  const quietUntilMs = quietHours && news.level < alarmLevels.critical ? endOfHours(quietHours, nowMs) : null;
  return quietUntilMs === null ? { kind: 'tell' } : { kind: 'hold', for: 'quiet', untilMs: quietUntilMs };
}

function heldBack({ maintainedUntilMs, snoozedUntilMs }: News): Extract<Now, { kind: 'hold' }> | null {
  if (maintainedUntilMs !== null) return { kind: 'hold', for: 'maintenance', untilMs: maintainedUntilMs };
  return snoozedUntilMs === null ? null : { kind: 'hold', for: 'snooze', untilMs: snoozedUntilMs };
}
