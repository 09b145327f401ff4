import { readLogState } from '@gwanje/backend/audit-log/log-state';
import { may } from '@gwanje/domain/access/permissions';
import type { ServerSettings } from '../../config.ts';
import type { Routes } from '../../platform/http/call.ts';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import { listAuditPage } from './audit-repository.ts';

export const auditRoutes = {
  async listAudit({ db, user, params, body }) {
    const ownUserNo = may(user, 'audit.readAll') ? undefined : user.userNo;
    const { totalCnt, list } = await listAuditPage(db, { ...body, ownUserNo }, params);
    return { totalCnt, ...params, list: list.map(withIsoTimes) };
  },

  getAuditState: ({ db, settings }) => readLogState(db, settings.auditReceivers, settings.auditExportDir),
} satisfies Routes<{ readonly settings: ServerSettings }>;
