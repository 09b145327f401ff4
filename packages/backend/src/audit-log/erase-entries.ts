import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database/schema.ts';
import { recordAudit } from '../identity/audit.ts';
import { eraseFromJson, isSubject } from '../personal-data/erase-from-json.ts';
import { KnownNames, mentions, type Person } from '../personal-data/person.ts';
import { ERASED_ENTRIES_ACTION } from './chain-check.ts';
import { type AuditFields, erasedDigestOf, type PersonalFields } from './row-hash.ts';
import { auditFields, declareChange } from './seal-entries.ts';

/** Entries per transaction. */
const ENTRIES = 1000;
/** A change that was under way during the erasure may record a name until then. */
const LATE_MS = 60_000;

/** Goes on with the erasures that are not finished. Returns how many entries it changed. */
export async function eraseFromLog(db: Db, now: Date): Promise<number> {
  const erasures = await db
    .selectFrom('erasure')
    .select(['userNo', 'erasedAt', 'knownNames'])
    .where('finishedAt', 'is', null)
    .orderBy('userNo')
    .execute();
  let changedCnt = 0;
  for (const { userNo, erasedAt, knownNames } of erasures) {
    changedCnt += await erasePersonFromLog(db, { userNo, ...KnownNames.parse(knownNames) });
    if (now.getTime() - erasedAt.getTime() < LATE_MS) continue;
    await db
      .updateTable('erasure')
      .set({ knownNames: null, finishedAt: now })
      .where('userNo', '=', userNo)
      .execute();
  }
  return changedCnt;
}

async function erasePersonFromLog(db: Db, person: Person): Promise<number> {
  let changedCnt = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    const step = await db.transaction().execute((trx) => eraseSome(trx, person, from));
    changedCnt += step.changedCnt;
    after = step.next;
  }
  return changedCnt;
}

async function eraseSome(trx: Db, person: Person, after: number) {
  // The lock keeps the job that seals entries out: an entry is changed either before or after it is sealed.
  const entries = await trx
    .selectFrom('audit')
    .select([...auditFields, 'chainNo'])
    .where('auditId', '>', after)
    .where('action', '<>', ERASED_ENTRIES_ACTION)
    .where(isAbout(person))
    .orderBy('auditId')
    .limit(ENTRIES)
    .forUpdate()
    .execute();
  const changed = entries.flatMap((entry) => {
    const left = withoutPerson(entry, person);
    return left ? [{ ...entry, ...left }] : [];
  });
  if (changed.length > 0) {
    await declareChange(trx, 'erasure');
    await sql`
      update audit set actor_user_id = e.actor_user_id, address = e.address, detail = e.detail, personal_salt = null
      from json_to_recordset(${JSON.stringify(changed.map(rowOf))}::json)
        as e (audit_id bigint, actor_user_id text, address text, detail jsonb)
      where audit.audit_id = e.audit_id`.execute(trx);
    await recordErased(
      trx,
      person.userNo,
      changed.filter(({ chainNo }) => chainNo !== null),
    );
  }
  return {
    changedCnt: changed.length,
    next: entries.length < ENTRIES ? undefined : entries.at(-1)?.auditId,
  };
}

/** In the chain, so that nobody else can change personal fields and call it an erasure. */
export async function recordErased(
  trx: Db,
  userNo: number,
  erased: readonly (PersonalFields & { readonly auditId: number })[],
): Promise<void> {
  for (let at = 0; at < erased.length; at += ENTRIES) {
    const entries = Object.fromEntries(
      erased.slice(at, at + ENTRIES).map((entry) => [entry.auditId, erasedDigestOf(entry)]),
    );
    await recordAudit(trx, {
      actor: null,
      action: ERASED_ENTRIES_ACTION,
      target: { kind: 'user', id: userNo },
      outcome: 'done',
      detail: { entries },
    });
  }
}

/** The personal fields of an entry without the person; undefined if they do not name the person. */
export function withoutPerson(entry: AuditFields, person: Person): PersonalFields | undefined {
  const { actorUserNo, actorUserId, address, targetKind, targetId, detail } = entry;
  const isActor = actorUserNo === person.userNo;
  const isTarget = targetKind === 'user' && targetId === String(person.userNo);
  const isAttempt = isTarget || isSubject('subject', detail.subject, person);
  const left = {
    actorUserId: isActor ? null : actorUserId,
    // Also where a failed sign-in of the person came from.
    address: isActor || (isAttempt && actorUserNo === null) ? null : address,
    detail: eraseFromJson(detail, person, isTarget),
  };
  const isSame =
    left.actorUserId === actorUserId &&
    left.address === address &&
    JSON.stringify(left.detail) === JSON.stringify(detail);
  return isSame ? undefined : left;
}

function isAbout(person: Person): RawBuilder<SqlBool> {
  const { userNo } = person;
  return sql<SqlBool>`(actor_user_no = ${userNo} or target_kind = 'user' and target_id = ${String(userNo)}
    or ${mentions(sql`detail::text`, person)})`;
}

function rowOf({ auditId, actorUserId, address, detail }: AuditFields) {
  return { audit_id: auditId, actor_user_id: actorUserId, address, detail };
}
