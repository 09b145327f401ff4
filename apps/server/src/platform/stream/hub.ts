import type { StreamEvent } from '@gwanje/kinds/calls/stream';

/** Covers the longest reconnect that should not cost a reload, at a few thousand events a minute. */
const KEPT_EVENTS = 20_000;

/** A browser opens one stream for all its windows; more than this is a bug or an attack. */
export const STREAMS_PER_USER = 20;

export interface Viewer {
  readonly userNo: number;
  sees(hostId: number): boolean;
  /** Takes the encoded message: a thousand viewers are sent the same bytes. */
  send(message: Buffer): void;
}

interface Kept {
  readonly seq: number;
  readonly hostId: number;
  readonly message: Buffer;
}

/**
 * Sends to every open stream the events of the clusters its viewer sees. Event ids are `epoch-seq`. A restart
 * changes the epoch, so that the hub recognises an old id as too old instead of taking it for a new one.
 */
export class StreamHub {
  readonly #epoch: string;
  readonly #viewers = new Set<Viewer>();
  readonly #kept: Kept[] = [];
  readonly #keptCnt: number;
  #seq = 0;

  constructor(startedAt: Date, keptCnt = KEPT_EVENTS) {
    this.#epoch = startedAt.getTime().toString(36);
    this.#keptCnt = keptCnt;
  }

  get viewerCnt(): number {
    return this.#viewers.size;
  }

  /** The number of open streams of one user. */
  countOf(userNo: number): number {
    let count = 0;
    for (const viewer of this.#viewers) if (viewer.userNo === userNo) count++;
    return count;
  }

  publish(event: Exclude<StreamEvent, { type: 'reset' }>): void {
    this.#seq += 1;
    const kept = { seq: this.#seq, hostId: event.hostId, message: this.#message(event) };
    this.#kept.push(kept);
    // Drops half of the buffer at a time: shifting a long array on every event would move all of it.
    if (this.#kept.length > this.#keptCnt * 2) this.#kept.splice(0, this.#kept.length - this.#keptCnt);
    for (const viewer of this.#viewers) if (viewer.sees(event.hostId)) viewer.send(kept.message);
  }

  /** Sends first the events that the viewer missed since `lastEventId`; a first visit has missed nothing. */
  join(viewer: Viewer, lastEventId: string | undefined): Disposable {
    if (lastEventId === undefined) viewer.send(this.#hello());
    else this.#replay(viewer, lastEventId);
    this.#viewers.add(viewer);
    return { [Symbol.dispose]: () => void this.#viewers.delete(viewer) };
  }

  #replay(viewer: Viewer, lastEventId: string): void {
    const seen = this.#seqOf(lastEventId);
    const oldest = this.#kept[0]?.seq ?? this.#seq + 1;
    if (seen === undefined || seen > this.#seq || seen < oldest - 1) {
      viewer.send(this.#message({ type: 'reset' }));
      return;
    }
    for (const { seq, hostId, message } of this.#kept)
      if (seq > seen && viewer.sees(hostId)) viewer.send(message);
    viewer.send(this.#hello());
  }

  /** An id without an event, so that a client can reconnect with an id before the first event. */
  #hello(): Buffer {
    return this.#bytes(': welcome');
  }

  #message(event: StreamEvent): Buffer {
    return this.#bytes(`event: ${event.type}\ndata: ${JSON.stringify(event)}`);
  }

  #bytes(lines: string): Buffer {
    return Buffer.from(`id: ${this.#epoch}-${this.#seq}\n${lines}\n\n`);
  }

  #seqOf(id: string): number | undefined {
    const [epoch, seq] = id.split('-');
    return epoch === this.#epoch && seq !== undefined && /^\d{1,15}$/.test(seq) ? Number(seq) : undefined;
  }
}
