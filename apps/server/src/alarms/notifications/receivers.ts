import type { Database } from '@gwanje/backend/database/schema';
import { Hours, type WebhookKind, webhookKinds } from '@gwanje/contract/webhooks';
import type { Receiver } from '@gwanje/domain/notifications/routing';
import { type Kysely, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Target } from './messenger.ts';

type Db = Kysely<Database>;
type Row = Selectable<Database['webhook']>;

export interface KnownReceiver extends Receiver {
  readonly webhookId: number;
  readonly alarmTemplateId: number;
  readonly name: string;
  /** Saved by a group admin: it tells of no more than that one may see. */
  readonly reachUserNo: number | null;
}

const Ids = z.array(z.number());
const Texts = z.array(z.string());

/** What is stored is what was checked when it was saved; what cannot be read is as if it were not there. */
export function receiverOf(row: Row): KnownReceiver {
  const { webhookId, alarmTemplateId, name, reachUserNo, minLevel, isRecoveryTold, escalateAfterMin } = row;
  return {
    webhookId,
    alarmTemplateId,
    name,
    reachUserNo,
    minLevel,
    isRecoveryTold,
    escalateAfterMin,
    hours: Hours.safeParse(row.hours).data ?? null,
    quietHours: Hours.safeParse(row.quietHours).data ?? null,
    subGroupIdList: Ids.safeParse(row.subGroupIdList).data ?? null,
  };
}

export function targetOf(
  row: Pick<Row, 'kind' | 'url' | 'recipientList' | 'bodyTemplate' | 'language'>,
): Target {
  return {
    kind: kindOf(row.kind),
    url: row.url,
    recipientList: Texts.safeParse(row.recipientList).data ?? [],
    bodyTemplate: row.bodyTemplate,
    language: row.language === 'en' ? 'en' : 'ko',
  };
}

function kindOf(kind: string): WebhookKind {
  return webhookKinds.find((known) => known === kind) ?? 'json';
}

/** Those that are on and lead somewhere, of these templates: an imported one has no address until somebody enters it. */
export async function loadReceivers(db: Db, templateIds: Iterable<number>): Promise<KnownReceiver[]> {
  const rows = await db
    .selectFrom('webhook')
    .selectAll()
    .where('isOn', '=', true)
    .where((eb) => eb.or([eb('url', 'is not', null), eb('kind', '=', 'email')]))
    .where(sql<boolean>`alarm_template_id = any(${[...templateIds]}::int[])`)
    .orderBy('webhookId')
    .execute();
  return rows.map(receiverOf);
}

/** Whether a receiver may be told of what is in a sub group: whoever saved it sees that group by now. */
export async function loadReach(
  db: Db,
  receivers: readonly Pick<KnownReceiver, 'reachUserNo'>[],
): Promise<(receiver: Pick<KnownReceiver, 'reachUserNo'>, subGroupId: number) => boolean> {
  const userNos = new Set(receivers.flatMap(({ reachUserNo }) => reachUserNo ?? []));
  const seen = new Set<string>();
  if (userNos.size > 0) {
    const { rows } = await sql<{ userNo: number; subGroupId: number }>`
      select u.user_no, s.sub_group_id from user_account u cross join sub_group s
        join meta_group m on m.meta_group_id = s.meta_group_id
      where u.user_no = any(${[...userNos]}::int[]) and u.status in (1, 4)
        and (u.role = 1 or (u.role = 3 and m.owner_user_no = u.user_no) or exists (
          select 1 from sub_group_member member
          where member.sub_group_id = s.sub_group_id and member.user_no = u.user_no))`.execute(db);
    for (const { userNo, subGroupId } of rows) seen.add(`${userNo} ${subGroupId}`);
  }
  return ({ reachUserNo }, subGroupId) => reachUserNo === null || seen.has(`${reachUserNo} ${subGroupId}`);
}
