import type { Change } from '../../objects/changes.ts';
import type { ChangeWrite } from './pending-writes.ts';

/** Each holds the text of a state. */
const MAX_OBJECTS = 50_000;

/** Changes beyond what an hour takes: of each object one, from what it was to what it is, until there is room again. */
export class FoldedChanges {
  readonly #byObject = new Map<number, ChangeWrite>();

  get size(): number {
    return this.#byObject.size;
  }

  has(objectId: number): boolean {
    return this.#byObject.has(objectId);
  }

  /** Lost where there are too many objects even for that. */
  add(change: ChangeWrite): void {
    const before = this.#byObject.get(change.objectId);
    if (!before && this.#byObject.size >= MAX_OBJECTS) return;
    const changes = before ? folded(before.changes, change.changes) : change.changes;
    this.#byObject.set(change.objectId, { ...change, changes });
  }

  take(most: number): ChangeWrite[] {
    const taken: ChangeWrite[] = [];
    for (const [objectId, change] of this.#byObject) {
      if (taken.length >= most) break;
      taken.push(change);
      this.#byObject.delete(objectId);
    }
    return taken;
  }
}

/** The later ones first: what the row says first is what became of the object. */
function folded(before: readonly Change[], after: readonly Change[]): readonly Change[] {
  const former = new Map(before.map((change) => [change.what, change]));
  const changes = after.map((change) => {
    const first = former.get(change.what);
    former.delete(change.what);
    return first ? { ...change, from: first.from } : change;
  });
  return [...changes, ...former.values()];
}
