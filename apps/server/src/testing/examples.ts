import { STANDARD_SECURITY } from '@gwanje/contract/settings/security';
import { NO_SIGN_ON_RULES } from '@gwanje/contract/settings/sign-on-rules';
import type { Action } from '@gwanje/domain/access/permissions';
import type { ListColumn } from '@gwanje/kinds/definition/columns';
import { capitalised, type ListCall, listCallOf } from '@gwanje/kinds/definition/kind';
import type { EndpointName } from '@gwanje/kinds/endpoints';
import {
  type DetailKind,
  detailKinds,
  type ExcludableKind,
  excludableKinds,
  kinds,
  type ListKind,
  listKinds,
} from '@gwanje/kinds/registry';
import { type AlarmedKind, alarmedKinds } from '@gwanje/kinds/state/facts';
import { rotaPlan } from '../alarms/duty/testing/duty-things.ts';
import { DEMO_PASSWORD } from '../cli/demo/seed.ts';
import { PNG } from '../features/logos/testing/picture-samples.ts';
import type { World } from './example-world.ts';
import { filePart, multipart as formOf, textPart } from './forms.ts';
import type { TestRequest } from './test-app.ts';

/**
 * The target of a call, which decides who may make it: none, an object to read inside a group, an object to
 * manage by an action of the permission table, a user, or the personal data of one.
 */
type Named =
  | 'nothing'
  | 'groupContent'
  | 'user'
  /** A user whose data only that user and total admins see. */
  | 'person'
  /** Shared: every user who may make the call sees the object, whatever its group. */
  | { readonly manages: Action; readonly isShared?: true };

export interface Example {
  readonly named: Named;
  readonly request: (world: World) => TestRequest;
  /** The body takes any JSON object: unknown fields inside are no error. */
  readonly isFree?: boolean;
}

const page = { pageNo: 1, pageCnt: 20 };
const list = { _method: 'get', orderBy: ['-name', 'hostId'], filter: {} };
const objects =
  (filter: object) =>
  ({ past }: World) => ({ params: page, body: { ...list, filter, at: past, includeDeleted: true } });
const eventAlarm = {
  isOn: true,
  isNotified: true,
  eventType: 'Warning',
  reason: 'FailedMount',
  objectKind: null,
  namespace: null,
  messageText: null,
  warningCnt: 1,
  criticalCnt: 5,
  windowMin: 10,
};
const webhook = {
  kind: 'custom',
  url: 'https://hooks.example.com/secret',
  recipientList: [],
  bodyTemplate: '{"text": "{{summary}}"}',
  language: 'ko',
  minLevel: 1,
  isOn: true,
  sendsRecovery: true,
  hours: null,
  quietHours: { timeZone: 'Asia/Seoul', dayList: [6, 7], from: '22:00', to: '07:30' },
  escalateAfterMin: 15,
};
const reportSchedule = {
  name: '주간 회의',
  kind: 'weekly',
  timeZone: 'Asia/Seoul',
  time: '09:00',
  recipientList: ['noc@example.com'],
  language: 'ko',
  isOn: true,
};

type Request = Example['request'];
const noTarget = (request: Request = () => ({})): Example => ({ named: 'nothing', request });
const inGroup = (request: Request): Example => ({ named: 'groupContent', request });
const ofUser = (request: Request): Example => ({ named: 'user', request });
const ofPerson = (request: Request): Example => ({ named: 'person', request });
const manages = (action: Action, request: Request): Example => ({ named: { manages: action }, request });
const managesShared = (request: Request): Example => ({
  named: { manages: 'template.manage', isShared: true },
  request,
});
/** A request that has only these ids, in its path. */
const ids =
  (...names: (keyof World)[]): Request =>
  (world) => ({ params: Object.fromEntries(names.map((name) => [name, world[name]])) });

/** The calls that kinds have by rule. Their ids come from the collected objects. */
type KindCall =
  | ListCall<ListKind>
  | `update${Capitalize<ExcludableKind>}s`
  | `get${Capitalize<DetailKind>}`
  | `${'get' | 'update'}${Capitalize<AlarmedKind>}AlarmSetting`;

function examplesOfKinds(): Readonly<Record<KindCall, Example>> {
  const found: Record<string, Example> = {};
  const idOf = (kind: ListKind, { collected }: World): Record<string, number> => {
    const { idName } = kinds[kind];
    return { [idName]: collected[idName] };
  };
  const byId = (kind: ListKind) => (world: World) => ({ params: idOf(kind, world) });
  for (const kind of listKinds) found[listCallOf(kind)] = noTarget(objects(exampleFilter(kind)));
  for (const kind of detailKinds) found[`get${capitalised(kind)}`] = inGroup(byId(kind));
  for (const kind of excludableKinds)
    found[`update${capitalised(kind)}s`] = manages('alarmSetting.manage', (world) => ({
      body: [{ ...idOf(kind, world), isMonitored: false }],
    }));
  for (const kind of alarmedKinds) {
    const name = capitalised(kind);
    found[`get${name}AlarmSetting`] = inGroup(byId(kind));
    found[`update${name}AlarmSetting`] = manages('alarmSetting.manage', (world) => ({
      ...byId(kind)(world),
      body: { settings: {} },
    }));
  }
  // The loops cover all names of the type.
  return found as Record<KindCall, Example>;
}

/** Filters by every choice and flag of the list. */
function exampleFilter(kind: ListKind): object {
  const filter: Record<string, unknown> = {};
  for (const [key, { type, choices }] of Object.entries<ListColumn>(kinds[kind].columns)) {
    if (type === 'flag') filter[key] = true;
    if (type === 'choice') filter[key] = choices?.[0];
  }
  return filter;
}

/** One example per descriptor: a call that succeeds for a representative admin. */
export const examples: Readonly<Record<EndpointName, Example>> = {
  ...examplesOfKinds(),
  listAccessTokens: noTarget(),
  insertAccessToken: inGroup(({ metaGroupId }) => ({
    body: { name: '배포 자동화', role: 3, metaGroupIdList: [metaGroupId], days: 30 },
  })),
  revokeAccessToken: ofUser(ids('accessTokenId')),
  mailOneTimeLink: ofUser(({ userNo }) => ({ body: { userNo, token: 'a'.repeat(43), language: 'en' } })),
  makeOneTimeLink: ofUser(({ userNo }) => ({ body: { userNo } })),
  startViewAs: ofUser(({ userNo }) => ({ body: { userNo } })),
  listWallboardKeys: noTarget(),
  insertWallboardKey: inGroup(({ subGroupId }) => ({
    body: { name: '관제실 왼쪽', shownSubGroupIdList: [subGroupId], boardIdList: ['board-1'] },
  })),
  revokeWallboardKey: ofUser(ids('wallboardKeyId')),
  getUserFactors: ofUser(ids('userNo')),
  resetUserFactors: ofUser(ids('userNo')),
  startProof: noTarget(),
  proveIdentity: noTarget(() => ({ body: { password: DEMO_PASSWORD } })),
  stopViewAs: noTarget(),
  getInstallationHealth: noTarget(),
  exportSettings: noTarget(),
  planImport: noTarget(({ newName }) => ({ body: { _method: 'get', content: settingsFileOf(newName) } })),
  importSettings: noTarget(({ newName }) => ({ body: { content: settingsFileOf(newName) } })),
  getManifest: inGroup(({ collected, past }) => ({
    params: { objectId: collected.podId },
    query: { at: past },
  })),
  listManifestVersions: inGroup(({ collected, past }) => ({
    params: { objectId: collected.podId },
    query: { from: past },
  })),
  compareManifests: inGroup(({ collected, past }) => ({
    params: { objectId: collected.podId },
    query: { from: past, to: past },
  })),
  loginCheck: noTarget(() => ({ query: { keepAlive: 'N' } })),
  listRoles: noTarget(),
  getUser: ofUser(ids('userNo')),
  listUsers: noTarget(({ subGroupId }) => ({
    params: page,
    body: { _method: 'get', orderBy: ['-userId'], filter: { search: 'user', role: 2, subGroupId } },
  })),
  insertUser: manages('subGroup.manage', ({ newName, metaGroupId, subGroupId }) => ({
    body: {
      userId: newName,
      name: '새 사용자',
      email: 'new@example.com',
      password: 'correct horse battery',
      role: 2,
      isKeyUser: 'N',
      grantList: [{ metaGroupId, subGroupId }],
    },
  })),
  updateUsers: ofUser(({ userNo }) => ({ body: [{ userNo, name: '다른 이름', status: 4 }] })),
  deleteUser: ofUser(ids('userNo')),
  getPersonalData: ofPerson(ids('userNo')),
  exportPersonalData: ofPerson(ids('userNo')),
  erasePersonalData: ofPerson(({ leavingUserNo: userNo }) => ({ params: { userNo } })),
  listErasures: noTarget(),
  checkUserId: noTarget(({ newName }) => ({ params: { userId: newName } })),
  listGroupNames: noTarget(),
  listMetaGroups: noTarget(() => ({ params: page })),
  listSubGroups: inGroup(({ metaGroupId }) => ({ params: { metaGroupId, ...page } })),
  getSubGroup: inGroup(ids('subGroupId')),
  insertMetaGroup: manages('metaGroup.create', ({ newName }) => ({ params: { name: newName } })),
  insertSubGroup: manages('subGroup.manage', ({ metaGroupId, newName }) => ({
    body: { metaGroupId, name: newName },
  })),
  updateMetaGroup: manages('metaGroup.rename', ({ metaGroupId, newName }) => ({
    body: [{ metaGroupId, name: newName }],
  })),
  updateSubGroup: manages('subGroup.manage', ({ subGroupId, newName }) => ({
    body: [{ subGroupId, name: newName }],
  })),
  moveSubGroups: manages('subGroup.manage', ({ otherMetaGroupId, subGroupId }) => ({
    body: { metaGroupId: otherMetaGroupId, subGroupIdList: [subGroupId] },
  })),
  previewAccess: manages('subGroup.manage', ({ otherMetaGroupId, subGroupId }) => ({
    body: {
      _method: 'get',
      change: { kind: 'moveSubGroups', metaGroupId: otherMetaGroupId, subGroupIdList: [subGroupId] },
    },
  })),
  deleteMetaGroup: manages('metaGroup.delete', ({ emptyMetaGroupId }) => ({
    params: { id: emptyMetaGroupId },
  })),
  deleteSubGroups: manages('subGroup.manage', ({ emptySubGroupId }) => ({
    params: { ids: [emptySubGroupId] },
  })),
  grantSubGroups: manages('subGroup.manage', ({ userNo, metaGroupId, emptySubGroupId }) => ({
    body: [{ userNo, metaGroupId, subGroupId: emptySubGroupId }],
  })),
  revokeSubGroup: manages('subGroup.manage', ids('userNo', 'metaGroupId', 'subGroupId')),
  listRotas: noTarget(),
  getRota: inGroup(ids('dutyRotaId')),
  insertRota: manages('duty.manage', ({ metaGroupId, subGroupId, newName, userNo }) => ({
    body: { name: newName, metaGroupId, forSubGroupIdList: [subGroupId], ...rotaPlan(userNo) },
  })),
  updateRota: manages('duty.manage', ({ dutyRotaId, metaGroupId, newName, userNo }) => ({
    body: { dutyRotaId, name: newName, metaGroupId, forSubGroupIdList: null, ...rotaPlan(userNo) },
  })),
  deleteRota: manages('duty.manage', ids('dutyRotaId')),
  listDutyCandidates: manages('duty.manage', ({ metaGroupId, subGroupId }) => ({
    body: { _method: 'get', metaGroupId, forSubGroupIdList: [subGroupId] },
  })),
  insertDutyException: manages('duty.manage', ({ dutyRotaId, userNo }) => ({
    body: {
      dutyRotaId,
      shiftId: null,
      fromDate: '2026-11-18',
      toDate: '2026-11-20',
      replacedUserNo: userNo,
      coveringUserNo: null,
      note: '휴가',
    },
  })),
  deleteDutyException: manages('duty.manage', ids('dutyExceptionId')),
  listDutyShifts: inGroup(({ past, now, dutyRotaId }) => ({ body: { fromAt: past, toAt: now, dutyRotaId } })),
  getDutyNow: noTarget(),
  getReport: inGroup(({ metaGroupId, now }) => ({
    params: { metaGroupId },
    query: { kind: 'weekly', date: now.slice(0, 10), timeZone: 'UTC' },
  })),
  listReportSchedules: noTarget(),
  insertReportSchedule: manages('report.manage', ({ metaGroupId }) => ({
    body: { metaGroupId, ...reportSchedule },
  })),
  updateReportSchedule: manages('report.manage', ({ reportScheduleId, metaGroupId }) => ({
    body: { reportScheduleId, metaGroupId, ...reportSchedule, name: '월간 회의', kind: 'monthly' },
  })),
  deleteReportSchedule: manages('report.manage', ids('reportScheduleId')),
  sendReport: manages('report.manage', ({ reportScheduleId }) => ({ body: { reportScheduleId } })),
  listDueHandovers: noTarget(),
  getHandoverDraft: inGroup((world) => ({ body: shiftOf(world) })),
  getHandover: inGroup(ids('handoverId')),
  saveHandover: inGroup((world) => ({ body: { ...shiftOf(world), notes: '전달', remarkList: [] } })),
  finishHandover: inGroup((world) => ({ body: { ...shiftOf(world), notes: '전달', remarkList: [] } })),
  takeOver: inGroup(ids('handoverId')),
  insertHandoverItem: inGroup(({ dutyRotaId }) => ({ body: { dutyRotaId, text: '답변 대기' } })),
  closeHandoverItem: inGroup(ids('handoverItemId')),
  listHandovers: noTarget(() => ({ params: { pageNo: 1, pageCnt: 10 }, body: {} })),
  listClustersOfSubGroup: inGroup(ids('subGroupId')),
  listClusterNames: noTarget(),
  getCluster: inGroup(ids('hostId')),
  listClusters: noTarget(({ metaGroupId, subGroupId, alarmTemplateId }) => ({
    body: { ...list, ...page, filter: { name: 'cluster', metaGroupId, subGroupId, alarmTemplateId } },
  })),
  insertCluster: manages('cluster.manage', ({ newName, metaGroupId, subGroupId, alarmTemplateId }) => ({
    body: { name: newName, metaGroupId, subGroupId, alarmTemplateId },
  })),
  updateClusters: manages(
    'cluster.manage',
    ({ hostId, newName, metaGroupId, emptySubGroupId, alarmTemplateId }) => ({
      body: [{ hostId, name: newName, metaGroupId, subGroupId: emptySubGroupId, alarmTemplateId }],
    }),
  ),
  renameCluster: manages('cluster.manage', ({ hostId, newName }) => ({ body: { hostId, name: newName } })),
  deleteCluster: manages('cluster.manage', ids('hostId')),
  getClusterContents: manages('cluster.manage', ids('hostId')),
  listClusterSettings: noTarget(() => ({
    params: page,
    body: { ...list, filter: { isMonitored: true, isAgentOutdated: false } },
  })),
  listAgentVersions: noTarget(),
  checkClusterInsert: manages('cluster.manage', ids('hostId')),
  downloadManifest: manages('cluster.manage', ids('hostId')),
  listNodeNames: inGroup(ids('hostId')),
  listNamespaceNames: inGroup(ids('hostId')),
  listWorkloadNames: inGroup(ids('hostId')),
  listPodNames: inGroup(ids('hostId')),
  listContainerNames: inGroup(ids('hostId')),
  listEvents: noTarget(() => ({
    params: page,
    body: { orderBy: ['-lastAt'], filter: { level: 'warning' } },
  })),
  listNodeHistory: inGroup(({ collected: { nodeId } }) => ({
    params: { ...page, nodeId },
    body: { orderBy: ['-fromAt'], filter: { isRunning: true } },
  })),
  getNodeHistory: inGroup(({ collected: { nodeHistoryId } }) => ({ params: { nodeHistoryId } })),
  listNodeHistoryPods: inGroup(({ collected: { nodeHistoryId } }) => ({
    params: { ...page, nodeHistoryId },
    body: { orderBy: ['-memMaxBytes'], filter: { phase: 'Running' } },
  })),
  listRollouts: inGroup(({ collected: { workloadId } }) => ({ params: { ...page, workloadId } })),
  listReplicaSteps: inGroup(({ collected: { workloadId }, past, now }) => ({
    params: { workloadId },
    body: { from: past, to: now },
  })),
  getWorkloadUsage: inGroup(({ collected: { workloadId }, past, now }) => ({
    params: { workloadId },
    body: { from: past, to: now, maxPoints: 100 },
  })),
  listCronJobRuns: inGroup(({ collected: { workloadId }, past, now }) => ({
    params: { workloadId },
    body: { from: past, to: now },
  })),
  querySeries: inGroup(({ collected: { podId }, past, now }) => ({
    body: {
      targets: [{ kind: 'pod', id: podId }],
      metrics: ['cpuUsedCores'],
      from: past,
      to: now,
      maxPoints: 100,
    },
  })),
  queryTop: noTarget(({ hostId, past, now }) => ({
    body: { kind: 'pod', metric: 'cpuUsedCores', hostIdList: [hostId], from: past, to: now, limit: 5 },
  })),
  getDashboardObjects: noTarget(({ hostId, past }) => ({
    body: {
      isAllCluster: false,
      clusterList: [hostId],
      objectType: 'pod',
      groupBy: 'node',
      sortBy: 'MON_RESULT',
      at: past,
    },
  })),
  getDashboardSummary: noTarget(({ hostId }) => ({ body: { isAllCluster: false, clusterList: [hostId] } })),
  search: noTarget(() => ({ query: { q: 'web' } })),
  openStream: noTarget(),
  // By default the admins of a group may read its logs.
  openLog: manages('cluster.manage', ({ collected: { podId } }) => ({
    body: { _method: 'get', sourceList: [{ podId, containerName: 'web' }], follow: 'Y' },
  })),
  getLogAccess: inGroup(ids('hostId')),
  listLogPermissions: noTarget(),
  updateLogPermissions: inGroup(({ subGroupId }) => ({ body: [{ subGroupId, logReaders: 'user' }] })),
  getClusterSummary: inGroup(ids('hostId')),
  listClusterTokens: manages('cluster.manage', ids('hostId')),
  revokeClusterToken: manages('cluster.manage', ids('tokenId')),
  listAlarms: noTarget(() => ({ params: page, body: { orderBy: ['-level'], filter: { target: 'pod' } } })),
  countAlarms: noTarget(),
  getAlarmCauses: inGroup(ids('alarmId')),
  queryObjectCauses: inGroup(({ collected: { podId }, past, now }) => ({
    body: { kind: 'pod', id: podId, from: past, to: now },
  })),
  getAlarm: inGroup(ids('alarmId')),
  confirmAlarms: inGroup(({ alarmId }) => ({ body: [{ alarmId, confirmLevel: 2, memo: '확인했습니다' }] })),
  listAlarmMemos: inGroup(ids('alarmId')),
  addAlarmMemo: inGroup(({ alarmId }) => ({ params: { alarmId }, body: { text: '메모' } })),
  addSnooze: inGroup(({ hostId }) => ({
    body: { of: { scope: 'cluster', hostId }, minutes: 30, reason: '점검' },
  })),
  listSnoozes: noTarget(),
  deleteSnooze: inGroup(ids('snoozeId')),
  getClusterAlarmSetting: inGroup(ids('hostId')),
  updateClusterAlarmSetting: manages('alarmSetting.manage', ({ hostId }) => ({
    params: { hostId },
    body: { settings: {} },
  })),
  listEventAlarms: noTarget(() => ({ params: page, body: { orderBy: ['name'], filter: { isOn: true } } })),
  insertEventAlarms: manages('alarmSetting.manage', ({ hostId, newName }) => ({
    body: { hostIdList: [hostId], ...eventAlarm, name: newName },
  })),
  updateEventAlarm: manages('alarmSetting.manage', ({ eventAlarmId, newName }) => ({
    body: { eventAlarmId, ...eventAlarm, name: newName },
  })),
  deleteEventAlarm: manages('alarmSetting.manage', ids('eventAlarmId')),
  listTemplates: noTarget(() => ({
    params: page,
    body: { orderBy: ['name'], filter: { isChangeable: true } },
  })),
  getTemplate: noTarget(({ ownTemplateId }) => ({ params: { id: ownTemplateId } })),
  insertTemplate: noTarget(({ newName }) => ({ body: { name: newName, description: '설명', settings: {} } })),
  copyTemplate: noTarget(({ ownTemplateId, newName }) => ({
    params: { id: ownTemplateId },
    body: { name: newName },
  })),
  updateTemplate: managesShared(({ ownTemplateId, newName }) => ({
    body: { alarmTemplateId: ownTemplateId, name: newName, settings: {} },
  })),
  applyTemplate: manages('cluster.manage', ({ ownTemplateId, hostId }) => ({
    params: { id: ownTemplateId },
    body: { hostIdList: [hostId] },
  })),
  deleteTemplates: managesShared(({ ownTemplateId }) => ({ params: { ids: [ownTemplateId] } })),
  listTemplateHistory: noTarget(({ ownTemplateId }) => ({
    params: { ...page, id: ownTemplateId },
    body: { orderBy: ['-at'], filter: {} },
  })),
  backtestTemplate: manages('alarmSetting.manage', ({ ownTemplateId, hostId }) => ({
    body: { of: { kind: 'template', alarmTemplateId: ownTemplateId }, hostIdList: [hostId], days: 1 },
  })),
  listWebhookKinds: noTarget(),
  listWebhooks: noTarget(({ ownTemplateId }) => ({ params: { alarmTemplateId: ownTemplateId } })),
  insertWebhook: managesShared(({ ownTemplateId, newName }) => ({
    body: { alarmTemplateId: ownTemplateId, name: newName, ...webhook, forSubGroupIdList: null },
  })),
  updateWebhook: managesShared(({ webhookId, newName }) => ({
    body: { webhookId, name: newName, ...webhook, forSubGroupIdList: null },
  })),
  deleteWebhook: managesShared(ids('webhookId')),
  sendTestWebhook: managesShared(({ ownTemplateId }) => ({
    body: {
      alarmTemplateId: ownTemplateId,
      kind: 'json',
      // The server refuses this address before it sends anything: tests send nothing to other hosts.
      url: 'http://127.0.0.1/hook',
      recipientList: [],
      bodyTemplate: null,
      language: 'en',
    },
  })),
  replayDelivery: managesShared(ids('deliveryId')),
  listMaintenance: noTarget(),
  insertMaintenance: manages('alarmSetting.manage', ({ hostId, now }) => ({
    body: {
      of: { scope: 'cluster', hostId },
      fromAt: now,
      toAt: new Date(Date.parse(now) + 3_600_000).toISOString(),
      reason: '정기 점검',
    },
  })),
  endMaintenance: manages('alarmSetting.manage', ids('maintenanceId')),
  getLogo: noTarget(),
  listLogos: noTarget(),
  insertLogo: manages('logo.manage', () => multipart({}, PNG)),
  updateLogo: manages('logo.manage', ({ logoId }) => multipart({ id: logoId })),
  deleteLogo: manages('logo.manage', ({ logoId }) => ({ params: { id: logoId } })),
  getLogoImage: noTarget(({ logoId }) => ({ params: { id: logoId }, query: { v: 'abc' } })),
  getViewOption: noTarget(() => ({ params: { type: 'dashboard' } })),
  getPushSetting: noTarget(),
  savePushSetting: noTarget(() => ({
    body: { minLevel: 1, sendsRecovery: false, quietHours: null, forSubGroupIdList: null },
  })),
  savePushSubscription: noTarget(() => ({
    body: {
      endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
      p256dh: 'B'.repeat(87),
      auth: 'a'.repeat(22),
      language: 'ko',
    },
  })),
  deletePushSubscription: noTarget(() => ({ params: { pushSubscriptionId: 1 } })),
  // Nobody has this device, so nothing is sent.
  sendTestPush: noTarget(() => ({ params: { pushSubscriptionId: 2_000_000_000 } })),
  saveViewOption: {
    named: 'nothing',
    request: () => ({ params: { type: 'dashboard' }, body: { columns: ['name'] } }),
    isFree: true,
  },
  deleteViewOption: noTarget(() => ({ params: { type: 'dashboard' } })),
  getSecuritySettings: noTarget(),
  updateSecuritySettings: noTarget(() => ({ body: { settings: { ...STANDARD_SECURITY, lockMaxMin: 30 } } })),
  getSignOnRules: noTarget(),
  updateSignOnRules: noTarget(() => ({ body: { rules: NO_SIGN_ON_RULES } })),
  previewSignOnRules: noTarget(() => ({ body: { rules: NO_SIGN_ON_RULES, valueList: ['ops'] } })),
  getAuditState: noTarget(),
  listAudit: noTarget(() => ({
    params: page,
    body: {
      _method: 'get',
      orderBy: ['-at'],
      filter: { action: 'user.insert', outcome: 'done', from: '2026-01-01T00:00:00+09:00' },
    },
  })),
};

export function multipart(fields: Readonly<Record<string, unknown>>, file?: Buffer): TestRequest {
  const texts = Object.entries(fields).map(([name, value]) => textPart(name, String(value)));
  return formOf(file ? [...texts, filePart('file', file, 'logo.png', 'image/png')] : texts);
}

function settingsFileOf(metaGroup: string): string {
  return `format: gwanje-settings\nversion: 1\nmetaGroups:\n  - name: ${JSON.stringify(metaGroup)}\n`;
}

/** The shift of the rota that began yesterday in Seoul: it has begun, whatever the time is. */
function shiftOf({ dutyRotaId, now }: World) {
  const yesterday = new Date(Date.parse(now) - 24 * 3_600_000 + 9 * 3_600_000);
  return { dutyRotaId, shiftId: 'all', date: yesterday.toISOString().slice(0, 10) };
}
