import { clusterColumns } from '@gwanje/contract/clusters/cluster-settings';
import type { updateClusters } from '@gwanje/contract/clusters/clusters';
import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import { MAX_PAGE_CNT } from '@gwanje/contract/definition/fields';
import { may } from '@gwanje/domain/access/permissions';
import { compareVersions, isOutdated } from '@gwanje/domain/agents/versions';
import { allowedClusterChanges, inList } from '../../access/allowed-cluster-changes.ts';
import {
  findSubGroupVisibility,
  lockClusters,
  lockSubGroups,
  lockTemplates,
} from '../../access/target-repository.ts';
import {
  type CallerContext,
  requireManagedSubGroup,
  requireRight,
  requireSeen,
  requireSeenCluster,
} from '../../access/targets.ts';
import type { AlarmService } from '../../alarms/engine/alarm-service.ts';
import { noteTemplateChange } from '../../alarms/settings/setting-repository.ts';
import { LiveState } from '../../live/live-state.ts';
import type { ClusterIdentity } from '../../live/tables/clusters.ts';
import type { ClusterNow } from '../../live/views/cluster-answers.ts';
import type { IngestPipeline } from '../../pipeline/ingest-pipeline.ts';
import type { Call, Routes, Work } from '../../platform/http/call.ts';
import { requireFreshProof } from '../../platform/http/identity/fresh-proof.ts';
import { withIsoTimes } from '../../platform/store/iso-times.ts';
import { listComputedRows } from '../../platform/store/list-repository.ts';
import { deleteRows, insertRow, named, updateRow } from '../../platform/store/row-repository.ts';
import { orConflict } from '../../platform/store/violations.ts';
import { VERSION } from '../../platform/version.ts';
import * as repository from './cluster-repository.ts';

const EMPTY_CLUSTER = { nodeCnt: 0, podCnt: 0, volume: { cnt: 0 }, claim: { cnt: 0 } };

/** Lists follow the global selection; a call that names a cluster needs only an allowed group. */
export const clusterRoutes = {
  /** The address names the sub group, so the global selection does not apply. */
  async listClustersOfSubGroup(call) {
    const { db, user, params } = call;
    const { subGroupId } = params;
    requireSeen('subGroup', subGroupId, await findSubGroupVisibility(db, user, subGroupId));
    return {
      clusterList: (await repository.listClustersOf(db, subGroupId)).map((row) => withState(call, row)),
    };
  },
  async listClusterNames({ db, scope }) {
    return { clusterList: await repository.listNames(db, scope.selected) };
  },
  async getCluster(call) {
    const { db, user, params } = call;
    const found = await repository.findCluster(db, user, params.hostId);
    const { isSeen, ...row } = requireSeen('cluster', params.hostId, found);
    return withState(call, row);
  },
  async listClusters(call) {
    const { db, scope, body } = call;
    const page = { pageNo: body.pageNo ?? 1, pageCnt: body.pageCnt ?? MAX_PAGE_CNT };
    const { totalCnt, list } = await repository.listClusterPage(db, scope.selected, body, page);
    return { totalCnt, ...page, list: list.map((row) => withState(call, row)) };
  },
  async getClusterSummary({ db, user, live, params, now }) {
    await requireSeenCluster(db, user, params.hostId);
    const summary = live.clusterSummary(params.hostId, now.getTime());
    // Another process has just created it; this one knows it after the next refresh.
    if (!summary) throw new AppError('busy');
    return { ...summary, serverTime: now.toISOString() };
  },
  /** Filters and sorts in memory: there are only hundreds of clusters, and many columns are in memory. */
  async listClusterSettings(call) {
    const { db, user, now, scope, params: page, body } = call;
    const clusters = await repository.listOwnedClusters(db, scope.selected);
    const rows = clusters.map(({ ownerUserNo, ...row }) => {
      const { monResult, platform, kubernetesVersion, agentCnt, problemCnt, nodeCnt, podCnt, ...state } =
        stateOf(call, row);
      const versions = state.agentVersionList.toSorted(compareVersions);
      return {
        ...withIsoTimes(row),
        monResult,
        platform,
        kubernetesVersion,
        agentVersion: versions.length === 0 ? null : versions.join(', '),
        isAgentOutdated: versions.some((version) => isOutdated(version, VERSION)),
        agentCnt,
        problemCnt,
        nodeCnt,
        podCnt,
        isManaged: may(user, 'cluster.manage', { ownerUserNo }),
        isStale: state.isStale,
        dataAt: state.dataAt,
      };
    });
    const found = await listComputedRows(db, clusterColumns, rows, { ...body, ...page });
    return { ...found, ...page, serverTime: now.toISOString() };
  },
  /** Counts working agents by version, and silent agents separately. */
  async listAgentVersions(call) {
    const { db, live, now, scope } = call;
    const clusters = await repository.listOwnedClusters(db, scope.selected);
    const byVersion = new Map<string, { hostId: number; name: string; agentCnt: number }[]>();
    let [neverConnectedCnt, silentCnt] = [0, 0];
    for (const row of clusters) {
      const { isStale, dataAt } = stateOf(call, row);
      if (dataAt === null) neverConnectedCnt++;
      else if (isStale) silentCnt++;
      for (const [version, agentCnt] of live.agentVersions(row.hostId)) {
        const known = byVersion.get(version) ?? [];
        known.push({ hostId: row.hostId, name: row.name, agentCnt });
        byVersion.set(version, known);
      }
    }
    return {
      serverTime: now.toISOString(),
      serverVersion: VERSION,
      versionList: [...byVersion]
        .toSorted(([a], [b]) => compareVersions(a, b))
        .map(([version, clusterList]) => ({
          version,
          isOutdated: isOutdated(version, VERSION),
          agentCnt: clusterList.reduce((sum, { agentCnt }) => sum + agentCnt, 0),
          clusterList,
        })),
      neverConnectedCnt,
      silentCnt,
    };
  },
  async getClusterContents(call) {
    const { db, live, now, params } = call;
    const { hostId } = params;
    const { name } = await requireManagedCluster(call, hostId);
    const summary = live.clusterSummary(hostId, now.getTime());
    const { nodeCnt, podCnt, volume, claim } = summary ?? EMPTY_CLUSTER;
    const counts = await repository.contentsOf(db, hostId);
    return { name, nodeCnt, podCnt, volumeCnt: volume.cnt, pvcCnt: claim.cnt, ...counts };
  },
  async insertCluster({ db, user, now, audit, afterCommit, pipeline, alarms, body }) {
    const { name, subGroupId, alarmTemplateId } = body;
    const targets = await lockSubGroups(db, user, [subGroupId]);
    requireManagedSubGroup(user, 'cluster.manage', targets, body);
    const templates = await lockTemplates(db, [alarmTemplateId]);
    if (!templates.has(alarmTemplateId)) throw new AppError('notFound', { field: 'alarmTemplateId' });
    const values = { name, subGroupId, alarmTemplateId, isMonitored: true };
    const row = { ...values, ...named(name), createdBy: user.userNo, createdAt: now, updatedAt: now };
    const hostId = await orConflict(insertRow(db, 'cluster', row), { field: 'name', reason: 'taken' });
    await noteTemplateChange(db, user, now, { alarmTemplateId, change: 'alarmApplied', detail: name });
    await audit('cluster.insert', hostId, { after: values });
    afterCommit(() => pipeline.clusterChanged(hostId));
    afterCommit(async () => alarms.engine.settingsChanged());
    return { hostId };
  },
  async updateClusters(call) {
    await changeClusters(call, call.body);
    for (const { hostId } of call.body) call.afterCommit(() => call.pipeline.clusterChanged(hostId));
    call.afterCommit(async () => call.alarms.engine.settingsChanged());
  },
  async renameCluster(call) {
    await changeClusters(call, [call.body], (_index, field) => field);
    call.afterCommit(() => call.pipeline.clusterChanged(call.body.hostId));
  },
  async deleteCluster(call) {
    const { db, audit, afterCommit, pipeline, params } = call;
    const { hostId } = params;
    const { name, subGroupId, alarmTemplateId } = await requireManagedCluster(call, hostId);
    await deleteRows(db, 'cluster', hostId);
    await audit('cluster.delete', hostId, { before: { name, subGroupId, alarmTemplateId } });
    afterCommit(() => pipeline.clusterRemoved(hostId));
  },
} satisfies Routes<{ live: LiveState; pipeline: IngestPipeline; alarms: AlarmService }>;

type ReadCall = Pick<Call, 'now'> & { readonly live: LiveState };
type ClusterRow = Awaited<ReturnType<typeof repository.listClustersOf>>[number];

function withState(call: ReadCall, row: ClusterRow) {
  const { hostId, name, ...state } = stateOf(call, row);
  return { ...withIsoTimes(row), state };
}

function stateOf({ live, now }: ReadCall, row: ClusterIdentity): ClusterNow {
  return live.clusterState(row.hostId, now.getTime()) ?? neverConnected(row, now);
}

/** The state of a cluster that another process has just created. */
function neverConnected(row: ClusterIdentity, now: Date): ClusterNow {
  const live = new LiveState();
  live.setCluster(row);
  const state = live.clusterState(row.hostId, now.getTime());
  if (!state) throw new Error('a cluster that was set is there');
  return state;
}

/** Requires a visible cluster that the caller may change, and locks it until the transaction ends. */
async function requireManagedCluster({ db, user }: CallerContext, hostId: number) {
  const targets = await lockClusters(db, user, [hostId]);
  const target = requireSeen('cluster', hostId, targets.get(hostId));
  requireRight(user, 'cluster.manage', target);
  return target;
}

/** Makes all changes or none; names may be swapped within one call. */
async function changeClusters(
  work: Work & Pick<Call, 'session'>,
  changes: BodyOf<typeof updateClusters>,
  at = inList,
): Promise<void> {
  const { db, now, audit } = work;
  const plans = await allowedClusterChanges(work, changes, at);
  // Other users see a cluster in another group, as when its sub group is moved.
  if (plans.some(({ before, after }) => after.subGroupId !== before.subGroupId)) requireFreshProof(work);
  const hostIds = plans.map(({ before }) => before.hostId);
  await repository.vacateNames(db, hostIds);
  for (const [index, { before, after }] of plans.entries()) {
    const { hostId, name, subGroupId, alarmTemplateId, isMonitored } = before;
    const taken = { field: at(index, 'name'), reason: 'taken' };
    const row = { ...after, ...named(after.name), updatedAt: now };
    await orConflict(updateRow(db, 'cluster', hostId, row), taken);
    await audit('cluster.update', hostId, {
      before: { name, subGroupId, alarmTemplateId, isMonitored },
      after,
    });
  }
  await noteApplied(work, plans);
}

/** Writes one history entry per template, as when it is applied to all clusters at once. */
async function noteApplied(
  { db, user, now }: Work,
  plans: Awaited<ReturnType<typeof allowedClusterChanges>>,
): Promise<void> {
  const applied = plans.filter(({ before, after }) => after.alarmTemplateId !== before.alarmTemplateId);
  for (const [alarmTemplateId, some] of Map.groupBy(applied, ({ after }) => after.alarmTemplateId)) {
    const detail = some.map(({ after }) => after.name).join(', ');
    await noteTemplateChange(db, user, now, { alarmTemplateId, change: 'alarmApplied', detail });
  }
}
