import { AuditEntry } from '@gwanje/contract/settings/audit';
import { may } from '@gwanje/domain/access/permissions';
import type { Routes } from '../../platform/http/call.ts';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import { listAuditPage } from './audit-repository.ts';

export const auditRoutes = {
  async listAudit({ db, user, params, body }) {
    const ownUserNo = may(user, 'audit.readAll') ? undefined : user.userNo;
    const page = await listAuditPage(db, { ...body, ownUserNo }, params);
    const list = page.list.map((row) => ({
      ...withIsoTimes(row),
      actorUserNo: AuditEntry.shape.actorUserNo.parse(row.actorUserNo),
    }));
    return { totalCnt: page.totalCnt, ...params, list };
  },
} satisfies Routes;
