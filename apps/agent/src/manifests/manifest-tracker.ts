import {
  type Ack,
  MAX_MANIFEST_CHECKS,
  MAX_MANIFESTS,
  type ManifestPart,
  type ManifestUpsert,
} from '@gwanje/kinds/batch';
import { type RecordKind, sourceOf } from '@gwanje/kinds/registry';
import { type Manifest, manifestOf } from './manifest.ts';

/** The manifests of one batch. */
const MAX_PART_CHARS = 512 * 1024;
/** Changed manifests in memory. The agent drops later ones and finds them again with the next check. */
const MAX_WAITING_CHARS = 4 * 1024 * 1024;
/** A new pod gets its node within a moment: both are one version. */
const SETTLED_AFTER_MS = 3000;
/** An object that something changes all the time gets one version a minute. */
const SEND_AGAIN_AFTER_MS = 60_000;
/** The server is busy, or it has answered the batch before. */
const CHECK_AGAIN_AFTER_MS = 5000;
const CHECK_ALL_EVERY_MS = 3_600_000;

interface Waiting {
  readonly upsert: ManifestUpsert;
  readonly dueMs: number;
}

/** The agent knows the kinds of all its checks. */
interface OwnPart extends ManifestPart {
  checks: (ManifestPart['checks'][number] & { kind: RecordKind })[];
}

interface InFlight {
  readonly seq: number;
  readonly part: OwnPart;
}

export interface ManifestTrackerOptions {
  readonly now: () => Date;
  readonly nowMs: () => number;
}

/**
 * Finds the manifests that the server lacks. The agent keeps a digest of each manifest. It sends the manifest of an object
 * that has changed, and asks the server about the digests of all others: after each listing, and every hour. The server names
 * those that it lacks. The agent restarts, batches are lost and databases are restored, and the next check repairs it.
 */
export class ManifestTracker {
  readonly #options: ManifestTrackerOptions;
  readonly #hashes = new Map<RecordKind, Map<string, string>>();
  /** Objects whose digest the server has not confirmed. */
  readonly #unchecked = new Map<RecordKind, Set<string>>();
  /** Objects whose manifest the server needs. The agent reads them from the API server again. */
  readonly #wanted = new Map<RecordKind, Set<string>>();
  readonly #waiting = new Map<string, Waiting>();
  #waitingChars = 0;
  /** When the last versions of the last minute were sent. */
  readonly #sentMs = new Map<string, number>();
  #inFlight: InFlight | undefined;
  #checkFromMs = 0;
  #checkedAllMs: number;
  #isSupported = false;

  constructor(options: ManifestTrackerOptions) {
    this.#options = options;
    this.#checkedAllMs = options.nowMs();
  }

  /** Whether the server stores manifests. An older one does not. */
  get isSupported(): boolean {
    return this.#isSupported;
  }

  /** True while no part may be taken: the last one is not acknowledged. */
  get isWaiting(): boolean {
    return this.#inFlight !== undefined;
  }

  /** Whether there is room for manifests that the server needs. */
  get hasRoom(): boolean {
    return this.#waitingChars < MAX_PART_CHARS;
  }

  get wantedKinds(): readonly RecordKind[] {
    return [...this.#wanted.keys()];
  }

  /** An object of a listing. The server has most of them after a restart, so that only their digests are sent. */
  listed(kind: RecordKind, uid: string, object: unknown): void {
    if (isTracked(kind)) this.#hashesOf(kind).set(uid, manifestOf(kind, object).hash);
  }

  /** A listing is complete: the server is asked about all objects of the kind. */
  listingEnded(kind: RecordKind): void {
    if (isTracked(kind)) this.#uncheck(kind, this.#hashesOf(kind).keys());
  }

  /** An object of a watch. */
  changed(kind: RecordKind, uid: string, object: unknown): void {
    if (!isTracked(kind)) return;
    const manifest = manifestOf(kind, object);
    const hashes = this.#hashesOf(kind);
    if (hashes.get(uid) === manifest.hash) return;
    hashes.set(uid, manifest.hash);
    const nowMs = this.#options.nowMs();
    const sentMs = this.#sentMs.get(uid) ?? Number.NEGATIVE_INFINITY;
    const dueMs = Math.max(nowMs + SETTLED_AFTER_MS, sentMs + SEND_AGAIN_AFTER_MS);
    this.#wait(kind, uid, manifest, dueMs);
  }

  /** An object that the agent has read because the server needs its manifest. */
  fetched(kind: RecordKind, uid: string, object: unknown): void {
    if (!this.#wanted.get(kind)?.has(uid)) return;
    const manifest = manifestOf(kind, object);
    // A change that waits is newer.
    if (!this.#waiting.has(uid)) this.#wait(kind, uid, manifest, this.#options.nowMs());
  }

  /** Every object of the kind has been read again. Those that are gone have no manifest any more. */
  fetchEnded(kind: RecordKind): void {
    this.#wanted.delete(kind);
  }

  /** A deleted object keeps the manifest that waits. */
  forget(kind: RecordKind, uid: string): void {
    this.#hashes.get(kind)?.delete(uid);
    this.#unchecked.get(kind)?.delete(uid);
    this.#wanted.get(kind)?.delete(uid);
  }

  /** Takes the content of the next batch. Call `sent` with its number. */
  take(): OwnPart | undefined {
    const nowMs = this.#options.nowMs();
    for (const [uid, sentMs] of this.#sentMs)
      if (nowMs - sentMs >= SEND_AGAIN_AFTER_MS) this.#sentMs.delete(uid);
    if (nowMs - this.#checkedAllMs >= CHECK_ALL_EVERY_MS) {
      this.#checkedAllMs = nowMs;
      for (const [kind, hashes] of this.#hashes) this.#uncheck(kind, hashes.keys());
    }
    const part = {
      upserts: this.#takeWaiting(nowMs),
      checks: nowMs >= this.#checkFromMs ? this.#takeChecks() : [],
    };
    return part.upserts.length + part.checks.length > 0 ? part : undefined;
  }

  sent(seq: number, part: OwnPart): void {
    this.#inFlight = { seq, part };
  }

  /** The batch could not be written or was lost. The server is asked what it lacks. */
  lost({ upserts, checks }: OwnPart): void {
    this.#askAgain([...upserts, ...checks]);
  }

  acknowledged({ seq, manifests }: Pick<Ack, 'seq' | 'manifests'>): void {
    this.#isSupported = manifests !== undefined;
    const inFlight = this.#inFlight;
    if (!inFlight || seq < inFlight.seq) return;
    this.#inFlight = undefined;
    const { part } = inFlight;
    // The batch was refused or lost when a later one is acknowledged first.
    if (seq > inFlight.seq) {
      this.lost(part);
      return;
    }
    const checkedCnt = manifests?.checkedCnt ?? 0;
    const wanted = new Set(manifests?.wantedUids);
    for (const { kind, uid } of part.checks.slice(0, checkedCnt))
      if (wanted.has(uid) && this.#hashes.get(kind)?.has(uid)) setOf(this.#wanted, kind).add(uid);
    this.#askAgain(part.checks.slice(checkedCnt));
  }

  #askAgain(objects: readonly { readonly kind: RecordKind; readonly uid: string }[]): void {
    for (const { kind, uid } of objects) this.#uncheck(kind, [uid]);
    if (objects.length > 0) this.#checkFromMs = this.#options.nowMs() + CHECK_AGAIN_AFTER_MS;
  }

  #wait(kind: RecordKind, uid: string, manifest: Manifest, dueMs: number): void {
    const earlier = this.#waiting.get(uid);
    if (earlier) this.#waitingChars -= earlier.upsert.json.length;
    this.#waiting.delete(uid);
    if (this.#waitingChars + manifest.json.length > MAX_WAITING_CHARS) {
      this.#uncheck(kind, [uid]);
      return;
    }
    this.#waitingChars += manifest.json.length;
    const upsert = { kind, uid, at: this.#options.now().toISOString(), ...manifest };
    // The time at which an object is due does not move with each further change.
    this.#waiting.set(uid, { upsert, dueMs: Math.min(dueMs, earlier?.dueMs ?? dueMs) });
  }

  #takeWaiting(nowMs: number): ManifestUpsert[] {
    const taken: ManifestUpsert[] = [];
    let chars = 0;
    for (const [uid, { upsert, dueMs }] of this.#waiting) {
      if (dueMs > nowMs) continue;
      chars += upsert.json.length;
      if (taken.length > 0 && (taken.length >= MAX_MANIFESTS || chars > MAX_PART_CHARS)) break;
      taken.push(upsert);
      this.#waiting.delete(uid);
      this.#waitingChars -= upsert.json.length;
      this.#wanted.get(upsert.kind)?.delete(uid);
      this.#sentMs.set(uid, nowMs);
    }
    for (const [kind, uids] of this.#wanted) if (uids.size === 0) this.#wanted.delete(kind);
    return taken;
  }

  #takeChecks(): OwnPart['checks'] {
    const taken: OwnPart['checks'] = [];
    for (const [kind, uids] of this.#unchecked) {
      for (const uid of uids) {
        if (taken.length >= MAX_MANIFEST_CHECKS) return taken;
        uids.delete(uid);
        const hash = this.#hashes.get(kind)?.get(uid);
        // The manifest itself is on its way.
        if (hash !== undefined && !this.#waiting.has(uid)) taken.push({ kind, uid, hash });
      }
    }
    return taken;
  }

  #uncheck(kind: RecordKind, uids: Iterable<string>): void {
    const unchecked = setOf(this.#unchecked, kind);
    for (const uid of uids) unchecked.add(uid);
  }

  #hashesOf(kind: RecordKind): Map<string, string> {
    const found = this.#hashes.get(kind) ?? new Map<string, string>();
    this.#hashes.set(kind, found);
    return found;
  }
}

/** Objects without a page, such as replica sets, need no manifest. */
function isTracked(kind: RecordKind): boolean {
  return !sourceOf(kind).isOwnerOnly;
}

function setOf(sets: Map<RecordKind, Set<string>>, kind: RecordKind): Set<string> {
  const found = sets.get(kind) ?? new Set<string>();
  sets.set(kind, found);
  return found;
}
