import { hash, randomUUID } from 'node:crypto';
import type { NodeRecord } from '@gwanje/kinds/node/record';
import { type JoinedPart, joinedParts, type RecordKind } from '@gwanje/kinds/registry';
import { InventoryRecord } from '@gwanje/kinds/state/states';
import { z } from 'zod';
import type { Sink } from '../kubernetes/follow.ts';
import { recordOf } from './kinds.ts';
import { CoveredWorkloads } from './namespaces/disruption-budget.ts';
import { limitRanges } from './namespaces/namespace.ts';
import { endpointSlices } from './namespaces/service.ts';
import { Owners } from './owners.ts';
import { splitByWeight } from './weight.ts';

/** Receives the collected records, in order. */
export interface InventoryOut {
  /** Adds a chunk of a listing. Resolves when there is room for more records. */
  addListed(
    kind: RecordKind,
    listingId: string,
    chunk: number,
    isLast: boolean,
    records: InventoryRecord[],
  ): Promise<void>;
  upsert(record: InventoryRecord): void;
  remove(kind: RecordKind, uid: string, deletedAt: string): void;
}

/** Gets every object that the collector accepts, as the API server sends it. */
export interface ObjectSink {
  listed(kind: RecordKind, uid: string, object: unknown): void;
  listingEnded(kind: RecordKind): void;
  changed(kind: RecordKind, uid: string, object: unknown): void;
  forget(kind: RecordKind, uid: string): void;
}

export interface CollectorOptions {
  readonly out: InventoryOut;
  readonly now: () => Date;
  readonly onUnreadable: (kind: RecordKind | JoinedPart, error: unknown) => void;
  /** Called after each request to the API server: the error, or undefined when it answered. */
  readonly onRequestDone: (kind: RecordKind | JoinedPart, error: unknown) => void;
  readonly onListed: (kind: RecordKind) => void;
  readonly manifests?: ObjectSink | undefined;
  readonly onNodes: (nodes: ReadonlyMap<string, NodeRecord>) => void;
}

const WithUid = z.looseObject({ metadata: z.looseObject({ uid: z.string() }) });

/**
 * Stores only a digest of the last record sent for each object. The agent drops updates that change nothing
 * that it sends, for example the heartbeat in a node's status. Nodes are stored in full: they are few, and
 * the agent reads their kubelets.
 */
export class InventoryCollector {
  readonly #options: CollectorOptions;
  readonly #owners = new Owners();
  readonly #joined = { limitRange: limitRanges(), endpointSlice: endpointSlices() } as const;
  readonly #covered = new CoveredWorkloads();
  readonly #digests = new Map<RecordKind, Map<string, string>>();
  /** Digests of the listings in progress. A complete listing replaces the digests. */
  readonly #listingDigests = new Map<RecordKind, Map<string, string>>();
  #nodes = new Map<string, NodeRecord>();

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  countOf(kind: RecordKind): number {
    return this.#digests.get(kind)?.size ?? 0;
  }

  /** Whether a listing of this kind has brought owners of more pods than could wait for them. */
  mustListPodsAgain(listedKind: RecordKind): boolean {
    return (listedKind === 'replicaSet' || listedKind === 'job') && this.#owners.takeOverflow();
  }

  sinkOf(kind: RecordKind): Sink {
    const { out, manifests } = this.#options;
    let listingId = '';
    let chunk = 0;
    let seen = new Map<string, string>();
    /** Objects of interrupted listings. The next complete listing forgets those that it lacks. */
    const seenInInterrupted = new Set<string>();
    return {
      beginListing: () => {
        listingId = randomUUID();
        chunk = 0;
        for (const uid of this.#listingDigests.get(kind)?.keys() ?? []) seenInInterrupted.add(uid);
        seen = new Map();
        this.#listingDigests.set(kind, seen);
      },
      listed: async (items) => {
        const records = items.flatMap((item) => {
          const record = this.#accept(kind, item);
          if (record) manifests?.listed(kind, record.uid, item);
          return record ?? [];
        });
        for (const record of records) seen.set(record.uid, digestOf(record));
        // Pods with hundreds of containers each do not fit into one batch.
        for (const group of splitByWeight(records)) {
          await out.addListed(kind, listingId, chunk, false, group);
          chunk += 1;
        }
      },
      endListing: async () => {
        const before = this.#digestsOf(kind);
        this.#digests.set(kind, seen);
        this.#listingDigests.delete(kind);
        for (const uid of [...before.keys(), ...seenInInterrupted])
          if (!seen.has(uid)) this.#forget(kind, uid);
        seenInInterrupted.clear();
        if (kind === 'node') this.#reportNodes();
        manifests?.listingEnded(kind);
        await out.addListed(kind, listingId, chunk, true, []);
        this.#options.onListed(kind);
      },
      upsert: (object) => {
        const record = this.#accept(kind, object);
        if (!record) return;
        if (this.#rememberIfChanged(record)) out.upsert(record);
        manifests?.changed(kind, record.uid, object);
        if (kind === 'node') this.#reportNodes();
      },
      remove: (object) => {
        const deleted = WithUid.safeParse(object);
        if (!deleted.success) return this.#options.onUnreadable(kind, deleted.error);
        const { uid } = deleted.data.metadata;
        if (!this.#digestsOf(kind).delete(uid)) return;
        this.#forget(kind, uid);
        if (kind === 'node') this.#reportNodes();
        out.remove(kind, uid, this.#options.now().toISOString());
      },
      report: (error) => this.#options.onRequestDone(kind, error),
    };
  }

  /** Parts have no records of their own. `sendChangedParents` sends their parents again. */
  partSink(part: JoinedPart): Sink {
    const joined = this.#joined[part];
    let seen = new Set<string>();
    const read = (object: unknown, use: (uid: string) => void) => {
      try {
        use(WithUid.parse(object).metadata.uid);
      } catch (error) {
        this.#options.onUnreadable(part, error);
      }
    };
    return {
      beginListing: () => {
        seen = new Set();
      },
      listed: async (items) => {
        for (const item of items)
          read(item, (uid) => {
            seen.add(uid);
            joined.upsert(uid, item);
          });
      },
      endListing: async () => joined.keepOnly(seen),
      upsert: (object) => read(object, (uid) => joined.upsert(uid, object)),
      remove: (object) => read(object, (uid) => joined.remove(uid)),
      report: (error) => this.#options.onRequestDone(part, error),
    };
  }

  /** Sends the objects again whose record has changed with other objects. */
  sendChangedParents(): void {
    for (const part of joinedParts)
      for (const record of this.#joined[part].takeChanged()) this.#sendAgain(record);
    for (const record of this.#covered.takeChanged()) this.#sendAgain(record);
  }

  /**
   * Parses an object, remembers what other records need from it, and sends the pods that waited for it. The
   * server's schema accepts the record: one bad object must not fail its batch.
   */
  #accept(kind: RecordKind, object: unknown): InventoryRecord | undefined {
    try {
      const record = InventoryRecord.parse(this.#complete(recordOf(kind, object), object));
      if (record.kind === 'node') this.#nodes.set(record.uid, record);
      for (const pod of this.#owners.learn(record)) this.#sendAgain(pod);
      return record;
    } catch (error) {
      this.#options.onUnreadable(kind, error);
      return undefined;
    }
  }

  /** Adds the parts of a record that come from other objects. */
  #complete(record: InventoryRecord, object: unknown): InventoryRecord {
    this.#covered.learn(record, object);
    if (record.kind === 'pod') return this.#owners.resolve(record);
    if (record.kind === 'namespace') return this.#joined.limitRange.complete(record);
    if (record.kind === 'service') return this.#joined.endpointSlice.complete(record);
    return record.kind === 'disruptionBudget' ? this.#covered.complete(record, object) : record;
  }

  /**
   * Sends a known object whose record has changed. During a listing, a listed object is compared with the
   * listing.
   */
  #sendAgain(record: InventoryRecord): void {
    const listedDigests = this.#listingDigests.get(record.kind);
    const digests = listedDigests?.has(record.uid) ? listedDigests : this.#digestsOf(record.kind);
    if (digests.has(record.uid) && this.#rememberIfChanged(record, digests)) this.#options.out.upsert(record);
  }

  #rememberIfChanged(record: InventoryRecord, digests = this.#digestsOf(record.kind)): boolean {
    const digest = digestOf(record);
    if (digests.get(record.uid) === digest) return false;
    digests.set(record.uid, digest);
    return true;
  }

  #forget(kind: RecordKind, uid: string): void {
    this.#owners.forget(uid);
    this.#options.manifests?.forget(kind, uid);
    if (kind === 'namespace') this.#joined.limitRange.forget(uid);
    if (kind === 'service') this.#joined.endpointSlice.forget(uid);
    this.#covered.forget(uid);
    if (kind === 'node') this.#nodes.delete(uid);
  }

  #reportNodes(): void {
    this.#options.onNodes(this.#nodes);
  }

  #digestsOf(kind: RecordKind): Map<string, string> {
    const found = this.#digests.get(kind) ?? new Map<string, string>();
    this.#digests.set(kind, found);
    return found;
  }
}

function digestOf(record: InventoryRecord): string {
  return hash('sha1', JSON.stringify(record), 'base64');
}
