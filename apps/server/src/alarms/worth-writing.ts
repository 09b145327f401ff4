import type { Breach, Track } from '@gwanje/domain/alarms/track';

/** A hold that goes on is written once in each of these, so that a restart finds where it was. */
const SEEN_EVERY_MS = 60_000;

const NO_BREACH: Breach = { seenMs: 0, warningMs: null, criticalMs: null };

const alarmFields = ['alarmId', 'level', 'confirmLevel', 'recoveredMs', 'closedMs'] as const;
type AlarmFields = Pick<Track, 'kind'> & { readonly [Field in (typeof alarmFields)[number]]?: number | null };

/** Whether a restart would go on differently without it. */
export function isWorthWriting(before: Track | undefined, after: Track | undefined): boolean {
  if (!before || !after || before.kind !== after.kind) return before !== after;
  return isOtherBreach(breachOf(before), breachOf(after)) || isOtherAlarm(before, after);
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
