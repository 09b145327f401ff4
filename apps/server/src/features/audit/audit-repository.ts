import type { Database } from '@gwanje/backend/database/schema';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { errors } from '@gwanje/contract/definition/errors';
import type { Page } from '@gwanje/contract/definition/list';
import type { listAudit } from '@gwanje/contract/settings/audit';
import { type Kysely, sql } from 'kysely';

type Db = Kysely<Database>;
type Body = BodyOf<typeof listAudit>;

export interface AuditQuery extends Body {
  /** Limits the list to the acts of this user; undefined: all users. */
  readonly ownUserNo: number | undefined;
}

export async function countAudit(db: Db, query: AuditQuery): Promise<number> {
  const row = await matching(db, query)
    .select((eb) => eb.fn.countAll<number>().as('cnt'))
    .executeTakeFirstOrThrow();
  return row.cnt;
}

/** Newest first by default; the id makes the order total, so that no page repeats or skips a row. */
export function auditRows(db: Db, query: AuditQuery, page: Page) {
  let rows = matching(db, query).selectAll();
  const order = query.orderBy?.length ? query.orderBy : (['-auditId'] as const);
  for (const key of order) {
    switch (key) {
      case 'at':
        rows = rows.orderBy('at', 'asc');
        break;
      case '-at':
        rows = rows.orderBy('at', 'desc');
        break;
      case 'auditId':
        rows = rows.orderBy('auditId', 'asc');
        break;
      case '-auditId':
        rows = rows.orderBy('auditId', 'desc');
        break;
    }
  }
  if (!order.some((key) => key.endsWith('auditId'))) {
    rows = rows.orderBy('auditId', order[0]?.startsWith('-') ? 'desc' : 'asc');
  }
  return rows.limit(page.pageCnt).offset((page.pageNo - 1) * page.pageCnt);
}

/** Omits denials of hidden objects: absent ones leave no entry, so an entry would show that one exists. */
const isKnownToActor = sql<boolean>`(audit.outcome <> 'denied' or audit.detail ->> 'code' is distinct from ${String(errors.notFound.code)})`;

function matching(db: Db, { filter = {}, ownUserNo }: AuditQuery) {
  let query = db.selectFrom('audit');
  if (ownUserNo !== undefined) query = query.where('actorUserNo', '=', ownUserNo).where(isKnownToActor);
  if (filter.search !== undefined && filter.search !== '') {
    const text = filter.search.toLowerCase();
    query = query.where(
      sql<boolean>`strpos(lower(concat_ws(' ', audit.actor_user_id, audit.action, audit.target_kind, audit.target_id)), ${text}) > 0`,
    );
  }
  if (filter.actorUserNo !== undefined) query = query.where('actorUserNo', '=', filter.actorUserNo);
  if (filter.action !== undefined) query = query.where('action', '=', filter.action);
  if (filter.targetKind !== undefined) query = query.where('targetKind', '=', filter.targetKind);
  if (filter.targetId !== undefined) query = query.where('targetId', '=', filter.targetId);
  if (filter.outcome !== undefined) query = query.where('outcome', '=', filter.outcome);
  if (filter.from !== undefined) query = query.where('at', '>=', new Date(filter.from));
  if (filter.to !== undefined) query = query.where('at', '<=', new Date(filter.to));
  return query;
}
