import { alarmRoutes } from './alarms/api/alarm-routes.ts';
import { backtestRoutes } from './alarms/api/backtest-routes.ts';
import { eventAlarmRoutes } from './alarms/api/event-alarm-routes.ts';
import { pushRoutes } from './alarms/api/push/push-routes.ts';
import { maintenanceRoutes } from './alarms/api/silences/maintenance-routes.ts';
import { snoozeRoutes } from './alarms/api/silences/snooze-routes.ts';
import { alarmSettingRoutes } from './alarms/api/templates/alarm-setting-routes.ts';
import { alarmTemplateRoutes } from './alarms/api/templates/alarm-template-routes.ts';
import { webhookRoutes } from './alarms/api/webhooks/webhook-routes.ts';
import { accessPreviewRoutes } from './features/access-preview/access-preview-routes.ts';
import { agentRoutes } from './features/agents/agent-routes.ts';
import { auditRoutes } from './features/audit/audit-routes.ts';
import { causeRoutes } from './features/causes/cause-routes.ts';
import { clusterRoutes } from './features/clusters/cluster-routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard-routes.ts';
import { dutyRoutes } from './features/duty/duty-routes.ts';
import { eventRoutes } from './features/events/event-routes.ts';
import { groupRoutes } from './features/groups/group-routes.ts';
import { handoverRoutes } from './features/handover/handover-routes.ts';
import { installationRoutes } from './features/installation/installation-routes.ts';
import { inventoryRoutes } from './features/inventory/inventory-routes.ts';
import { loginRoutes } from './features/login/login-routes.ts';
import { proofRoutes } from './features/login/proof-routes.ts';
import { logoRoutes } from './features/logos/logo-routes.ts';
import { logRoutes } from './features/logs/log-routes.ts';
import { manifestRoutes } from './features/manifests/manifest-routes.ts';
import { nodeHistoryRoutes } from './features/node-history/node-history-routes.ts';
import { personalDataRoutes } from './features/personal-data/personal-data-routes.ts';
import { reportRoutes } from './features/reports/report-routes.ts';
import { searchRoutes } from './features/search/search-routes.ts';
import { securityRoutes } from './features/security/security-routes.ts';
import { userFactorRoutes } from './features/security/user-factor-routes.ts';
import { seriesRoutes } from './features/series/series-routes.ts';
import { settingsFileRoutes } from './features/settings-file/settings-file-routes.ts';
import { signOnRoutes } from './features/sign-on/sign-on-routes.ts';
import { streamRoutes } from './features/stream/stream-routes.ts';
import { accessTokenRoutes } from './features/tokens/access-token-routes.ts';
import { invitationRoutes } from './features/users/invitation-routes.ts';
import { userRoutes } from './features/users/user-routes.ts';
import { viewAsRoutes } from './features/users/view-as-routes.ts';
import { viewOptionRoutes } from './features/view-options/view-option-routes.ts';
import { wallboardRoutes } from './features/wallboards/wallboard-routes.ts';
import { workloadRoutes } from './features/workloads/workload-routes.ts';
import type { Handlers } from './platform/http/call.ts';
import type { RightsCache } from './platform/http/identity/rights-cache.ts';
import type { Services } from './services.ts';

/** One line per module with routes. An endpoint without a handler does not compile. */
export const routes: Handlers<Services & { readonly rights: RightsCache }> = {
  ...loginRoutes,
  ...proofRoutes,
  ...userRoutes,
  ...userFactorRoutes,
  ...personalDataRoutes,
  ...groupRoutes,
  ...accessPreviewRoutes,
  ...dutyRoutes,
  ...reportRoutes,
  ...handoverRoutes,
  ...clusterRoutes,
  ...agentRoutes,
  ...logoRoutes,
  ...viewOptionRoutes,
  ...auditRoutes,
  ...securityRoutes,
  ...signOnRoutes,
  ...accessTokenRoutes,
  ...invitationRoutes,
  ...viewAsRoutes,
  ...wallboardRoutes,
  ...installationRoutes,
  ...settingsFileRoutes,
  ...inventoryRoutes,
  ...manifestRoutes,
  ...dashboardRoutes,
  ...nodeHistoryRoutes,
  ...workloadRoutes,
  ...searchRoutes,
  ...eventRoutes,
  ...seriesRoutes,
  ...streamRoutes,
  ...causeRoutes,
  ...logRoutes,
  ...alarmRoutes,
  ...snoozeRoutes,
  ...alarmSettingRoutes,
  ...eventAlarmRoutes,
  ...alarmTemplateRoutes,
  ...webhookRoutes,
  ...pushRoutes,
  ...maintenanceRoutes,
  ...backtestRoutes,
};
