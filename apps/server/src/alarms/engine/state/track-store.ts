import type { Track } from '@gwanje/domain/alarms/track';
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

const Breach = z.object({
  warningMs: z.number().nullable(),
  criticalMs: z.number().nullable(),
  seenMs: z.number(),
});
const Level = z.union([z.literal(1), z.literal(5)]);
const StoredTrack: z.ZodType<Track> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pending'), breach: Breach }),
  z.object({
    kind: z.literal('open'),
    alarmId: z.int(),
    level: Level,
    confirmLevel: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    recoveredMs: z.number().nullable(),
    breach: Breach.nullable(),
  }),
  z.object({
    kind: z.literal('recovered'),
    alarmId: z.int(),
    level: Level,
    recoveredMs: z.number(),
    breach: Breach.nullable(),
  }),
  z.object({ kind: z.literal('quiet'), alarmId: z.int(), closedMs: z.number() }),
]);

/** A track that cannot be parsed, such as one of another version, is treated as missing. */
export function readTrack(json: unknown): Track | undefined {
  return StoredTrack.safeParse(json).data;
}

export type ItemTracks = Map<ObjectKey, Track>;

/** The tracks of all objects that are not ok, by cluster and item. */
export class TrackStore {
  readonly #hosts = new Map<number, Map<string, ItemTracks>>();

  items(hostId: number): ReadonlyMap<string, ItemTracks> {
    return this.#hosts.get(hostId) ?? new Map();
  }

  hostIds(): Iterable<number> {
    return this.#hosts.keys();
  }

  get(hostId: number, itemKey: string, key: ObjectKey): Track | undefined {
    return this.#hosts.get(hostId)?.get(itemKey)?.get(key);
  }

  set(hostId: number, itemKey: string, key: ObjectKey, track: Track | undefined): void {
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
