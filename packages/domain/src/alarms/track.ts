import { alarmLevels } from '../mappings/labels.ts';
import type { AlarmLevel, Verdict } from './verdict.ts';

/** A breach within this time after a recovery reopens the same alarm. */
export const FLAP_MS = 5 * 60_000;
/** An alarm that was closed while breaching stays quiet for this time, or until it has recovered once. */
export const QUIET_MS = 24 * 3_600_000;
/** A gap between two measurements that is longer than this interrupts a hold. */
export const GAP_MS = 5 * 60_000;

/** Since when each threshold is passed without a break; null: it is not passed. */
export interface Breach {
  readonly warningMs: number | null;
  readonly criticalMs: number | null;
  readonly seenMs: number;
}

/**
 * The state of one item of one object between two evaluations, as plain JSON; absent: the item is ok.
 * pending: breaching, but not yet for the hold time · open: its alarm is at level 1, 2 or 3, with
 * `recoveredMs` when it recovered while a user handles it · recovered: its alarm is at 0 and may flap ·
 * quiet: a user closed it while breaching.
 */
export type Track =
  | { readonly kind: 'pending'; readonly breach: Breach }
  | {
      readonly kind: 'open';
      readonly alarmId: number;
      readonly level: AlarmLevel;
      readonly confirmLevel: 1 | 2 | 3;
      readonly recoveredMs: number | null;
      readonly breach: Breach | null;
    }
  | {
      readonly kind: 'recovered';
      readonly alarmId: number;
      readonly level: AlarmLevel;
      readonly recoveredMs: number;
      readonly breach: Breach | null;
    }
  | { readonly kind: 'quiet'; readonly alarmId: number; readonly closedMs: number };

export type CloseReason = 'targetDeleted' | 'unmonitored' | 'itemOff';

/** The change of the alarm. */
export type Effect =
  | { readonly kind: 'raise'; readonly alarmId: number; readonly level: AlarmLevel }
  | { readonly kind: 'worsen'; readonly alarmId: number }
  | { readonly kind: 'recover'; readonly alarmId: number }
  /** The same alarm breaches again. Reopened: it returns to confirmation level 1. */
  | {
      readonly kind: 'reoccur';
      readonly alarmId: number;
      readonly level: AlarmLevel;
      readonly isReopened: boolean;
    }
  | { readonly kind: 'close'; readonly alarmId: number; readonly reason: CloseReason };

/** One evaluation of an item. */
export interface Observation {
  readonly verdict: Verdict;
  readonly holdMs: number;
  /** True: the verdict is based on measurements. The value between two measurements is unknown. */
  readonly isMeasured: boolean;
  readonly nowMs: number;
}

export interface Step {
  readonly track: Track | undefined;
  readonly effect?: Effect;
}

/** The next track of one item of one object. Missing data does not change the track. */
export function nextTrack(
  track: Track | undefined,
  observation: Observation,
  newAlarmId: () => number,
): Step {
  if (observation.verdict === 'noData') return { track: track && forgetFlap(track, observation.nowMs) };
  switch (track?.kind) {
    case undefined:
    case 'pending':
      return pendingStep(track?.breach ?? null, observation, newAlarmId);
    case 'open':
      return openStep(track, observation);
    case 'recovered':
      return recoveredStep(track, observation, newAlarmId);
    case 'quiet':
      if (observation.verdict === 'ok') return { track: undefined };
      if (observation.nowMs - track.closedMs < QUIET_MS) return { track };
      return pendingStep(null, observation, newAlarmId);
  }
}

/** The object was deleted or is no longer evaluated. This is no recovery. */
export function endTrack(track: Track | undefined, reason: CloseReason): Step {
  if (track?.kind !== 'open') return { track: undefined };
  return { track: undefined, effect: { kind: 'close', alarmId: track.alarmId, reason } };
}

/** A user changed the confirmation level of the alarm. */
export function confirmTrack(
  track: Track | undefined,
  confirmLevel: 2 | 3 | 4,
  nowMs: number,
): Track | undefined {
  if (track?.kind === 'recovered') return confirmLevel === 4 ? undefined : track;
  if (track?.kind !== 'open') return track;
  if (confirmLevel !== 4) return { ...track, confirmLevel };
  return track.recoveredMs === null ? { kind: 'quiet', alarmId: track.alarmId, closedMs: nowMs } : undefined;
}

function pendingStep(before: Breach | null, observation: Observation, newAlarmId: () => number): Step {
  const breach = breachAfter(before, observation);
  if (breach === null) return { track: undefined };
  const level = heldLevel(breach, observation);
  if (level === null) return { track: { kind: 'pending', breach } };
  const alarmId = newAlarmId();
  return {
    track: { kind: 'open', alarmId, level, confirmLevel: 1, recoveredMs: null, breach },
    effect: { kind: 'raise', alarmId, level },
  };
}

function openStep(track: Extract<Track, { kind: 'open' }>, observation: Observation): Step {
  const { alarmId, recoveredMs } = track;
  const breach = breachAfter(track.breach, observation);
  if (breach === null) {
    if (observation.verdict !== 'ok' || recoveredMs !== null) return { track: { ...track, breach: null } };
    const effect = { kind: 'recover', alarmId } as const;
    if (track.confirmLevel !== 1)
      return { track: { ...track, recoveredMs: observation.nowMs, breach: null }, effect };
    const { level } = track;
    return {
      track: { kind: 'recovered', alarmId, level, recoveredMs: observation.nowMs, breach: null },
      effect,
    };
  }
  const held = heldLevel(breach, observation);
  if (recoveredMs !== null) {
    if (held === null) return { track: { ...track, breach } };
    const level = worse(track.level, held);
    const isReopened = brokeAt(breach) - recoveredMs > FLAP_MS;
    const confirmLevel = isReopened ? 1 : track.confirmLevel;
    return {
      track: { ...track, level, confirmLevel, recoveredMs: null, breach },
      effect: { kind: 'reoccur', alarmId, level, isReopened },
    };
  }
  if (track.level === alarmLevels.critical || held !== alarmLevels.critical)
    return { track: { ...track, breach } };
  return {
    track: { ...track, level: alarmLevels.critical, breach },
    effect: { kind: 'worsen', alarmId },
  };
}

function recoveredStep(
  track: Extract<Track, { kind: 'recovered' }>,
  observation: Observation,
  newAlarmId: () => number,
): Step {
  const breach = breachAfter(track.breach, observation);
  if (breach === null) return { track: forgetFlap({ ...track, breach: null }, observation.nowMs) };
  if (brokeAt(breach) - track.recoveredMs > FLAP_MS) return pendingStep(breach, observation, newAlarmId);
  const held = heldLevel(breach, observation);
  if (held === null) return { track: { ...track, breach } };
  const { alarmId } = track;
  const level = worse(track.level, held);
  return {
    track: { kind: 'open', alarmId, level, confirmLevel: 1, recoveredMs: null, breach },
    effect: { kind: 'reoccur', alarmId, level, isReopened: true },
  };
}

function forgetFlap(track: Track, nowMs: number): Track | undefined {
  const isOver = track.kind === 'recovered' && track.breach === null && nowMs - track.recoveredMs > FLAP_MS;
  return isOver ? undefined : track;
}

function breachAfter(before: Breach | null, { verdict, isMeasured, nowMs }: Observation): Breach | null {
  if (verdict !== 'warning' && verdict !== 'critical') return null;
  const isGoingOn = before !== null && (!isMeasured || nowMs - before.seenMs <= GAP_MS);
  const former = isGoingOn ? before : null;
  return {
    warningMs: former?.warningMs ?? nowMs,
    criticalMs: verdict === 'critical' ? (former?.criticalMs ?? nowMs) : null,
    // For states the time of the observation does not matter, so the track is not written again.
    seenMs: isMeasured ? nowMs : (former?.seenMs ?? nowMs),
  };
}

/** The level whose threshold was passed for the hold time. A critical breach is a warning too. */
function heldLevel({ warningMs, criticalMs }: Breach, { holdMs, nowMs }: Observation): AlarmLevel | null {
  if (criticalMs !== null && nowMs - criticalMs >= holdMs) return alarmLevels.critical;
  return warningMs !== null && nowMs - warningMs >= holdMs ? alarmLevels.warning : null;
}

function brokeAt({ warningMs, seenMs }: Breach): number {
  return warningMs ?? seenMs;
}

function worse(a: AlarmLevel, b: AlarmLevel): AlarmLevel {
  return a > b ? a : b;
}
