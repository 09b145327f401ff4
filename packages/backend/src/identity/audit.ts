import type { AUDIT_OUTCOMES } from '@gwanje/contract/settings/audit';
import type { AuditAction } from '@gwanje/contract/settings/audit-actions';
import type { Db } from '../database/schema.ts';

interface AuditTarget {
  readonly kind: string;
  readonly id: string | number;
}

type Outcome = (typeof AUDIT_OUTCOMES)[number];

/** A refused call has its own name as the action. */
type Attempt =
  | { readonly outcome: Outcome; readonly action: AuditAction }
  | { readonly outcome: Exclude<Outcome, 'done'>; readonly action: string };

export type AuditRecord = Attempt & {
  readonly actor: { readonly userNo: number; readonly userId: string } | null;
  readonly target?: AuditTarget | undefined;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
  readonly address?: string | undefined;
};

/**
 * Append-only. Call it in the transaction of the recorded change, so that neither exists without the other.
 */
export async function recordAudit(db: Db, record: AuditRecord): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      actorUserNo: record.actor?.userNo ?? null,
      actorUserId: record.actor?.userId ?? null,
      action: record.action,
      targetKind: record.target?.kind ?? null,
      targetId: record.target ? String(record.target.id) : null,
      outcome: record.outcome,
      detail: JSON.stringify(record.detail ?? {}),
      address: record.address ?? null,
    })
    .execute();
}

/**
 * A number as target is the id of an object of the kind with which the action begins: `webhook.delete`. A call that holds no
 * transaction names the one in which it makes the change.
 */
export type Audit = (
  action: AuditAction,
  target?: AuditTarget | number | null,
  detail?: AuditRecord['detail'],
  transaction?: Db,
) => Promise<void>;

/** Records actions that were done by one actor. `detail` is added to the detail of each. */
export function auditAs(db: Db, by: Pick<AuditRecord, 'actor' | 'address' | 'detail'>): Audit {
  return (action, target, detail, transaction = db) =>
    recordAudit(transaction, {
      ...by,
      action,
      target:
        typeof target === 'number' ? { kind: action.replace(/\..*/, ''), id: target } : (target ?? undefined),
      outcome: 'done',
      detail: { ...detail, ...by.detail },
    });
}
