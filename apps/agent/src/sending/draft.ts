import {
  type Batch,
  type ClusterFacts,
  type EventRecord,
  type InventoryPart,
  MAX_EVENTS,
  type SamplePart,
} from '@gwanje/contract/agent/batch';
import type { InventoryKind, InventoryRecord } from '@gwanje/contract/agent/inventory';

type Content = Pick<Batch, 'cluster' | 'inventory' | 'events' | 'samples' | 'problems'>;

const FULL_OBJECTS = 1000;
const FULL_PARTS = 40;
const FULL_SAMPLES = 20;
/** A flood of events is cut here, and counted. */
const MOST_EVENTS = 20_000;

/** What the next batch will say. Changes of one object fold into the last, so it grows with objects, not with changes. */
export class Draft {
  #parts: InventoryPart[] = [];
  #listedCnt = 0;
  #upserts = new Map<string, InventoryRecord>();
  #deletes = new Map<string, InventoryPart['deletes'][number]>();
  #events = new Map<string, EventRecord>();
  #samples: SamplePart[] = [];
  droppedEventCnt = 0;

  listed(kind: InventoryKind, id: string, chunk: number, isLast: boolean, upserts: InventoryRecord[]): void {
    // What changed before the listing comes before it.
    this.#closeChanges();
    this.#parts.push({ listing: { kind, id, chunk, isLast }, upserts, deletes: [] });
    this.#listedCnt += upserts.length;
  }

  upsert(record: InventoryRecord): void {
    this.#upserts.set(record.uid, record);
  }

  /** How it was last is told before that it is gone: a pod's end and its deletion often come in one second. */
  remove(kind: InventoryKind, uid: string, deletedAt: string): void {
    this.#deletes.set(uid, { kind, uid, deletedAt });
  }

  event(event: EventRecord): void {
    if (this.#events.size >= MOST_EVENTS && !this.#events.has(event.uid)) this.droppedEventCnt += 1;
    else this.#events.set(event.uid, event);
  }

  sample(part: SamplePart): void {
    this.#samples.push(part);
  }

  get isEmpty(): boolean {
    return (
      this.#objectCnt === 0 &&
      this.#parts.length === 0 &&
      this.#events.size === 0 &&
      this.#samples.length === 0
    );
  }

  get isFull(): boolean {
    return (
      this.#objectCnt >= FULL_OBJECTS ||
      this.#parts.length >= FULL_PARTS ||
      this.#samples.length >= FULL_SAMPLES
    );
  }

  get #objectCnt(): number {
    return this.#listedCnt + this.#upserts.size + this.#deletes.size;
  }

  /** As much as one batch should hold, oldest first; the rest, and what comes from now on, is for the next. */
  take(cluster: ClusterFacts | undefined, problems: Batch['problems']): Content {
    this.#closeChanges();
    const inventory = this.#takeParts();
    const events = [...this.#events.values()].slice(0, MAX_EVENTS);
    for (const { uid } of events) this.#events.delete(uid);
    const samples = this.#samples.splice(0, FULL_SAMPLES);
    return {
      ...(cluster ? { cluster } : {}),
      ...(inventory.length > 0 ? { inventory } : {}),
      ...(events.length > 0 ? { events } : {}),
      ...(samples.length > 0 ? { samples } : {}),
      ...(problems ? { problems } : {}),
    };
  }

  #takeParts(): InventoryPart[] {
    let objectCnt = 0;
    let end = 0;
    while (end < Math.min(FULL_PARTS, this.#parts.length) && objectCnt < FULL_OBJECTS) {
      objectCnt += sizeOf(this.#parts[end]);
      end += 1;
    }
    this.#listedCnt -= objectCnt;
    return this.#parts.splice(0, end);
  }

  #closeChanges(): void {
    const upserts = [...this.#upserts.values()];
    const deletes = [...this.#deletes.values()];
    for (let at = 0; at < upserts.length; at += FULL_OBJECTS)
      this.#parts.push({ listing: null, upserts: upserts.slice(at, at + FULL_OBJECTS), deletes: [] });
    for (let at = 0; at < deletes.length; at += FULL_OBJECTS)
      this.#parts.push({ listing: null, upserts: [], deletes: deletes.slice(at, at + FULL_OBJECTS) });
    this.#listedCnt += upserts.length + deletes.length;
    this.#upserts = new Map();
    this.#deletes = new Map();
  }
}

function sizeOf(part: InventoryPart | undefined): number {
  return part ? part.upserts.length + part.deletes.length : 0;
}
