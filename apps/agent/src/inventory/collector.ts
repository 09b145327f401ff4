import { hash, randomUUID } from 'node:crypto';
import { InventoryRecord } from '@gwanje/kinds/inventory';
import type { NodeRecord } from '@gwanje/kinds/node/record';
import type { PodRecord } from '@gwanje/kinds/pod/record';
import type { RecordKind } from '@gwanje/kinds/registry';
import { z } from 'zod';
import type { Sink } from '../kubernetes/follow.ts';
import { recordOf } from './kinds.ts';
import { Owners } from './owners.ts';
import { piecesOf } from './weight.ts';

/** Where what was found goes; in order. */
export interface InventoryOut {
  /** Resolves when there is room for more. */
  listed(
    kind: RecordKind,
    listing: string,
    chunk: number,
    isLast: boolean,
    records: InventoryRecord[],
  ): Promise<void>;
  upsert(record: InventoryRecord): void;
  remove(kind: RecordKind, uid: string, deletedAt: string): void;
}

export interface CollectorOptions {
  readonly out: InventoryOut;
  readonly now: () => Date;
  readonly onUnreadable: (kind: RecordKind, error: unknown) => void;
  readonly onReport: (kind: RecordKind, error: unknown) => void;
  readonly onListed: (kind: RecordKind) => void;
  readonly onNodes: (nodes: ReadonlyMap<string, NodeRecord>) => void;
}

const Removed = z.looseObject({
  metadata: z.looseObject({ uid: z.string(), deletionTimestamp: z.string().nullish() }),
});

/**
 * Knows of each object only a digest of what was said about it last, so that a heartbeat that changes nothing is not sent
 * and a repeated change is sent once. Nodes are kept in full: there are few, and their kubelets are asked.
 */
export class InventoryCollector {
  readonly #options: CollectorOptions;
  readonly #owners = new Owners();
  readonly #digests = new Map<RecordKind, Map<string, string>>();
  /** Listings under way, which become the digests when they are complete. */
  readonly #listings = new Map<RecordKind, Map<string, string>>();
  #nodes = new Map<string, NodeRecord>();

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  countOf(kind: RecordKind): number {
    return this.#digests.get(kind)?.size ?? 0;
  }

  sinkOf(kind: RecordKind): Sink {
    const { out } = this.#options;
    let listing = '';
    let chunk = 0;
    let seen = new Map<string, string>();
    return {
      beginListing: () => {
        listing = randomUUID();
        chunk = 0;
        seen = new Map();
        this.#listings.set(kind, seen);
      },
      page: async (items) => {
        const records = items.flatMap((item) => this.#read(kind, item) ?? []);
        // Pages that had to be asked for across an expiry may repeat an object.
        for (const record of records) seen.set(record.uid, digestOf(record));
        // A page may hold the whole cluster, or pods of hundreds of containers.
        for (const piece of piecesOf(records)) {
          await out.listed(kind, listing, chunk, false, piece);
          chunk += 1;
        }
      },
      endListing: async () => {
        const before = this.#digestsOf(kind);
        this.#digests.set(kind, seen);
        this.#listings.delete(kind);
        for (const uid of before.keys()) if (!seen.has(uid)) this.#forget(kind, uid);
        if (kind === 'node') this.#tellNodes();
        await out.listed(kind, listing, chunk, true, []);
        this.#options.onListed(kind);
      },
      upsert: (object) => {
        const record = this.#read(kind, object);
        if (!record) return;
        if (this.#isNews(record)) out.upsert(record);
        if (kind === 'node') this.#tellNodes();
      },
      remove: (object) => {
        const { metadata } = Removed.parse(object);
        if (!this.#digestsOf(kind).delete(metadata.uid)) return;
        this.#forget(kind, metadata.uid);
        if (kind === 'node') this.#tellNodes();
        out.remove(kind, metadata.uid, this.#options.now().toISOString());
      },
      report: (error) => this.#options.onReport(kind, error),
    };
  }

  /** A record that the server's own schema takes; one bad object must not cost the batch it is in. */
  #read(kind: RecordKind, object: unknown): InventoryRecord | undefined {
    try {
      const normalised = recordOf(kind, object);
      const record = InventoryRecord.parse(
        normalised.kind === 'pod' ? this.#owners.resolve(normalised) : normalised,
      );
      if (record.kind === 'node') this.#nodes.set(record.uid, record);
      for (const pod of this.#owners.learn(record)) this.#tellAgain(pod);
      return record;
    } catch (error) {
      this.#options.onUnreadable(kind, error);
      return undefined;
    }
  }

  #tellAgain(pod: PodRecord): void {
    const listed = this.#listings.get('pod');
    const digests = listed?.has(pod.uid) ? listed : this.#digestsOf('pod');
    if (digests.has(pod.uid) && this.#isNews(pod, digests)) this.#options.out.upsert(pod);
  }

  #isNews(record: InventoryRecord, digests = this.#digestsOf(record.kind)): boolean {
    const digest = digestOf(record);
    if (digests.get(record.uid) === digest) return false;
    digests.set(record.uid, digest);
    return true;
  }

  #forget(kind: RecordKind, uid: string): void {
    this.#owners.forget(uid);
    if (kind === 'node') this.#nodes.delete(uid);
  }

  #tellNodes(): void {
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
