import type { Change } from '@gwanje/kinds/state/changes';
import type { ChangeWrite } from './pending-writes.ts';

/** Each entry holds the text of a state. */
const MAX_OBJECTS = 50_000;

/** Changes beyond the hourly limit, merged into one per object, until the limit allows them. */
export class DeferredChanges {
  readonly #byObject = new Map<number, ChangeWrite>();

  get size(): number {
    return this.#byObject.size;
  }

  has(objectId: number): boolean {
    return this.#byObject.has(objectId);
  }

  /** Drops the change when too many objects have one. */
  add(change: ChangeWrite): void {
    const before = this.#byObject.get(change.objectId);
    if (!before && this.#byObject.size >= MAX_OBJECTS) return;
    const changes = before ? mergeChanges(before.changes, change.changes) : change.changes;
    this.#byObject.set(change.objectId, { ...change, changes });
  }

  take(maxCnt: number): ChangeWrite[] {
    const taken: ChangeWrite[] = [];
    for (const [objectId, change] of this.#byObject) {
      if (taken.length >= maxCnt) break;
      taken.push(change);
      this.#byObject.delete(objectId);
    }
    return taken;
  }
}

/** The later changes come first: a reader takes the first one for the latest. */
function mergeChanges(before: readonly Change[], after: readonly Change[]): readonly Change[] {
  const earlier = new Map(before.map((change) => [change.what, change]));
  const changes = after.map((change) => {
    const first = earlier.get(change.what);
    earlier.delete(change.what);
    return first ? { ...change, from: first.from } : change;
  });
  return [...changes, ...earlier.values()];
}
