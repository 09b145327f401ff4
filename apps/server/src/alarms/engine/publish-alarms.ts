import { isUnavailable } from '@gwanje/backend/database/connection';
import type { Database } from '@gwanje/backend/database/schema';
import { HostId } from '@gwanje/contract/definition/ids';
import type { Kysely } from 'kysely';
import type { StreamHub } from '../../platform/stream/hub.ts';
import type { AlarmUpdate } from './alarm-changes.ts';
import { loadBriefs } from './repositories/publish-repository.ts';

/** Sends raised and changed alarms to browsers. Raised alarms that are folded are only counted. */
export async function publishAlarms(
  db: Kysely<Database>,
  hub: StreamHub,
  { hostId, raised, changed }: AlarmUpdate,
  now: Date,
): Promise<void> {
  const messages = [
    { type: 'alarm', alarmIds: raised, onlyParents: true },
    { type: 'alarmChanged', alarmIds: changed, onlyParents: false },
  ] as const;
  for (const { type, alarmIds, onlyParents } of messages) {
    if (alarmIds.length === 0) continue;
    // Without the database the message has no list. Browsers then load the alarms themselves.
    const list = await loadBriefs(db, alarmIds, onlyParents, now).catch((error: unknown) => {
      if (isUnavailable(error)) return [];
      throw error;
    });
    hub.publish({ type, hostId: HostId.parse(hostId), list, totalCnt: alarmIds.length });
  }
}
