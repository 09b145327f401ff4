import { type Address, type ChannelKey, channelKeys } from '@gwanje/contract/alarms/channels';
import { MAX_WEBHOOKS, Webhook } from '@gwanje/contract/alarms/webhooks';
import { AppError } from '@gwanje/contract/definition/errors';
import { may } from '@gwanje/domain/access/permissions';
import { lockSubGroups } from '../../../access/target-repository.ts';
import { requireRight, requireSeen, requireVersion } from '../../../access/targets.ts';
import type { Call, Routes, Work } from '../../../platform/http/call.ts';
import { deleteRows } from '../../../platform/store/row-repository.ts';
import { findAlarmFacts, findLatestAlarmFacts } from '../../notifications/alarm-facts-repository.ts';
import { channelRegistry } from '../../notifications/channels/registry.ts';
import { DeliveryFailure } from '../../notifications/clients/delivery-failure.ts';
import { unknownVariableIn } from '../../notifications/message-body.ts';
import { NO_CAUSES } from '../../notifications/message-causes.ts';
import { type AlarmFacts, exampleFacts } from '../../notifications/message-facts.ts';
import { messageVariables, recipientVariables } from '../../notifications/message-variables.ts';
import type { NotificationService } from '../../notifications/notification-service.ts';
import { exampleDuty } from '../../notifications/outbox/escalation/message-duty.ts';
import { loadDutyOfAlarms } from '../../notifications/outbox/escalation/people-on-duty.ts';
import { replayMessage } from '../../notifications/outbox/outbox-repository.ts';
import { receiverOf, targetOf } from '../../notifications/receiver-repository.ts';
import { noteTemplateChange } from '../../settings/setting-repository.ts';
import * as webhooks from './webhook-repository.ts';

/** Webhooks belong to a template: a user who may change the template may change its webhooks. */
export const webhookRoutes = {
  async listWebhookKinds({ notifications }) {
    const kindList = channelKeys.map((kind) => ({
      kind,
      bodyTemplate: channelRegistry[kind].defaultBody,
      isAvailable: notifications.sender.isAvailable(kind),
    }));
    return { kindList, variableList: [...messageVariables, ...recipientVariables] };
  },

  async listWebhooks({ db, user, params, scope }) {
    const { alarmTemplateId } = params;
    const isChangeable = may(user, 'template.manage', await requireTemplate(db, alarmTemplateId));
    const rows = await webhooks.listWebhookRows(db, alarmTemplateId);
    const webhookIds = rows.map(({ webhookId }) => webhookId);
    const health = await webhooks.loadDeliveryHealth(db, webhookIds);
    const webhookList = rows.map((row) => {
      const { subGroupIdList, ...receiver } = receiverOf(row);
      const target = targetOf(row);
      return Webhook.parse({
        ...receiver,
        ...target,
        ...(!isChangeable && { ...maskAddress(target), bodyTemplate: null }),
        isOn: row.isOn,
        // The user must not get the ids of groups that they may not see.
        forSubGroupIdList: subGroupIdList?.filter((id) => scope.allowed.has(id)) ?? null,
        updatedAt: row.updatedAt.toISOString(),
        version: row.version,
        ...health.get(row.webhookId),
      });
    });
    return { isChangeable, webhookList };
  },

  async insertWebhook(call) {
    const { db, user, body, now, audit } = call;
    const { alarmTemplateId, ...settings } = body;
    requireRight(user, 'template.manage', await requireTemplate(db, alarmTemplateId, true), {
      field: 'alarmTemplateId',
    });
    await requireValid(call, settings);
    if ((await webhooks.countWebhooks(db, alarmTemplateId)) >= MAX_WEBHOOKS)
      throw new AppError('conflict', { field: 'alarmTemplateId', reason: 'tooMany' });
    const webhookId = await webhooks.insertWebhook(db, alarmTemplateId, settings, user, now);
    await noteInTemplate(call, alarmTemplateId, settings.name);
    await audit('webhook.insert', webhookId, {
      ...auditScope(alarmTemplateId, settings.forSubGroupIdList),
      after: auditDetail(settings),
    });
    return { webhookId };
  },

  async updateWebhook(call) {
    const { db, user, body, now, audit } = call;
    const { webhookId, version: expected, ...settings } = body;
    const before = await requireWebhook(db, webhookId);
    requireRight(user, 'template.manage', before, { field: 'webhookId' });
    requireVersion(expected, before.version);
    await requireValid(call, settings);
    const version = before.version + 1;
    await webhooks.updateWebhook(db, webhookId, settings, version, user, now);
    const { name, kind, alarmTemplateId } = before;
    const detail = settings.name === name ? name : `${name} → ${settings.name}`;
    await noteInTemplate(call, alarmTemplateId, detail);
    await audit('webhook.update', webhookId, {
      ...auditScope(alarmTemplateId, receiverOf(before).subGroupIdList, settings.forSubGroupIdList),
      before: { name, kind },
      after: auditDetail(settings),
    });
    return { version };
  },

  async deleteWebhook(call) {
    const { db, user, params, audit } = call;
    const before = await requireWebhook(db, params.webhookId);
    requireRight(user, 'template.manage', before);
    await deleteRows(db, 'webhook', params.webhookId);
    const { alarmTemplateId, name, kind } = before;
    await noteInTemplate(call, alarmTemplateId, name);
    await audit('webhook.delete', params.webhookId, {
      ...auditScope(alarmTemplateId, receiverOf(before).subGroupIdList),
      before: { name, kind },
    });
  },

  async sendTestWebhook({ db, user, body, now, audit, notifications }) {
    const { alarmTemplateId, alarmId, ...target } = body;
    requireRight(user, 'template.manage', await requireTemplate(db, alarmTemplateId), {
      field: 'alarmTemplateId',
    });
    requireKnownVariables(target.bodyTemplate);
    const found = await findTestAlarm(db, user, alarmId);
    const duty = found ? await loadDutyOfAlarms(db, [found.alarmId], now) : exampleDuty(target.language);
    const facts = { reason: 'test' as const, alarm: found ?? exampleFacts(now) };
    const startMs = performance.now();
    const outcome = await notifications.sender
      .send(target, crypto.randomUUID(), facts, { causes: NO_CAUSES, duty })
      .then(({ status }) => ({ isDelivered: true, status, reason: null }))
      .catch((error: unknown) => {
        if (!(error instanceof DeliveryFailure)) throw error;
        return { isDelivered: false, status: error.status, reason: error.kind };
      });
    await audit(
      'webhook.test',
      { kind: 'template', id: alarmTemplateId },
      { ...auditDetail(target), ...outcome },
    );
    return {
      ...outcome,
      tookMs: Math.round(performance.now() - startMs),
      alarmId: found?.alarmId ?? null,
    };
  },

  async replayDelivery({ db, user, params, now, audit }) {
    const { deliveryId } = params;
    const row = await webhooks.lockDelivery(db, deliveryId);
    if (!row) throw new AppError('notFound');
    requireRight(user, 'template.manage', row);
    if (!(await replayMessage(db, deliveryId, now)))
      throw new AppError('conflict', { field: 'deliveryId', reason: row.state });
    await audit('webhook.replay', { kind: 'delivery', id: deliveryId }, { name: row.name });
  },
} satisfies Routes<{ notifications: NotificationService }>;

async function requireTemplate(db: Call['db'], alarmTemplateId: number, isLocked = false) {
  const row = await webhooks.findTemplateOwner(db, alarmTemplateId, isLocked);
  if (!row) throw new AppError('notFound', { field: 'alarmTemplateId' });
  return row;
}

async function requireWebhook(db: Call['db'], webhookId: number) {
  const row = await webhooks.lockWebhook(db, webhookId);
  if (!row) throw new AppError('notFound', { field: 'webhookId' });
  return row;
}

/** A change of a webhook is part of the template's history. */
function noteInTemplate({ db, user, now }: Work, alarmTemplateId: number, detail: string): Promise<void> {
  return noteTemplateChange(db, user, now, { alarmTemplateId, change: 'infoChanged', detail });
}

async function requireValid(
  { db, user }: Pick<Call, 'db' | 'user'>,
  { bodyTemplate, forSubGroupIdList }: webhooks.WebhookSettings,
): Promise<void> {
  requireKnownVariables(bodyTemplate);
  if (forSubGroupIdList === null) return;
  const targets = await lockSubGroups(db, user, forSubGroupIdList);
  for (const [index, subGroupId] of forSubGroupIdList.entries())
    requireSeen('subGroup', subGroupId, targets.get(subGroupId), { field: `forSubGroupIdList.${index}` });
}

function requireKnownVariables(bodyTemplate: string | null): void {
  const variable = bodyTemplate === null ? undefined : unknownVariableIn(bodyTemplate);
  if (variable !== undefined)
    throw new AppError('invalidParameter', { field: 'bodyTemplate', reason: 'unknownVariable', variable });
}

/** The template of a webhook, and the groups that it is for before and after the change; null: all. Handovers read it. */
function auditScope(alarmTemplateId: number, ...groups: readonly (readonly number[] | null)[]) {
  const forSubGroupIdList = groups.includes(null) ? null : [...new Set(groups.flatMap((ids) => ids ?? []))];
  return { alarmTemplateId, forSubGroupIdList };
}

/** Other users may read the audit log, so it shows the masked address and no secret. */
function auditDetail(target: Address & { readonly name?: string; readonly kind: ChannelKey }) {
  const { name, kind } = target;
  return { ...(name !== undefined && { name }), kind, ...maskAddress(target) };
}

/** The alarm in the request, or the latest one that the user may see. */
async function findTestAlarm(
  db: Call['db'],
  user: Call['user'],
  alarmId: number | undefined,
): Promise<AlarmFacts | undefined> {
  if (alarmId === undefined) return findLatestAlarmFacts(db, user);
  const found = await findAlarmFacts(db, user, alarmId);
  return requireSeen('alarm', alarmId, found, { field: 'alarmId' }).facts;
}

const HIDDEN = '…';

/**
 * The address for users who may not change the webhook. They see its host or domain; the path of a URL is
 * often a key, and the name before the @ is personal.
 */
function maskAddress({ url, recipientList, secret, successText }: Address): Address {
  return {
    url: url === null ? null : `${new URL(url).origin}/${HIDDEN}`,
    recipientList: recipientList.map(maskRecipient),
    secret: secret === null ? null : HIDDEN,
    successText,
  };
}

/** Shows the domain of a mail address, and the end of a number. */
function maskRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@');
  return `${HIDDEN}${at > 0 ? recipient.slice(at) : recipient.slice(-2)}`;
}
