import {
  type Batch,
  type EventRecord,
  type InventoryPart,
  MAX_EVENTS,
  MAX_MANIFESTS,
  type ManifestUpsert,
  type SamplePart,
} from '@gwanje/kinds/batch';
import { kinds, type RecordKind, type SampledKind, sampledKinds } from '@gwanje/kinds/registry';
import type { InventoryRecord } from '@gwanje/kinds/state/states';
import type { InventoryOut } from '../../apps/agent/src/inventory/collector.ts';

export type Content = Pick<Batch, 'inventory' | 'events' | 'samples' | 'manifests'>;

const MAX_PARTS = 40;
const MAX_OBJECTS = 500;
/** Of the manifests of one batch. */
const MAX_MANIFEST_CHARS = 512 * 1024;
/** The server uses the batch time for changes of these kinds. */
const DATED_BY_BATCH: ReadonlySet<RecordKind> = new Set(['node', 'namespace', 'volume', 'claim']);

/**
 * The content of the next batches. Unlike the agent's draft it keeps every state of an object, in order: two
 * steps are minutes apart.
 */
export class BatchContent implements InventoryOut {
  #parts: InventoryPart[] = [];
  #upserts = new Map<string, InventoryRecord>();
  #deletes = new Map<string, InventoryPart['deletes'][number]>();
  readonly #events = new Map<string, EventRecord>();
  readonly #manifests = new Map<string, ManifestUpsert>();
  readonly #samples: SamplePart[] = [];
  rowCnt = 0;
  changeCnt = 0;
  hasChangeDatedByBatch = false;

  async addListed(): Promise<void> {}

  upsert(record: InventoryRecord): void {
    if (this.#upserts.has(record.uid) || this.#deletes.has(record.uid)) this.#closePart();
    this.#upserts.set(record.uid, record);
    this.#count(record.kind);
  }

  remove(kind: RecordKind, uid: string, deletedAt: string): void {
    this.#deletes.set(uid, { kind, uid, deletedAt });
    this.#count(kind);
  }

  event(event: EventRecord): void {
    this.#events.set(event.uid, event);
  }

  /** The newest manifest of an object replaces the one before. */
  manifest(manifest: ManifestUpsert): void {
    this.#manifests.set(manifest.uid, manifest);
  }

  sample(part: SamplePart): void {
    for (const scope of sampledKinds) {
      const columns: Record<string, unknown> | undefined = part[scope];
      if (columns) this.rowCnt += (Object.values(columns)[0] as readonly unknown[]).length;
    }
    this.#samples.push(part);
  }

  /**
   * As many batches as the wire limits require. The newest samples are in the last one, which contains the newest
   * objects. The earlier samples are in the first one: the server must not see a silence before the time of the batches.
   * Manifests follow in batches of their own, as those of the agent do: the server must know their objects.
   */
  batches(): Content[] {
    this.#closePart();
    const inventories: InventoryPart[][] = [];
    while (this.#parts.length > 0) inventories.push(this.#takeParts());
    const events = [...this.#events.values()];
    const count = Math.max(1, inventories.length, Math.ceil(events.length / MAX_EVENTS));
    const newestMs = Math.max(...this.#samples.map(({ ts }) => Date.parse(ts)));
    const isNewest = ({ ts }: SamplePart) => Date.parse(ts) === newestMs;
    const content = Array.from({ length: count }, (_, at) => ({
      ...(inventories[at] ? { inventory: inventories[at] } : {}),
      events: events.slice(at * MAX_EVENTS, (at + 1) * MAX_EVENTS),
      samples: withoutRepeatedNames(this.#samples.filter((part) => at === (isNewest(part) ? count - 1 : 0))),
    }));
    return [...content, ...this.#manifestBatches()];
  }

  #manifestBatches(): Content[] {
    const groups: ManifestUpsert[][] = [];
    let chars = Number.POSITIVE_INFINITY;
    for (const manifest of this.#manifests.values()) {
      chars += manifest.json.length;
      const group = groups.at(-1);
      if (group && group.length < MAX_MANIFESTS && chars <= MAX_MANIFEST_CHARS) group.push(manifest);
      else {
        groups.push([manifest]);
        chars = manifest.json.length;
      }
    }
    return groups.map((upserts) => ({ manifests: { upserts, checks: [] } }));
  }

  #count(kind: RecordKind): void {
    this.changeCnt += 1;
    if (DATED_BY_BATCH.has(kind)) this.hasChangeDatedByBatch = true;
    if (this.#upserts.size + this.#deletes.size >= MAX_OBJECTS) this.#closePart();
  }

  #takeParts(): InventoryPart[] {
    let end = 0;
    let objectCnt = 0;
    while (end < Math.min(MAX_PARTS, this.#parts.length) && objectCnt < MAX_OBJECTS) {
      const part = this.#parts[end];
      objectCnt += (part?.upserts.length ?? 0) + (part?.deletes.length ?? 0);
      end += 1;
    }
    return this.#parts.splice(0, end);
  }

  #closePart(): void {
    const upserts = [...this.#upserts.values()];
    const deletes = [...this.#deletes.values()];
    if (upserts.length + deletes.length > 0) this.#parts.push({ listing: null, upserts, deletes });
    this.#upserts = new Map();
    this.#deletes = new Map();
  }
}

/** A part with the same objects as the previous part of its batch leaves the names out. */
function withoutRepeatedNames(parts: readonly SamplePart[]): SamplePart[] {
  const lastNames = new Map<SampledKind, string>();
  for (const part of parts) {
    for (const scope of sampledKinds) {
      const keys: readonly string[] = kinds[scope].samples.keys;
      const columns: Record<string, unknown> | undefined = part[scope];
      if (!columns) continue;
      const names = JSON.stringify(keys.map((key) => columns[key]));
      if (names === lastNames.get(scope)) for (const key of keys) delete columns[key];
      lastNames.set(scope, names);
    }
  }
  return [...parts];
}
