const SAY_EVERY_MS = 5_000;

/** Says how much of a long job is done and how long the rest takes, every few seconds. */
export class ProgressLines {
  readonly #say: (line: string) => void;
  readonly #label: string;
  readonly #total: number;
  readonly #startMs = performance.now();
  #saidMs = this.#startMs;
  #done = 0;

  constructor(say: (line: string) => void, label: string, total: number) {
    this.#say = say;
    this.#label = label;
    this.#total = total;
  }

  add(done: number): void {
    this.#done += done;
    const nowMs = performance.now();
    if (nowMs - this.#saidMs < SAY_EVERY_MS) return;
    this.#saidMs = nowMs;
    const share = Math.min(1, this.#done / Math.max(1, this.#total));
    const restMs = ((nowMs - this.#startMs) * (1 - share)) / share;
    this.#say(`${this.#label}: ${Math.floor(share * 100)} %, about ${formatRest(restMs)} left`);
  }
}

function formatRest(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
