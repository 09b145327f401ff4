import { insertAccessToken, listAccessTokens, revokeAccessToken } from './access-tokens.ts';
import {
  getClusterAlarmSetting,
  getNodeAlarmSetting,
  getPodAlarmSetting,
  getPvcAlarmSetting,
  getVolumeAlarmSetting,
  updateClusterAlarmSetting,
  updateNodeAlarmSetting,
  updatePodAlarmSetting,
  updatePvcAlarmSetting,
  updateVolumeAlarmSetting,
} from './alarm-settings.ts';
import { addSnooze, deleteSnooze, listSnoozes } from './alarm-snoozes.ts';
import {
  applyTemplate,
  copyTemplate,
  deleteTemplates,
  getTemplate,
  insertTemplate,
  listTemplateHistory,
  listTemplates,
  updateTemplate,
} from './alarm-templates.ts';
import { addAlarmMemo, confirmAlarms, countAlarms, getAlarm, listAlarmMemos, listAlarms } from './alarms.ts';
import { listAudit } from './audit.ts';
import { backtestTemplate } from './backtest.ts';
import { getClusterContents, listAgentVersions, listClusterSettings } from './cluster-settings.ts';
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
} from './clusters.ts';
import { getContainer, listContainerNames, listContainers } from './containers.ts';
import { getDashboardObjects, getDashboardSummary } from './dashboard.ts';
import type { Endpoint } from './endpoint.ts';
import { deleteEventAlarm, insertEventAlarms, listEventAlarms, updateEventAlarm } from './event-alarms.ts';
import { listEvents } from './events.ts';
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
} from './groups.ts';
import { getInstallationHealth } from './installation.ts';
import { mailOneTimeLink, makeOneTimeLink } from './invitations.ts';
import { listRoles, loginCheck } from './login.ts';
import { deleteLogo, getLogo, getLogoImage, insertLogo, listLogos, updateLogo } from './logos.ts';
import { endMaintenance, insertMaintenance, listMaintenance } from './maintenance.ts';
import { listNamespaceNames } from './namespaces.ts';
import { getNodeHistory, listNodeHistory, listNodeHistoryPods } from './node-history.ts';
import { getNode, listNodeNames, listNodes, updateNodes } from './nodes.ts';
import { getPod, listPodNames, listPods, updatePods } from './pods.ts';
import { search } from './search.ts';
import { querySeries, queryTop } from './series.ts';
import { exportSettings, importSettings, planImport } from './settings-file.ts';
import { previewSight } from './sight.ts';
import { openStream } from './stream.ts';
import { checkUserId, deleteUser, getUser, insertUser, listUsers, updateUsers } from './users.ts';
import { startViewAs, stopViewAs } from './view-as.ts';
import { deleteViewOption, getViewOption, saveViewOption } from './view-options.ts';
import { listPvcs, listVolumes, updatePvcs, updateVolumes } from './volumes.ts';
import { insertWallboardKey, listWallboardKeys, revokeWallboardKey } from './wallboards.ts';
import {
  deleteWebhook,
  insertWebhook,
  listWebhookKinds,
  listWebhooks,
  replayDelivery,
  sendTestWebhook,
  updateWebhook,
} from './webhooks.ts';

/** Every call below `/api/v1`. The server must handle each, and may handle no other. */
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
  previewSight,
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
  getNode,
  listNodeNames,
  listNodes,
  updateNodes,
  getPod,
  listPodNames,
  listPods,
  updatePods,
  listContainerNames,
  getContainer,
  listContainers,
  listNamespaceNames,
  listVolumes,
  listPvcs,
  updateVolumes,
  updatePvcs,
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
  getNodeAlarmSetting,
  getPodAlarmSetting,
  getVolumeAlarmSetting,
  getPvcAlarmSetting,
  updateClusterAlarmSetting,
  updateNodeAlarmSetting,
  updatePodAlarmSetting,
  updateVolumeAlarmSetting,
  updatePvcAlarmSetting,
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
