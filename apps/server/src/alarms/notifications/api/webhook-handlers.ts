import type { BodyOf } from '@gwanje/contract/endpoint';
import { AppError } from '@gwanje/contract/errors';
import { AlarmId, WebhookId } from '@gwanje/contract/ids';
import { nameKey } from '@gwanje/contract/names';
import {
  type insertWebhook,
  MAX_WEBHOOKS,
  Webhook,
  type WebhookKind,
  webhookKinds,
} from '@gwanje/contract/webhooks';
import { isTotalAdmin, may } from '@gwanje/domain/permissions';
import { sql } from 'kysely';
import { lockSubGroups, requireRight, requireSeen } from '../../../access/targets.ts';
import { seesSubGroup } from '../../../access/visibility.ts';
import type { Call, Handlers, Work } from '../../../platform/http/call.ts';
import { orConflict } from '../../../platform/store/violations.ts';
import { noteTemplateChange } from '../../settings/template-changes.ts';
import { bodyTemplateOf, messageWords, unknownWordIn } from '../bodies.ts';
import { type AlarmFacts, exampleFacts, factColumns, factsOf } from '../facts.ts';
import type { NotificationService } from '../open.ts';
import { replayDelivery } from '../outbox.ts';
import { DeliveryFailure } from '../outside-client.ts';
import { receiverOf, targetOf } from '../receivers.ts';
import { healthOf } from './health.ts';
import { masked } from './masked.ts';

type WebhookCalls =
  | 'listWebhookKinds'
  | 'listWebhooks'
  | 'insertWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'sendTestWebhook'
  | 'replayDelivery';
type Settings = Omit<BodyOf<typeof insertWebhook>, 'alarmTemplateId'>;

interface Needs {
  readonly notifications: NotificationService;
}

/** Webhooks are part of a template: who may change the one may change the other. */
export const webhookHandlers: Handlers<WebhookCalls, Needs> = {
  async listWebhookKinds({ notifications }) {
    const kindList = webhookKinds.map((kind) => ({
      kind,
      bodyTemplate: bodyTemplateOf(kind),
      isAvailable: kind !== 'email' || notifications.messenger.hasMail,
    }));
    return { kindList, wordList: [...messageWords] };
  },

  async listWebhooks({ db, user, params, scope }) {
    const template = await findTemplate(db, params.alarmTemplateId);
    const isChangeable = may(user, 'template.manage', template);
    const rows = await db
      .selectFrom('webhook')
      .selectAll()
      .where('alarmTemplateId', '=', params.alarmTemplateId)
      .orderBy('nameKey')
      .execute();
    const health = await healthOf(db, rows);
    const webhookList = rows.map((row) => {
      const { subGroupIdList, ...receiver } = receiverOf(row);
      const seen = subGroupIdList?.filter((id) => scope.allowed.has(id)) ?? null;
      const target = isChangeable ? targetOf(row) : masked(targetOf(row));
      return Webhook.parse({
        ...receiver,
        ...target,
        isOn: row.isOn,
        // Of groups that one may not see not even the ids.
        forSubGroupIdList: seen,
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
    requireRight(user, 'template.manage', await findTemplate(db, alarmTemplateId, true), {
      field: 'alarmTemplateId',
    });
    await requireSound(call, settings);
    const { cnt } = await db
      .selectFrom('webhook')
      .select((eb) => eb.fn.countAll<number>().as('cnt'))
      .where('alarmTemplateId', '=', alarmTemplateId)
      .executeTakeFirstOrThrow();
    if (cnt >= MAX_WEBHOOKS) throw new AppError('conflict', { field: 'alarmTemplateId', reason: 'tooMany' });
    const { webhookId } = await orConflict(
      db
        .insertInto('webhook')
        .values({ alarmTemplateId, ...columnsOf(settings, user), createdAt: now, updatedAt: now })
        .returning('webhookId')
        .executeTakeFirstOrThrow(),
      { field: 'name', reason: 'taken' },
    );
    await noteInTemplate(call, alarmTemplateId, settings.name);
    await audit({
      action: 'webhook.insert',
      target: { kind: 'webhook', id: webhookId },
      detail: { alarmTemplateId, after: told(settings) },
    });
    return { webhookId: WebhookId.parse(webhookId) };
  },

  async updateWebhook(call) {
    const { db, user, body, now, audit } = call;
    const { webhookId, version: expected, ...settings } = body;
    const before = await lockWebhook(db, webhookId);
    requireRight(user, 'template.manage', before, { field: 'webhookId' });
    if (expected !== undefined && expected !== before.version)
      throw new AppError('conflict', {
        field: 'version',
        reason: 'changedMeanwhile',
        version: before.version,
      });
    await requireSound(call, settings);
    const version = before.version + 1;
    await orConflict(
      db
        .updateTable('webhook')
        .set({ ...columnsOf(settings, user), version, updatedAt: now })
        .where('webhookId', '=', webhookId)
        .execute(),
      { field: 'name', reason: 'taken' },
    );
    const { name } = before;
    const words = settings.name === name ? name : `${name} → ${settings.name}`;
    await noteInTemplate(call, before.alarmTemplateId, words);
    await audit({
      action: 'webhook.update',
      target: { kind: 'webhook', id: webhookId },
      detail: { before: { name: before.name, kind: before.kind }, after: told(settings) },
    });
    return { version };
  },

  async deleteWebhook(call) {
    const { db, user, params, audit } = call;
    const before = await lockWebhook(db, params.webhookId);
    requireRight(user, 'template.manage', before);
    await db.deleteFrom('webhook').where('webhookId', '=', params.webhookId).execute();
    await noteInTemplate(call, before.alarmTemplateId, before.name);
    await audit({
      action: 'webhook.delete',
      target: { kind: 'webhook', id: params.webhookId },
      detail: { before: { name: before.name, kind: before.kind } },
    });
    return {};
  },

  async sendTestWebhook({ db, user, body, now, audit, notifications }) {
    const { alarmTemplateId, alarmId, ...target } = body;
    requireRight(user, 'template.manage', await findTemplate(db, alarmTemplateId), {
      field: 'alarmTemplateId',
    });
    requireKnownWords(target.bodyTemplate);
    const found = await pastAlarm(db, user, alarmId);
    const alarm = found ?? exampleFacts(now);
    const startMs = performance.now();
    const outcome = await notifications.messenger
      .send(target, crypto.randomUUID(), { reason: 'test', alarm })
      .then(({ status }) => ({ isDelivered: true, status, fault: null }))
      .catch((error: unknown) => {
        if (!(error instanceof DeliveryFailure)) throw error;
        return { isDelivered: false, status: error.status, fault: error.kind };
      });
    await audit({
      action: 'webhook.test',
      target: { kind: 'template', id: alarmTemplateId },
      detail: { ...told(target), ...outcome },
    });
    return {
      ...outcome,
      tookMs: Math.round(performance.now() - startMs),
      alarmId: found ? AlarmId.parse(found.alarmId) : null,
    };
  },

  async replayDelivery({ db, user, params, now, audit }) {
    const { deliveryId } = params;
    const row = await db
      .selectFrom('outbox')
      .innerJoin('webhook', 'webhook.webhookId', 'outbox.webhookId')
      .innerJoin('alarmTemplate', 'alarmTemplate.alarmTemplateId', 'webhook.alarmTemplateId')
      .select(['alarmTemplate.ownerUserNo', 'outbox.state', 'webhook.name'])
      .where('deliveryId', '=', deliveryId)
      .forUpdate('outbox')
      .executeTakeFirst();
    if (!row) throw new AppError('notFound');
    requireRight(user, 'template.manage', row);
    if (!(await replayDelivery(db, deliveryId, now)))
      throw new AppError('conflict', { field: 'deliveryId', reason: row.state });
    await audit({
      action: 'webhook.replay',
      target: { kind: 'delivery', id: deliveryId },
      detail: { name: row.name },
    });
    return {};
  },
};

async function findTemplate(db: Call['db'], alarmTemplateId: number, isLocked = false) {
  let query = db
    .selectFrom('alarmTemplate')
    .select(['alarmTemplateId', 'ownerUserNo'])
    .where('alarmTemplateId', '=', alarmTemplateId);
  // Two at once count the same webhooks.
  if (isLocked) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) throw new AppError('notFound', { field: 'alarmTemplateId' });
  return row;
}

async function lockWebhook(db: Call['db'], webhookId: number) {
  const row = await db
    .selectFrom('webhook')
    .innerJoin('alarmTemplate', 'alarmTemplate.alarmTemplateId', 'webhook.alarmTemplateId')
    .select(['webhook.name', 'webhook.kind', 'webhook.version', 'webhook.alarmTemplateId'])
    .select('alarmTemplate.ownerUserNo')
    .where('webhookId', '=', webhookId)
    .forUpdate('webhook')
    .executeTakeFirst();
  if (!row) throw new AppError('notFound', { field: 'webhookId' });
  return row;
}

/** Who is told is part of a template, and so is in its history. */
function noteInTemplate({ db, user, now }: Work, alarmTemplateId: number, detail: string): Promise<void> {
  return noteTemplateChange(db, user, now, { alarmTemplateId, change: 'infoChanged', detail });
}

async function requireSound({ db, user }: Pick<Call, 'db' | 'user'>, settings: Settings): Promise<void> {
  requireKnownWords(settings.bodyTemplate);
  const { forSubGroupIdList } = settings;
  if (forSubGroupIdList === null) return;
  const targets = await lockSubGroups(db, user, forSubGroupIdList);
  for (const [index, subGroupId] of forSubGroupIdList.entries())
    requireSeen('subGroup', subGroupId, targets.get(subGroupId), { field: `forSubGroupIdList.${index}` });
}

function requireKnownWords(bodyTemplate: string | null): void {
  const word = bodyTemplate === null ? undefined : unknownWordIn(bodyTemplate);
  if (word !== undefined)
    throw new AppError('invalidParameter', { field: 'bodyTemplate', reason: 'unknownWord', word });
}

function columnsOf(settings: Settings, user: Call['user']) {
  const { name, kind, url, bodyTemplate, language, minLevel, isOn, isRecoveryTold } = settings;
  const { recipientList, hours, quietHours, forSubGroupIdList, escalateAfterMin } = settings;
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return {
    name,
    nameKey: nameKey(name),
    kind,
    url,
    bodyTemplate,
    language,
    minLevel,
    isOn,
    isRecoveryTold,
    escalateAfterMin,
    recipientList: JSON.stringify(recipientList),
    hours: json(hours),
    quietHours: json(quietHours),
    subGroupIdList: json(forSubGroupIdList),
    // What leaves the house is never more than whoever asked for it may see.
    reachUserNo: isTotalAdmin(user) ? null : user.userNo,
  };
}

/** For the audit log, which others may read: where it leads, and no secret. */
function told(target: {
  readonly name?: string;
  readonly kind: WebhookKind;
  readonly url: string | null;
  readonly recipientList: readonly string[];
}) {
  const { url, recipientList } = masked(target);
  return { ...(target.name !== undefined && { name: target.name }), kind: target.kind, url, recipientList };
}

/** The one that was named, or else the last one that the caller may see. */
async function pastAlarm(
  db: Call['db'],
  user: Call['user'],
  alarmId: number | undefined,
): Promise<AlarmFacts | null> {
  let query = db
    .selectFrom('alarm')
    .innerJoin('cluster', 'cluster.hostId', 'alarm.hostId')
    .select(factColumns)
    .select('cluster.name as clusterName')
    .select(seesSubGroup(user, 'cluster.subGroupId').as('isSeen'));
  query =
    alarmId === undefined
      ? query
          .where(sql<boolean>`${seesSubGroup(user, 'cluster.subGroupId')}`)
          .orderBy('alarm.occurredAt', 'desc')
      : query.where('alarm.alarmId', '=', alarmId);
  const row = await query.limit(1).executeTakeFirst();
  if (alarmId === undefined) return row ? factsOf(row) : null;
  return factsOf(
    requireSeen('alarm', alarmId, row && { ...row, isSeen: Boolean(row.isSeen) }, { field: 'alarmId' }),
  );
}
