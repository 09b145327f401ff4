const MAX_NAMES = 10_000;

/**
 * Names of objects that events speak of and nobody knows yet. Only a hint where to look: one that was pushed out, or
 * forgotten by a restart, leaves its events without a link to the object and nothing else.
 */
export class UnresolvedEvents {
  readonly #names = new Set<string>();

  add(objectName: string): void {
    this.#names.add(objectName);
    if (this.#names.size <= MAX_NAMES) return;
    for (const oldest of this.#names) {
      this.#names.delete(oldest);
      break;
    }
  }

  /** Whether events of that name wait; from now on they do not. */
  take(objectName: string): boolean {
    return this.#names.delete(objectName);
  }

  get size(): number {
    return this.#names.size;
  }
}
