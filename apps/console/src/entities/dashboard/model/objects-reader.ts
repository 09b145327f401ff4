import type { DashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import type { SortBy } from '@gwanje/contract/dashboard/dashboard-options';
import { DashboardPartReader, mergeDashboardParts } from '@gwanje/contract/dashboard/dashboard-parts';
import type { AnswerReader } from '#core/api/query.ts';

/** Reads the objects of a dashboard part by part. */
export class ObjectsReader implements AnswerReader<DashboardObjects> {
  readonly #sortBy: SortBy;
  readonly #bytes = new DashboardPartReader();
  readonly #parts: DashboardObjects[] = [];
  #cnt = 0;
  /** The map is drawn again when the number of parts has doubled, so that drawing costs twice the whole at most. */
  #drawAtParts = 1;

  constructor(sortBy: SortBy) {
    this.#sortBy = sortBy;
  }

  /** A complete answer stays on screen until the new one is complete. A shorter one is replaced. */
  add(chunk: Uint8Array, shown: DashboardObjects | undefined): DashboardObjects | undefined {
    for (const part of this.#bytes.add(chunk)) {
      this.#parts.push(part);
      this.#cnt += part.id.length;
    }
    if (this.#isComplete || this.#parts.length < this.#drawAtParts) return undefined;
    if (shown && (shown.followingCnt === 0 || shown.id.length >= this.#cnt)) return undefined;
    this.#drawAtParts = this.#parts.length * 2;
    return mergeDashboardParts(this.#parts, this.#sortBy);
  }

  end(): DashboardObjects | undefined {
    return this.#isComplete ? mergeDashboardParts(this.#parts, this.#sortBy) : undefined;
  }

  get #isComplete(): boolean {
    return this.#parts.at(-1)?.followingCnt === 0 && this.#bytes.pendingBytes === 0;
  }
}
