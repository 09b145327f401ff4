import type { Db } from '@gwanje/backend/database/schema';
import { readSecuritySettings } from '@gwanje/backend/identity/security-settings';
import type { AuditState } from '@gwanje/contract/settings/audit';
import type { ServerSettings } from '../../config.ts';
import { readNotes } from '../installation/installation-repository.ts';
import { readAuditState } from './audit-state-repository.ts';
import { listReceivers } from './forward/audit-receiver-repository.ts';

/** What administrators see of the safety of the audit log. */
export async function auditState(
  db: Db,
  { auditReceivers, auditExportDir }: Pick<ServerSettings, 'auditReceivers' | 'auditExportDir'>,
): Promise<AuditState> {
  const { ends, problem, unsealedCnt, exported } = await readAuditState(db);
  const { auditExportFailure = null } = await readNotes(db);
  const names = auditReceivers.map(({ name }) => name);
  return {
    keepDays: (await readSecuritySettings(db)).settings.auditDays,
    sealedCnt: ends.last.no,
    sealedAt: ends.sealedAt?.toISOString() ?? null,
    lastHash: ends.last.hash,
    unsealedCnt,
    verifiedAt: ends.verifiedAt?.toISOString() ?? null,
    problem,
    exported: { ...exported, lastAt: exported.lastAt?.toISOString() ?? null, folder: auditExportDir },
    exportFailure: auditExportFailure,
    receiverList: await listReceivers(db, names, ends.last),
  };
}
