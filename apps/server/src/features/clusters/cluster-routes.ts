import { AppError } from '@gwanje/contract/definition/errors';
import { requireSeenCluster } from '../../access/targets.ts';
import type { AlarmService } from '../../alarms/engine/alarm-service.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { IngestPipeline } from '../../pipeline/ingest.ts';
import type { Routes } from '../../platform/http/call.ts';
import { changeClusters, createCluster, removeCluster, requireManagedCluster } from './cluster-changes.ts';
import { clusterInfo, clusterPage, clustersOfSubGroup } from './cluster-lists.ts';
import { contentsOf, listNames } from './cluster-repository.ts';
import { agentVersions, clusterSettingsPage } from './cluster-settings.ts';

const NOTHING_YET = { nodeCnt: 0, podCnt: 0, volume: { cnt: 0 }, claim: { cnt: 0 } };

/** Lists follow the global selection; a call that names a cluster needs only an allowed group. */
export const clusterRoutes = {
  async listClustersOfSubGroup(call) {
    return { clusterList: await clustersOfSubGroup(call, call.params.subGroupId) };
  },
  async listClusterNames({ db, scope }) {
    return { clusterList: await listNames(db, scope.selected) };
  },
  async getCluster(call) {
    return clusterInfo(call, call.params.hostId);
  },
  async listClusters(call) {
    return clusterPage(call, call.scope.selected, call.body);
  },
  async getClusterSummary({ db, user, live, params, now }) {
    await requireSeenCluster(db, user, params.hostId);
    const summary = live.clusterSummary(params.hostId, now.getTime());
    // Another process has just created it; this one knows it after the next refresh.
    if (!summary) throw new AppError('busy');
    return { ...summary, serverTime: now.toISOString() };
  },
  listClusterSettings: (call) => clusterSettingsPage(call, call.params, call.body),
  listAgentVersions: (call) => agentVersions(call),
  async getClusterContents(call) {
    const { hostId } = call.params;
    const { name } = await requireManagedCluster(call, hostId);
    const { nodeCnt, podCnt, volume, claim } =
      call.live.clusterSummary(hostId, call.now.getTime()) ?? NOTHING_YET;
    const counts = await contentsOf(call.db, hostId);
    return { name, nodeCnt, podCnt, volumeCnt: volume.cnt, pvcCnt: claim.cnt, ...counts };
  },
  async insertCluster(call) {
    const hostId = await createCluster(call, call.body);
    call.afterCommit(() => call.pipeline.clusterChanged(hostId));
    call.afterCommit(async () => call.alarms.engine.settingsChanged());
    return { hostId };
  },
  async updateClusters(call) {
    await changeClusters(call, call.body);
    for (const { hostId } of call.body) call.afterCommit(() => call.pipeline.clusterChanged(hostId));
    call.afterCommit(async () => call.alarms.engine.settingsChanged());
    return {};
  },
  async renameCluster(call) {
    await changeClusters(call, [call.body], (_index, field) => field);
    call.afterCommit(() => call.pipeline.clusterChanged(call.body.hostId));
    return {};
  },
  async deleteCluster(call) {
    await removeCluster(call, call.params.hostId);
    call.afterCommit(() => call.pipeline.clusterRemoved(call.params.hostId));
    return {};
  },
} satisfies Routes<{ live: LiveState; pipeline: IngestPipeline; alarms: AlarmService }>;
