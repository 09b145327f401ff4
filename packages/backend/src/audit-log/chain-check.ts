import type { auditProblems } from '@gwanje/contract/settings/audit';
import { type ChainEnd, entryHash, erasedDigestOf, personalDigestOf, type SealedEntry } from './row-hash.ts';

/** The action of the entries that record what erasures left of other entries. */
export const ERASED_ENTRIES_ACTION = 'user.eraseEntries';
/** A transaction that lasts longer than this is unlikely. */
const LATE_MS = 3_600_000;

export interface ChainProblem {
  readonly kind: (typeof auditProblems)[number];
  readonly chainNo: number;
  readonly auditId: number | null;
}

/** Checks entries one after another, in the order of the chain. It stops at the first problem. */
export class ChainCheck {
  readonly #erased = new Map<number, { readonly chainNo: number; readonly digest: string }>();
  readonly #recorded = new Map<number, unknown>();
  #end: ChainEnd;
  #newestMs = 0;
  #checkedCnt = 0;
  #lateCnt = 0;

  constructor(start: ChainEnd) {
    this.#end = start;
  }

  get end(): ChainEnd {
    return this.#end;
  }

  get checkedCnt(): number {
    return this.#checkedCnt;
  }

  /** Entries whose time is more than an hour before that of an entry that was sealed earlier. */
  get lateCnt(): number {
    return this.#lateCnt;
  }

  next(entry: SealedEntry): ChainProblem | null {
    const { chainNo, auditId, personalSalt, personalDigest, at } = entry;
    const expected = this.#end.no + 1;
    if (chainNo > expected) return { kind: 'missing', chainNo: expected, auditId: null };
    if (chainNo < expected) return { kind: 'added', chainNo, auditId };
    if (entry.hash !== entryHash(this.#end.hash, entry)) return { kind: 'altered', chainNo, auditId };
    if (personalSalt === null) this.#erased.set(auditId, { chainNo, digest: erasedDigestOf(entry) });
    else if (personalDigestOf(personalSalt, entry) !== personalDigest)
      return { kind: 'altered', chainNo, auditId };
    else this.noteErasures(entry);
    this.#end = { no: chainNo, hash: entry.hash };
    this.#checkedCnt++;
    if (at.getTime() < this.#newestMs - LATE_MS) this.#lateCnt++;
    this.#newestMs = Math.max(this.#newestMs, at.getTime());
    return null;
  }

  /** Goes on after entries that cannot be checked here. */
  skipTo(end: ChainEnd): this {
    this.#end = end;
    return this;
  }

  /** An entry of an erasure counts also before it is sealed. */
  noteErasures({ action, detail }: Pick<SealedEntry, 'action' | 'detail'>): void {
    if (action !== ERASED_ENTRIES_ACTION) return;
    for (const [auditId, digest] of Object.entries(detail.entries ?? {}))
      this.#recorded.set(Number(auditId), digest);
  }

  /** After the last entry: whether it is the end that is known, and every erased entry was erased by an erasure. */
  finish(known: ChainEnd): ChainProblem | null {
    for (const [auditId, { chainNo, digest }] of this.#erased)
      if (this.#recorded.get(auditId) !== digest) return { kind: 'erasureUnrecorded', chainNo, auditId };
    if (this.#end.no < known.no) return { kind: 'endMissing', chainNo: this.#end.no + 1, auditId: null };
    if (this.#end.hash !== known.hash) return { kind: 'altered', chainNo: this.#end.no, auditId: null };
    return null;
  }
}
