import type { Db } from '@gwanje/backend/database/schema';
import { findPerson, type Person } from '@gwanje/backend/personal-data/person';
import { type PersonalTable, personalTables } from '@gwanje/backend/personal-data/personal-tables';
import { errors } from '@gwanje/contract/definition/errors';
import type { ErasureEffect, PersonalDataKey } from '@gwanje/contract/users/personal-data';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Rows of one table that are in memory at once. */
const STEP_ROWS = 2000;
/** Deleted users whom the page shows at most. */
const DELETED_USERS = 500;

/** How many rows are stored of a person, by kind. */
export async function countRows(db: Db, person: Person) {
  const found = new Map<PersonalDataKey, { cnt: number; effect: ErasureEffect }>();
  for (const { key, table, rowsOf, effect } of personalTables) {
    const { rows } = await sql<{ cnt: number }>`
      select count(*)::float8 as cnt from ${sql.table(table)} where ${rowsOf(person)}`.execute(db);
    found.set(key, { effect, cnt: (found.get(key)?.cnt ?? 0) + (rows[0]?.cnt ?? 0) });
  }
  return [...found].map(([key, { cnt, effect }]) => ({ key, cnt, effect }));
}

/** The stored rows of a person, table by table. */
export async function* readRows(db: Db, userNo: number, isOwn: boolean) {
  const person = await findPerson(db, userNo);
  for (const table of personalTables) {
    const isAudit = table.table === 'audit';
    const where = sql<SqlBool>`${table.rowsOf(person)} and ${isAudit && isOwn ? isKnown : sql`true`}`;
    for await (const rows of readSteps(db, table, where))
      yield { table, rows: isAudit ? rows.map((row) => withoutOthers(row, person)) : rows };
  }
}

async function* readSteps(
  db: Db,
  { table, columns, shown, stepBy }: PersonalTable,
  where: RawBuilder<SqlBool>,
) {
  const names = [...shown, ...columns].map((column) => sql.ref(column));
  if (stepBy === undefined) {
    const all = sql<Row>`select ${sql.join(names)} from ${sql.table(table)} where ${where}`;
    yield (await all.execute(db)).rows;
    return;
  }
  const id = sql.ref(stepBy);
  for (let after = 0; ; ) {
    const { rows } = await sql<Row & { readonly stepId: number }>`
      select ${sql.join(names)}, ${id} as step_id from ${sql.table(table)} where ${where} and ${id} > ${after}
      order by ${id} limit ${STEP_ROWS}`.execute(db);
    yield rows.map(({ stepId: _, ...row }): Row => row);
    if (rows.length < STEP_ROWS) return;
    after = rows.at(-1)?.stepId ?? 0;
  }
}

type Row = Readonly<Record<string, unknown>>;

/** A denial of a hidden object would reveal that the object exists. */
const isKnown = sql<SqlBool>`(outcome <> 'denied' or detail ->> 'code' is distinct from ${String(errors.notFound.code)})`;

/** What others did to the person is shown without them. */
function withoutOthers(row: Row, { userNo }: Person): Row {
  if (row.actorUserNo === userNo) return row;
  return { ...row, actorUserNo: null, actorUserId: null, address: null };
}

export function findErasure(db: Db, userNo: number) {
  return db.selectFrom('erasure').select('erasedAt').where('userNo', '=', userNo).executeTakeFirst();
}

export async function listActiveKeyAdmins(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('userAccount')
    .select('userNo')
    .where('isKeyUser', '=', true)
    .where('status', '=', 1)
    .execute();
  return rows.map(({ userNo }) => userNo);
}

/** A user number that was given out: numbers are never given twice. */
export async function wasUser(db: Db, userNo: number): Promise<boolean> {
  const { rows } = await sql`
    select from user_account where user_no = ${userNo}
    union all select from erasure where user_no = ${userNo}
    union all (select from audit where actor_user_no = ${userNo} limit 1)
    union all (select from audit where target_kind = 'user' and target_id = ${String(userNo)}
      and action in ('user.insert', 'user.delete') limit 1)`.execute(db);
  return rows.length > 0;
}

export function listErasures(db: Db) {
  return db
    .selectFrom('erasure')
    .leftJoin('userAccount', 'userAccount.userNo', 'erasure.erasedBy')
    .select(['erasure.userNo', 'erasedAt', 'finishedAt', 'userAccount.userId as erasedBy'])
    .orderBy('erasedAt', 'desc')
    .orderBy('erasure.userNo')
    .execute();
}

/** Deleted users whose names the audit log still holds. */
export async function listDeletedUsers(db: Db) {
  const { rows } = await sql<{ userNo: number; userId: string | null; deletedAt: Date }>`
    select target_id::int as user_no, max(detail -> 'before' ->> 'userId') as user_id, max(at) as deleted_at
    from audit
    where action = 'user.delete' and outcome = 'done' and target_kind = 'user'
      and not exists (select from erasure e where e.user_no = target_id::int)
      and not exists (select from user_account u where u.user_no = target_id::int)
    group by target_id order by max(at) desc limit ${DELETED_USERS}`.execute(db);
  return rows;
}
