const MAX_NAMES = 10_000;

/**
 * Names of objects that events mention before their inventory arrives. It is only a hint where to look: a name that is
 * lost leaves its events without a link to the object.
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

  /** Returns whether events of that name wait, and removes the name. */
  take(objectName: string): boolean {
    return this.#names.delete(objectName);
  }

  get size(): number {
    return this.#names.size;
  }
}
