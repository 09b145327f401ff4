import { isDeepStrictEqual } from 'node:util';
import type { StoredObject } from '../kinds/object/records.ts';

export interface Change<R> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly rv: number;
  readonly key: string;
  /** The object after the change. For a deleted object its last state with the version of the deletion. */
  readonly object: R;
  readonly before: R | undefined;
}

/** The requested version is older than the retained history. */
export class ExpiredError extends Error {
  override readonly name = 'ExpiredError';
}

/** One version counter for all kinds of a cluster, as in etcd. */
export interface Versions {
  current: number;
}

export function keyOf(object: { readonly namespace: string; readonly name: string }): string {
  return object.namespace === '' ? object.name : `${object.namespace}/${object.name}`;
}

/**
 * All objects of one kind with a bounded history of changes. Any version in the history can be listed again,
 * by undoing the later changes from the current state.
 */
export class Collection<R extends StoredObject> {
  readonly #versions: Versions;
  readonly #historyLimit: number;
  readonly #records = new Map<string, R>();
  readonly #listeners = new Set<(change: Change<R>) => void>();
  #history: Change<R>[] = [];
  /** Sorted. Undefined after an object was added or removed. */
  #keys: string[] | undefined;
  /** Earlier versions are no longer available. */
  #floorRv = 0;

  constructor(versions: Versions, historyLimit: number) {
    this.#versions = versions;
    this.#historyLimit = historyLimit;
    this.#floorRv = versions.current;
  }

  get size(): number {
    return this.#records.size;
  }

  get oldestRv(): number {
    return this.#floorRv;
  }

  get(key: string): R | undefined {
    return this.#records.get(key);
  }

  values(): IterableIterator<R> {
    return this.#records.values();
  }

  add(draft: R): R {
    const record: R = { ...draft, rv: ++this.#versions.current };
    const key = keyOf(record);
    if (this.#records.has(key)) throw new Error(`${key} already exists`);
    this.#records.set(key, record);
    this.#keys = undefined;
    this.#publish({ type: 'ADDED', rv: record.rv, key, object: record, before: undefined });
    return record;
  }

  update(key: string, changes: Partial<Omit<R, 'rv'>>): R {
    const before = this.#records.get(key);
    if (!before) throw new Error(`${key} does not exist`);
    const record: R = { ...before, ...changes, rv: ++this.#versions.current };
    this.#records.set(key, record);
    this.#publish({ type: 'MODIFIED', rv: record.rv, key, object: record, before });
    return record;
  }

  /** Leaves the version unchanged when nothing differs, so that watches see no empty change. */
  updateIfChanged(key: string, changes: Partial<Omit<R, 'rv'>>): void {
    const before = this.#records.get(key);
    if (before && !isDeepStrictEqual({ ...before, ...changes }, before)) this.update(key, changes);
  }

  remove(key: string): void {
    const before = this.#records.get(key);
    if (!before) return;
    this.#records.delete(key);
    this.#keys = undefined;
    const object: R = { ...before, rv: ++this.#versions.current };
    this.#publish({ type: 'DELETED', rv: object.rv, key, object, before });
  }

  listen(listener: (change: Change<R>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes after a version, oldest first. Throws ExpiredError when some of them are no longer available. */
  since(rv: number): Change<R>[] {
    if (rv < this.#floorRv) throw new ExpiredError(`too old resource version: ${rv} (${this.#floorRv})`);
    return this.#history.slice(this.#history.findLastIndex((change) => change.rv <= rv) + 1);
  }

  /** The objects at a version, in the order of their keys, starting at a key. */
  *at(rv: number, fromKey: string): IterableIterator<[key: string, record: R]> {
    const undone = new Map<string, R | undefined>();
    for (const change of this.since(rv)) {
      if (!undone.has(change.key)) undone.set(change.key, change.before);
    }
    this.#keys ??= [...this.#records.keys()].sort();
    const gone = [...undone.keys()].filter((key) => !this.#records.has(key));
    const keys = gone.length === 0 ? this.#keys : [...this.#keys, ...gone].sort();
    for (const key of keys) {
      if (key < fromKey) continue;
      const record = undone.has(key) ? undone.get(key) : this.#records.get(key);
      if (record) yield [key, record];
    }
  }

  /** Removes the history: clients without the current state must list again. */
  compact(): void {
    this.#history = [];
    this.#floorRv = this.#versions.current;
  }

  #publish(change: Change<R>): void {
    this.#history.push(change);
    // Trimmed in one step, so that the mean cost of a change stays constant.
    if (this.#history.length >= this.#historyLimit * 1.25) {
      const dropped = this.#history.splice(0, this.#history.length - this.#historyLimit);
      this.#floorRv = dropped.at(-1)?.rv ?? this.#floorRv;
    }
    for (const listener of this.#listeners) listener(change);
  }
}
