import { AuditEntry } from '@gwanje/contract/settings/audit';
import { may } from '@gwanje/domain/permissions';
import type { Handlers } from '../../platform/http/call.ts';
import { auditRows, countAudit } from './audit-repository.ts';

export const auditRoutes: Handlers<'listAudit'> = {
  async listAudit({ db, user, params, body }) {
    const ownUserNo = may(user, 'audit.readAll') ? undefined : user.userNo;
    const query = { ...body, ownUserNo };
    const totalCnt = await countAudit(db, query);
    const rows = await auditRows(db, query, params).execute();
    const list = rows.map((row) => ({
      ...row,
      at: row.at.toISOString(),
      actorUserNo: AuditEntry.shape.actorUserNo.parse(row.actorUserNo),
    }));
    return { totalCnt, ...params, list };
  },
};
