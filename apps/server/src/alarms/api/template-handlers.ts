import type { Database } from '@gwanje/backend/database/schema';
import { alarmItemKeys } from '@gwanje/contract/alarm-items';
import { templateColumns, templateHistoryColumns } from '@gwanje/contract/alarm-templates';
import { AppError } from '@gwanje/contract/errors';
import { AlarmTemplateId } from '@gwanje/contract/ids';
import { nameKey } from '@gwanje/contract/names';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { effectiveSetting } from '@gwanje/domain/alarms/settings';
import { templateChangeTypes } from '@gwanje/domain/mappings/template-change';
import { viewTypes } from '@gwanje/domain/mappings/view-type';
import { isTotalAdmin, may } from '@gwanje/domain/permissions';
import { type Kysely, sql } from 'kysely';
import { requireRight } from '../../access/targets.ts';
import type { Call, Handlers, Work } from '../../platform/http/call.ts';
import { queryRows } from '../../platform/store/row-query.ts';
import { orConflict, orInUse } from '../../platform/store/violations.ts';
import type { AlarmService } from '../engine/open.ts';
import { readSettings } from '../settings/setting-book.ts';
import { noteTemplateChange } from '../settings/template-changes.ts';
import { requireManaged } from './managed-clusters.ts';
import { requireSound } from './setting-handlers.ts';

type TemplateCalls =
  | 'listTemplates'
  | 'getTemplate'
  | 'insertTemplate'
  | 'copyTemplate'
  | 'updateTemplate'
  | 'applyTemplate'
  | 'deleteTemplates'
  | 'listTemplateHistory';
type Db = Kysely<Database>;

const HISTORY_KEPT = 5000;

interface Needs {
  readonly alarms: AlarmService;
}

/** Every admin of groups may see and choose a template; only whose it is, and total admins, may change it. */
export const templateHandlers: Handlers<TemplateCalls, Needs> = {
  async listTemplates({ db, user, params, body, now, scope }) {
    const rows = (await listAll(db, scope.allowed)).map((row) => asRow(row, user));
    const orderBy = body.orderBy?.length ? body.orderBy : ['name'];
    const page = queryRows(templateColumns, rows, { filter: body.filter, orderBy }, params);
    return { ...params, ...page, serverTime: now.toISOString() };
  },

  async getTemplate({ db, user, params, scope }) {
    const row = (await listAll(db, scope.allowed)).find(
      ({ alarmTemplateId }) => alarmTemplateId === params.id,
    );
    if (!row) throw new AppError('notFound');
    const template = readSettings(row.settings);
    const clusterList = await db
      .selectFrom('cluster')
      .select(['hostId', 'name'])
      .where('alarmTemplateId', '=', params.id)
      .where(sql<boolean>`sub_group_id = any(${[...scope.allowed]}::int[])`)
      .orderBy('nameKey')
      .execute();
    return {
      ...asRow(row, user),
      version: row.version,
      clusterList,
      itemList: alarmItemKeys.map((itemKey) => ({
        itemKey,
        viewType: viewTypeOf(alarmItems[itemKey].target),
        ...effectiveSetting(itemKey, { template, cluster: {} }),
      })),
    };
  },

  async insertTemplate(call) {
    const { name, description, settings } = call.body;
    requireSound(settings);
    const alarmTemplateId = await insert(call, { name, description, settings: JSON.stringify(settings) });
    await noteChange(call, alarmTemplateId, 'created', name);
    return { alarmTemplateId };
  },

  async copyTemplate(call) {
    const source = await lockTemplate(call.db, call.params.id);
    const { name } = call.body;
    const settings = JSON.stringify(readSettings(source.settings));
    const alarmTemplateId = await insert(call, { name, description: source.description, settings });
    await noteChange(call, alarmTemplateId, 'copied', `${source.name} → ${name}`);
    return { alarmTemplateId };
  },

  async updateTemplate(call) {
    const { db, user, body, now, audit, afterCommit, alarms } = call;
    const before = await lockTemplate(db, body.alarmTemplateId);
    requireRight(user, 'template.manage', before);
    if (body.version !== undefined && body.version !== before.version)
      throw new AppError('conflict', {
        field: 'version',
        reason: 'changedMeanwhile',
        version: before.version,
      });
    if (body.settings) requireSound(body.settings);
    const { name = before.name, description = before.description } = body;
    const version = before.version + 1;
    const settings = body.settings ? { settings: JSON.stringify(body.settings) } : {};
    await orConflict(
      db
        .updateTable('alarmTemplate')
        .set({ name, nameKey: nameKey(name), description, version, updatedAt: now, ...settings })
        .where('alarmTemplateId', '=', body.alarmTemplateId)
        .execute(),
      { field: 'name', reason: 'taken' },
    );
    if (name !== before.name || description !== before.description)
      await noteChange(call, body.alarmTemplateId, 'infoChanged', `${before.name} → ${name}`);
    if (body.settings) {
      const former = readSettings(before.settings);
      const changed = alarmItemKeys.filter(
        (key) => JSON.stringify(former[key]) !== JSON.stringify(body.settings?.[key]),
      );
      if (changed.length > 0)
        await noteChange(call, body.alarmTemplateId, 'alarmContentChanged', changed.join(', '));
    }
    await audit({
      action: 'template.update',
      target: { kind: 'template', id: body.alarmTemplateId },
      detail: {
        before: { name: before.name, settings: before.settings },
        after: { name, settings: body.settings },
      },
    });
    afterCommit(async () => alarms.engine.settingsChanged());
    return { version };
  },

  async applyTemplate(call) {
    const { db, params, body, now, audit, afterCommit, alarms } = call;
    const template = await lockTemplate(db, params.id);
    await requireManaged(call, body.hostIdList, 'cluster.manage', (index) => `hostIdList.${index}`);
    const rows = await db
      .updateTable('cluster')
      .set({ alarmTemplateId: params.id, updatedAt: now })
      .where(sql<boolean>`host_id = any(${body.hostIdList}::int[])`)
      .returning('name')
      .execute();
    await noteChange(call, params.id, 'alarmApplied', rows.map(({ name }) => name).join(', '));
    for (const hostId of body.hostIdList)
      await audit({
        action: 'template.apply',
        target: { kind: 'cluster', id: hostId },
        detail: { alarmTemplateId: params.id, name: template.name },
      });
    afterCommit(async () => alarms.engine.settingsChanged());
    return {};
  },

  async deleteTemplates(call) {
    const { db, user, params, audit } = call;
    for (const [index, alarmTemplateId] of params.ids.toSorted((a, b) => a - b).entries()) {
      const field = `ids.${index}`;
      const before = await lockTemplate(db, alarmTemplateId);
      requireRight(user, 'template.manage', before, { field });
      await orInUse(db.deleteFrom('alarmTemplate').where('alarmTemplateId', '=', alarmTemplateId).execute(), {
        field,
        reason: 'applied',
      });
      await noteChange(call, alarmTemplateId, 'deleted', before.name);
      await audit({
        action: 'template.delete',
        target: { kind: 'template', id: alarmTemplateId },
        detail: { before: { name: before.name } },
      });
    }
    return {};
  },

  async listTemplateHistory({ db, user, params, body, now }) {
    const { id, ...page } = params;
    const rows = await db
      .selectFrom('templateChange')
      .select(['at', 'changeType', 'userNo', 'userName', 'detail'])
      .where('alarmTemplateId', '=', id)
      .orderBy('templateChangeId', 'desc')
      .limit(HISTORY_KEPT)
      .execute();
    const shown = rows.map((row) => ({
      ...row,
      at: row.at.toISOString(),
      detail: maySeeDetail(row, user) ? row.detail : '',
    }));
    const found = queryRows(templateHistoryColumns, shown, body, page);
    return { ...page, ...found, serverTime: now.toISOString() };
  },
};

/** Clusters of groups one may not see are not counted either. */
function listAll(db: Db, allowed: Iterable<number>) {
  return db
    .selectFrom('alarmTemplate')
    .leftJoin('userAccount', 'userAccount.userNo', 'alarmTemplate.ownerUserNo')
    .select(['alarmTemplate.alarmTemplateId', 'alarmTemplate.name', 'alarmTemplate.description'])
    .select(['alarmTemplate.ownerUserNo', 'userAccount.name as ownerName', 'alarmTemplate.settings'])
    .select(['alarmTemplate.version', 'alarmTemplate.createdAt', 'alarmTemplate.updatedAt'])
    .select(
      sql<number>`(select count(*) from cluster c where c.alarm_template_id = alarm_template.alarm_template_id
        and c.sub_group_id = any(${[...allowed]}::int[]))::int`.as('clusterCnt'),
    )
    .select(
      sql<number>`(select count(*) from webhook w where w.alarm_template_id = alarm_template.alarm_template_id)::int`.as(
        'webhookCnt',
      ),
    )
    .execute();
}

/** Which clusters somebody else applied it to may be no business of a group admin. */
function maySeeDetail(
  { changeType, userNo }: { readonly changeType: number; readonly userNo: number | null },
  user: Call['user'],
): boolean {
  return changeType !== templateChangeTypes.alarmApplied || isTotalAdmin(user) || userNo === user.userNo;
}

function asRow(row: Awaited<ReturnType<typeof listAll>>[number], user: Call['user']) {
  const { alarmTemplateId, name, description, ownerName, clusterCnt, webhookCnt } = row;
  return {
    alarmTemplateId,
    name,
    description,
    ownerName,
    clusterCnt,
    webhookCnt,
    isChangeable: may(user, 'template.manage', row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

async function lockTemplate(db: Db, alarmTemplateId: number) {
  const row = await db
    .selectFrom('alarmTemplate')
    .selectAll()
    .where('alarmTemplateId', '=', alarmTemplateId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('notFound');
  return row;
}

async function insert(
  { db, user, now, audit }: Work,
  values: { readonly name: string; readonly description: string; readonly settings: string },
): Promise<AlarmTemplateId> {
  const row = {
    ...values,
    nameKey: nameKey(values.name),
    ownerUserNo: user.userNo,
    createdAt: now,
    updatedAt: now,
  };
  const { alarmTemplateId } = await orConflict(
    db.insertInto('alarmTemplate').values(row).returning('alarmTemplateId').executeTakeFirstOrThrow(),
    { field: 'name', reason: 'taken' },
  );
  await audit({
    action: 'template.insert',
    target: { kind: 'template', id: alarmTemplateId },
    detail: { after: { name: values.name } },
  });
  return AlarmTemplateId.parse(alarmTemplateId);
}

function noteChange(
  { db, user, now }: Work,
  alarmTemplateId: number,
  change: keyof typeof templateChangeTypes,
  detail: string,
): Promise<void> {
  return noteTemplateChange(db, user, now, { alarmTemplateId, change, detail });
}

function viewTypeOf(target: string): 1 | 2 | 3 | null {
  if (target === 'cluster') return viewTypes.cluster;
  if (target === 'node') return viewTypes.node;
  return target === 'pod' ? viewTypes.pod : null;
}
