import { isDeepStrictEqual } from 'node:util';
import type { InventoryRecord } from '@gwanje/kinds/state/states';

interface JoinOptions<Parent, Part> {
  /** What the parts of a parent have in common, such as the name of the namespace. */
  readonly keyOf: (parent: Parent) => string;
  /** Reads an object of the joined resource. A null key: it belongs to no parent. */
  readonly read: (object: unknown) => { readonly key: string | null; readonly part: Part };
  /** Null: the agent does not know the parts, because it has not listed them or may not. */
  readonly join: (parent: Parent, parts: readonly Part[] | null) => Parent;
}

/**
 * Adds objects of another resource to the records of one kind. Both arrive from separate watches. Changes of parts
 * are collected: an agent that sends every second joins a parent once a second at most, however many of its parts
 * changed.
 */
export class JoinedObjects<Parent extends InventoryRecord, Part> {
  readonly #options: JoinOptions<Parent, Part>;
  readonly #parents = new Map<string, Parent>();
  readonly #parts = new Map<string, Map<string, Part>>();
  readonly #keyOfPart = new Map<string, string>();
  readonly #changed = new Set<string>();
  /** False until the parts were listed once. Until then they are unknown. */
  #isListed = false;

  constructor(options: JoinOptions<Parent, Part>) {
    this.#options = options;
  }

  complete(parent: Parent): Parent {
    const key = this.#options.keyOf(parent);
    this.#parents.set(key, parent);
    return this.#options.join(parent, this.#isListed ? [...(this.#parts.get(key)?.values() ?? [])] : null);
  }

  /** A parent was deleted. */
  forget(uid: string): void {
    for (const [key, parent] of this.#parents) if (parent.uid === uid) this.#parents.delete(key);
  }

  upsert(uid: string, object: unknown): void {
    const { key, part } = this.#options.read(object);
    const before = this.#keyOfPart.get(uid);
    if (before !== undefined && before !== key) this.remove(uid);
    if (key === null) return;
    const parts = this.#parts.get(key) ?? new Map<string, Part>();
    if (parts.has(uid) && isDeepStrictEqual(parts.get(uid), part)) return;
    this.#parts.set(key, parts.set(uid, part));
    this.#keyOfPart.set(uid, key);
    this.#changed.add(key);
  }

  remove(uid: string): void {
    const key = this.#keyOfPart.get(uid);
    if (key === undefined) return;
    this.#keyOfPart.delete(uid);
    const parts = this.#parts.get(key);
    parts?.delete(uid);
    if (parts?.size === 0) this.#parts.delete(key);
    this.#changed.add(key);
  }

  /** Drops the parts that a complete listing lacks. */
  keepOnly(uids: ReadonlySet<string>): void {
    for (const uid of [...this.#keyOfPart.keys()]) if (!uids.has(uid)) this.remove(uid);
    if (!this.#isListed) for (const key of this.#parents.keys()) this.#changed.add(key);
    this.#isListed = true;
  }

  /** The parents whose parts have changed since the last call, with their parts. */
  takeChanged(): Parent[] {
    const parents = [...this.#changed].flatMap((key) => this.#parents.get(key) ?? []);
    this.#changed.clear();
    return parents.map((parent) => this.complete(parent));
  }
}
