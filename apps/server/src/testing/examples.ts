import { randomUUID } from 'node:crypto';
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
import type { World } from './example-world.ts';
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
  ({ past }: World) => ({
    params: page,
    body: { ...list, filter, at: past, includeDeleted: true },
  });
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
const clusterOf = ({ hostId }: World): TestRequest => ({ params: { hostId } });
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The calls that kinds have by rule. Their ids come from the collected objects. */
type KindCall =
  | ListCall<ListKind>
  | `update${Capitalize<ExcludableKind>}s`
  | `get${Capitalize<DetailKind>}`
  | `${'get' | 'update'}${Capitalize<AlarmedKind>}AlarmSetting`;

function examplesOfKinds(): Readonly<Record<KindCall, Example>> {
  const found: Record<string, Example> = {};
  const manages = { manages: 'alarmSetting.manage' } as const;
  const idOf = (kind: ListKind, { collected }: World): Record<string, number> => {
    const { idName } = kinds[kind];
    return { [idName]: collected[idName] };
  };
  const byId = (kind: ListKind) => (world: World) => ({ params: idOf(kind, world) });
  for (const kind of listKinds)
    found[listCallOf(kind)] = { named: 'nothing', request: objects(exampleFilter(kind)) };
  for (const kind of detailKinds)
    found[`get${capitalised(kind)}`] = { named: 'groupContent', request: byId(kind) };
  for (const kind of excludableKinds) {
    const request = (world: World) => ({ body: [{ ...idOf(kind, world), isMonitored: false }] });
    found[`update${capitalised(kind)}s`] = { named: manages, request };
  }
  for (const kind of alarmedKinds) {
    const name = capitalised(kind);
    const request = (world: World) => ({ ...byId(kind)(world), body: { settings: {} } });
    found[`get${name}AlarmSetting`] = { named: 'groupContent', request: byId(kind) };
    found[`update${name}AlarmSetting`] = { named: manages, request };
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
  listAccessTokens: { named: 'nothing', request: () => ({}) },
  insertAccessToken: {
    named: 'groupContent',
    request: ({ metaGroupId }) => ({
      body: { name: '배포 자동화', role: 3, metaGroupIdList: [metaGroupId], days: 30 },
    }),
  },
  revokeAccessToken: { named: 'user', request: ({ accessTokenId }) => ({ params: { accessTokenId } }) },
  mailOneTimeLink: {
    named: 'user',
    request: ({ userNo }) => ({ body: { userNo, token: 'a'.repeat(43), language: 'en' } }),
  },
  makeOneTimeLink: { named: 'user', request: ({ userNo }) => ({ body: { userNo } }) },
  startViewAs: { named: 'user', request: ({ userNo }) => ({ body: { userNo } }) },
  listWallboardKeys: { named: 'nothing', request: () => ({}) },
  insertWallboardKey: {
    named: 'groupContent',
    request: ({ subGroupId }) => ({
      body: { name: '관제실 왼쪽', shownSubGroupIdList: [subGroupId], boardIdList: ['board-1'] },
    }),
  },
  revokeWallboardKey: { named: 'user', request: ({ wallboardKeyId }) => ({ params: { wallboardKeyId } }) },
  getUserFactors: { named: 'user', request: ({ userNo }) => ({ params: { userNo } }) },
  resetUserFactors: { named: 'user', request: ({ userNo }) => ({ params: { userNo } }) },
  startProof: { named: 'nothing', request: () => ({}) },
  proveIdentity: { named: 'nothing', request: () => ({ body: { password: DEMO_PASSWORD } }) },
  stopViewAs: { named: 'nothing', request: () => ({}) },
  getInstallationHealth: { named: 'nothing', request: () => ({}) },
  exportSettings: { named: 'nothing', request: () => ({}) },
  planImport: {
    named: 'nothing',
    request: ({ newName }) => ({ body: { _method: 'get', content: settingsFileOf(newName) } }),
  },
  importSettings: {
    named: 'nothing',
    request: ({ newName }) => ({ body: { content: settingsFileOf(newName) } }),
  },
  getManifest: {
    named: 'groupContent',
    request: ({ collected, past }) => ({ params: { objectId: collected.podId }, query: { at: past } }),
  },
  listManifestVersions: {
    named: 'groupContent',
    request: ({ collected, past }) => ({ params: { objectId: collected.podId }, query: { from: past } }),
  },
  compareManifests: {
    named: 'groupContent',
    request: ({ collected, past }) => ({
      params: { objectId: collected.podId },
      query: { from: past, to: past },
    }),
  },
  loginCheck: { named: 'nothing', request: () => ({ query: { keepAlive: 'N' } }) },
  listRoles: { named: 'nothing', request: () => ({}) },
  getUser: { named: 'user', request: ({ userNo }) => ({ params: { userNo } }) },
  listUsers: {
    named: 'nothing',
    request: ({ subGroupId }) => ({
      params: page,
      body: { _method: 'get', orderBy: ['-userId'], filter: { search: 'user', role: 2, subGroupId } },
    }),
  },
  insertUser: {
    named: { manages: 'subGroup.manage' },
    request: ({ newName, metaGroupId, subGroupId }) => ({
      body: {
        userId: newName,
        name: '새 사용자',
        email: 'new@example.com',
        password: 'correct horse battery',
        role: 2,
        isKeyUser: 'N',
        grantList: [{ metaGroupId, subGroupId }],
      },
    }),
  },
  updateUsers: {
    named: 'user',
    request: ({ userNo }) => ({ body: [{ userNo, name: '다른 이름', status: 4 }] }),
  },
  deleteUser: { named: 'user', request: ({ userNo }) => ({ params: { userNo } }) },
  getPersonalData: { named: 'person', request: ({ userNo }) => ({ params: { userNo } }) },
  exportPersonalData: { named: 'person', request: ({ userNo }) => ({ params: { userNo } }) },
  erasePersonalData: { named: 'person', request: ({ leavingUserNo: userNo }) => ({ params: { userNo } }) },
  listErasures: { named: 'nothing', request: () => ({}) },
  checkUserId: { named: 'nothing', request: ({ newName }) => ({ params: { userId: newName } }) },
  listGroupNames: { named: 'nothing', request: () => ({}) },
  listMetaGroups: { named: 'nothing', request: () => ({ params: page }) },
  listSubGroups: {
    named: 'groupContent',
    request: ({ metaGroupId }) => ({ params: { metaGroupId, ...page } }),
  },
  getSubGroup: { named: 'groupContent', request: ({ subGroupId }) => ({ params: { subGroupId } }) },
  insertMetaGroup: {
    named: { manages: 'metaGroup.create' },
    request: ({ newName }) => ({ params: { name: newName } }),
  },
  insertSubGroup: {
    named: { manages: 'subGroup.manage' },
    request: ({ metaGroupId, newName }) => ({ body: { metaGroupId, name: newName } }),
  },
  updateMetaGroup: {
    named: { manages: 'metaGroup.rename' },
    request: ({ metaGroupId, newName }) => ({ body: [{ metaGroupId, name: newName }] }),
  },
  updateSubGroup: {
    named: { manages: 'subGroup.manage' },
    request: ({ subGroupId, newName }) => ({ body: [{ subGroupId, name: newName }] }),
  },
  moveSubGroups: {
    named: { manages: 'subGroup.manage' },
    request: ({ otherMetaGroupId, subGroupId }) => ({
      body: { metaGroupId: otherMetaGroupId, subGroupIdList: [subGroupId] },
    }),
  },
  previewAccess: {
    named: { manages: 'subGroup.manage' },
    request: ({ otherMetaGroupId, subGroupId }) => ({
      body: {
        _method: 'get',
        change: { kind: 'moveSubGroups', metaGroupId: otherMetaGroupId, subGroupIdList: [subGroupId] },
      },
    }),
  },
  deleteMetaGroup: {
    named: { manages: 'metaGroup.delete' },
    request: ({ emptyMetaGroupId }) => ({ params: { id: emptyMetaGroupId } }),
  },
  deleteSubGroups: {
    named: { manages: 'subGroup.manage' },
    request: ({ emptySubGroupId }) => ({ params: { ids: [emptySubGroupId] } }),
  },
  grantSubGroups: {
    named: { manages: 'subGroup.manage' },
    request: ({ userNo, metaGroupId, emptySubGroupId }) => ({
      body: [{ userNo, metaGroupId, subGroupId: emptySubGroupId }],
    }),
  },
  revokeSubGroup: {
    named: { manages: 'subGroup.manage' },
    request: ({ userNo, metaGroupId, subGroupId }) => ({ params: { userNo, metaGroupId, subGroupId } }),
  },
  listRotas: { named: 'nothing', request: () => ({}) },
  getRota: { named: 'groupContent', request: ({ dutyRotaId }) => ({ params: { dutyRotaId } }) },
  insertRota: {
    named: { manages: 'duty.manage' },
    request: ({ metaGroupId, subGroupId, newName, userNo }) => ({
      body: { name: newName, metaGroupId, forSubGroupIdList: [subGroupId], ...rotaPlan(userNo) },
    }),
  },
  updateRota: {
    named: { manages: 'duty.manage' },
    request: ({ dutyRotaId, metaGroupId, newName, userNo }) => ({
      body: { dutyRotaId, name: newName, metaGroupId, forSubGroupIdList: null, ...rotaPlan(userNo) },
    }),
  },
  deleteRota: {
    named: { manages: 'duty.manage' },
    request: ({ dutyRotaId }) => ({ params: { dutyRotaId } }),
  },
  listDutyCandidates: {
    named: { manages: 'duty.manage' },
    request: ({ metaGroupId, subGroupId }) => ({
      body: { _method: 'get', metaGroupId, forSubGroupIdList: [subGroupId] },
    }),
  },
  insertDutyException: {
    named: { manages: 'duty.manage' },
    request: ({ dutyRotaId, userNo }) => ({
      body: {
        dutyRotaId,
        shiftId: null,
        fromDate: '2026-11-18',
        toDate: '2026-11-20',
        replacedUserNo: userNo,
        coveringUserNo: null,
        note: '휴가',
      },
    }),
  },
  deleteDutyException: {
    named: { manages: 'duty.manage' },
    request: ({ dutyExceptionId }) => ({ params: { dutyExceptionId } }),
  },
  listDutyShifts: {
    named: 'groupContent',
    request: ({ past, now, dutyRotaId }) => ({ body: { fromAt: past, toAt: now, dutyRotaId } }),
  },
  getDutyNow: { named: 'nothing', request: () => ({}) },
  getReport: {
    named: 'groupContent',
    request: ({ metaGroupId, now }) => ({
      params: { metaGroupId },
      query: { kind: 'weekly', date: now.slice(0, 10), timeZone: 'UTC' },
    }),
  },
  listReportSchedules: { named: 'nothing', request: () => ({}) },
  insertReportSchedule: {
    named: { manages: 'report.manage' },
    request: ({ metaGroupId }) => ({ body: { metaGroupId, ...reportSchedule } }),
  },
  updateReportSchedule: {
    named: { manages: 'report.manage' },
    request: ({ reportScheduleId, metaGroupId }) => ({
      body: { reportScheduleId, metaGroupId, ...reportSchedule, name: '월간 회의', kind: 'monthly' },
    }),
  },
  deleteReportSchedule: {
    named: { manages: 'report.manage' },
    request: ({ reportScheduleId }) => ({ params: { reportScheduleId } }),
  },
  sendReport: {
    named: { manages: 'report.manage' },
    request: ({ reportScheduleId }) => ({ body: { reportScheduleId } }),
  },
  listDueHandovers: { named: 'nothing', request: () => ({}) },
  getHandoverDraft: { named: 'groupContent', request: (world) => ({ body: shiftOf(world) }) },
  getHandover: { named: 'groupContent', request: ({ handoverId }) => ({ params: { handoverId } }) },
  saveHandover: {
    named: 'groupContent',
    request: (world) => ({ body: { ...shiftOf(world), notes: '전달', remarkList: [] } }),
  },
  finishHandover: {
    named: 'groupContent',
    request: (world) => ({ body: { ...shiftOf(world), notes: '전달', remarkList: [] } }),
  },
  takeOver: { named: 'groupContent', request: ({ handoverId }) => ({ params: { handoverId } }) },
  insertHandoverItem: {
    named: 'groupContent',
    request: ({ dutyRotaId }) => ({ body: { dutyRotaId, text: '답변 대기' } }),
  },
  closeHandoverItem: {
    named: 'groupContent',
    request: ({ handoverItemId }) => ({ params: { handoverItemId } }),
  },
  listHandovers: {
    named: 'nothing',
    request: () => ({ params: { pageNo: 1, pageCnt: 10 }, body: {} }),
  },
  listClustersOfSubGroup: {
    named: 'groupContent',
    request: ({ subGroupId }) => ({ params: { subGroupId } }),
  },
  listClusterNames: { named: 'nothing', request: () => ({}) },
  getCluster: { named: 'groupContent', request: clusterOf },
  listClusters: {
    named: 'nothing',
    request: ({ metaGroupId, subGroupId, alarmTemplateId }) => ({
      body: {
        _method: 'get',
        pageNo: 1,
        pageCnt: 20,
        orderBy: ['-name', 'hostId'],
        filter: { name: 'cluster', metaGroupId, subGroupId, alarmTemplateId },
      },
    }),
  },
  insertCluster: {
    named: { manages: 'cluster.manage' },
    request: ({ newName, metaGroupId, subGroupId, alarmTemplateId }) => ({
      body: { name: newName, metaGroupId, subGroupId, alarmTemplateId },
    }),
  },
  updateClusters: {
    named: { manages: 'cluster.manage' },
    request: ({ hostId, newName, metaGroupId, emptySubGroupId, alarmTemplateId }) => ({
      body: [{ hostId, name: newName, metaGroupId, subGroupId: emptySubGroupId, alarmTemplateId }],
    }),
  },
  renameCluster: {
    named: { manages: 'cluster.manage' },
    request: ({ hostId, newName }) => ({ body: { hostId, name: newName } }),
  },
  deleteCluster: { named: { manages: 'cluster.manage' }, request: clusterOf },
  getClusterContents: { named: { manages: 'cluster.manage' }, request: clusterOf },
  listClusterSettings: {
    named: 'nothing',
    request: () => ({
      params: page,
      body: { ...list, filter: { isMonitored: true, isAgentOutdated: false } },
    }),
  },
  listAgentVersions: { named: 'nothing', request: () => ({}) },
  checkClusterInsert: { named: { manages: 'cluster.manage' }, request: clusterOf },
  downloadManifest: { named: { manages: 'cluster.manage' }, request: clusterOf },
  listNodeNames: { named: 'groupContent', request: clusterOf },
  listNamespaceNames: { named: 'groupContent', request: clusterOf },
  listWorkloadNames: { named: 'groupContent', request: clusterOf },
  listPodNames: { named: 'groupContent', request: clusterOf },
  listContainerNames: { named: 'groupContent', request: clusterOf },
  listEvents: {
    named: 'nothing',
    request: () => ({ params: page, body: { orderBy: ['-lastAt'], filter: { level: 'warning' } } }),
  },
  listNodeHistory: {
    named: 'groupContent',
    request: ({ collected: { nodeId } }) => ({
      params: { ...page, nodeId },
      body: { orderBy: ['-fromAt'], filter: { isRunning: true } },
    }),
  },
  getNodeHistory: {
    named: 'groupContent',
    request: ({ collected: { nodeHistoryId } }) => ({ params: { nodeHistoryId } }),
  },
  listNodeHistoryPods: {
    named: 'groupContent',
    request: ({ collected: { nodeHistoryId } }) => ({
      params: { ...page, nodeHistoryId },
      body: { orderBy: ['-memMaxBytes'], filter: { phase: 'Running' } },
    }),
  },
  listRollouts: {
    named: 'groupContent',
    request: ({ collected: { workloadId } }) => ({ params: { ...page, workloadId } }),
  },
  listReplicaSteps: {
    named: 'groupContent',
    request: ({ collected: { workloadId }, past, now }) => ({
      params: { workloadId },
      body: { from: past, to: now },
    }),
  },
  getWorkloadUsage: {
    named: 'groupContent',
    request: ({ collected: { workloadId }, past, now }) => ({
      params: { workloadId },
      body: { from: past, to: now, maxPoints: 100 },
    }),
  },
  listCronJobRuns: {
    named: 'groupContent',
    request: ({ collected: { workloadId }, past, now }) => ({
      params: { workloadId },
      body: { from: past, to: now },
    }),
  },
  querySeries: {
    named: 'groupContent',
    request: ({ collected: { podId }, past, now }) => ({
      body: {
        targets: [{ kind: 'pod', id: podId }],
        metrics: ['cpuUsedCores'],
        from: past,
        to: now,
        maxPoints: 100,
      },
    }),
  },
  queryTop: {
    named: 'nothing',
    request: ({ hostId, past, now }) => ({
      body: { kind: 'pod', metric: 'cpuUsedCores', hostIdList: [hostId], from: past, to: now, limit: 5 },
    }),
  },
  getDashboardObjects: {
    named: 'nothing',
    request: ({ hostId, past }) => ({
      body: {
        isAllCluster: false,
        clusterList: [hostId],
        objectType: 'pod',
        groupBy: 'node',
        sortBy: 'MON_RESULT',
        at: past,
      },
    }),
  },
  getDashboardSummary: {
    named: 'nothing',
    request: ({ hostId }) => ({ body: { isAllCluster: false, clusterList: [hostId] } }),
  },
  search: { named: 'nothing', request: () => ({ query: { q: 'web' } }) },
  openStream: { named: 'nothing', request: () => ({}) },
  // By default the admins of a group may read its logs.
  openLog: {
    named: { manages: 'cluster.manage' },
    request: ({ collected: { podId } }) => ({
      body: { _method: 'get', sourceList: [{ podId, containerName: 'web' }], follow: 'Y' },
    }),
  },
  getLogAccess: { named: 'groupContent', request: clusterOf },
  listLogPermissions: { named: 'nothing', request: () => ({}) },
  updateLogPermissions: {
    named: 'groupContent',
    request: ({ subGroupId }) => ({ body: [{ subGroupId, logReaders: 'user' }] }),
  },
  getClusterSummary: { named: 'groupContent', request: clusterOf },
  listClusterTokens: { named: { manages: 'cluster.manage' }, request: clusterOf },
  revokeClusterToken: {
    named: { manages: 'cluster.manage' },
    request: ({ tokenId }) => ({ params: { tokenId } }),
  },
  listAlarms: {
    named: 'nothing',
    request: () => ({
      params: page,
      body: { orderBy: ['-level'], filter: { target: 'pod' } },
    }),
  },
  countAlarms: { named: 'nothing', request: () => ({}) },
  getAlarmCauses: { named: 'groupContent', request: ({ alarmId }) => ({ params: { alarmId } }) },
  queryObjectCauses: {
    named: 'groupContent',
    request: ({ collected: { podId }, past, now }) => ({
      body: { kind: 'pod', id: podId, from: past, to: now },
    }),
  },
  getAlarm: { named: 'groupContent', request: ({ alarmId }) => ({ params: { alarmId } }) },
  confirmAlarms: {
    named: 'groupContent',
    request: ({ alarmId }) => ({
      body: [{ alarmId, confirmLevel: 2, memo: '확인했습니다' }],
    }),
  },
  listAlarmMemos: { named: 'groupContent', request: ({ alarmId }) => ({ params: { alarmId } }) },
  addAlarmMemo: {
    named: 'groupContent',
    request: ({ alarmId }) => ({ params: { alarmId }, body: { text: '메모' } }),
  },
  addSnooze: {
    named: 'groupContent',
    request: ({ hostId }) => ({ body: { of: { scope: 'cluster', hostId }, minutes: 30, reason: '점검' } }),
  },
  listSnoozes: { named: 'nothing', request: () => ({}) },
  deleteSnooze: { named: 'groupContent', request: ({ snoozeId }) => ({ params: { snoozeId } }) },
  getClusterAlarmSetting: { named: 'groupContent', request: clusterOf },
  updateClusterAlarmSetting: {
    named: { manages: 'alarmSetting.manage' },
    request: ({ hostId }) => ({ params: { hostId }, body: { settings: {} } }),
  },
  listEventAlarms: {
    named: 'nothing',
    request: () => ({ params: page, body: { orderBy: ['name'], filter: { isOn: true } } }),
  },
  insertEventAlarms: {
    named: { manages: 'alarmSetting.manage' },
    request: ({ hostId, newName }) => ({ body: { hostIdList: [hostId], ...eventAlarm, name: newName } }),
  },
  updateEventAlarm: {
    named: { manages: 'alarmSetting.manage' },
    request: ({ eventAlarmId, newName }) => ({ body: { eventAlarmId, ...eventAlarm, name: newName } }),
  },
  deleteEventAlarm: {
    named: { manages: 'alarmSetting.manage' },
    request: ({ eventAlarmId }) => ({ params: { eventAlarmId } }),
  },
  listTemplates: {
    named: 'nothing',
    request: () => ({ params: page, body: { orderBy: ['name'], filter: { isChangeable: true } } }),
  },
  getTemplate: { named: 'nothing', request: ({ ownTemplateId }) => ({ params: { id: ownTemplateId } }) },
  insertTemplate: {
    named: 'nothing',
    request: ({ newName }) => ({ body: { name: newName, description: '설명', settings: {} } }),
  },
  copyTemplate: {
    named: 'nothing',
    request: ({ ownTemplateId, newName }) => ({ params: { id: ownTemplateId }, body: { name: newName } }),
  },
  updateTemplate: {
    named: { manages: 'template.manage', isShared: true },
    request: ({ ownTemplateId, newName }) => ({
      body: { alarmTemplateId: ownTemplateId, name: newName, settings: {} },
    }),
  },
  applyTemplate: {
    named: { manages: 'cluster.manage' },
    request: ({ ownTemplateId, hostId }) => ({
      params: { id: ownTemplateId },
      body: { hostIdList: [hostId] },
    }),
  },
  deleteTemplates: {
    named: { manages: 'template.manage', isShared: true },
    request: ({ ownTemplateId }) => ({ params: { ids: [ownTemplateId] } }),
  },
  listTemplateHistory: {
    named: 'nothing',
    request: ({ ownTemplateId }) => ({
      params: { ...page, id: ownTemplateId },
      body: { orderBy: ['-at'], filter: {} },
    }),
  },
  backtestTemplate: {
    named: { manages: 'alarmSetting.manage' },
    request: ({ ownTemplateId, hostId }) => ({
      body: {
        of: { kind: 'template', alarmTemplateId: ownTemplateId },
        hostIdList: [hostId],
        days: 1,
      },
    }),
  },
  listWebhookKinds: { named: 'nothing', request: () => ({}) },
  listWebhooks: {
    named: 'nothing',
    request: ({ ownTemplateId }) => ({ params: { alarmTemplateId: ownTemplateId } }),
  },
  insertWebhook: {
    named: { manages: 'template.manage', isShared: true },
    request: ({ ownTemplateId, newName }) => ({
      body: { alarmTemplateId: ownTemplateId, name: newName, ...webhook, forSubGroupIdList: null },
    }),
  },
  updateWebhook: {
    named: { manages: 'template.manage', isShared: true },
    request: ({ webhookId, newName }) => ({
      body: { webhookId, name: newName, ...webhook, forSubGroupIdList: null },
    }),
  },
  deleteWebhook: {
    named: { manages: 'template.manage', isShared: true },
    request: ({ webhookId }) => ({ params: { webhookId } }),
  },
  sendTestWebhook: {
    named: { manages: 'template.manage', isShared: true },
    request: ({ ownTemplateId }) => ({
      body: {
        alarmTemplateId: ownTemplateId,
        kind: 'json',
        // The server refuses this address before it sends anything: tests send nothing to other hosts.
        url: 'http://127.0.0.1/hook',
        recipientList: [],
        bodyTemplate: null,
        language: 'en',
      },
    }),
  },
  replayDelivery: {
    named: { manages: 'template.manage', isShared: true },
    request: ({ deliveryId }) => ({ params: { deliveryId } }),
  },
  listMaintenance: { named: 'nothing', request: () => ({}) },
  insertMaintenance: {
    named: { manages: 'alarmSetting.manage' },
    request: ({ hostId, now }) => ({
      body: {
        of: { scope: 'cluster', hostId },
        fromAt: now,
        toAt: new Date(Date.parse(now) + 3_600_000).toISOString(),
        reason: '정기 점검',
      },
    }),
  },
  endMaintenance: {
    named: { manages: 'alarmSetting.manage' },
    request: ({ maintenanceId }) => ({ params: { maintenanceId } }),
  },
  getLogo: { named: 'nothing', request: () => ({}) },
  listLogos: { named: 'nothing', request: () => ({}) },
  insertLogo: { named: { manages: 'logo.manage' }, request: () => multipart({}, png) },
  updateLogo: { named: { manages: 'logo.manage' }, request: ({ logoId }) => multipart({ id: logoId }) },
  deleteLogo: { named: { manages: 'logo.manage' }, request: ({ logoId }) => ({ params: { id: logoId } }) },
  getLogoImage: {
    named: 'nothing',
    request: ({ logoId }) => ({ params: { id: logoId }, query: { v: 'abc' } }),
  },
  getViewOption: { named: 'nothing', request: () => ({ params: { type: 'dashboard' } }) },
  getPushSetting: { named: 'nothing', request: () => ({}) },
  savePushSetting: {
    named: 'nothing',
    request: () => ({
      body: { minLevel: 1, sendsRecovery: false, quietHours: null, forSubGroupIdList: null },
    }),
  },
  savePushSubscription: {
    named: 'nothing',
    request: () => ({
      body: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
        p256dh: 'B'.repeat(87),
        auth: 'a'.repeat(22),
        language: 'ko',
      },
    }),
  },
  deletePushSubscription: { named: 'nothing', request: () => ({ params: { pushSubscriptionId: 1 } }) },
  // Nobody has this device, so nothing is sent.
  sendTestPush: { named: 'nothing', request: () => ({ params: { pushSubscriptionId: 2_000_000_000 } }) },
  saveViewOption: {
    named: 'nothing',
    request: () => ({ params: { type: 'dashboard' }, body: { columns: ['name'] } }),
    isFree: true,
  },
  deleteViewOption: { named: 'nothing', request: () => ({ params: { type: 'dashboard' } }) },
  getSecuritySettings: { named: 'nothing', request: () => ({}) },
  updateSecuritySettings: {
    named: 'nothing',
    request: () => ({ body: { settings: { ...STANDARD_SECURITY, lockMaxMin: 30 } } }),
  },
  getSignOnRules: { named: 'nothing', request: () => ({}) },
  updateSignOnRules: {
    named: 'nothing',
    request: () => ({ body: { rules: NO_SIGN_ON_RULES } }),
  },
  previewSignOnRules: {
    named: 'nothing',
    request: () => ({ body: { rules: NO_SIGN_ON_RULES, valueList: ['ops'] } }),
  },
  getAuditState: { named: 'nothing', request: () => ({}) },
  listAudit: {
    named: 'nothing',
    request: () => ({
      params: page,
      body: {
        _method: 'get',
        orderBy: ['-at'],
        filter: { action: 'user.insert', outcome: 'done', from: '2026-01-01T00:00:00+09:00' },
      },
    }),
  },
};

export function multipart(fields: Readonly<Record<string, unknown>>, file?: Buffer): TestRequest {
  const boundary = `boundary-${randomUUID()}`;
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="logo.png"\r\n`;
    parts.push(Buffer.from(`${head}content-type: image/png\r\n\r\n`), file, Buffer.from('\r\n'));
  }
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

function settingsFileOf(metaGroup: string): string {
  return `format: gwanje-settings\nversion: 1\nmetaGroups:\n  - name: ${JSON.stringify(metaGroup)}\n`;
}

/** The shift of the rota that began yesterday in Seoul: it has begun, whatever the time is. */
function shiftOf({ dutyRotaId, now }: World) {
  const yesterday = new Date(Date.parse(now) - 24 * 3_600_000 + 9 * 3_600_000);
  return { dutyRotaId, shiftId: 'all', date: yesterday.toISOString().slice(0, 10) };
}
