import { expect, test } from 'vitest';
import type { Method } from './endpoint.ts';
import { type EndpointName, endpoints } from './endpoints.ts';

type Call = readonly [method: Method, path: string];

/** Specification section 7, line by line, below `/api/v1`. */
const SPECIFIED = {
  listGroupNames: ['GET', '/group-name/list'],
  listMetaGroups: ['GET', '/group/meta/list/:pageNo/:pageCnt'],
  listSubGroups: ['GET', '/group/sub/list/:metaGroupId/:pageNo/:pageCnt'],
  getSubGroup: ['GET', '/group/sub/info/:subGroupId'],
  insertMetaGroup: ['POST', '/group/meta/insert/:name'],
  insertSubGroup: ['POST', '/group/sub/insert'],
  updateMetaGroup: ['PUT', '/group/meta/update'],
  updateSubGroup: ['PUT', '/group/sub/update'],
  moveSubGroups: ['PUT', '/group/sub/meta/update'],
  deleteMetaGroup: ['DELETE', '/group/meta/delete/:id'],
  deleteSubGroups: ['DELETE', '/group/sub/delete/:ids'],
  grantSubGroups: ['POST', '/group/sub/user'],
  revokeSubGroup: ['DELETE', '/group/sub/user/:userNo/:metaGroupId/:subGroupId'],
  listClustersOfSubGroup: ['GET', '/cluster/list/:subGroupId'],
  sendTestWebhook: ['POST', '/webhook/sendtest'],
  listWebhookKinds: ['GET', '/template/webhook'],
  listClusterNames: ['GET', '/cluster/name-list'],
  getCluster: ['GET', '/cluster/info/:hostId'],
  listClusters: ['POST', '/cluster/list'],
  getClusterAlarmSetting: ['GET', '/alarm/setting/host/:hostId'],
  getNodeAlarmSetting: ['GET', '/alarm/setting/node/:nodeId'],
  getPodAlarmSetting: ['GET', '/alarm/setting/pod/:podId'],
  insertCluster: ['POST', '/cluster/insert'],
  updateClusters: ['PUT', '/cluster/update'],
  renameCluster: ['PUT', '/cluster/update/name'],
  deleteCluster: ['DELETE', '/cluster/delete/:hostId'],
  checkClusterInsert: ['GET', '/cluster/insert/check/:hostId'],
  downloadManifest: ['GET', '/cluster/download/:hostId'],
  getNode: ['GET', '/node/info/:nodeId'],
  listNodeNames: ['GET', '/node/name-list/:hostId'],
  listNodes: ['POST', '/nodes/:pageNo/:pageCnt'],
  updateNodes: ['PUT', '/node/update'],
  getPod: ['GET', '/pod/info/:podId'],
  listPodNames: ['GET', '/pod/name-list/:hostId'],
  listPods: ['POST', '/pods/:pageNo/:pageCnt'],
  updatePods: ['PUT', '/pod/update'],
  listContainerNames: ['GET', '/container/name-list/:hostId'],
  loginCheck: ['GET', '/loginCheck'],
  getUser: ['GET', '/user/:userNo'],
  getLogo: ['GET', '/logo'],
  listLogos: ['GET', '/logos'],
  insertLogo: ['POST', '/logo'],
  updateLogo: ['PUT', '/logo'],
  deleteLogo: ['DELETE', '/logo/:id'],
  getViewOption: ['GET', '/viewoption/:type'],
  saveViewOption: ['POST', '/viewoption/:type'],
  deleteViewOption: ['DELETE', '/viewoption/:type'],
} as const satisfies Partial<Record<EndpointName, Call>>;

/** Ours beside them: section 7 of the design, and the picture behind a logo's `imgUrl`. */
const OWN = {
  listRoles: ['GET', '/role/list'],
  listUsers: ['POST', '/users/:pageNo/:pageCnt'],
  insertUser: ['POST', '/user/insert'],
  updateUsers: ['PUT', '/user/update'],
  deleteUser: ['DELETE', '/user/:userNo'],
  checkUserId: ['GET', '/user/check/:userId'],
  listAudit: ['POST', '/audit/:pageNo/:pageCnt'],
  getLogoImage: ['GET', '/logo/:id/image'],
  getDashboardObjects: ['POST', '/dashboard/objects'],
  getDashboardSummary: ['POST', '/dashboard/summary'],
  listContainers: ['POST', '/containers/:pageNo/:pageCnt'],
  getContainer: ['GET', '/container/info/:containerId'],
  listNamespaceNames: ['GET', '/namespace/name-list/:hostId'],
  listVolumes: ['POST', '/volumes/:pageNo/:pageCnt'],
  listPvcs: ['POST', '/pvcs/:pageNo/:pageCnt'],
  getClusterSummary: ['GET', '/cluster/summary/:hostId'],
  listClusterTokens: ['GET', '/cluster/token/list/:hostId'],
  revokeClusterToken: ['DELETE', '/cluster/token/:tokenId'],
  search: ['GET', '/search'],
  listNodeHistory: ['POST', '/node/history/:nodeId/:pageNo/:pageCnt'],
  getNodeHistory: ['GET', '/node/history/info/:nodeHistoryId'],
  listNodeHistoryPods: ['POST', '/node/history/pods/:nodeHistoryId/:pageNo/:pageCnt'],
  querySeries: ['POST', '/metric/series'],
  queryTop: ['POST', '/metric/top'],
  listEvents: ['POST', '/events/:pageNo/:pageCnt'],
  openStream: ['GET', '/stream'],
} as const satisfies Partial<Record<EndpointName, Call>>;

test('every call has the method and path of the specification, and no call is undeclared', () => {
  const calls = Object.entries(endpoints).map(([name, { method, path }]) => [name, [method, path]]);
  expect(Object.fromEntries(calls)).toEqual({ ...SPECIFIED, ...OWN });
});

/** List posts carry the marker `_method: get` and count as reads in all error handling. */
test('the posts that only read are the lists', () => {
  const reads = Object.values(endpoints).filter(({ method, read }) => method === 'POST' && read);
  expect(reads.map(({ path }) => path).sort()).toEqual([
    '/audit/:pageNo/:pageCnt',
    '/cluster/list',
    '/containers/:pageNo/:pageCnt',
    '/dashboard/objects',
    '/dashboard/summary',
    '/events/:pageNo/:pageCnt',
    '/metric/series',
    '/metric/top',
    '/node/history/:nodeId/:pageNo/:pageCnt',
    '/node/history/pods/:nodeHistoryId/:pageNo/:pageCnt',
    '/nodes/:pageNo/:pageCnt',
    '/pods/:pageNo/:pageCnt',
    '/pvcs/:pageNo/:pageCnt',
    '/users/:pageNo/:pageCnt',
    '/volumes/:pageNo/:pageCnt',
  ]);
});
