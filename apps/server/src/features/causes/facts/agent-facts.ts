import type { Db } from '@gwanje/backend/database/schema';
import type { AgentFact } from '@gwanje/domain/causes/facts';
import { relationOf, type Subject } from '../subject/subject.ts';
import { findClusterName, listAgentVersions } from './fact-repository.ts';

/** The agents of the subject's cluster that began to send another version. They are a change of the cluster. */
export async function agentFacts(db: Db, subject: Subject): Promise<AgentFact[]> {
  const { hostId, fromMs, toMs } = subject;
  const versions = await listAgentVersions(db, hostId, { from: new Date(fromMs), to: new Date(toMs) });
  const name = versions.length === 0 ? null : await findClusterName(db, hostId);
  if (name === null) return [];
  const cluster = { kind: 'cluster' as const, id: hostId, name, namespace: null };
  const relation = relationOf(subject, cluster) ?? 'cluster';
  return versions.map(({ version, before, atMs, agentCnt }) => ({
    object: { ...cluster, hostId, relation },
    atMs,
    from: before,
    to: version,
    agentCnt,
  }));
}
