import {
  type Batch,
  type ClusterFacts,
  type EventRecord,
  type InventoryPart,
  MAX_EVENTS,
  type SamplePart,
} from '@gwanje/kinds/batch';
import type { RecordKind } from '@gwanje/kinds/registry';
import type { InventoryRecord } from '@gwanje/kinds/state/states';
import { MAX_BATCH_WEIGHT, splitByWeight, weightOf } from '../inventory/weight.ts';

type Content = Pick<Batch, 'cluster' | 'inventory' | 'events' | 'samples' | 'problems'>;

const FULL_PARTS = 40;
const FULL_SAMPLES = 20;
/** The JSON of the events of one batch. */
const MAX_EVENT_CHARS = 1024 * 1024;
/** Further events are dropped and counted. */
const MAX_EVENTS_PER_BATCH = 20_000;

/**
 * The content of the next batches. Changes of one object merge, so its size depends on the number of objects.
 */
export class Draft {
  #parts: InventoryPart[] = [];
  #partsWeight = 0;
  #upserts = new Map<string, InventoryRecord>();
  #upsertsWeight = 0;
  #deletes = new Map<string, InventoryPart['deletes'][number]>();
  #events = new Map<string, EventRecord>();
  #samples: SamplePart[] = [];
  droppedEventCnt = 0;

  addListed(kind: RecordKind, id: string, chunk: number, isLast: boolean, upserts: InventoryRecord[]): void {
    // Changes from before the listing are sent before it.
    this.#closeChanges();
    this.#push({ listing: { kind, id, chunk, isLast }, upserts, deletes: [] });
  }

  upsert(record: InventoryRecord): void {
    const earlier = this.#upserts.get(record.uid);
    this.#upsertsWeight += weightOf(record) - (earlier ? weightOf(earlier) : 0);
    this.#upserts.set(record.uid, record);
  }

  /**
   * The last state is sent before the deletion: a pod's end and its deletion often come in the same second.
   */
  remove(kind: RecordKind, uid: string, deletedAt: string): void {
    this.#deletes.set(uid, { kind, uid, deletedAt });
  }

  event(event: EventRecord): void {
    if (this.#events.size >= MAX_EVENTS_PER_BATCH && !this.#events.has(event.uid)) this.droppedEventCnt += 1;
    else this.#events.set(event.uid, event);
  }

  sample(part: SamplePart): void {
    this.#samples.push(part);
  }

  get isEmpty(): boolean {
    return (
      this.#weight === 0 && this.#parts.length === 0 && this.#events.size === 0 && this.#samples.length === 0
    );
  }

  get isFull(): boolean {
    return (
      this.#weight >= MAX_BATCH_WEIGHT ||
      this.#parts.length >= FULL_PARTS ||
      this.#samples.length >= FULL_SAMPLES
    );
  }

  get #weight(): number {
    return this.#partsWeight + this.#upsertsWeight + this.#deletes.size;
  }

  /** Takes the content of one batch, oldest first. The rest and later changes stay for the next batch. */
  take(cluster: ClusterFacts | undefined, problems: Batch['problems']): Content {
    this.#closeChanges();
    const inventory = this.#takeParts();
    const events = this.#takeEvents();
    const samples = this.#samples.splice(0, FULL_SAMPLES);
    return {
      ...(cluster ? { cluster } : {}),
      ...(inventory.length > 0 ? { inventory } : {}),
      ...(events.length > 0 ? { events } : {}),
      ...(samples.length > 0 ? { samples } : {}),
      ...(problems ? { problems } : {}),
    };
  }

  #takeEvents(): EventRecord[] {
    const taken: EventRecord[] = [];
    let chars = 0;
    for (const [uid, event] of this.#events) {
      chars += JSON.stringify(event).length;
      if (taken.length > 0 && (taken.length >= MAX_EVENTS || chars > MAX_EVENT_CHARS)) break;
      taken.push(event);
      this.#events.delete(uid);
    }
    return taken;
  }

  #takeParts(): InventoryPart[] {
    let weight = 0;
    let end = 0;
    for (const part of this.#parts.slice(0, FULL_PARTS)) {
      // A full part added to a nearly full batch would give a batch of twice the size.
      if (end > 0 && weight + partWeight(part) > MAX_BATCH_WEIGHT) break;
      weight += partWeight(part);
      end += 1;
    }
    this.#partsWeight -= weight;
    return this.#parts.splice(0, end);
  }

  #closeChanges(): void {
    const deletes = [...this.#deletes.values()];
    if (this.#upserts.size > 0)
      for (const upserts of splitByWeight([...this.#upserts.values()]))
        this.#push({ listing: null, upserts, deletes: [] });
    for (let at = 0; at < deletes.length; at += MAX_BATCH_WEIGHT)
      this.#push({ listing: null, upserts: [], deletes: deletes.slice(at, at + MAX_BATCH_WEIGHT) });
    this.#upserts = new Map();
    this.#upsertsWeight = 0;
    this.#deletes = new Map();
  }

  #push(part: InventoryPart): void {
    this.#parts.push(part);
    this.#partsWeight += partWeight(part);
  }
}

function partWeight({ upserts, deletes }: InventoryPart): number {
  return upserts.reduce((sum, record) => sum + weightOf(record), deletes.length);
}
