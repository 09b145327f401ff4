import type { Breach, Track } from '@gwanje/domain/alarms/track';
import { z } from 'zod';

/**
 * An object id; 0 for the cluster itself. For an event about an object that is not collected: its kind,
 * namespace and name.
 */
export type ObjectKey = number | string;

export function keyText(key: ObjectKey): string {
  if (typeof key === 'string') return key;
  return key === 0 ? 'cluster' : `#${key}`;
}

export function keyOf(text: string): ObjectKey {
  if (text === 'cluster') return 0;
  return /^#[1-9]\d*$/.test(text) ? Number(text.slice(1)) : text;
}

const StoredBreach = z.object({
  warningMs: z.number().nullable(),
  criticalMs: z.number().nullable(),
  seenMs: z.number(),
});
const Level = z.union([z.literal(1), z.literal(5)]);
const StoredTrack: z.ZodType<Track> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pending'), breach: StoredBreach }),
  z.object({
    kind: z.literal('open'),
    alarmId: z.int(),
    level: Level,
    confirmLevel: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    recoveredMs: z.number().nullable(),
    breach: StoredBreach.nullable(),
  }),
  z.object({
    kind: z.literal('recovered'),
    alarmId: z.int(),
    level: Level,
    recoveredMs: z.number(),
    breach: StoredBreach.nullable(),
  }),
  z.object({ kind: z.literal('quiet'), alarmId: z.int(), closedMs: z.number() }),
]);

/** A track that cannot be parsed, such as one of another version, is treated as missing. */
export function readTrack(json: unknown): Track | undefined {
  return StoredTrack.safeParse(json).data;
}

export type ItemTracks = Map<ObjectKey, Track>;

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

/** One item of one object. */
interface TrackId {
  readonly hostId: number;
  readonly itemKey: string;
  readonly key: ObjectKey;
}

interface Change {
  readonly before: Track | undefined;
  readonly after: Track | undefined;
}

/**
 * The tracks of all objects that are not ok, by cluster and item. Knows which tracks are in the table, and
 * which must be there so that a restart continues unchanged.
 */
export class TrackStore {
  readonly #hosts = new Map<number, Map<string, ItemTracks>>();
  readonly #persisted = new WeakSet<Track>();

  items(hostId: number): ReadonlyMap<string, ItemTracks> {
    return this.#hosts.get(hostId) ?? new Map();
  }

  /** Sets a track as it is in the table. */
  set(id: TrackId, track: Track | undefined): void {
    if (track) this.#persisted.add(track);
    this.#put(id, track);
  }

  /** `after` stays in memory only; a stored row of `before` is still valid for it. */
  setUnwritten(change: TrackId & Change): void {
    const { before, after } = change;
    if (after && before && this.#persisted.has(before)) this.#persisted.add(after);
    this.#put(change, after);
  }

  shouldPersist({ before, after, isMeasured }: Change & { readonly isMeasured: boolean }, nowMs: number) {
    const written = before && this.#persisted.has(before) ? before : undefined;
    if (!after) return written !== undefined;
    if (!written) return !isMeasured || !isYoung(after, nowMs);
    return (
      written.kind !== after.kind ||
      isOtherBreach(breachOf(written), breachOf(after)) ||
      isOtherAlarm(written, after)
    );
  }

  #put({ hostId, itemKey, key }: TrackId, track: Track | undefined): void {
    let items = this.#hosts.get(hostId);
    if (!items) {
      items = new Map();
      this.#hosts.set(hostId, items);
    }
    const tracks = items.get(itemKey) ?? new Map<ObjectKey, Track>();
    if (track) tracks.set(key, track);
    else tracks.delete(key);
    if (tracks.size > 0) items.set(itemKey, tracks);
    else items.delete(itemKey);
  }

  forgetHost(hostId: number): void {
    this.#hosts.delete(hostId);
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
