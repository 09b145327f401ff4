import type { Database } from '@gwanje/backend/database/schema';
import { nameKey } from '@gwanje/contract/definition/fields';
import type { SettingsFile } from '@gwanje/kinds/calls/settings-file';
import { addRow, addRows, rowOf } from '@gwanje/testkit/testing/rows';
import type { Kysely } from 'kysely';
import { named } from '../../../platform/store/row-repository.ts';
import { addMember, addUser, userNoOf } from '../../../testing/world.ts';
import { addReportSchedule } from '../../reports/testing/report-things.ts';
import { MEMBERS, OWNERS } from './worlds.ts';

type Db = Kysely<Database>;

export async function addPeople(db: Db): Promise<void> {
  for (const userId of OWNERS) await addUser(db, { userId, role: 3 });
  for (const userId of MEMBERS) await addUser(db, { userId });
}

/** Inserts rows as the calls would, without the import. */
export async function plant(db: Db, world: SettingsFile): Promise<void> {
  const now = new Date();
  const userNo = async (userId: string | null | undefined) => (userId ? userNoOf(db, userId) : null);
  const templates = new Map<string, number>();
  await db.deleteFrom('alarmTemplate').execute();
  for (const { name, description = '', owner, settings } of world.templates) {
    const { alarmTemplateId } = await addRow(db, 'alarmTemplate', {
      ...named(name),
      description,
      ownerUserNo: await userNo(owner),
      settings: JSON.stringify(settings),
    });
    templates.set(name, alarmTemplateId);
  }
  const subGroups = new Map<string, number>();
  for (const meta of world.metaGroups) {
    const ownerUserNo = await userNo(meta.owner);
    const { metaGroupId } = await addRow(db, 'metaGroup', { ...named(meta.name), ownerUserNo });
    for (const { name, scopeUser, recipientList, ...schedule } of meta.reportSchedules ?? [])
      await addReportSchedule(db, {
        ...schedule,
        metaGroupId,
        ...named(name),
        recipientList: JSON.stringify(recipientList),
        scopeUserNo: await userNo(scopeUser),
        now,
      });
    for (const sub of meta.subGroups ?? []) {
      const { logReaders } = sub;
      const { subGroupId } = await addRow(db, 'subGroup', { metaGroupId, ...named(sub.name), logReaders });
      subGroups.set(JSON.stringify([meta.name, sub.name]), subGroupId);
      for (const member of sub.members ?? []) await addMember(db, await userNoOf(db, member), subGroupId);
      for (const { name, template, isMonitored = true, settings, eventAlarms = [] } of sub.clusters ?? []) {
        const { hostId } = await addRow(db, 'cluster', {
          ...named(name),
          subGroupId,
          isMonitored,
          alarmTemplateId: templates.get(template) ?? 0,
        });
        await addRows(db, 'alarmSetting', {
          hostId,
          objectId: 0,
          settings: JSON.stringify(settings),
          version: 3,
          updatedAt: now,
        });
        for (const alarm of eventAlarms)
          await addRows(db, 'eventAlarm', { ...alarm, ...named(alarm.name), hostId, updatedAt: now });
      }
    }
  }
  for (const { name, webhooks = [] } of world.templates)
    for (const { forSubGroups, scopeUser, ...hook } of webhooks) {
      const ids = forSubGroups?.map(
        ({ metaGroup, subGroup }) => subGroups.get(JSON.stringify([metaGroup, subGroup])) ?? 0,
      );
      await addRows(db, 'webhook', {
        ...hook,
        ...named(hook.name),
        alarmTemplateId: templates.get(name) ?? 0,
        url: hook.url ?? null,
        secret: hook.secret ?? null,
        recipientList: JSON.stringify(hook.recipientList),
        hours: hook.hours && JSON.stringify(hook.hours),
        quietHours: hook.quietHours && JSON.stringify(hook.quietHours),
        subGroupIdList: ids ? JSON.stringify(ids.toReversed()) : null,
        scopeUserNo: await userNo(scopeUser),
        createdAt: now,
        updatedAt: now,
      });
    }
}

let lastObjectId = 0;

/** Adds the objects that agents would report, with or without their settings. */
export async function addObjects(db: Db, world: SettingsFile, areSet: boolean): Promise<void> {
  const now = new Date();
  for (const { name: metaName, subGroups = [] } of world.metaGroups)
    for (const { name: subName, clusters = [] } of subGroups)
      for (const { name: clusterName, objects = [] } of clusters) {
        const { metaGroupId } = await rowOf(db, 'metaGroup', { nameKey: nameKey(metaName) });
        const { subGroupId } = await rowOf(db, 'subGroup', { metaGroupId, nameKey: nameKey(subName) });
        const { hostId } = await rowOf(db, 'cluster', { subGroupId, nameKey: nameKey(clusterName) });
        for (const { kind, namespace, name, isMonitored = true, settings } of objects) {
          // A deleted object had the same name before.
          for (const deletedAt of [now, null]) {
            const objectId = ++lastObjectId;
            const row = { objectId, hostId, kind, uid: `uid-${objectId}`, name, namespace, deletedAt };
            const seen = { firstSeenAt: now, lastSeenAt: now };
            const isSet = areSet && deletedAt === null;
            await addRows(db, 'object', { ...row, ...seen, isMonitored: !isSet || isMonitored });
            const setting = {
              hostId,
              objectId,
              settings: JSON.stringify(settings),
              version: 1,
              updatedAt: now,
            };
            if (areSet) await addRows(db, 'alarmSetting', setting);
          }
        }
      }
}
