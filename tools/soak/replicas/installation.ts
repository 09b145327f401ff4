import { openDatabase } from '@gwanje/backend/database/connection';
import type { Db } from '@gwanje/backend/database/schema';
import { alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import { ReplicaStack } from '../../../scripts/installation/replica-stack.ts';
import { addBenchClusters, addBenchSessions } from '../../bench/server/bench-clusters.ts';
import { ReplicaMachines } from './fault-actions.ts';

export type Installation = Awaited<ReturnType<typeof startInstallation>>;

interface InstallationOptions {
  readonly dataDir: string;
  readonly replicaCnt: number;
  readonly engineCnt: number;
  readonly clusterCnt: number;
  readonly personCnt: number;
  readonly webhookUrl: string;
}

/** The only item that raises alarms. It does at once, and recovers at once. */
const RAISING_ITEM = 'pod.imagePull';
const SETTING = { warning: null, critical: 1, holdS: 0, recoveryMargin: 0, windowMin: null };

/** Replicas, stores, clusters, users and a receiver of messages. */
export async function startInstallation(options: InstallationOptions) {
  const { dataDir, replicaCnt, engineCnt, clusterCnt, personCnt, webhookUrl } = options;
  await using opening = new AsyncDisposableStack();
  const machines = opening.use(new ReplicaMachines(dataDir, replicaCnt));
  const stack = opening.use(
    await ReplicaStack.launch({
      dataDir,
      replicas: replicaCnt,
      engines: engineCnt,
      hasLinks: true,
      isQuiet: true,
      // The machine itself does not fail.
      postgresFlags: ['-c', 'fsync=off'],
      env: {
        GWANJE_DEMO: '0',
        GWANJE_REQUESTS_PER_MINUTE: '1000000',
        GWANJE_OUTSIDE_ALLOW: '127.0.0.1',
        // The machine may be busy with other work.
        GWANJE_BUSY_AFTER_MS: '0',
      },
      envOf: (replica) => machines.envOf(replica),
    }),
  );
  await stack.ready;
  const { db } = opening.adopt(openDatabase({ url: stack.databaseUrl }), (database) => database.close());
  await prepareTemplate(db, webhookUrl);
  const world = await addBenchClusters(db, clusterCnt);
  const cookies = await addBenchSessions(db, personCnt);
  const templateIds = await Promise.all(cookies.map((_, person) => addTemplate(db, person)));
  const opened = opening.move();
  return {
    stack,
    machines,
    db,
    ...world,
    cookies,
    templateIds,
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
  await db
    .insertInto('webhook')
    .values({
      alarmTemplateId,
      name: 'receiver',
      nameKey: 'receiver',
      kind: 'json',
      url: webhookUrl,
      recipientList: '[]',
      minLevel: 1,
      isOn: true,
      sendsRecovery: true,
      language: 'en',
      createdAt: now,
      updatedAt: now,
    })
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
