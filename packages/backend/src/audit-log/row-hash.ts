import { hash, randomBytes } from 'node:crypto';

/** The fields of an entry that can name a person. An erasure changes them and nothing else. */
export interface PersonalFields {
  readonly actorUserId: string | null;
  readonly address: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface AuditFields extends PersonalFields {
  readonly auditId: number;
  readonly at: Date;
  /** The pseudonym of the actor: it stays when the person is erased. */
  readonly actorUserNo: number | null;
  readonly action: string;
  readonly targetKind: string | null;
  readonly targetId: string | null;
  readonly outcome: string;
}

export interface SealedEntry extends AuditFields {
  readonly chainNo: number;
  /** Null after a person in the entry was erased. */
  readonly personalSalt: string | null;
  readonly personalDigest: string;
  readonly hash: string;
}

export interface ChainEnd {
  readonly no: number;
  readonly hash: string;
}

export const CHAIN_START: ChainEnd = { no: 0, hash: '' };

/** Of unsealed entries, in their order, the seals that continue the chain. */
export function sealAfter(end: ChainEnd, entries: readonly AuditFields[]): SealedEntry[] {
  let last = end;
  return entries.map((entry) => {
    const personalSalt = randomBytes(16).toString('hex');
    const personalDigest = personalDigestOf(personalSalt, entry);
    const chainNo = last.no + 1;
    const sealed = { ...entry, chainNo, personalSalt, personalDigest };
    const hashed = { ...sealed, hash: entryHash(last.hash, sealed) };
    last = { no: chainNo, hash: hashed.hash };
    return hashed;
  });
}

/** Without its salt, nobody can find out the erased fields by trying values. */
export function personalDigestOf(salt: string, { actorUserId, address, detail }: PersonalFields): string {
  return hash('sha256', canonicalJson([salt, actorUserId, address, detail]));
}

/** What an erasure leaves of the personal fields. The entry of the erasure records it. */
export function erasedDigestOf(fields: PersonalFields): string {
  return personalDigestOf('erased', fields).slice(0, 32);
}

export function entryHash(before: string, entry: Omit<SealedEntry, 'hash'>): string {
  const { chainNo, auditId, at, actorUserNo, action, targetKind, targetId, outcome, personalDigest } = entry;
  return hash(
    'sha256',
    JSON.stringify([
      1,
      before,
      chainNo,
      auditId,
      at.toISOString(),
      actorUserNo,
      action,
      targetKind,
      targetId,
      outcome,
      personalDigest,
    ]),
  );
}

/** The same text for the same value, whatever the order of its keys. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
