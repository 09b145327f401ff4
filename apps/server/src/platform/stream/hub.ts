import type { StreamEvent } from '@gwanje/kinds/calls/stream';
import { formatEventId, parseEventId } from './event-id.ts';

/** Covers the longest reconnect that should not cost a reload, at a few thousand events a minute. */
const BUFFER_SIZE = 20_000;

/** A browser opens one stream for all its windows; more than this is a bug or an attack. */
export const STREAMS_PER_OWNER = 20;

/** More than the replicas that run and those that were restarted in the last days. It bounds the event ids. */
const MAX_ORIGINS = 24;

export interface Viewer {
  /** The user, wallboard or tokens whose streams are counted together. */
  readonly owner: string;
  sees(hostId: number): boolean;
  /** Sends an encoded message. It is encoded once for all viewers. */
  send(message: Buffer): void;
}

export type ClusterEvent = Exclude<StreamEvent, { type: 'reset' }>;
export type PublishListener = (seq: number, event: ClusterEvent) => void;

/** The events of one replica. All of them after `missedSeq` are in the buffer. */
interface Origin {
  missedSeq: number;
  lastSeq: number;
}

interface BufferedEvent {
  readonly origin: string;
  readonly seq: number;
  readonly hostId: number;
  readonly message: Buffer;
}

/**
 * Sends to every open stream the events of the clusters its viewer sees. Each replica (origin) numbers its own
 * events. An event id names the last number of every origin, so that any replica can tell which events a browser
 * has missed. The origin of a server is new with every start, so an id from before a restart is not taken for
 * a new one.
 */
export class StreamHub {
  readonly origin: string;
  readonly #viewers = new Map<Viewer, ReadonlyMap<string, number>>();
  readonly #listeners = new Set<PublishListener>();
  /** The origin with the oldest news first. */
  readonly #origins = new Map<string, Origin>();
  readonly #buffer: BufferedEvent[] = [];
  readonly #bufferSize: number;

  constructor(origin: string, bufferSize = BUFFER_SIZE) {
    this.origin = origin;
    this.#bufferSize = bufferSize;
    this.#origins.set(origin, { missedSeq: 0, lastSeq: 0 });
  }

  get viewerCnt(): number {
    return this.#viewers.size;
  }

  /** The number of the last event of each known origin. */
  get positions(): Map<string, number> {
    return new Map([...this.#origins].map(([origin, { lastSeq }]) => [origin, lastSeq]));
  }

  /** The number of the last event that this replica published. */
  get lastSeq(): number {
    return this.#origins.get(this.origin)?.lastSeq ?? 0;
  }

  countOf(owner: string): number {
    let count = 0;
    for (const viewer of this.#viewers.keys()) if (viewer.owner === owner) count++;
    return count;
  }

  /** Publishes an event of this replica. */
  publish(event: ClusterEvent): void {
    const seq = this.lastSeq + 1;
    this.#add(this.origin, seq, event);
    for (const listener of this.#listeners) listener(seq, event);
  }

  /** Calls the listener with every event of this replica. */
  onPublish(listener: PublishListener): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  /** Adds an event of another replica. Null: an event that this version does not know. */
  receive(origin: string, seq: number, event: ClusterEvent | null): void {
    if (seq <= (this.#origins.get(origin)?.lastSeq ?? 0)) return;
    this.receivePosition(origin, seq - 1);
    if (event === null) this.#origin(origin).lastSeq = seq;
    else this.#add(origin, seq, event);
  }

  /** Another replica has published this many events. Viewers are reset when some of them have not arrived. */
  receivePosition(origin: string, seq: number): void {
    const known = this.#origin(origin);
    if (seq <= known.lastSeq) return;
    this.#origins.set(origin, { missedSeq: seq, lastSeq: seq });
    const reset = this.#withId(encode({ type: 'reset' }));
    for (const viewer of this.#viewers.keys()) viewer.send(reset);
  }

  /** Takes over the positions of origins that another replica knows and this one does not, also ended ones. */
  learnPositions(positions: ReadonlyMap<string, number>): void {
    for (const [origin, seq] of positions) {
      if (this.#origins.has(origin)) continue;
      Object.assign(this.#origin(origin), { missedSeq: seq, lastSeq: seq });
    }
  }

  /** Sends an event to the viewers of this replica only. It has no number and is not sent again. */
  publishHere(event: ClusterEvent): void {
    const message = encode(event);
    for (const viewer of this.#viewers.keys()) if (viewer.sees(event.hostId)) viewer.send(message);
  }

  /** Sends first the events that the viewer missed since `lastEventId`; a first visit has missed nothing. */
  join(viewer: Viewer, lastEventId: string | undefined): Disposable {
    const seen = lastEventId === undefined ? this.positions : parseEventId(lastEventId);
    const canResume = seen !== undefined && this.#canResume(seen);
    if (canResume) {
      for (const { origin, seq, hostId, message } of this.#buffer)
        if (seq > (seen.get(origin) ?? 0) && viewer.sees(hostId)) viewer.send(message);
    }
    // A message with only an id lets a client reconnect before the first event.
    viewer.send(this.#withId(canResume ? Buffer.from(': welcome\n\n') : encode({ type: 'reset' })));
    this.#viewers.set(viewer, canResume ? this.#ahead(seen) : new Map());
    return { [Symbol.dispose]: () => void this.#viewers.delete(viewer) };
  }

  /** Whether the buffer has all events after these positions. */
  #canResume(seen: ReadonlyMap<string, number>): boolean {
    for (const [origin, { missedSeq }] of this.#origins)
      if ((seen.get(origin) ?? 0) < missedSeq) return false;
    for (const origin of seen.keys()) if (!this.#origins.has(origin)) return false;
    return (seen.get(this.origin) ?? 0) <= this.lastSeq;
  }

  /** The positions that the viewer reached on another replica and that have not arrived here. */
  #ahead(seen: ReadonlyMap<string, number>): Map<string, number> {
    return new Map([...seen].filter(([origin, seq]) => seq > (this.#origins.get(origin)?.lastSeq ?? 0)));
  }

  #add(origin: string, seq: number, event: ClusterEvent): void {
    this.#origin(origin).lastSeq = seq;
    const message = encode(event);
    this.#buffer.push({ origin, seq, hostId: event.hostId, message });
    this.#trimBuffer();
    const withId = this.#withId(message);
    for (const [viewer, ahead] of this.#viewers)
      if (viewer.sees(event.hostId) && seq > (ahead.get(origin) ?? 0)) viewer.send(withId);
  }

  /** Drops half of the buffer at a time: shifting a long array on every event would move all of it. */
  #trimBuffer(): void {
    if (this.#buffer.length <= this.#bufferSize * 2) return;
    for (const { origin, seq } of this.#buffer.splice(0, this.#buffer.length - this.#bufferSize)) {
      const known = this.#origins.get(origin);
      if (known !== undefined) known.missedSeq = Math.max(known.missedSeq, seq);
    }
  }

  #origin(name: string): Origin {
    const origin = this.#origins.get(name) ?? { missedSeq: 0, lastSeq: 0 };
    this.#origins.delete(name);
    this.#origins.set(name, origin);
    for (const oldest of this.#origins.keys()) {
      if (this.#origins.size <= MAX_ORIGINS) break;
      if (oldest !== this.origin) this.#origins.delete(oldest);
    }
    return origin;
  }

  #withId(message: Buffer): Buffer {
    return Buffer.concat([Buffer.from(`id: ${formatEventId(this.positions)}\n`), message]);
  }
}

function encode(event: StreamEvent): Buffer {
  return Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}
