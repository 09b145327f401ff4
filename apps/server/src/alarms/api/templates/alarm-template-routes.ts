import { alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import { templateColumns, templateHistoryColumns } from '@gwanje/contract/alarms/alarm-templates';
import { AppError } from '@gwanje/contract/definition/errors';
import { isTotalAdmin, may } from '@gwanje/domain/access/permissions';
import { alarmItems, effectiveSetting } from '@gwanje/domain/alarms/registry';
import { templateChangeTypes, viewTypeOf } from '@gwanje/domain/mappings/labels';
import { requireManagedClusters, requireRight, requireVersion } from '../../../access/targets.ts';
import type { Call, Routes, Work } from '../../../platform/http/call.ts';
import { withIsoTimes } from '../../../platform/store/iso-times.ts';
import { listComputedRows } from '../../../platform/store/list-repository.ts';
import { deleteRows } from '../../../platform/store/row-repository.ts';
import { orInUse } from '../../../platform/store/violations.ts';
import type { AlarmService } from '../../engine/alarm-service.ts';
import { readSettings } from '../../settings/setting-cache.ts';
import { noteTemplateChange } from '../../settings/setting-repository.ts';
import { requireValidSettings } from '../../settings/valid-settings.ts';
import * as templates from './alarm-template-repository.ts';

/** Every group admin may see and apply a template. Only its owner and total admins may change it. */
export const alarmTemplateRoutes = {
  async listTemplates({ db, user, params, body, now, scope }) {
    const rows = (await templates.listTemplateRows(db, scope.allowed)).map((row) => shownRow(row, user));
    const page = await listComputedRows(db, templateColumns, rows, { ...body, ...params }, 'name');
    return { ...params, ...page, serverTime: now.toISOString() };
  },

  async getTemplate({ db, user, params, scope }) {
    const rows = await templates.listTemplateRows(db, scope.allowed);
    const row = rows.find(({ alarmTemplateId }) => alarmTemplateId === params.id);
    if (!row) throw new AppError('notFound');
    const template = readSettings(row.settings);
    return {
      ...shownRow(row, user),
      version: row.version,
      clusterList: await templates.listClustersOf(db, params.id, scope.allowed),
      itemList: alarmItemKeys.map((itemKey) => ({
        itemKey,
        viewType: viewTypeOf(alarmItems[itemKey].target),
        ...effectiveSetting(itemKey, { template, cluster: {} }),
      })),
    };
  },

  async insertTemplate(call) {
    const { name, description, settings } = call.body;
    requireValidSettings(settings);
    const alarmTemplateId = await insert(call, { name, description, settings: JSON.stringify(settings) });
    await noteChange(call, alarmTemplateId, 'created', name);
    return { alarmTemplateId };
  },

  async copyTemplate(call) {
    const source = await templates.lockTemplate(call.db, call.params.id);
    const { name } = call.body;
    const settings = JSON.stringify(readSettings(source.settings));
    const alarmTemplateId = await insert(call, { name, description: source.description, settings });
    await noteChange(call, alarmTemplateId, 'copied', `${source.name} → ${name}`);
    return { alarmTemplateId };
  },

  async updateTemplate(call) {
    const { db, user, body, now, audit, afterCommit, alarms } = call;
    const before = await templates.lockTemplate(db, body.alarmTemplateId);
    requireRight(user, 'template.manage', before);
    requireVersion(body.version, before.version);
    if (body.settings) requireValidSettings(body.settings);
    const { name = before.name, description = before.description } = body;
    const version = before.version + 1;
    const settings = body.settings ? { settings: JSON.stringify(body.settings) } : {};
    await templates.updateTemplate(
      db,
      body.alarmTemplateId,
      { name, description, version, ...settings },
      now,
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
    await audit('template.update', body.alarmTemplateId, {
      before: { name: before.name, settings: before.settings },
      after: { name, settings: body.settings },
    });
    afterCommit(async () => alarms.engine.settingsChanged());
    return { version };
  },

  async applyTemplate(call) {
    const { db, params, body, now, audit, afterCommit, alarms } = call;
    const template = await templates.lockTemplate(db, params.id);
    await requireManagedClusters(call, body.hostIdList, 'cluster.manage', (index) => `hostIdList.${index}`);
    const names = await templates.applyTemplate(db, params.id, body.hostIdList, now);
    await noteChange(call, params.id, 'alarmApplied', names.join(', '));
    for (const hostId of body.hostIdList)
      await audit(
        'template.apply',
        { kind: 'cluster', id: hostId },
        { alarmTemplateId: params.id, name: template.name },
      );
    afterCommit(async () => alarms.engine.settingsChanged());
  },

  async deleteTemplates(call) {
    const { db, user, params, audit } = call;
    for (const [index, alarmTemplateId] of params.ids.toSorted((a, b) => a - b).entries()) {
      const field = `ids.${index}`;
      const before = await templates.lockTemplate(db, alarmTemplateId);
      requireRight(user, 'template.manage', before, { field });
      await orInUse(deleteRows(db, 'alarmTemplate', alarmTemplateId), { field, reason: 'applied' });
      await noteChange(call, alarmTemplateId, 'deleted', before.name);
      await audit('template.delete', alarmTemplateId, { before: { name: before.name } });
    }
  },

  async listTemplateHistory({ db, user, params, body, now }) {
    const { id, ...page } = params;
    const rows = await templates.listTemplateChanges(db, id);
    const shown = rows.map((row) => ({
      ...withIsoTimes(row),
      detail: maySeeDetail(row, user) ? row.detail : '',
    }));
    const found = await listComputedRows(db, templateHistoryColumns, shown, { ...body, ...page });
    return { ...page, ...found, serverTime: now.toISOString() };
  },
} satisfies Routes<{ alarms: AlarmService }>;

/** The detail names clusters. A group admin sees it only for changes that they made. */
function maySeeDetail(
  { changeType, userNo }: { readonly changeType: number; readonly userNo: number | null },
  user: Call['user'],
): boolean {
  return changeType !== templateChangeTypes.alarmApplied || isTotalAdmin(user) || userNo === user.userNo;
}

function shownRow(
  { ownerUserNo, settings: _settings, version: _version, ...row }: templates.TemplateRow,
  user: Call['user'],
) {
  return { ...withIsoTimes(row), isChangeable: may(user, 'template.manage', { ownerUserNo }) };
}

async function insert(
  { db, user, now, audit }: Work,
  values: Parameters<typeof templates.insertTemplate>[1],
): Promise<number> {
  const alarmTemplateId = await templates.insertTemplate(db, values, user.userNo, now);
  await audit('template.insert', alarmTemplateId, { after: { name: values.name } });
  return alarmTemplateId;
}

function noteChange(
  { db, user, now }: Work,
  alarmTemplateId: number,
  change: keyof typeof templateChangeTypes,
  detail: string,
): Promise<void> {
  return noteTemplateChange(db, user, now, { alarmTemplateId, change, detail });
}
