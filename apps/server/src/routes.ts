import type { EndpointName } from '@gwanje/kinds/endpoints';
import { alarmRoutes } from './alarms/api/alarm-routes.ts';
import { alarmSettingRoutes } from './alarms/api/alarm-setting-routes.ts';
import { alarmTemplateRoutes } from './alarms/api/alarm-template-routes.ts';
import { backtestRoutes } from './alarms/api/backtest-routes.ts';
import { eventAlarmRoutes } from './alarms/api/event-alarm-routes.ts';
import { maintenanceRoutes } from './alarms/api/maintenance-routes.ts';
import { snoozeRoutes } from './alarms/api/snooze-routes.ts';
import { webhookRoutes } from './alarms/api/webhook-routes.ts';
import { sightHandlers } from './features/access-preview/handlers.ts';
import { agentHandlers } from './features/agents/handlers.ts';
import { auditHandlers } from './features/audit/handlers.ts';
import { clusterHandlers } from './features/clusters/handlers.ts';
import { dashboardHandlers } from './features/dashboard/handlers.ts';
import { eventHandlers } from './features/events/handlers.ts';
import { groupHandlers } from './features/groups/handlers.ts';
import { installationHandlers } from './features/installation/handlers.ts';
import { inventoryHandlers } from './features/inventory/handlers.ts';
import { loginHandlers } from './features/login/handlers.ts';
import { logoHandlers } from './features/logos/handlers.ts';
import { nodeHistoryHandlers } from './features/node-history/handlers.ts';
import { searchHandlers } from './features/search/handlers.ts';
import { seriesHandlers } from './features/series/handlers.ts';
import { settingsFileHandlers } from './features/settings-file/handlers.ts';
import { streamHandlers } from './features/stream/handlers.ts';
import { tokenHandlers } from './features/tokens/handlers.ts';
import { userHandlers } from './features/users/handlers.ts';
import { invitationHandlers } from './features/users/invitation-handlers.ts';
import { viewAsHandlers } from './features/users/view-as-handlers.ts';
import { viewOptionHandlers } from './features/view-options/handlers.ts';
import { wallboardHandlers } from './features/wallboards/handlers.ts';
import type { Handlers } from './platform/http/call.ts';
import type { Services } from './services.ts';

/** One line for each module with routes. An endpoint that no module handles does not compile. */
export const routes: Handlers<EndpointName, Services> = {
  ...loginHandlers,
  ...userHandlers,
  ...groupHandlers,
  ...sightHandlers,
  ...clusterHandlers,
  ...agentHandlers,
  ...logoHandlers,
  ...viewOptionHandlers,
  ...auditHandlers,
  ...tokenHandlers,
  ...invitationHandlers,
  ...viewAsHandlers,
  ...wallboardHandlers,
  ...installationHandlers,
  ...settingsFileHandlers,
  ...inventoryHandlers,
  ...dashboardHandlers,
  ...nodeHistoryHandlers,
  ...searchHandlers,
  ...eventHandlers,
  ...seriesHandlers,
  ...streamHandlers,
  ...alarmRoutes,
  ...snoozeRoutes,
  ...alarmSettingRoutes,
  ...eventAlarmRoutes,
  ...alarmTemplateRoutes,
  ...webhookRoutes,
  ...maintenanceRoutes,
  ...backtestRoutes,
};
