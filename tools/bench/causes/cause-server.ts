import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALWAYS_HELD } from '@gwanje/backend/database/lease';
import { openStore } from '@gwanje/backend/database/open-store';
import type { Db } from '@gwanje/backend/database/schema';
import { createSession } from '@gwanje/backend/identity/sessions';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { getAlarmCauses } from '@gwanje/kinds/calls/causes';
import { z } from 'zod';
import { createServerApp } from '../../../apps/server/src/app.ts';
import { readSettings } from '../../../apps/server/src/config.ts';
import { clusterTokens } from '../../../apps/server/src/pipeline/receive/tokens/cluster-token.ts';
import { openServices } from '../../../apps/server/src/services.ts';
import { addCluster, addMetaGroup, addSubGroup, addUser } from '../../../apps/server/src/testing/world.ts';
import { Supervisor } from '../../../scripts/installation/supervisor.ts';
import type { ScoredLine } from './cause-rank.ts';
import type { CauseServer, WaitingCluster } from './scenario-run.ts';

/** The complete server in this process, with the embedded stores and a clock that the run moves. */
export async function startCauseServer(began: Date): Promise<CauseServer & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'gwanje-cause-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const env = {
    GWANJE_DATA_DIR: dataDir,
    GWANJE_REQUESTS_PER_MINUTE: '1000000',
    GWANJE_BUSY_AFTER_MS: '0',
  };
  const supervisor = new Supervisor(join(dataDir, 'logs'));
  stack.defer(() => supervisor.stop());
  await supervisor.start({ name: 'database', entry: 'apps/database/src/main.ts', env });
  const settings = readSettings(env);
  const { db } = stack.adopt(await openStore(settings), (store) => store.close());
  let time = began;
  const now = () => time;
  const logger = createLogger('server', 'error');
  const metrics = createMetrics('server');
  const services = await openServices({
    settings,
    db,
    logger,
    metrics,
    now,
    lease: ALWAYS_HELD,
    areAlarmsTimed: false,
  });
  stack.use(services);
  const app = await createServerApp({
    services,
    db,
    logger,
    metrics,
    now,
    validateAnswers: true,
    consoleDir: undefined,
  });
  stack.defer(() => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { userNo } = await addUser(db, { role: 1, isKeyUser: true });
  const opened = stack.move();
  return {
    db,
    services,
    url,
    setTime(at) {
      time = at;
    },
    ask: (alarmId) => askCauses({ db, url, userNo, now: time }, alarmId),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const Answer = z.object({ data: getAlarmCauses.response });

/** Asks in a new session: minutes of the run are too long for one that nobody uses. */
export async function askCauses(
  {
    db,
    url,
    userNo,
    now,
  }: { readonly db: Db; readonly url: string; readonly userNo: number; readonly now: Date },
  alarmId: number,
): Promise<ScoredLine[]> {
  const session = await createSession(db, userNo, { userAgent: 'bench', address: '127.0.0.1' }, now);
  const answer = await fetch(`${url}${API_PREFIX}/cause/alarm/${alarmId}`, {
    headers: { cookie: `${SESSION_COOKIE}=${session}`, 'sec-fetch-site': 'same-origin' },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the causes of alarm ${alarmId}: ${answer.status} ${text.slice(0, 300)}`);
  return Answer.parse(JSON.parse(text)).data.list.map(({ rule, foldedList, ...line }) => ({
    rules: [rule, ...foldedList.map((folded) => folded.rule)],
    ...line,
  }));
}

/** Clusters of one group, each with the token of its agent. */
export async function addWaitingClusters(
  { db, services }: Pick<CauseServer, 'db' | 'services'>,
  names: readonly string[],
): Promise<WaitingCluster[]> {
  const subGroupId = await addSubGroup(db, await addMetaGroup(db, null));
  const clusters: WaitingCluster[] = [];
  for (const name of names) {
    const hostId = await addCluster(db, subGroupId, name);
    await services.pipeline.clusterChanged(hostId);
    const { token, tokenHash, prefix } = clusterTokens.make();
    await db.insertInto('clusterToken').values({ hostId, role: 'cluster', tokenHash, prefix }).execute();
    clusters.push({ hostId, name, token });
  }
  return clusters;
}
