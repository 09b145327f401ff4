import { alarmTargets } from '@gwanje/contract/alarms/alarm-items';
import type { Method } from '@gwanje/contract/definition/endpoint';
import { expect, test } from 'vitest';
import { capitalised, type Kind, listCallOf } from './definition/kind.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import { kinds } from './registry.ts';

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

/** Calls that kinds have by rule: `/workload/update` for workloadId. The specification names some of them. */
function callsOfKinds(): Record<string, Call> {
  const calls: Record<string, Call> = {};
  for (const { key, plural, idName, columns, canBeExcluded } of Object.values<Kind>(kinds)) {
    const name = capitalised(key);
    const word = idName.slice(0, -'Id'.length);
    if (columns) calls[listCallOf(key)] = ['POST', `/${plural}/:pageNo/:pageCnt`];
    if (canBeExcluded) calls[`update${name}s`] = ['PUT', `/${word}/update`];
    if (columns && `get${name}` in endpoints) calls[`get${name}`] = ['GET', `/${word}/info/:${idName}`];
    if (!alarmTargets.some((target) => target === key)) continue;
    calls[`get${name}AlarmSetting`] = ['GET', `/alarm/setting/${word}/:${idName}`];
    calls[`update${name}AlarmSetting`] = ['PUT', `/alarm/setting/${word}/:${idName}`];
  }
  return calls;
}

test('every call has the method and path of the specification or of its kind', () => {
  const calls = Object.entries(endpoints).map(([name, { method, path }]) => [name, [method, path]]);
  expect(Object.fromEntries(calls)).toMatchObject({ ...callsOfKinds(), ...SPECIFIED });
});

/** List posts carry the marker `_method: get` and count as reads in all error handling. */
test('marks the lists of pages and exactly these other POST calls as reads', () => {
  const posts = Object.values(endpoints).filter(({ method }) => method === 'POST');
  const isList = (path: string) => path.endsWith('/:pageNo/:pageCnt');
  expect(posts.filter(({ path, read }) => isList(path) && !read)).toEqual([]);
  const reads = posts.filter(({ path, read }) => read && !isList(path));
  expect(reads.map(({ path }) => path).sort()).toEqual([
    '/access/preview',
    '/cause/object',
    '/cluster/list',
    '/dashboard/objects',
    '/dashboard/summary',
    '/duty/candidate/list',
    '/duty/shift/list',
    '/handover/draft',
    '/installation/settings-file/plan',
    '/log',
    '/metric/series',
    '/metric/top',
    '/sign-on-rules/preview',
    '/template/backtest',
    '/workload/replicas/:workloadId',
    '/workload/runs/:workloadId',
    '/workload/usage/:workloadId',
  ]);
});
