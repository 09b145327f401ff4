import type { Db } from '@gwanje/backend/database/schema';
import { rowsOf } from '@gwanje/testkit/testing/rows';

/** What the audit log says about an object, in order. */
export function auditOf(db: Db, targetKind: string, targetId: number) {
  return rowsOf(db, 'audit', { targetKind, targetId: String(targetId) }, '*', ['auditId']);
}
