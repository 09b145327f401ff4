import { auditFields } from '@gwanje/backend/audit-log/seal-entries';
import type { Db } from '@gwanje/backend/database/schema';
import { keysOf, type Page } from '@gwanje/contract/definition/columns';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { errors } from '@gwanje/contract/definition/errors';
import { auditColumns, type listAudit } from '@gwanje/contract/settings/audit';
import { sql } from 'kysely';
import { columnsOf, listPage, type SqlList, sorted } from '../../platform/store/list-repository.ts';

type Body = BodyOf<typeof listAudit>;

export interface AuditQuery extends Body {
  /** Limits the list to the acts of this user; undefined: all users. */
  readonly ownUserNo: number | undefined;
}

/** Newest first by default. */
const AUDIT: SqlList<typeof auditColumns> = {
  columns: auditColumns,
  expressions: columnsOf('audit', keysOf(auditColumns)),
  id: sql.ref('audit.auditId'),
  order: '-auditId',
};

export function listAuditPage(db: Db, query: AuditQuery, page: Page) {
  return listPage(db, matching(db, query).select(auditFields), AUDIT, { orderBy: query.orderBy, ...page });
}

/** The page without its limit. A test reads its plan. */
export function sortedAudit(db: Db, query: AuditQuery) {
  return sorted(matching(db, query).select(auditFields), AUDIT, query.orderBy);
}

/** Omits denials of hidden objects. Absent objects cause no entry, so an entry would reveal the object. */
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
