import type { Breach, Track } from '@gwanje/domain/alarms/track';

/** A hold that goes on is written once in each of these, so that a restart finds where it was. */
const SEEN_EVERY_MS = 60_000;
/** Most of what passes a threshold of a measurement is back at the next sample. A restart makes the hold of one so young begin anew. */
const YOUNG_MS = 25_000;

const NO_BREACH: Breach = { seenMs: 0, warningMs: null, criticalMs: null };

const alarmFields = ['alarmId', 'level', 'confirmLevel', 'recoveredMs', 'closedMs'] as const;
type AlarmFields = Pick<Track, 'kind'> & { readonly [Field in (typeof alarmFields)[number]]?: number | null };

interface Change {
  readonly before: Track | undefined;
  readonly after: Track | undefined;
  readonly isMeasured: boolean;
}

/** Which tracks are in the table, and which are worth to be put there: those without which a restart would go on differently. */
export class WrittenTracks {
  readonly #written = new WeakSet<Track>();

  note(track: Track | undefined): void {
    if (track) this.#written.add(track);
  }

  /** It goes on in memory alone: what the table has of the one before stands for it too. */
  follow(before: Track | undefined, after: Track | undefined): void {
    if (before && this.#written.has(before)) this.note(after);
  }

  isWorthWriting({ before, after, isMeasured }: Change, nowMs: number): boolean {
    const written = before && this.#written.has(before) ? before : undefined;
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
    Math.floor(after.seenMs / SEEN_EVERY_MS) !== Math.floor(before.seenMs / SEEN_EVERY_MS) ||
    before.warningMs !== after.warningMs ||
    before.criticalMs !== after.criticalMs
  );
}

function breachOf(track: Track): Breach {
  return ('breach' in track ? track.breach : null) ?? NO_BREACH;
}

/** Everything but the breach, field by field: it is asked of every track at every look. */
function isOtherAlarm(before: Track, after: Track): boolean {
  const one: AlarmFields = before;
  const other: AlarmFields = after;
  return alarmFields.some((field) => one[field] !== other[field]);
}
