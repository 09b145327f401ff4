import { agedAudit } from '@gwanje/backend/audit-log/aged-audit';
import { agedIdentityTables } from '@gwanje/backend/identity/aged-identity-tables';
import type { AgedTable } from '@gwanje/backend/retention/aged-table';
import { Retention, type RetentionOptions } from '@gwanje/backend/retention/retention';
import {
  agedAlarmTables,
  deleteAlarmsOfDeletedClusters,
} from '../../alarms/engine/repositories/retention-repository.ts';
import { agedSummaries } from '../../alarms/notifications/outbox/outbox-repository.ts';
import type { ServerSettings } from '../../config.ts';
import {
  agedHistoryTables,
  deleteObjectsOfDeletedClusters,
} from '../../pipeline/persist/retention-repository.ts';
import { agedKeys } from '../../platform/http/idempotency-repository.ts';

const DAY_MS = 86_400_000;

/** The job that deletes old rows. The tables here are all that are deleted by age. */
export function createRetention(
  options: Omit<RetentionOptions, 'tables' | 'cleanups'>,
  settings: Pick<ServerSettings, 'historyDays' | 'alarmDays' | 'auditExportDir'>,
  /** Tables of other features. */
  more: readonly AgedTable[] = [],
): Retention {
  return new Retention({
    ...options,
    tables: [
      ...agedIdentityTables,
      agedKeys,
      agedAudit(settings.auditExportDir, options.now),
      ...agedAlarmTables(settings.alarmDays),
      agedSummaries(settings.historyDays * DAY_MS),
      ...agedHistoryTables(settings.historyDays),
      ...more,
    ],
    cleanups: {
      objectsOfDeletedClusters: deleteObjectsOfDeletedClusters,
      alarmsOfDeletedClusters: deleteAlarmsOfDeletedClusters,
    },
  });
}
