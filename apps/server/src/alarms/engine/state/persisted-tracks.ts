import type { Breach, Track } from '@gwanje/domain/alarms/track';

/** A hold in progress is written once in this time, so that a restart continues it. */
const PERSIST_EVERY_MS = 60_000;
/**
 * Most measurements are normal again at the next sample, so younger holds are not stored: a restart begins
 * them again.
 */
const YOUNG_MS = 25_000;

const NO_BREACH: Breach = { seenMs: 0, warningMs: null, criticalMs: null };

const alarmFields = ['alarmId', 'level', 'confirmLevel', 'recoveredMs', 'closedMs'] as const;
type AlarmFields = Pick<Track, 'kind'> & { readonly [Field in (typeof alarmFields)[number]]?: number | null };

interface Change {
  readonly before: Track | undefined;
  readonly after: Track | undefined;
  readonly isMeasured: boolean;
}

/** Knows which tracks are in the table, and which must be there so that a restart continues unchanged. */
export class PersistedTracks {
  readonly #persisted = new WeakSet<Track>();

  add(track: Track | undefined): void {
    if (track) this.#persisted.add(track);
  }

  /** `after` stays in memory only; the stored row of `before` is still valid for it. */
  follow(before: Track | undefined, after: Track | undefined): void {
    if (before && this.#persisted.has(before)) this.add(after);
  }

  shouldPersist({ before, after, isMeasured }: Change, nowMs: number): boolean {
    const written = before && this.#persisted.has(before) ? before : undefined;
    if (!after) return written !== undefined;
    if (!written) return !isMeasured || !isYoung(after, nowMs);
    return (
      written.kind !== after.kind ||
      isOtherBreach(breachOf(written), breachOf(after)) ||
      isOtherAlarm(written, after)
    );
  }
}

function isYoung(track: Track, nowMs: number): boolean {
  if (track.kind !== 'pending') return false;
  const { warningMs, seenMs } = track.breach;
  return nowMs - (warningMs ?? seenMs) < YOUNG_MS;
}

function isOtherBreach(before: Breach, after: Breach): boolean {
  return (
    Math.floor(after.seenMs / PERSIST_EVERY_MS) !== Math.floor(before.seenMs / PERSIST_EVERY_MS) ||
    before.warningMs !== after.warningMs ||
    before.criticalMs !== after.criticalMs
  );
}

function breachOf(track: Track): Breach {
  return ('breach' in track ? track.breach : null) ?? NO_BREACH;
}

/** Compares field by field: this runs for every track at every evaluation. */
function isOtherAlarm(before: Track, after: Track): boolean {
  const one: AlarmFields = before;
  const other: AlarmFields = after;
  return alarmFields.some((field) => one[field] !== other[field]);
}
