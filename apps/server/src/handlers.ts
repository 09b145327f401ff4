import type { Handlers } from './http/call.ts';
import { agentHandlers } from './modules/agents/handlers.ts';
import { alarmHandlers } from './modules/alarms/alarm-handlers.ts';
import { eventAlarmHandlers } from './modules/alarms/event-alarm-handlers.ts';
import { rehearsalHandlers } from './modules/alarms/rehearsal-handlers.ts';
import { settingHandlers } from './modules/alarms/setting-handlers.ts';
import { snoozeHandlers } from './modules/alarms/snooze-handlers.ts';
import { templateHandlers } from './modules/alarms/template-handlers.ts';
import { auditHandlers } from './modules/audit/handlers.ts';
import { clusterHandlers } from './modules/clusters/handlers.ts';
import { dashboardHandlers } from './modules/dashboard/handlers.ts';
import { eventHandlers } from './modules/events/handlers.ts';
import { groupHandlers } from './modules/groups/handlers.ts';
import { installationHandlers } from './modules/installation/handlers.ts';
import { inventoryHandlers } from './modules/inventory/handlers.ts';
import { loginHandlers } from './modules/login/handlers.ts';
import { logoHandlers } from './modules/logos/handlers.ts';
import { nodeHistoryHandlers } from './modules/node-history/handlers.ts';
import { searchHandlers } from './modules/search/handlers.ts';
import { seriesHandlers } from './modules/series/handlers.ts';
import { settingsFileHandlers } from './modules/settings-file/handlers.ts';
import { streamHandlers } from './modules/stream/handlers.ts';
import { tokenHandlers } from './modules/tokens/handlers.ts';
import { userHandlers } from './modules/users/handlers.ts';
import { invitationHandlers } from './modules/users/invitation-handlers.ts';
import { viewAsHandlers } from './modules/users/view-as-handlers.ts';
import { viewOptionHandlers } from './modules/view-options/handlers.ts';
import { wallboardHandlers } from './modules/wallboards/handlers.ts';
import { maintenanceHandlers } from './modules/webhooks/maintenance-handlers.ts';
import { webhookHandlers } from './modules/webhooks/webhook-handlers.ts';
import { sightHandlers } from './sight/handlers.ts';

/** One line a module. A descriptor that no module handles does not compile. */
export const handlers: Handlers = {
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
  ...alarmHandlers,
  ...snoozeHandlers,
  ...settingHandlers,
  ...eventAlarmHandlers,
  ...templateHandlers,
  ...webhookHandlers,
  ...maintenanceHandlers,
  ...rehearsalHandlers,
};
