import { alarmLevels } from '../mappings/alarm.ts';
import type { AlarmLevel, Verdict } from './verdict.ts';

/** Breaking again so soon after a recovery is the same alarm. */
export const FLAP_MS = 5 * 60_000;
/** Closed while still breaching: quiet for so long, or until it has recovered once. */
export const QUIET_MS = 24 * 3_600_000;
/** Two measurements further apart than data may be old do not prove what was between them. */
export const GAP_MS = 5 * 60_000;

/** Since when, without a break, each level is passed; null: it is not. */
export interface Breach {
  readonly warningMs: number | null;
  readonly criticalMs: number | null;
  readonly seenMs: number;
}

/**
 * What is known of one item of one object between two looks at it, as plain JSON; absent: nothing, all is well.
 * pending: wrong, but not for long enough · open: its alarm is at 1, 2 or 3, `recoveredMs` where it recovered while
 * somebody was at it · recovered: its alarm is at 0 and may yet flap · quiet: closed by somebody while still wrong.
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

/** What an alarm is to be told. */
export type Effect =
  | { readonly kind: 'raise'; readonly alarmId: number; readonly level: AlarmLevel }
  | { readonly kind: 'worsen'; readonly alarmId: number }
  | { readonly kind: 'recover'; readonly alarmId: number }
  /** The same alarm once more; reopened: back to 1, whoever was at it before. */
  | {
      readonly kind: 'reoccur';
      readonly alarmId: number;
      readonly level: AlarmLevel;
      readonly isReopened: boolean;
    }
  | { readonly kind: 'close'; readonly alarmId: number; readonly reason: CloseReason };

export interface Look {
  readonly verdict: Verdict;
  readonly holdMs: number;
  /** Whether the verdict rests on measurements, which prove nothing of the time between them. */
  readonly isMeasured: boolean;
  readonly nowMs: number;
}

export interface Step {
  readonly track: Track | undefined;
  readonly effect?: Effect;
}

/** The next state of one item of one object. Silence changes nothing; time is an argument. */
export function nextTrack(track: Track | undefined, look: Look, newAlarmId: () => number): Step {
  if (look.verdict === 'noData') return { track: track && forgetFlap(track, look.nowMs) };
  switch (track?.kind) {
    case undefined:
    case 'pending':
      return pendingStep(track?.breach ?? null, look, newAlarmId);
    case 'open':
      return openStep(track, look);
    case 'recovered':
      return recoveredStep(track, look, newAlarmId);
    case 'quiet':
      if (look.verdict === 'ok') return { track: undefined };
      if (look.nowMs - track.closedMs < QUIET_MS) return { track };
      return pendingStep(null, look, newAlarmId);
  }
}

/** The object is gone, or no longer looked at: that is no recovery. */
export function endTrack(track: Track | undefined, reason: CloseReason): Step {
  if (track?.kind !== 'open') return { track: undefined };
  return { track: undefined, effect: { kind: 'close', alarmId: track.alarmId, reason } };
}

/** Somebody has changed the confirmation level of its alarm. */
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

function pendingStep(before: Breach | null, look: Look, newAlarmId: () => number): Step {
  const breach = breachAfter(before, look);
  if (breach === null) return { track: undefined };
  const level = heldLevel(breach, look);
  if (level === null) return { track: { kind: 'pending', breach } };
  const alarmId = newAlarmId();
  return {
    track: { kind: 'open', alarmId, level, confirmLevel: 1, recoveredMs: null, breach },
    effect: { kind: 'raise', alarmId, level },
  };
}

function openStep(track: Extract<Track, { kind: 'open' }>, look: Look): Step {
  const { alarmId, recoveredMs } = track;
  const breach = breachAfter(track.breach, look);
  if (breach === null) {
    if (look.verdict !== 'ok' || recoveredMs !== null) return { track: { ...track, breach: null } };
    const effect = { kind: 'recover', alarmId } as const;
    if (track.confirmLevel !== 1)
      return { track: { ...track, recoveredMs: look.nowMs, breach: null }, effect };
    const { level } = track;
    return { track: { kind: 'recovered', alarmId, level, recoveredMs: look.nowMs, breach: null }, effect };
  }
  const held = heldLevel(breach, look);
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
  look: Look,
  newAlarmId: () => number,
): Step {
  const breach = breachAfter(track.breach, look);
  if (breach === null) return { track: forgetFlap({ ...track, breach: null }, look.nowMs) };
  if (brokeAt(breach) - track.recoveredMs > FLAP_MS) return pendingStep(breach, look, newAlarmId);
  const held = heldLevel(breach, look);
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

function breachAfter(before: Breach | null, { verdict, isMeasured, nowMs }: Look): Breach | null {
  if (verdict !== 'warning' && verdict !== 'critical') return null;
  const isGoingOn = before !== null && (!isMeasured || nowMs - before.seenMs <= GAP_MS);
  const former = isGoingOn ? before : null;
  return {
    warningMs: former?.warningMs ?? nowMs,
    criticalMs: verdict === 'critical' ? (former?.criticalMs ?? nowMs) : null,
    // What does not count need not be written down again and again.
    seenMs: isMeasured ? nowMs : (former?.seenMs ?? nowMs),
  };
}

/** What has been passed for long enough; what is critical is a warning too. */
function heldLevel({ warningMs, criticalMs }: Breach, { holdMs, nowMs }: Look): AlarmLevel | null {
  if (criticalMs !== null && nowMs - criticalMs >= holdMs) return alarmLevels.critical;
  return warningMs !== null && nowMs - warningMs >= holdMs ? alarmLevels.warning : null;
}

function brokeAt({ warningMs, seenMs }: Breach): number {
  return warningMs ?? seenMs;
}

function worse(a: AlarmLevel, b: AlarmLevel): AlarmLevel {
  return a > b ? a : b;
}
