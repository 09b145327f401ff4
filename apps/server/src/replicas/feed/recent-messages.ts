/** Messages about one cluster, or events of the stream. Their numbers have no gap. */
export interface NumberedSeries {
  lastNo: number;
}

interface RecentMessage {
  readonly series: NumberedSeries;
  readonly no: number;
  readonly message: Buffer;
  readonly sentMs: number;
}

/** The last messages to all followers. A follower that connects again after a short cut gets them instead of snapshots. */
export class RecentMessages {
  readonly #maxBytes: number;
  readonly #maxAgeMs: number;
  #messages: RecentMessage[] = [];
  #bytes = 0;

  constructor(maxBytes: number, maxAgeMs: number) {
    this.#maxBytes = maxBytes;
    this.#maxAgeMs = maxAgeMs;
  }

  add(series: NumberedSeries, message: Buffer): void {
    this.#messages.push({ series, no: series.lastNo, message, sentMs: performance.now() });
    this.#bytes += message.length;
    this.trim();
  }

  /** Drops the oldest messages. */
  trim(): void {
    const endMs = performance.now() - this.#maxAgeMs;
    let dropCnt = 0;
    for (const { message, sentMs } of this.#messages) {
      if (this.#bytes <= this.#maxBytes && sentMs > endMs) break;
      this.#bytes -= message.length;
      dropCnt++;
    }
    if (dropCnt > 0) this.#messages.splice(0, dropCnt);
  }

  /** Returns a function that finds the messages of a series after a number; null: one of them is no longer here. */
  reader(): (series: NumberedSeries, no: number) => Buffer[] | null {
    this.trim();
    const bySeries = Map.groupBy(this.#messages, ({ series }) => series);
    return (series, no) => {
      const later = bySeries.get(series)?.filter((message) => message.no > no) ?? [];
      return later.length === series.lastNo - no ? later.map(({ message }) => message) : null;
    };
  }
}
