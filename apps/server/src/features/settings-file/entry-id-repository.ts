import type { Db } from '@gwanje/backend/database/schema';
import type { KnownUser } from '@gwanje/domain/settings-file/plan';
import { entryKey, objectEntryKey } from '@gwanje/domain/settings-file/settings-entries';
import type { SettingsFile } from '@gwanje/kinds/calls/settings-file';
import { sql } from 'kysely';

/** Ids of the existing entries of an installation, by entry key. */
export async function readIds(db: Db): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const groups = await db
    .selectFrom('metaGroup')
    .leftJoin('subGroup', 'subGroup.metaGroupId', 'metaGroup.metaGroupId')
    .leftJoin('cluster', 'cluster.subGroupId', 'subGroup.subGroupId')
    .select(['metaGroup.metaGroupId', 'metaGroup.name as metaName', 'subGroup.subGroupId'])
    .select(['subGroup.name as subName', 'cluster.hostId', 'cluster.name as clusterName'])
    .execute();
  const clusterParts = new Map<number, readonly [string, string, string]>();
  for (const { metaGroupId, metaName, subGroupId, subName, hostId, clusterName } of groups) {
    ids.set(entryKey(['metaGroup', metaName]), metaGroupId);
    if (subGroupId === null || subName === null) continue;
    ids.set(entryKey(['metaGroup', metaName], ['subGroup', subName]), subGroupId);
    if (hostId === null || clusterName === null) continue;
    ids.set(clusterKey([metaName, subName, clusterName]), hostId);
    clusterParts.set(hostId, [metaName, subName, clusterName]);
  }
  const alarms = await db.selectFrom('eventAlarm').select(['eventAlarmId', 'hostId', 'name']).execute();
  for (const { eventAlarmId, hostId, name } of alarms) {
    const [meta, sub, cluster] = clusterParts.get(hostId) ?? ['', '', ''];
    ids.set(
      entryKey(['metaGroup', meta], ['subGroup', sub], ['cluster', cluster], ['eventAlarm', name]),
      eventAlarmId,
    );
  }
  const templates = await db
    .selectFrom('alarmTemplate')
    .leftJoin('webhook', 'webhook.alarmTemplateId', 'alarmTemplate.alarmTemplateId')
    .select(['alarmTemplate.alarmTemplateId', 'alarmTemplate.name', 'webhook.webhookId'])
    .select('webhook.name as webhookName')
    .execute();
  for (const { alarmTemplateId, name, webhookId, webhookName } of templates) {
    ids.set(entryKey(['template', name]), alarmTemplateId);
    if (webhookId !== null && webhookName !== null)
      ids.set(entryKey(['template', name], ['webhook', webhookName]), webhookId);
  }
  return ids;
}

function clusterKey([meta, sub, cluster]: readonly [string, string, string]): string {
  return entryKey(['metaGroup', meta], ['subGroup', sub], ['cluster', cluster]);
}

/** Finds the existing objects among those that a file names. */
export async function findObjects(
  db: Db,
  file: SettingsFile,
  ids: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Map<string, { hostId: number; key: string }>();
  const names = new Set<string>();
  for (const { name: meta, subGroups = [] } of file.metaGroups)
    for (const { name: sub, clusters = [] } of subGroups)
      for (const { name, objects = [] } of clusters) {
        const cluster = clusterKey([meta, sub, name]);
        const hostId = ids.get(cluster);
        if (hostId === undefined) continue;
        for (const object of objects) {
          const { namespace, name: objectName } = object;
          const stored = JSON.stringify([hostId, object.kind, namespace, objectName]);
          wanted.set(stored, { hostId, key: objectEntryKey(cluster, object) });
          names.add(objectName);
        }
      }
  const found = new Map<string, number>();
  if (wanted.size === 0) return found;
  const rows = await db
    .selectFrom('object')
    .select(['objectId', 'hostId', 'kind', 'namespace', 'name'])
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`host_id = any(${[...new Set([...wanted.values()].map((one) => one.hostId))]}::int[])`)
    .where(sql<boolean>`name = any(${[...names]}::text[])`)
    .execute();
  for (const { objectId, hostId, kind, namespace, name } of rows) {
    const one = wanted.get(JSON.stringify([hostId, kind, namespace, name]));
    if (one) found.set(one.key, objectId);
  }
  return found;
}

export interface FoundUser extends KnownUser {
  readonly userNo: number;
}

export async function readUsers(db: Db): Promise<ReadonlyMap<string, FoundUser>> {
  const rows = await db.selectFrom('userAccount').select(['userNo', 'userId', 'role', 'status']).execute();
  return new Map(
    rows.map(({ userNo, userId, role, status }) => [
      userId,
      { userNo, userId, isTotalAdmin: role === 1, mayOwn: (role === 1 || role === 3) && status === 1 },
    ]),
  );
}
