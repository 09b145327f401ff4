import {
  type Batch,
  type EventRecord,
  type InventoryPart,
  MAX_EVENTS,
  MAX_INVENTORY_CHUNK,
} from '@gwanje/kinds/batch';
import type { InventoryRecord } from '@gwanje/kinds/inventory';
import type { RecordKind } from '@gwanje/kinds/registry';
import type { InventoryOut } from '../inventory/collector.ts';
import type { Named, SampleText } from './samples.ts';

const MOST_PARTS = 40;
const MOST_OBJECTS = 2000;
/** Of these every state counts; of the others the last one does. */
const KINDS_WITH_HISTORY: ReadonlySet<RecordKind> = new Set(['node', 'pod', 'namespace', 'volume', 'claim']);

/** What a batch says beside who sends it. */
export interface Content extends Pick<Batch, 'inventory' | 'events'> {
  readonly samples: readonly SampleText[];
}

/**
 * What one step through the past brought. Unlike a draft it folds nothing that has a history: minutes lie between two
 * steps, and all that happened in them is told, in order.
 */
export class Chapter implements InventoryOut {
  readonly #parts: InventoryPart[] = [];
  #upserts = new Map<string, InventoryRecord>();
  #deletes = new Map<string, InventoryPart['deletes'][number]>();
  readonly #events = new Map<string, EventRecord>();
  readonly samples: SampleText[] = [];
  readonly named: Named = new Map();

  listed(): Promise<void> {
    throw new Error('the past is told by its changes');
  }

  upsert(record: InventoryRecord): void {
    const isSecond = this.#upserts.has(record.uid) && KINDS_WITH_HISTORY.has(record.kind);
    if (isSecond || this.#deletes.has(record.uid) || this.#upserts.size >= MAX_INVENTORY_CHUNK) this.#close();
    this.#upserts.set(record.uid, record);
  }

  remove(kind: RecordKind, uid: string, deletedAt: string): void {
    // Upserts of a part come before its deletes: the object's last state is told before its end.
    if (this.#deletes.size >= MAX_INVENTORY_CHUNK) this.#close();
    this.#deletes.set(uid, { kind, uid, deletedAt });
  }

  event(event: EventRecord): void {
    this.#events.set(event.uid, event);
  }

  /** In batches as large as the server takes them; samples come with the last, when their objects are known. */
  contents(): Content[] {
    this.#close();
    const inventories: InventoryPart[][] = [];
    while (this.#parts.length > 0) inventories.push(this.#takeParts());
    const all = [...this.#events.values()];
    const batchCnt = Math.max(1, inventories.length, Math.ceil(all.length / MAX_EVENTS));
    return Array.from({ length: batchCnt }, (_, at) => {
      const inventory = inventories[at];
      const events = all.slice(at * MAX_EVENTS, (at + 1) * MAX_EVENTS);
      return {
        ...(inventory ? { inventory } : {}),
        ...(events.length > 0 ? { events } : {}),
        samples: at === batchCnt - 1 ? this.samples : [],
      };
    });
  }

  #takeParts(): InventoryPart[] {
    let end = 0;
    let objectCnt = 0;
    while (end < Math.min(MOST_PARTS, this.#parts.length) && objectCnt < MOST_OBJECTS) {
      const part = this.#parts[end];
      objectCnt += (part?.upserts.length ?? 0) + (part?.deletes.length ?? 0);
      end += 1;
    }
    return this.#parts.splice(0, end);
  }

  #close(): void {
    if (this.#upserts.size === 0 && this.#deletes.size === 0) return;
    this.#parts.push({
      listing: null,
      upserts: [...this.#upserts.values()],
      deletes: [...this.#deletes.values()],
    });
    this.#upserts = new Map();
    this.#deletes = new Map();
  }
}
