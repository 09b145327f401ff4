const PAUSE_MS = 800;

/** The letters of a name typed one after the other, until a pause. */
export class TypedPrefix {
  #text = '';
  #lastMs = Number.NEGATIVE_INFINITY;

  /** The text typed so far with this key; undefined if the key is not a character of a name. */
  take(key: string, nowMs: number): string | undefined {
    if ([...key].length !== 1 || key === ' ') return undefined;
    this.#text = nowMs - this.#lastMs > PAUSE_MS ? key : this.#text + key;
    this.#lastMs = nowMs;
    return this.#text;
  }

  clear(): void {
    this.#text = '';
  }
}
