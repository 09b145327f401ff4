import type { StreamEvent } from '@gwanje/kinds/calls/stream';

/** Covers the longest reconnect that should not cost a reload, at a few thousand events a minute. */
const BUFFER_SIZE = 20_000;

/** A browser opens one stream for all its windows; more than this is a bug or an attack. */
export const STREAMS_PER_OWNER = 20;

export interface Viewer {
  /** The user, wallboard or tokens whose streams are counted together. */
  readonly owner: string;
  sees(hostId: number): boolean;
  /** Sends an encoded message. It is encoded once for all viewers. */
  send(message: Buffer): void;
}

interface BufferedEvent {
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
  readonly #buffer: BufferedEvent[] = [];
  readonly #bufferSize: number;
  #seq = 0;

  constructor(startedAt: Date, bufferSize = BUFFER_SIZE) {
    this.#epoch = startedAt.getTime().toString(36);
    this.#bufferSize = bufferSize;
  }

  get viewerCnt(): number {
    return this.#viewers.size;
  }

  countOf(owner: string): number {
    let count = 0;
    for (const viewer of this.#viewers) if (viewer.owner === owner) count++;
    return count;
  }

  publish(event: Exclude<StreamEvent, { type: 'reset' }>): void {
    this.#seq += 1;
    const buffered = { seq: this.#seq, hostId: event.hostId, message: this.#message(event) };
    this.#buffer.push(buffered);
    // Drops half of the buffer at a time: shifting a long array on every event would move all of it.
    if (this.#buffer.length > this.#bufferSize * 2)
      this.#buffer.splice(0, this.#buffer.length - this.#bufferSize);
    for (const viewer of this.#viewers) if (viewer.sees(event.hostId)) viewer.send(buffered.message);
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
    const oldest = this.#buffer[0]?.seq ?? this.#seq + 1;
    if (seen === undefined || seen > this.#seq || seen < oldest - 1) {
      viewer.send(this.#message({ type: 'reset' }));
      return;
    }
    for (const { seq, hostId, message } of this.#buffer)
      if (seq > seen && viewer.sees(hostId)) viewer.send(message);
    viewer.send(this.#hello());
  }

  /** A message with only an id, so that a client can reconnect before the first event. */
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
