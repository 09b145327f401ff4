import { HostId } from '@gwanje/contract/definition/ids';
import type { ChangedKind, StreamEvent } from '@gwanje/kinds/calls/stream';

/**
 * Collects the changes between two messages: a cluster that changes a thousand times a second causes one
 * message, because the console only reloads.
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
