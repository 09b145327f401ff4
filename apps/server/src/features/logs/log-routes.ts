import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import { type LogRequest, MAX_LOG_LINES_PER_SECOND } from '@gwanje/contract/objects/log-tunnel';
import { LOG_STREAMS_PER_USER, type LogSource, type openLog } from '@gwanje/contract/objects/logs';
import { may, mayReadLogs } from '@gwanje/domain/access/permissions';
import { isOutdated } from '@gwanje/domain/agents/versions';
import { requireSeen } from '../../access/targets.ts';
import type { CallingUser } from '../../access/visibility-repository.ts';
import type { Call, Routes } from '../../platform/http/call.ts';
import { updateRow } from '../../platform/store/row-repository.ts';
import { VERSION } from '../../platform/version.ts';
import * as repository from './log-repository.ts';
import { readSource } from './log-source.ts';
import { streamLogs } from './log-stream.ts';
import type { LogTunnels } from './log-tunnels.ts';

const RETRY_AFTER_S = 15;

interface Needs {
  readonly logs: LogTunnels;
}

export const logRoutes = {
  async openLog({ logs, db, body, user, now, request, session, audit, recheck }) {
    const pods = await requireReadable(db, user, body.sourceList);
    const owner = session ? `user ${user.userNo}` : `tokens of ${user.userNo}`;
    const leave = logs.enter(owner);
    if (!leave) {
      const limit = LOG_STREAMS_PER_USER;
      throw new AppError('tooManyRequests', { reason: 'streams', limit, retryAfterS: RETRY_AFTER_S });
    }
    try {
      const range = rangeOf(body, now);
      for (const [index, source] of body.sourceList.entries()) {
        const pod = pods[index];
        if (pod)
          await audit('log.open', { kind: 'pod', id: source.podId }, describe(pod, source, body, range));
      }
      const linesPerSecond = Math.max(1, Math.floor(MAX_LOG_LINES_PER_SECOND / body.sourceList.length));
      const sources = body.sourceList.flatMap((source, index) => {
        const pod = pods[index];
        if (!pod) return [];
        const asked = requestOf(pod, source, { ...range, linesPerSecond });
        return [
          (signal: AbortSignal) =>
            readSource({ tunnels: logs, hostId: pod.hostId, request: asked, now: () => new Date() }, signal),
        ];
      });
      const stillReadable = async () => {
        const current = await recheck();
        if (current === null) return null;
        const found = await repository.findLogPods(
          db,
          current.user,
          body.sourceList.map(({ podId }) => podId),
        );
        return body.sourceList.map(({ podId }) => {
          const pod = found.get(podId);
          return pod?.isSeen === true && mayReadLogs(current.user, pod);
        });
      };
      return (response) =>
        streamLogs(
          { sources, recheck: stillReadable, now: () => new Date(), logger: request.log, onEnd: leave },
          response,
        );
    } catch (error) {
      leave();
      throw error;
    }
  },
  async getLogAccess({ logs, db, user, view, params: { hostId } }) {
    const cluster = requireSeen('cluster', hostId, await repository.findLogCluster(db, user, hostId));
    const canManageCluster = may(user, 'cluster.manage', cluster);
    if (view) return { state: 'viewing', canManageCluster };
    if (!mayReadLogs(user, cluster)) return { state: 'noPermission', canManageCluster };
    const tunnel = await logs.find(hostId);
    if (tunnel) return { state: tunnel.mayReadLogs === false ? 'noRight' : 'available', canManageCluster };
    const agents = await repository.listClusterAgentVersions(db, hostId);
    const isOld = agents.length > 0 && agents.every(({ version }) => isOutdated(version, VERSION));
    return { state: isOld ? 'oldAgent' : 'agentNotConnected', canManageCluster };
  },
  async listLogPermissions({ db, user }) {
    return { list: await repository.listPermissionRows(db, user) };
  },
  async updateLogPermissions({ db, user, now, audit, body }) {
    const ids = body.map(({ subGroupId }) => subGroupId);
    const targets = await repository.lockPermissions(db, user, ids);
    for (const [index, { subGroupId, logReaders }] of body.entries()) {
      const detail = { field: `${index}.subGroupId` };
      const before = requireSeen('subGroup', subGroupId, targets.get(subGroupId), detail);
      if (before.logReaders === logReaders) continue;
      await updateRow(db, 'subGroup', subGroupId, { logReaders, updatedAt: now });
      await audit('subGroup.logReaders', subGroupId, {
        before: { logReaders: before.logReaders },
        after: { logReaders },
      });
    }
  },
} satisfies Routes<Needs>;

/** The pods in the order of the sources. All of them must be readable. */
async function requireReadable(
  db: Call['db'],
  user: CallingUser,
  sourceList: readonly LogSource[],
): Promise<repository.LogPod[]> {
  const found = await repository.findLogPods(
    db,
    user,
    sourceList.map(({ podId }) => podId),
  );
  return sourceList.map(({ podId }, index) => {
    const detail = { field: `sourceList.${index}.podId` };
    const pod = requireSeen('pod', podId, found.get(podId), detail);
    if (!mayReadLogs(user, pod)) throw new AppError('noPermission', { ...detail, reason: 'logPermission' });
    return pod;
  });
}

type Range = Pick<LogRequest, 'isFollowed' | 'sinceTime' | 'untilTime' | 'tailLines'>;

function rangeOf(
  { follow, sinceTime, sinceSeconds, untilTime, tailLines }: BodyOf<typeof openLog>,
  now: Date,
): Range {
  if (sinceTime !== undefined && sinceSeconds !== undefined)
    throw new AppError('invalidParameter', { field: 'sinceSeconds', reason: 'withSinceTime' });
  const since =
    sinceSeconds === undefined ? sinceTime : new Date(now.getTime() - sinceSeconds * 1000).toISOString();
  return {
    isFollowed: follow === 'Y' && untilTime === undefined,
    sinceTime: since ?? null,
    untilTime: untilTime ?? null,
    tailLines,
  };
}

function requestOf(
  { name: pod, namespace, uid }: repository.LogPod,
  { containerName, previous, resume }: LogSource,
  range: Range & Pick<LogRequest, 'linesPerSecond'>,
): LogRequest {
  const isPrevious = previous === 'Y';
  return {
    namespace: namespace ?? '',
    pod,
    uid,
    container: containerName,
    ...range,
    isPrevious,
    isFollowed: range.isFollowed && !isPrevious,
    resume: resume ?? null,
  };
}

/** What the audit log says about an opening. */
function describe(
  { hostId, namespace, name: pod }: repository.LogPod,
  { containerName: container, previous, resume }: LogSource,
  { follow }: BodyOf<typeof openLog>,
  { sinceTime, untilTime, tailLines }: Range,
) {
  const range = resume === undefined ? { sinceTime, untilTime, tailLines } : { resume };
  return { hostId, namespace, pod, container, previous, follow, ...range };
}
