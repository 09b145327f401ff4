import { getClusterAlarmSetting, updateClusterAlarmSetting } from '@gwanje/contract/alarms/alarm-settings';
import { addSnooze, deleteSnooze, listSnoozes } from '@gwanje/contract/alarms/alarm-snoozes';
import {
  applyTemplate,
  copyTemplate,
  deleteTemplates,
  getTemplate,
  insertTemplate,
  listTemplateHistory,
  listTemplates,
  updateTemplate,
} from '@gwanje/contract/alarms/alarm-templates';
import {
  addAlarmMemo,
  confirmAlarms,
  countAlarms,
  getAlarm,
  listAlarmMemos,
  listAlarms,
} from '@gwanje/contract/alarms/alarms';
import { backtestTemplate } from '@gwanje/contract/alarms/backtest';
import {
  deleteEventAlarm,
  insertEventAlarms,
  listEventAlarms,
  updateEventAlarm,
} from '@gwanje/contract/alarms/event-alarms';
import { endMaintenance, insertMaintenance, listMaintenance } from '@gwanje/contract/alarms/maintenance';
import {
  deleteWebhook,
  insertWebhook,
  listWebhookKinds,
  listWebhooks,
  replayDelivery,
  sendTestWebhook,
  updateWebhook,
} from '@gwanje/contract/alarms/webhooks';
import {
  getClusterContents,
  listAgentVersions,
  listClusterSettings,
} from '@gwanje/contract/clusters/cluster-settings';
import {
  checkClusterInsert,
  deleteCluster,
  downloadManifest,
  getCluster,
  getClusterSummary,
  insertCluster,
  listClusterNames,
  listClusters,
  listClustersOfSubGroup,
  listClusterTokens,
  renameCluster,
  revokeClusterToken,
  updateClusters,
} from '@gwanje/contract/clusters/clusters';
import { listEvents } from '@gwanje/contract/clusters/events';
import { getDashboardObjects, getDashboardSummary } from '@gwanje/contract/dashboard/dashboard';
import { deleteViewOption, getViewOption, saveViewOption } from '@gwanje/contract/dashboard/view-options';
import {
  insertWallboardKey,
  listWallboardKeys,
  revokeWallboardKey,
} from '@gwanje/contract/dashboard/wallboards';
import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { listAudit } from '@gwanje/contract/settings/audit';
import { getInstallationHealth } from '@gwanje/contract/settings/installation';
import {
  deleteLogo,
  getLogo,
  getLogoImage,
  insertLogo,
  listLogos,
  updateLogo,
} from '@gwanje/contract/settings/logos';
import { previewAccess } from '@gwanje/contract/users/access-preview';
import { insertAccessToken, listAccessTokens, revokeAccessToken } from '@gwanje/contract/users/access-tokens';
import {
  deleteMetaGroup,
  deleteSubGroups,
  getSubGroup,
  grantSubGroups,
  insertMetaGroup,
  insertSubGroup,
  listGroupNames,
  listMetaGroups,
  listSubGroups,
  moveSubGroups,
  revokeSubGroup,
  updateMetaGroup,
  updateSubGroup,
} from '@gwanje/contract/users/groups';
import { mailOneTimeLink, makeOneTimeLink } from '@gwanje/contract/users/invitations';
import { listRoles, loginCheck } from '@gwanje/contract/users/login';
import {
  checkUserId,
  deleteUser,
  getUser,
  insertUser,
  listUsers,
  updateUsers,
} from '@gwanje/contract/users/users';
import { startViewAs, stopViewAs } from '@gwanje/contract/users/view-as';
import { search } from './calls/search.ts';
import { querySeries, queryTop } from './calls/series.ts';
import { exportSettings, importSettings, planImport } from './calls/settings-file.ts';
import { openStream } from './calls/stream.ts';
import { callsOfKinds } from './kind-calls.ts';
import { getNodeHistory, listNodeHistory, listNodeHistoryPods } from './node/history-calls.ts';

/** Every call below `/api/v1`. The server must handle all of these and no others. */
export const endpoints = {
  loginCheck,
  listRoles,
  getUser,
  listUsers,
  insertUser,
  updateUsers,
  deleteUser,
  checkUserId,
  listGroupNames,
  listMetaGroups,
  listSubGroups,
  getSubGroup,
  insertMetaGroup,
  insertSubGroup,
  updateMetaGroup,
  updateSubGroup,
  moveSubGroups,
  deleteMetaGroup,
  deleteSubGroups,
  grantSubGroups,
  revokeSubGroup,
  previewAccess,
  listClustersOfSubGroup,
  listClusterNames,
  getCluster,
  listClusters,
  insertCluster,
  updateClusters,
  renameCluster,
  deleteCluster,
  checkClusterInsert,
  downloadManifest,
  listClusterTokens,
  revokeClusterToken,
  getClusterSummary,
  listClusterSettings,
  listAgentVersions,
  getClusterContents,
  ...callsOfKinds,
  listEvents,
  listNodeHistory,
  getNodeHistory,
  listNodeHistoryPods,
  querySeries,
  queryTop,
  getDashboardObjects,
  getDashboardSummary,
  search,
  openStream,
  listAlarms,
  countAlarms,
  getAlarm,
  confirmAlarms,
  listAlarmMemos,
  addAlarmMemo,
  addSnooze,
  listSnoozes,
  deleteSnooze,
  getClusterAlarmSetting,
  updateClusterAlarmSetting,
  listEventAlarms,
  insertEventAlarms,
  updateEventAlarm,
  deleteEventAlarm,
  listTemplates,
  getTemplate,
  insertTemplate,
  copyTemplate,
  updateTemplate,
  applyTemplate,
  deleteTemplates,
  listTemplateHistory,
  backtestTemplate,
  listWebhookKinds,
  listWebhooks,
  insertWebhook,
  updateWebhook,
  deleteWebhook,
  sendTestWebhook,
  replayDelivery,
  listMaintenance,
  insertMaintenance,
  endMaintenance,
  getLogo,
  listLogos,
  insertLogo,
  updateLogo,
  deleteLogo,
  getLogoImage,
  getViewOption,
  saveViewOption,
  deleteViewOption,
  listAudit,
  listAccessTokens,
  insertAccessToken,
  revokeAccessToken,
  makeOneTimeLink,
  mailOneTimeLink,
  startViewAs,
  stopViewAs,
  listWallboardKeys,
  insertWallboardKey,
  revokeWallboardKey,
  getInstallationHealth,
  exportSettings,
  planImport,
  importSettings,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
