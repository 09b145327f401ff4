import type { Db } from '@gwanje/backend/database/schema';
import { createSession } from '@gwanje/backend/identity/sessions';
import { clusterTokens } from '../../../apps/server/src/pipeline/receive/tokens/cluster-token.ts';
import { addCluster, addMetaGroup, addSubGroup, addUser } from '../../../apps/server/src/testing/world.ts';
import type { AgentTokens } from './batch-sender.ts';

const BENCH = { userAgent: 'bench', address: '127.0.0.1' };

/** Clusters that wait for their agents, in a group of a new admin. */
export async function addBenchClusters(db: Db, clusterCnt: number) {
  const { userNo } = await addUser(db, { role: 1, isKeyUser: true });
  const metaGroupId = await addMetaGroup(db, userNo);
  const subGroupId = await addSubGroup(db, metaGroupId);
  const hostIds: number[] = [];
  const tokens: AgentTokens[] = [];
  for (let cluster = 0; cluster < clusterCnt; cluster++) {
    const hostId = await addCluster(db, subGroupId);
    const issue = async (role: keyof AgentTokens) => {
      const { token, tokenHash, prefix } = clusterTokens.make();
      await db.insertInto('clusterToken').values({ hostId, role, tokenHash, prefix }).execute();
      return token;
    };
    hostIds.push(hostId);
    tokens.push({ cluster: await issue('cluster'), node: await issue('node') });
  }
  return { metaGroupId, hostIds, tokens, cookie: await createSession(db, userNo, BENCH, new Date()) };
}

/** The sessions of this many new total admins. */
export async function addBenchSessions(db: Db, userCnt: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let user = 0; user < userCnt; user++) {
    const { userNo } = await addUser(db, { role: 1 });
    cookies.push(await createSession(db, userNo, BENCH, new Date()));
  }
  return cookies;
}
