import { openDatabase } from '@gwanje/backend/database/connection';
import type { Db } from '@gwanje/backend/database/schema';
import { hashPassword } from '@gwanje/backend/identity/passwords';
import { alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import { ReplicaStack } from '../../../scripts/installation/replica-stack.ts';
import { addBenchClusters, addBenchSessions } from '../../bench/server/bench-clusters.ts';
import type { ReplicaMachines } from './fault-actions.ts';

export type Installation = Awaited<ReturnType<typeof startInstallation>>;

interface InstallationOptions {
  readonly dataDir: string;
  readonly replicaCnt: number;
  readonly engineCnt: number;
  readonly clusterCnt: number;
  readonly personCnt: number;
  readonly webhookUrl: string;
  readonly mailUrl: string;
  /** Accounts whose rights change. */
  readonly visitorCnt: number;
  readonly hasPool?: boolean;
  /** Present if clocks and disks of the replicas change. */
  readonly machines?: ReplicaMachines;
}

interface Account {
  readonly userNo: number;
  readonly userId: string;
}

export const PASSWORD = 'correct horse battery';

/** The only item that raises alarms. It does at once, and recovers at once. */
const RAISING_ITEM = 'pod.imagePull';
const SETTING = { warning: null, critical: 1, holdS: 0, recoveryMargin: 0, windowMin: null };

/** Replicas, stores, clusters, users and a receiver of messages. */
export async function startInstallation(options: InstallationOptions) {
  const { dataDir, replicaCnt, engineCnt, clusterCnt, personCnt, visitorCnt, machines } = options;
  const { webhookUrl, mailUrl, hasPool = false } = options;
  await using opening = new AsyncDisposableStack();
  const stack = opening.use(
    await ReplicaStack.launch({
      dataDir,
      replicas: replicaCnt,
      engines: engineCnt,
      logins: 2,
      hasPool,
      hasLinks: machines !== undefined,
      isQuiet: true,
      // The machine itself does not fail.
      postgresFlags: ['-c', 'fsync=off'],
      env: {
        GWANJE_DEMO: '0',
        GWANJE_REQUESTS_PER_MINUTE: '1000000',
        GWANJE_LOGIN_REQUESTS_PER_MINUTE: '1000000',
        GWANJE_OUTSIDE_ALLOW: '127.0.0.1',
        GWANJE_SMTP_URL: mailUrl,
        GWANJE_SMTP_FROM: 'alarm@example.com',
        // The machine may be busy with other work.
        GWANJE_BUSY_AFTER_MS: '0',
      },
      ...(machines && { envOf: (replica) => machines.envOf(replica) }),
    }),
  );
  await stack.ready;
  const { db } = opening.adopt(openDatabase({ url: stack.databaseUrl }), (database) => database.close());
  await prepareTemplate(db, webhookUrl);
  const world = await addBenchClusters(db, clusterCnt);
  const cookies = await addBenchSessions(db, personCnt);
  const templateIds = await Promise.all(cookies.map((_, person) => addTemplate(db, person)));
  const visitors = await Promise.all(
    Array.from({ length: visitorCnt }, (_, visitor) => addAdmin(db, `visitor-${visitor}`)),
  );
  const opened = opening.move();
  return {
    stack,
    db,
    ...world,
    cookies,
    templateIds,
    visitors,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** All clusters use the product's template. */
async function prepareTemplate(db: Db, webhookUrl: string): Promise<void> {
  const settings = Object.fromEntries(
    alarmItemKeys.map((key) => [
      key,
      { ...SETTING, isOn: key === RAISING_ITEM, isNotified: key === RAISING_ITEM },
    ]),
  );
  const { alarmTemplateId } = await db
    .updateTable('alarmTemplate')
    .set({ settings: JSON.stringify(settings) })
    .returning('alarmTemplateId')
    .executeTakeFirstOrThrow();
  const now = new Date();
  const common = {
    alarmTemplateId,
    minLevel: 1,
    isOn: true,
    sendsRecovery: true,
    language: 'en',
    createdAt: now,
    updatedAt: now,
  } as const;
  await db
    .insertInto('webhook')
    .values([
      {
        ...common,
        name: 'receiver',
        nameKey: 'receiver',
        kind: 'json',
        url: webhookUrl,
        recipientList: '[]',
      },
      {
        ...common,
        name: 'mail',
        nameKey: 'mail',
        kind: 'email',
        url: null,
        recipientList: JSON.stringify(['operator@example.com']),
      },
    ])
    .execute();
}

async function addTemplate(db: Db, person: number): Promise<number> {
  const name = `template-${person}`;
  const { alarmTemplateId } = await db
    .insertInto('alarmTemplate')
    .values({ name, nameKey: name })
    .returning('alarmTemplateId')
    .executeTakeFirstOrThrow();
  return alarmTemplateId;
}

/** An admin who signs in at the login site. */
export async function addAdmin(db: Db, userId: string): Promise<Account> {
  const { userNo } = await db
    .insertInto('userAccount')
    .values({ userId, name: userId, role: 1, status: 1, passwordHash: await hashPassword(PASSWORD) })
    .returning('userNo')
    .executeTakeFirstOrThrow();
  return { userNo, userId };
}
