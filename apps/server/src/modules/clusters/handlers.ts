import type { Handlers } from '../../http/call.ts';
import { changeClusters, createCluster, removeCluster } from './changes.ts';
import { clusterInfo, clusterPage, clustersOfSubGroup } from './lists.ts';
import { listNames } from './repository.ts';

type ClusterCalls =
  | 'listClustersOfSubGroup'
  | 'listClusterNames'
  | 'getCluster'
  | 'listClusters'
  | 'insertCluster'
  | 'updateClusters'
  | 'renameCluster'
  | 'deleteCluster';

/** Lists follow the global selection; a cluster that is named needs only to be allowed. */
export const clusterHandlers: Handlers<ClusterCalls> = {
  async listClustersOfSubGroup({ db, user, params }) {
    return { clusterList: await clustersOfSubGroup(db, user, params.subGroupId) };
  },
  async listClusterNames({ db, scope }) {
    return { clusterList: await listNames(db, scope.selected) };
  },
  async getCluster({ db, user, params }) {
    return clusterInfo(db, user, params.hostId);
  },
  async listClusters({ db, scope, body }) {
    return clusterPage(db, scope.selected, body);
  },
  async insertCluster(call) {
    return { hostId: await createCluster(call, call.body) };
  },
  async updateClusters(call) {
    await changeClusters(call, call.body);
    return {};
  },
  async renameCluster(call) {
    await changeClusters(call, [call.body], (_index, field) => field);
    return {};
  },
  async deleteCluster(call) {
    await removeCluster(call, call.params.hostId);
    return {};
  },
};
