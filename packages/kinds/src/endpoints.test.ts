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

/** Additional calls: section 7 of the design, and the image behind a logo's `imgUrl`. */
const OWN = {
  listNamespaceNames: ['GET', '/namespace/name-list/:hostId'],
  listWorkloadNames: ['GET', '/workload/name-list/:hostId'],
  listRoles: ['GET', '/role/list'],
  listUsers: ['POST', '/users/:pageNo/:pageCnt'],
  insertUser: ['POST', '/user/insert'],
  updateUsers: ['PUT', '/user/update'],
  deleteUser: ['DELETE', '/user/:userNo'],
  checkUserId: ['GET', '/user/check/:userId'],
  listAudit: ['POST', '/audit/:pageNo/:pageCnt'],
  getSecuritySettings: ['GET', '/security-settings'],
  updateSecuritySettings: ['PUT', '/security-settings'],
  listAccessTokens: ['GET', '/access-token/list'],
  insertAccessToken: ['POST', '/access-token/insert'],
  revokeAccessToken: ['DELETE', '/access-token/:accessTokenId'],
  makeOneTimeLink: ['POST', '/user/link'],
  mailOneTimeLink: ['POST', '/user/link/mail'],
  previewAccess: ['POST', '/access/preview'],
  startViewAs: ['POST', '/view-as'],
  stopViewAs: ['DELETE', '/view-as'],
  listWallboardKeys: ['GET', '/wallboard/list'],
  insertWallboardKey: ['POST', '/wallboard/insert'],
  revokeWallboardKey: ['DELETE', '/wallboard/:wallboardKeyId'],
  getInstallationHealth: ['GET', '/installation/health'],
  getLogoImage: ['GET', '/logo/:id/image'],
  getDashboardObjects: ['POST', '/dashboard/objects'],
  getDashboardSummary: ['POST', '/dashboard/summary'],
  getClusterSummary: ['GET', '/cluster/summary/:hostId'],
  listClusterSettings: ['POST', '/clusters/:pageNo/:pageCnt'],
  listAgentVersions: ['GET', '/agent/version/list'],
  getClusterContents: ['GET', '/cluster/delete/check/:hostId'],
  listClusterTokens: ['GET', '/cluster/token/list/:hostId'],
  revokeClusterToken: ['DELETE', '/cluster/token/:tokenId'],
  search: ['GET', '/search'],
  getAlarmCauses: ['GET', '/cause/alarm/:alarmId'],
  queryObjectCauses: ['POST', '/cause/object'],
  listNodeHistory: ['POST', '/node/history/:nodeId/:pageNo/:pageCnt'],
  getNodeHistory: ['GET', '/node/history/info/:nodeHistoryId'],
  listNodeHistoryPods: ['POST', '/node/history/pods/:nodeHistoryId/:pageNo/:pageCnt'],
  listRollouts: ['GET', '/workload/rollouts/:workloadId/:pageNo/:pageCnt'],
  listReplicaSteps: ['POST', '/workload/replicas/:workloadId'],
  getWorkloadUsage: ['POST', '/workload/usage/:workloadId'],
  listCronJobRuns: ['POST', '/workload/runs/:workloadId'],
  querySeries: ['POST', '/metric/series'],
  queryTop: ['POST', '/metric/top'],
  listEvents: ['POST', '/events/:pageNo/:pageCnt'],
  openStream: ['GET', '/stream'],
  openLog: ['POST', '/log'],
  getLogAccess: ['GET', '/log/access/:hostId'],
  listLogPermissions: ['GET', '/log/permission'],
  updateLogPermissions: ['PUT', '/log/permission'],
  listAlarms: ['POST', '/alarms/:pageNo/:pageCnt'],
  countAlarms: ['GET', '/alarm/count'],
  getAlarm: ['GET', '/alarm/info/:alarmId'],
  confirmAlarms: ['PUT', '/alarm/confirm'],
  listAlarmMemos: ['GET', '/alarm/memo/:alarmId'],
  addAlarmMemo: ['POST', '/alarm/memo/:alarmId'],
  addSnooze: ['POST', '/alarm/snooze'],
  listSnoozes: ['GET', '/alarm/snooze/list'],
  deleteSnooze: ['DELETE', '/alarm/snooze/:snoozeId'],
  listEventAlarms: ['POST', '/event-alarms/:pageNo/:pageCnt'],
  insertEventAlarms: ['POST', '/event-alarm'],
  updateEventAlarm: ['PUT', '/event-alarm'],
  deleteEventAlarm: ['DELETE', '/event-alarm/:eventAlarmId'],
  listTemplates: ['POST', '/templates/:pageNo/:pageCnt'],
  getTemplate: ['GET', '/template/info/:id'],
  insertTemplate: ['POST', '/template/insert'],
  copyTemplate: ['POST', '/template/copy/:id'],
  updateTemplate: ['PUT', '/template/update'],
  applyTemplate: ['PUT', '/template/apply/:id'],
  deleteTemplates: ['DELETE', '/template/delete/:ids'],
  listTemplateHistory: ['POST', '/template/history/:id/:pageNo/:pageCnt'],
  backtestTemplate: ['POST', '/template/backtest'],
  listWebhooks: ['GET', '/webhook/list/:alarmTemplateId'],
  insertWebhook: ['POST', '/webhook/insert'],
  updateWebhook: ['PUT', '/webhook/update'],
  deleteWebhook: ['DELETE', '/webhook/delete/:webhookId'],
  replayDelivery: ['POST', '/webhook/replay/:deliveryId'],
  getManifest: ['GET', '/manifest/info/:objectId'],
  listManifestVersions: ['GET', '/manifest/versions/:objectId'],
  compareManifests: ['GET', '/manifest/compare/:objectId'],
  listRotas: ['GET', '/duty/list'],
  getRota: ['GET', '/duty/info/:dutyRotaId'],
  insertRota: ['POST', '/duty/insert'],
  updateRota: ['PUT', '/duty/update'],
  deleteRota: ['DELETE', '/duty/delete/:dutyRotaId'],
  listDutyCandidates: ['POST', '/duty/candidate/list'],
  insertDutyException: ['POST', '/duty/exception/insert'],
  deleteDutyException: ['DELETE', '/duty/exception/delete/:dutyExceptionId'],
  listDutyShifts: ['POST', '/duty/shift/list'],
  getDutyNow: ['GET', '/duty/now'],
  listMaintenance: ['GET', '/maintenance/list'],
  insertMaintenance: ['POST', '/maintenance/insert'],
  endMaintenance: ['PUT', '/maintenance/end/:maintenanceId'],
  exportSettings: ['GET', '/installation/settings-file'],
  planImport: ['POST', '/installation/settings-file/plan'],
  importSettings: ['POST', '/installation/settings-file'],
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

test('every call has the method and path of the specification, and no call is undeclared', () => {
  const calls = Object.entries(endpoints).map(([name, { method, path }]) => [name, [method, path]]);
  expect(Object.fromEntries(calls)).toEqual({ ...callsOfKinds(), ...OWN, ...SPECIFIED });
});

/** List posts carry the marker `_method: get` and count as reads in all error handling. */
test('marks exactly these POST calls as reads', () => {
  const reads = Object.values(endpoints).filter(({ method, read }) => method === 'POST' && read);
  expect(reads.map(({ path }) => path).sort()).toEqual([
    '/access/preview',
    '/alarms/:pageNo/:pageCnt',
    '/audit/:pageNo/:pageCnt',
    '/autoscalers/:pageNo/:pageCnt',
    '/cause/object',
    '/cluster/list',
    '/clusters/:pageNo/:pageCnt',
    '/containers/:pageNo/:pageCnt',
    '/dashboard/objects',
    '/dashboard/summary',
    '/disruption-budgets/:pageNo/:pageCnt',
    '/duty/candidate/list',
    '/duty/shift/list',
    '/event-alarms/:pageNo/:pageCnt',
    '/events/:pageNo/:pageCnt',
    '/ingresses/:pageNo/:pageCnt',
    '/installation/settings-file/plan',
    '/log',
    '/metric/series',
    '/metric/top',
    '/namespaces/:pageNo/:pageCnt',
    '/node/history/:nodeId/:pageNo/:pageCnt',
    '/node/history/pods/:nodeHistoryId/:pageNo/:pageCnt',
    '/nodes/:pageNo/:pageCnt',
    '/pods/:pageNo/:pageCnt',
    '/pvcs/:pageNo/:pageCnt',
    '/quotas/:pageNo/:pageCnt',
    '/services/:pageNo/:pageCnt',
    '/template/backtest',
    '/template/history/:id/:pageNo/:pageCnt',
    '/templates/:pageNo/:pageCnt',
    '/users/:pageNo/:pageCnt',
    '/volumes/:pageNo/:pageCnt',
    '/workload/replicas/:workloadId',
    '/workload/runs/:workloadId',
    '/workload/usage/:workloadId',
    '/workloads/:pageNo/:pageCnt',
  ]);
});
