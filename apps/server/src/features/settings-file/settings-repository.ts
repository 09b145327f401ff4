import type { Db } from '@gwanje/backend/database/schema';
import { type AlarmSettings, alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import { nameKey } from '@gwanje/contract/definition/fields';
import { reportScheduleFields } from '@gwanje/contract/reports/report-schedules';
import {
  type FileCluster,
  type FileObject,
  type FileReportSchedule,
  type FileWebhook,
  fileObjectKinds,
  SETTINGS_FILE_VERSION,
  type SettingsFile,
} from '@gwanje/kinds/calls/settings-file';
import { z } from 'zod';
import { receiverOf, targetOf } from '../../alarms/notifications/receiver-repository.ts';
import { readSettings } from '../../alarms/settings/setting-cache.ts';

const fileKindOf = new Map<string, FileObject['kind']>(fileObjectKinds.map((kind) => [kind, kind]));

/** The ids of the parts of a file that are rows of a table. */
class Ids extends Map<unknown, number> {
  add<Part>(id: number, part: Part): Part {
    this.set(part, id);
    return part;
  }
}

/** Reads all settings, lists sorted by name. Includes webhook addresses, which must not be exported. */
export async function readInstallation(db: Db): Promise<{ file: SettingsFile; ids: Ids }> {
  const users = await db.selectFrom('userAccount').select(['userNo', 'userId']).execute();
  const userIds = new Map(users.map(({ userNo, userId }) => [userNo, userId]));
  const userIdOf = (userNo: number | null) => (userNo === null ? null : (userIds.get(userNo) ?? null));
  const ids = new Ids();
  const subGroups = await readSubGroups(db);
  const clusters = await readClusters(db, ids);
  const schedules = await readReportSchedules(db, userIdOf, ids);
  const metaGroups = await db
    .selectFrom('metaGroup')
    .select(['metaGroupId', 'name', 'ownerUserNo'])
    .execute();
  const file: SettingsFile = {
    format: 'gwanje-settings',
    version: SETTINGS_FILE_VERSION,
    templates: await readTemplates(db, subGroups, userIdOf, ids),
    metaGroups: sorted(metaGroups).map(({ metaGroupId, name, ownerUserNo }) =>
      ids.add(metaGroupId, {
        name,
        owner: userIdOf(ownerUserNo),
        reportSchedules: schedules.get(metaGroupId) ?? [],
        subGroups: sorted(subGroups.filter((group) => group.metaGroupId === metaGroupId)).map(
          ({ subGroupId, name, logReaders, members }) =>
            ids.add(subGroupId, { name, logReaders, members, clusters: clusters.get(subGroupId) ?? [] }),
        ),
      }),
    ),
  };
  return { file, ids };
}

/** The part that may be exported. */
export function withoutSecrets(file: SettingsFile): SettingsFile {
  return {
    ...file,
    templates: file.templates.map(({ webhooks = [], ...template }) => ({
      ...template,
      webhooks: webhooks.map(({ url: _url, secret: _secret, ...webhook }) => webhook),
    })),
  };
}

type SubGroups = Awaited<ReturnType<typeof readSubGroups>>;

async function readSubGroups(db: Db) {
  const rows = await db
    .selectFrom('subGroup')
    .innerJoin('metaGroup', 'metaGroup.metaGroupId', 'subGroup.metaGroupId')
    .select([
      'subGroup.subGroupId',
      'subGroup.metaGroupId',
      'subGroup.name',
      'subGroup.logReaders',
      'metaGroup.name as metaGroupName',
    ])
    .execute();
  const members = await db
    .selectFrom('subGroupMember')
    .innerJoin('userAccount', 'userAccount.userNo', 'subGroupMember.userNo')
    .select(['subGroupMember.subGroupId', 'userAccount.userId'])
    // A total admin sees everything, so an old membership has no meaning.
    .where('userAccount.role', '<>', 1)
    .execute();
  const bySubGroup = Map.groupBy(members, ({ subGroupId }) => subGroupId);
  return rows.map((row) => ({
    ...row,
    members: (bySubGroup.get(row.subGroupId) ?? []).map(({ userId }) => userId).toSorted(byText),
  }));
}

async function readTemplates(
  db: Db,
  subGroups: SubGroups,
  userIdOf: (userNo: number | null) => string | null,
  ids: Ids,
): Promise<SettingsFile['templates']> {
  const byId = new Map(subGroups.map((group) => [group.subGroupId, group]));
  const webhooks = Map.groupBy(
    await db.selectFrom('webhook').selectAll().execute(),
    ({ alarmTemplateId }) => alarmTemplateId,
  );
  const rows = await db
    .selectFrom('alarmTemplate')
    .select(['alarmTemplateId', 'name', 'description', 'ownerUserNo', 'settings'])
    .execute();
  return sorted(rows).map(({ alarmTemplateId, name, description, ownerUserNo, settings }) =>
    ids.add(alarmTemplateId, {
      name,
      description,
      owner: userIdOf(ownerUserNo),
      settings: inOrder(readSettings(settings)),
      webhooks: sorted(webhooks.get(alarmTemplateId) ?? []).flatMap((row): FileWebhook[] => {
        const { hours, quietHours, subGroupIdList, scopeUserNo, escalateAfterMin, sendsRecovery } =
          receiverOf(row);
        const { recipientList, ...target } = targetOf(row);
        const scopeUser = userIdOf(scopeUserNo);
        // The webhook's scope user is deleted: it sends nothing, and an import must not activate it.
        if (scopeUserNo !== null && scopeUser === null) return [];
        const forSubGroups = subGroupIdList
          ?.flatMap((id) => byId.get(id) ?? [])
          .map((group) => ({ metaGroup: group.metaGroupName, subGroup: group.name }))
          .toSorted((a, b) => byKey(a.metaGroup, b.metaGroup) || byKey(a.subGroup, b.subGroup));
        const webhook = {
          name: row.name,
          ...target,
          recipientList: [...recipientList],
          minLevel: row.minLevel === 1 ? (1 as const) : (5 as const),
          isOn: row.isOn,
          sendsRecovery,
          hours,
          quietHours,
          escalateAfterMin,
          forSubGroups: forSubGroups ?? null,
          scopeUser,
        };
        return [ids.add(row.webhookId, webhook)];
      }),
    }),
  );
}

const ReportScheduleFields = z.object(reportScheduleFields);

async function readReportSchedules(
  db: Db,
  userIdOf: (userNo: number | null) => string | null,
  ids: Ids,
): Promise<ReadonlyMap<number, FileReportSchedule[]>> {
  const found = new Map<number, FileReportSchedule[]>();
  for (const row of sorted(await db.selectFrom('reportSchedule').selectAll().execute())) {
    const { reportScheduleId, metaGroupId, scopeUserNo } = row;
    const scopeUser = userIdOf(scopeUserNo);
    // The admin whose groups it reports is deleted: an import must not activate it.
    if (scopeUserNo !== null && scopeUser === null) continue;
    const schedule = { ...ReportScheduleFields.parse(row), scopeUser };
    found.set(metaGroupId, [...(found.get(metaGroupId) ?? []), ids.add(reportScheduleId, schedule)]);
  }
  return found;
}

async function readClusters(db: Db, ids: Ids): Promise<ReadonlyMap<number, FileCluster[]>> {
  const rows = await db
    .selectFrom('cluster')
    .innerJoin('alarmTemplate', 'alarmTemplate.alarmTemplateId', 'cluster.alarmTemplateId')
    .select(['cluster.hostId', 'cluster.subGroupId', 'cluster.name', 'cluster.isMonitored'])
    .select('alarmTemplate.name as template')
    .execute();
  const own = await db
    .selectFrom('alarmSetting')
    .select(['hostId', 'settings'])
    .where('objectId', '=', 0)
    .execute();
  const settings = new Map(own.map((row) => [row.hostId, readSettings(row.settings)]));
  const objects = await readObjects(db);
  const alarms = await db
    .selectFrom('eventAlarm')
    .select([
      'eventAlarmId',
      'hostId',
      'name',
      'isOn',
      'isNotified',
      'eventType',
      'reason',
      'objectKind',
      'namespace',
    ])
    .select(['messageText', 'warningCnt', 'criticalCnt', 'windowMin'])
    .execute();
  const eventAlarms = Map.groupBy(alarms, ({ hostId }) => hostId);
  const found = new Map<number, FileCluster[]>();
  for (const { hostId, subGroupId, name, template, isMonitored } of sorted(rows)) {
    const cluster = {
      name,
      template,
      isMonitored,
      settings: inOrder(settings.get(hostId) ?? {}),
      eventAlarms: sorted(eventAlarms.get(hostId) ?? []).map(({ hostId: _host, eventAlarmId, ...alarm }) =>
        ids.add(eventAlarmId, alarm),
      ),
      objects: objects.get(hostId) ?? [],
    };
    found.set(subGroupId, [...(found.get(subGroupId) ?? []), ids.add(hostId, cluster)]);
  }
  return found;
}

/** Existing objects with settings; a deleted object could not be identified by its name. */
async function readObjects(db: Db): Promise<ReadonlyMap<number, FileObject[]>> {
  const rows = await db
    .selectFrom('object')
    .leftJoin('alarmSetting', (join) =>
      join
        .onRef('alarmSetting.hostId', '=', 'object.hostId')
        .onRef('alarmSetting.objectId', '=', 'object.objectId'),
    )
    .select(['object.hostId', 'object.kind', 'object.namespace', 'object.name', 'object.isMonitored'])
    .select('alarmSetting.settings')
    .where('object.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('object.isMonitored', '=', false), eb('alarmSetting.objectId', 'is not', null)]))
    .execute();
  const found = new Map<number, FileObject[]>();
  for (const row of rows) {
    const kind = fileKindOf.get(row.kind);
    const settings = inOrder(readSettings(row.settings));
    if (!kind || (row.isMonitored && Object.keys(settings).length === 0)) continue;
    const { namespace, name, isMonitored } = row;
    found.set(row.hostId, [
      ...(found.get(row.hostId) ?? []),
      { kind, namespace, name, isMonitored, settings },
    ]);
  }
  for (const list of found.values())
    list.sort(
      (a, b) =>
        fileObjectKinds.indexOf(a.kind) - fileObjectKinds.indexOf(b.kind) ||
        byText(a.namespace ?? '', b.namespace ?? '') ||
        byText(a.name, b.name),
    );
  return found;
}

function inOrder(settings: AlarmSettings): AlarmSettings {
  const ordered: AlarmSettings = {};
  for (const key of alarmItemKeys) {
    const setting = settings[key];
    if (!setting) continue;
    const { isOn, isNotified, warning, critical, holdS, recoveryMargin, windowMin } = setting;
    ordered[key] = { isOn, isNotified, warning, critical, holdS, recoveryMargin, windowMin };
  }
  return ordered;
}

/** Compares by code unit: the same on every machine, unlike a locale's order. */
function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function byKey(a: string, b: string): number {
  return byText(nameKey(a), nameKey(b));
}

function sorted<Row extends { readonly name: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => byKey(a.name, b.name));
}
