import { HostId } from '@gwanje/contract/ids';
import type { StreamEvent } from '@gwanje/contract/stream';

export type ChangedKind = Extract<StreamEvent, { type: 'inventoryChanged' }>['kinds'][number];

/**
 * Gathers what changed between two flushes: a cluster that changes a thousand times a second is one message, for
 * whoever reads it only looks again.
 */
export class ChangeNotes {
  readonly #kinds = new Map<number, Set<ChangedKind>>();

  note(hostId: number, kinds: Iterable<ChangedKind>): void {
    const noted = this.#kinds.get(hostId) ?? new Set();
    for (const kind of kinds) noted.add(kind);
    if (noted.size > 0) this.#kinds.set(hostId, noted);
  }

  take(): Extract<StreamEvent, { type: 'inventoryChanged' }>[] {
    const events = [...this.#kinds].map(([hostId, kinds]) => ({
      type: 'inventoryChanged' as const,
      hostId: HostId.parse(hostId),
      kinds: [...kinds],
    }));
    this.#kinds.clear();
    return events;
  }
}
