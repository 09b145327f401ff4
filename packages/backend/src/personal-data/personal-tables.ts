import type { ErasureEffect, PersonalDataKey } from '@gwanje/contract/users/personal-data';
import { pseudonymOf } from '@gwanje/contract/users/pseudonym';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Db } from '../database/schema.ts';
import { factorKey, userKey } from '../identity/login-throttle.ts';
import { eraseEmails, eraseFromJson } from './erase-from-json.ts';
import { mentions, type Person } from './person.ts';

/**
 * A table that holds data of persons. A test finds columns of the schema that name a person, a device or an address and
 * stand neither here nor in `other-columns.ts`.
 */
export interface PersonalTable {
  readonly key: PersonalDataKey;
  readonly table: keyof Database;
  /** The columns with personal data that an export shows. */
  readonly columns: readonly string[];
  /** What an export shows besides `columns`. */
  readonly shown: readonly string[];
  /** Columns that an export leaves out: hashes of passwords and tokens, and what is about others too. */
  readonly withheld: readonly string[];
  readonly effect: ErasureEffect;
  /** A growing number, by which an export reads a long table in steps. */
  readonly stepBy?: string;
  readonly rowsOf: (person: Person) => RawBuilder<SqlBool>;
  /** In the order of the list. Nothing to do for numbers, and for what the database does when the account is deleted. */
  readonly erase?: (trx: Db, person: Person) => Promise<unknown>;
}

type Column<T extends keyof Database> = keyof Database[T] & string;

function personal<T extends keyof Database>(
  table: T,
  entry: Pick<PersonalTable, 'key' | 'effect' | 'rowsOf' | 'erase'> & {
    readonly columns: readonly Column<T>[];
    readonly shown?: readonly Column<T>[];
    readonly withheld?: readonly Column<T>[];
    readonly stepBy?: Column<T>;
  },
): PersonalTable {
  return { shown: [], withheld: [], ...entry, table };
}

const numbered =
  (column: string) =>
  ({ userNo }: Person) =>
    sql<SqlBool>`${sql.ref(column)} = ${userNo}`;

/** Rows that the database deletes with the account. */
const withAccount = { effect: 'deleted', rowsOf: numbered('userNo') } as const;

/** The name in `nameColumn` becomes the pseudonym, where `numberColumn` holds the number. */
function pseudonymised(table: keyof Database, nameColumn: string, numberColumn = 'userNo') {
  return {
    effect: 'pseudonym' as const,
    rowsOf: numbered(numberColumn),
    erase: (trx: Db, person: Person) =>
      sql`update ${sql.table(table)} set ${sql.ref(nameColumn)} = ${pseudonymOf(person.userNo)}
        where ${numbered(numberColumn)(person)}`.execute(trx),
  };
}

/** JSON values of a table from which the person is taken. */
async function rewriteRows(
  trx: Db,
  { table, column, person }: { table: keyof Database; column: string; person: Person },
  rewritten: (value: unknown) => unknown = (value) => eraseFromJson(value, person),
): Promise<void> {
  const { rows } = await sql<{ place: string; value: unknown }>`
    select ctid::text as place, ${sql.ref(column)} as value from ${sql.table(table)}
    where ${mentions(sql`${sql.ref(column)}::text`, person)} for update`.execute(trx);
  for (const { place, value } of rows) {
    const left = JSON.stringify(rewritten(value));
    if (left === JSON.stringify(value)) continue;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${left}::json where ctid = ${place}::tid`.execute(
      trx,
    );
  }
}

/** The e-mail address of the person is taken out of the recipients. */
function recipients(table: keyof Database) {
  return {
    key: 'recipients' as const,
    effect: 'emptied' as const,
    rowsOf: ({ emails }: Person) => mentions(sql`recipient_list::text`, { emails }),
    erase: (trx: Db, person: Person) =>
      rewriteRows(trx, { table, column: 'recipientList', person }, (list) =>
        (list as string[]).filter((recipient) => eraseEmails(recipient, person) === recipient),
      ),
  };
}

/** In the order in which an erasure goes through them; the account is the last. */
export const personalTables: readonly PersonalTable[] = [
  personal('session', {
    key: 'sessions',
    ...withAccount,
    columns: ['userNo', 'userAgent', 'address', 'oidcIssuer', 'oidcSid', 'viewAsUserNo'],
    shown: ['createdAt', 'lastSeenAt'],
    withheld: ['oidcIdToken', 'loginBrowserHash', 'consoleBrowserHash'],
  }),
  personal('knownBrowser', {
    key: 'knownBrowsers',
    ...withAccount,
    columns: ['userNo'],
    shown: ['lastUsedAt'],
    withheld: ['browserHash'],
  }),
  personal('passwordHistory', {
    key: 'passwords',
    ...withAccount,
    columns: ['userNo'],
    shown: ['replacedAt'],
    withheld: ['passwordHash'],
  }),
  personal('userTotp', {
    key: 'factors',
    ...withAccount,
    columns: ['userNo'],
    shown: ['createdAt', 'confirmedAt'],
    withheld: ['secret'],
  }),
  personal('passkey', {
    key: 'factors',
    ...withAccount,
    columns: ['userNo', 'name'],
    shown: ['passkeyId', 'transportList', 'createdAt', 'lastUsedAt'],
    withheld: ['credentialId', 'publicKey'],
  }),
  personal('recoveryCode', { key: 'factors', ...withAccount, columns: ['userNo'], withheld: ['codeHash'] }),
  personal('signIn', {
    key: 'sessions',
    ...withAccount,
    columns: ['userNo', 'userAgent', 'address'],
    shown: ['at', 'method', 'isNewBrowser'],
    withheld: ['mailDueAt', 'browserHash'],
  }),
  personal('pendingSignIn', {
    key: 'sessions',
    ...withAccount,
    columns: ['userNo'],
    shown: ['expiresAt'],
    withheld: ['browserHash'],
  }),
  personal('oneTimeLink', {
    key: 'links',
    ...withAccount,
    columns: ['userNo', 'createdBy'],
    shown: ['kind', 'createdAt', 'expiresAt'],
  }),
  personal('loginThrottle', {
    key: 'signInCounts',
    effect: 'deleted',
    columns: ['key'],
    shown: ['failureCnt', 'lastFailureAt', 'lockedUntil'],
    rowsOf: isThrottled,
    erase: (trx, person) => sql`delete from login_throttle where ${isThrottled(person)}`.execute(trx),
  }),
  personal('viewOption', {
    key: 'viewOptions',
    ...withAccount,
    columns: ['userNo', 'value'],
    shown: ['type', 'updatedAt'],
  }),
  personal('pushSubscription', {
    key: 'push',
    ...withAccount,
    columns: ['userNo', 'deviceName'],
    shown: ['pushSubscriptionId', 'language', 'createdAt', 'confirmedAt', 'lastSuccessAt', 'lastFailureAt'],
    withheld: ['endpoint', 'p256dh', 'auth', 'sessionHash'],
  }),
  personal('pushSetting', {
    key: 'push',
    ...withAccount,
    columns: ['userNo', 'subGroupIdList'],
    shown: ['minLevel', 'sendsRecovery', 'quietHours', 'updatedAt'],
  }),
  personal('scimUser', {
    key: 'provisioning',
    ...withAccount,
    columns: ['userNo', 'userName', 'userNameKey', 'externalId'],
  }),
  personal('signOnClaim', {
    key: 'provisioning',
    ...withAccount,
    columns: ['userNo', 'claimValues'],
    shown: ['grantedSubGroupIds', 'signedOnAt'],
  }),
  personal('subGroupMember', {
    key: 'groups',
    ...withAccount,
    columns: ['userNo'],
    shown: ['subGroupId', 'createdAt'],
  }),
  personal('accessToken', {
    key: 'accessTokens',
    ...withAccount,
    columns: ['userNo', 'lastUsedFrom'],
    shown: ['accessTokenId', 'name', 'prefix', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'],
  }),
  personal('wallboardKey', {
    key: 'wallboards',
    ...withAccount,
    columns: ['userNo', 'lastSeenFrom'],
    shown: ['wallboardKeyId', 'name', 'prefix', 'createdAt', 'lastSeenAt', 'revokedAt'],
  }),
  personal('idempotency', {
    key: 'savedAnswers',
    effect: 'deleted',
    columns: ['userNo'],
    shown: ['createdAt'],
    withheld: ['response'],
    rowsOf: numbered('userNo'),
    erase: (trx, person) => sql`delete from idempotency where ${numbered('userNo')(person)}`.execute(trx),
  }),
  personal('dutyRota', {
    key: 'duty',
    effect: 'number',
    columns: [],
    shown: ['dutyRotaId', 'name'],
    withheld: ['plan'],
    rowsOf: ({ userNo }) =>
      sql<SqlBool>`jsonb_path_exists(plan::jsonb,
        '$.** ? (@.firstUserNo == $no || @.secondUserNo == $no || @.leadUserNo == $no)', jsonb_build_object('no', ${userNo}::int))`,
  }),
  personal('dutyException', {
    key: 'duty',
    effect: 'number',
    columns: ['replacedUserNo', 'coveringUserNo', 'note'],
    shown: ['fromDate', 'toDate', 'createdAt'],
    rowsOf: ({ userNo }) => sql<SqlBool>`${userNo} in (replaced_user_no, covering_user_no)`,
  }),
  personal('alarmEscalation', {
    key: 'duty',
    effect: 'pseudonym',
    columns: ['userNo', 'userName'],
    shown: ['alarmId', 'rotaName', 'stepNo', 'at'],
    withheld: ['skipped'],
    rowsOf: ({ userNo }) =>
      sql<SqlBool>`(user_no = ${userNo}
        or jsonb_path_exists(skipped::jsonb, '$[*] ? (@.userNo == $no)', jsonb_build_object('no', ${userNo}::int)))`,
    erase: async (trx, person) => {
      await pseudonymised('alarmEscalation', 'userName').erase(trx, person);
      await rewriteRows(trx, { table: 'alarmEscalation', column: 'skipped', person });
    },
  }),
  personal('handover', {
    key: 'duty',
    effect: 'pseudonym',
    columns: ['finishedBy', 'finishedByNo', 'takenBy', 'takenByNo'],
    shown: ['handoverId', 'rotaName', 'shiftDate', 'finishedAt', 'takenAt'],
    withheld: ['nameList', 'content', 'remarks'],
    rowsOf: isInHandover,
    erase: async (trx, person) => {
      // Each line of the text is a word by which the handover is found.
      for (const name of person.names)
        await sql`update handover set search_text =
            array_to_string(array_remove(string_to_array(search_text, E'\n'), lower(${name}::text)), E'\n')
          where ${isInHandover(person)}`.execute(trx);
      await pseudonymised('handover', 'finishedBy', 'finishedByNo').erase(trx, person);
      await pseudonymised('handover', 'takenBy', 'takenByNo').erase(trx, person);
      for (const column of ['nameList', 'content'])
        await rewriteRows(trx, { table: 'handover', column, person });
    },
  }),
  personal('handoverItem', {
    key: 'duty',
    effect: 'pseudonym',
    columns: ['createdBy', 'createdByNo', 'closedBy', 'closedByNo', 'text'],
    shown: ['handoverItemId', 'createdAt', 'closedAt'],
    rowsOf: ({ userNo }) => sql<SqlBool>`${userNo} in (created_by_no, closed_by_no)`,
    erase: async (trx, person) => {
      await pseudonymised('handoverItem', 'createdBy', 'createdByNo').erase(trx, person);
      await pseudonymised('handoverItem', 'closedBy', 'closedByNo').erase(trx, person);
    },
  }),
  // Before the changes, whose names it is compared with.
  personal('alarm', {
    key: 'alarms',
    effect: 'pseudonym',
    stepBy: 'alarmId',
    columns: ['confirmedBy'],
    shown: ['alarmId', 'confirmedAt'],
    rowsOf: isConfirmed,
    erase: (trx, person) =>
      sql`update alarm set confirmed_by = ${pseudonymOf(person.userNo)} where ${isConfirmed(person)}`.execute(
        trx,
      ),
  }),
  personal('alarmChange', {
    key: 'alarmChanges',
    ...pseudonymised('alarmChange', 'userName'),
    stepBy: 'alarmChangeId',
    columns: ['userNo', 'userName', 'memo'],
    shown: ['alarmId', 'at', 'change', 'confirmLevel'],
  }),
  personal('alarmMemo', {
    key: 'alarmMemos',
    ...pseudonymised('alarmMemo', 'userName'),
    columns: ['userNo', 'userName', 'text'],
    shown: ['alarmId', 'at'],
  }),
  personal('alarmSnooze', {
    key: 'snoozes',
    ...pseudonymised('alarmSnooze', 'userName'),
    columns: ['userNo', 'userName', 'reason'],
    shown: ['snoozeId', 'name', 'untilAt', 'createdAt'],
  }),
  personal('maintenance', {
    key: 'maintenance',
    effect: 'pseudonym',
    columns: ['userNo', 'userName', 'reason', 'endedBy', 'endedByUserNo'],
    shown: ['maintenanceId', 'fromAt', 'toAt', 'createdAt'],
    rowsOf: ({ userNo }) => sql<SqlBool>`${userNo} in (user_no, ended_by_user_no)`,
    erase: async (trx, person) => {
      await pseudonymised('maintenance', 'userName').erase(trx, person);
      await pseudonymised('maintenance', 'endedBy', 'endedByUserNo').erase(trx, person);
    },
  }),
  personal('templateChange', {
    key: 'templateChanges',
    ...pseudonymised('templateChange', 'userName'),
    columns: ['userNo', 'userName', 'detail'],
    shown: ['alarmTemplateId', 'at', 'changeType'],
  }),
  personal('webhook', {
    ...recipients('webhook'),
    columns: [],
    shown: ['webhookId'],
    withheld: ['recipientList', 'scopeUserNo'],
  }),
  personal('reportSchedule', {
    ...recipients('reportSchedule'),
    columns: [],
    shown: ['reportScheduleId'],
    withheld: ['recipientList', 'scopeUserNo'],
  }),
  personal('outbox', {
    key: 'messages',
    effect: 'pseudonym',
    stepBy: 'seq',
    columns: ['userNo'],
    shown: ['deliveryId', 'pushSubscriptionId', 'createdAt'],
    withheld: ['payload', 'webhookName'],
    rowsOf: (person) => sql<SqlBool>`(${numbered('userNo')(person)} or ${isInMessage(person)})`,
    // A mail to a person on duty has the name of the person as its receiver. A message names people by whom a step passed
    // over, and by the name of who acknowledged the alarm.
    erase: async (trx, person) => {
      await trx
        .updateTable('outbox')
        .set({ webhookName: pseudonymOf(person.userNo) })
        .where('userNo', '=', person.userNo)
        .where('pushSubscriptionId', 'is', null)
        .execute();
      const alarmIds = await listActedAlarms(trx, person);
      await rewriteRows(trx, { table: 'outbox', column: 'payload', person }, (payload) =>
        eraseFromJson(withoutUser(payload, alarmIds, person), person),
      );
    },
  }),
  ...(['metaGroup', 'alarmTemplate'] as const).map((table) =>
    personal(table, {
      key: 'ownership',
      effect: 'emptied',
      columns: ['ownerUserNo'],
      shown: ['name', 'createdAt'],
      rowsOf: numbered('ownerUserNo'),
    }),
  ),
  ...(['cluster', 'logo', 'clusterToken'] as const).map((table) =>
    personal(table, {
      key: 'ownership',
      effect: 'emptied',
      columns: ['createdBy'],
      shown: ['createdAt'],
      rowsOf: numbered('createdBy'),
    }),
  ),
  personal('alarmSetting', {
    key: 'settings',
    effect: 'number',
    columns: ['updatedBy'],
    shown: ['hostId', 'objectId', 'updatedAt'],
    rowsOf: numbered('updatedBy'),
  }),
  // The job of the erasure goes through the log; it may take minutes.
  personal('audit', {
    key: 'audit',
    effect: 'pseudonym',
    stepBy: 'auditId',
    columns: ['actorUserNo', 'actorUserId', 'address', 'detail'],
    shown: ['auditId', 'at', 'action', 'targetKind', 'targetId', 'outcome'],
    rowsOf: ({ userNo }) =>
      sql<SqlBool>`(actor_user_no = ${userNo} or target_kind = 'user' and target_id = ${String(userNo)})`,
  }),
  personal('userAccount', {
    key: 'account',
    ...withAccount,
    columns: ['userNo', 'userId', 'name', 'email', 'oidcIssuer', 'oidcSubject'],
    shown: ['role', 'isKeyUser', 'status', 'passwordChangedAt', 'createdAt', 'updatedAt', 'lastLoginAt'],
    withheld: ['passwordHash'],
    erase: (trx, { userNo }) => trx.deleteFrom('userAccount').where('userNo', '=', userNo).execute(),
  }),
];

/** By the numbers beside the names: another person of the same name is somebody else. */
function isInHandover({ userNo, userIds }: Person) {
  const known = sql`jsonb_build_object('no', ${userNo}::int, 'ids', ${JSON.stringify(userIds)}::jsonb)`;
  return sql<SqlBool>`(${userNo} in (finished_by_no, taken_by_no)
    or jsonb_path_exists(name_list::jsonb, '$[*] ? (@.userNo == $no)', ${known})
    or jsonb_path_exists(content::jsonb,
      '$.** ? (@.userNo == $no || @.confirmedByNo == $no || @.createdByNo == $no || @.closedByNo == $no)', ${known})
    or jsonb_path_exists(content::jsonb, '$.settingList[*] ? (@.userId == $ids[*])', ${known}))`;
}

function isThrottled({ userIds }: Person) {
  const ends = userIds.map((userId) => `:${userId}`);
  const keys = userIds.map(userKey).flatMap((key) => [key, factorKey(key)]);
  return sql<SqlBool>`(key = any(${keys}::text[])
    or key similar to '(factor:)?browser:%' and exists (select from unnest(${ends}::text[]) as e (name) where right(key, length(e.name)) = e.name))`;
}

function isConfirmed({ userNo }: Person) {
  return sql<SqlBool>`exists (select from alarm_change c
    where c.alarm_id = alarm.alarm_id and c.user_no = ${userNo} and c.user_name = alarm.confirmed_by)`;
}

/** A message names who acknowledged its alarm; which user of that name it was is in the history of the alarm. */
function isInMessage({ userNo, names }: Person) {
  return sql<SqlBool>`(${mentions(sql`payload::text`, { names })} and (
    jsonb_path_exists(payload::jsonb, '$.escalation.skipped[*] ? (@.userNo == $no)', jsonb_build_object('no', ${userNo}::int))
    or exists (select from jsonb_path_query(payload::jsonb, '$.**.alarmId') named
      join alarm_change c on c.alarm_id = named::int where c.user_no = ${userNo})))`;
}

async function listActedAlarms(trx: Db, { userNo }: Person): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('alarmChange')
    .select('alarmId')
    .distinct()
    .where('userNo', '=', userNo)
    .execute();
  return new Set(rows.map(({ alarmId }) => alarmId));
}

/** Without the name of the person where the message is about one of these alarms. */
function withoutUser(payload: unknown, alarmIds: ReadonlySet<number>, { names, userNo }: Person): unknown {
  const replaced = (_key: string, part: unknown) => {
    const { alarmId, user } = (part ?? {}) as { readonly alarmId?: number; readonly user?: string };
    const isPerson =
      alarmId !== undefined && alarmIds.has(alarmId) && user !== undefined && names.includes(user);
    return isPerson ? Object.assign({}, part, { user: pseudonymOf(userNo) }) : part;
  };
  return JSON.parse(JSON.stringify(payload, replaced));
}
