import type { Database, Db } from '@gwanje/backend/database/schema';
import { type AddressField, addressFieldsOf } from '@gwanje/contract/alarms/channels';
import { eventAlarmFields } from '@gwanje/contract/alarms/event-alarms';
import { webhookFields } from '@gwanje/contract/alarms/webhooks';
import { logReaders } from '@gwanje/contract/objects/logs';
import { reportScheduleFields } from '@gwanje/contract/reports/report-schedules';
import { startsAgain } from '@gwanje/domain/reports/report-periods';
import type { KnownUser, PlannedStep } from '@gwanje/domain/settings-file/plan';
import { entriesIn, isAlarmItem, templateKey } from '@gwanje/domain/settings-file/settings-entries';
import type { EntryKind, SettingsFile } from '@gwanje/kinds/calls/settings-file';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { readSettings } from '../../alarms/settings/setting-cache.ts';
import { noteTemplateChange } from '../../alarms/settings/setting-repository.ts';
import {
  insertRow,
  NEXT_VERSION,
  type NewRow,
  named,
  type RowChange,
  type Table,
  updateRow,
} from '../../platform/store/row-repository.ts';

export interface EntryWork {
  readonly db: Db;
  /** Null for an admin command, where no user is signed in. */
  readonly user: { readonly userNo: number; readonly name: string } | null;
  readonly now: Date;
  readonly users: ReadonlyMap<string, FoundUser>;
  /** Ids by entry key; new entries are added. */
  readonly ids: Map<string, number>;
}

/** Returns the id of the changed object in the audit log. */
type WriteEntry = (
  work: EntryWork,
  step: PlannedStep,
  after: Readonly<Record<string, unknown>>,
) => Promise<number>;

const Owned = z.object({
  name: z.string(),
  description: z.string().default(''),
  owner: z.string().nullable().default(null),
});
const SubGroup = z.object({ name: z.string(), logReaders: z.enum(logReaders).default('groupAdmin') });
const Cluster = z.object({ name: z.string(), template: z.string(), isMonitored: z.boolean().default(true) });
const Webhook = z.object({
  ...webhookFields,
  name: z.string(),
  url: z.string().nullable().default(null),
  recipientList: z.array(z.string()),
  forSubGroups: z.array(z.string()).nullable(),
  forSubGroupIdList: z.undefined().optional(),
  scopeUser: z.string().nullable(),
});
const ReportSchedule = z.object({
  ...reportScheduleFields,
  name: z.string(),
  scopeUser: z.string().nullable(),
});
const EventAlarm = z.object({ ...eventAlarmFields, name: z.string() });
const Watched = z.object({ isMonitored: z.boolean().default(true) });

/** Inserts or updates the rows of an entry, by its kind. */
export const writeEntry: Readonly<Record<EntryKind, WriteEntry>> = {
  async template(work, step, after) {
    const { db, now, user } = work;
    const { isNew, changed } = step;
    const { name, description, owner } = Owned.parse(after);
    const values = {
      ...named(name),
      description,
      ownerUserNo: userNoOf(work, owner),
      settings: JSON.stringify(readSettings(after)),
      updatedAt: now,
    };
    const alarmTemplateId = await save(work, step, 'alarmTemplate', {
      insert: { ...values, createdAt: now },
      update: { ...values, version: NEXT_VERSION },
    });
    const note = (change: 'created' | 'infoChanged' | 'alarmContentChanged', detail: string) =>
      noteTemplateChange(db, user, now, { alarmTemplateId, change, detail });
    const items = Object.keys(changed).filter(isAlarmItem);
    if (isNew) await note('created', name);
    else if (items.length < Object.keys(changed).length) await note('infoChanged', name);
    if (!isNew && items.length > 0) await note('alarmContentChanged', items.join(', '));
    return alarmTemplateId;
  },

  async metaGroup(work, step, after) {
    const { now } = work;
    const { name, owner } = Owned.parse(after);
    const update = { ...named(name), ownerUserNo: userNoOf(work, owner), updatedAt: now };
    return save(work, step, 'metaGroup', { insert: { ...update, createdAt: now }, update });
  },

  async subGroup(work, step, after) {
    const { now, ids } = work;
    const { name, logReaders } = SubGroup.parse(after);
    const update = { ...named(name), logReaders, metaGroupId: parentOf(ids, step.entry), updatedAt: now };
    return save(work, step, 'subGroup', { insert: { ...update, createdAt: now }, update });
  },

  async member(work, { entry }) {
    const { db, now, ids } = work;
    const subGroupId = parentOf(ids, entry);
    const userNo = userNoOf(work, entry.nameList.at(-1) ?? '');
    if (userNo === null) throw new Error('a member without a user');
    await db.insertInto('subGroupMember').values({ userNo, subGroupId, createdAt: now }).execute();
    return subGroupId;
  },

  async reportSchedule(work, step, after) {
    const { now, ids } = work;
    const { scopeUser, ...fields } = ReportSchedule.parse(after);
    const values = {
      ...fields,
      ...named(fields.name),
      recipientList: JSON.stringify(fields.recipientList),
      scopeUserNo: userNoOf(work, scopeUser),
      updatedAt: now,
    };
    const isLater = !step.isNew && startsAgain(ReportSchedule.parse(step.before), fields);
    return save(work, step, 'reportSchedule', {
      insert: { ...values, metaGroupId: parentOf(ids, step.entry), activeFrom: now, createdAt: now },
      update: { ...values, ...(isLater && { activeFrom: now }), version: NEXT_VERSION },
    });
  },

  async cluster(work, step, after) {
    const { db, now, ids, user } = work;
    const { isNew, changed } = step;
    const { name, template, isMonitored } = Cluster.parse(after);
    const alarmTemplateId = idOf(ids, templateKey(template));
    const subGroupId = parentOf(ids, step.entry);
    const update = { ...named(name), subGroupId, alarmTemplateId, isMonitored, updatedAt: now };
    const hostId = await save(work, step, 'cluster', {
      insert: { ...update, createdBy: user?.userNo ?? null, createdAt: now },
      update,
    });
    if (isNew || Object.hasOwn(changed, 'template'))
      await noteTemplateChange(db, user, now, { alarmTemplateId, change: 'alarmApplied', detail: name });
    if (Object.keys(changed).some(isAlarmItem)) await saveSettings(work, hostId, 0, after);
    return hostId;
  },

  async webhook(work, step, after) {
    const { db, now, ids, user } = work;
    const { forSubGroups, forSubGroupIdList: _none, scopeUser, ...fields } = Webhook.parse(after);
    const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
    const usesField = (field: AddressField) => addressFieldsOf(fields.kind).includes(field);
    const values = {
      ...fields,
      ...named(fields.name),
      url: usesField('url') ? fields.url : null,
      secret: usesField('secret') ? fields.secret : null,
      recipientList: JSON.stringify(fields.recipientList),
      hours: json(fields.hours),
      quietHours: json(fields.quietHours),
      subGroupIdList: json(forSubGroups?.map((key) => idOf(ids, key)) ?? null),
      scopeUserNo: userNoOf(work, scopeUser),
      updatedAt: now,
    };
    const alarmTemplateId = parentOf(ids, step.entry);
    const id = await save(work, step, 'webhook', {
      insert: { ...values, alarmTemplateId, createdAt: now },
      update: { ...values, version: NEXT_VERSION },
    });
    await noteTemplateChange(db, user, now, { alarmTemplateId, change: 'infoChanged', detail: fields.name });
    return id;
  },

  async eventAlarm(work, step, after) {
    const fields = EventAlarm.parse(after);
    const hostId = parentOf(work.ids, step.entry);
    const row = { ...fields, ...named(fields.name), hostId, updatedAt: work.now };
    return save(work, step, 'eventAlarm', { insert: row, update: row });
  },

  async object(work, { entry, changed }, after) {
    const { db, ids } = work;
    const objectId = idOf(ids, entry.key);
    const { isMonitored } = Watched.parse(after);
    if (Object.hasOwn(changed, 'isMonitored')) await updateRow(db, 'object', objectId, { isMonitored });
    if (Object.keys(changed).some(isAlarmItem))
      await saveSettings(work, parentOf(ids, entry), objectId, after);
    return objectId;
  },
};

/** Inserts or updates the row of an entry. Returns its id, and notes it for the entries below. */
async function save<T extends Table>(
  { db, ids }: EntryWork,
  { entry, isNew }: PlannedStep,
  table: T,
  row: { readonly insert: NewRow<T>; readonly update: RowChange<T> },
): Promise<number> {
  if (isNew) ids.set(entry.key, await insertRow(db, table, row.insert));
  else await updateRow(db, table, idOf(ids, entry.key), row.update);
  return idOf(ids, entry.key);
}

async function saveSettings(
  { db, user, now }: EntryWork,
  hostId: number,
  objectId: number,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  const values = {
    settings: JSON.stringify(readSettings(after)),
    updatedBy: user?.userNo ?? null,
    updatedAt: now,
  };
  await db
    .insertInto('alarmSetting')
    .values({ hostId, objectId, version: 1, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['hostId', 'objectId'])
        .doUpdateSet({ ...values, version: sql<number>`alarm_setting.version + 1` }),
    )
    .execute();
}

function idOf(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`nothing is known as ${key}`);
  return id;
}

function parentOf(ids: ReadonlyMap<string, number>, { parentKey }: PlannedStep['entry']): number {
  return idOf(ids, parentKey ?? '');
}

function userNoOf({ users }: EntryWork, userId: string | null): number | null {
  return userId === null ? null : (users.get(userId)?.userNo ?? null);
}

/** Stops other changes of names between reading and writing. */
export async function lockSettings(db: Db): Promise<void> {
  await sql`lock table meta_group, sub_group, sub_group_member, alarm_template, cluster, webhook, event_alarm,
    alarm_setting, report_schedule in share row exclusive mode`.execute(db);
}

/** Finds the existing objects among those that a file names. `ids` has the clusters. */
export async function findObjects(
  db: Db,
  file: SettingsFile,
  ids: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Map<string, { hostId: number; name: string; key: string }>();
  for (const { key, parentKey, object } of entriesIn(file)) {
    const hostId = ids.get(parentKey ?? '');
    if (object && hostId !== undefined)
      wanted.set(objectText({ ...object, hostId }), { hostId, name: object.name, key });
  }
  if (wanted.size === 0) return new Map();
  const all = [...wanted.values()];
  const rows = await db
    .selectFrom('object')
    .select(['objectId', 'hostId', 'kind', 'namespace', 'name'])
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`host_id = any(${[...new Set(all.map(({ hostId }) => hostId))]}::int[])`)
    .where(sql<boolean>`name = any(${[...new Set(all.map(({ name }) => name))]}::text[])`)
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const found = wanted.get(objectText(row));
      return found ? [[found.key, row.objectId]] : [];
    }),
  );
}

function objectText({
  hostId,
  kind,
  namespace,
  name,
}: Pick<Selectable<Database['object']>, 'hostId' | 'kind' | 'namespace' | 'name'>): string {
  return JSON.stringify([hostId, kind, namespace, name]);
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
