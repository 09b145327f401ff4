import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { alarmSettings } from '#features/alarm-settings/manifest.ts';
import { alarmTemplates } from '#features/alarm-templates/manifest.ts';
import { alarms } from '#features/alarms/manifest.ts';
import { audit } from '#features/audit/manifest.ts';
import { autoscalers } from '#features/autoscalers/manifest.ts';
import { clusters } from '#features/clusters/manifest.ts';
import { containers } from '#features/containers/manifest.ts';
import { customMain } from '#features/custom-main/manifest.ts';
import { dashboard } from '#features/dashboard/manifest.ts';
import { disruptionBudgets } from '#features/disruption-budgets/manifest.ts';
import { duty } from '#features/duty/manifest.ts';
import { eventAlarms } from '#features/event-alarms/manifest.ts';
import { events } from '#features/events/manifest.ts';
import { groups } from '#features/groups/manifest.ts';
import { handover } from '#features/handover/manifest.ts';
import { ingresses } from '#features/ingresses/manifest.ts';
import { installation } from '#features/installation/manifest.ts';
import { logo } from '#features/logo/manifest.ts';
import { logs } from '#features/logs/manifest.ts';
import { monSettings } from '#features/mon-settings/manifest.ts';
import { monitoring } from '#features/monitoring/manifest.ts';
import { myNotifications } from '#features/my-notifications/manifest.ts';
import { namespaces } from '#features/namespaces/manifest.ts';
import { nodeHistory } from '#features/node-history/manifest.ts';
import { nodes } from '#features/nodes/manifest.ts';
import { personalData } from '#features/personal-data/manifest.ts';
import { pods } from '#features/pods/manifest.ts';
import { quotas } from '#features/quotas/manifest.ts';
import { reports } from '#features/reports/manifest.ts';
import { security } from '#features/security/manifest.ts';
import { services } from '#features/services/manifest.ts';
import { signOn } from '#features/sign-on/manifest.ts';
import { accessTokens } from '#features/tokens/manifest.ts';
import { users } from '#features/users/manifest.ts';
import { volumes } from '#features/volumes/manifest.ts';
import { workloads } from '#features/workloads/manifest.ts';

/** One line per feature. Tabs and menus have this order. */
export const features: readonly FeatureManifest[] = [
  dashboard,
  customMain(() => import('#features/dashboard/dashboard.tsx')),
  monitoring,
  alarms,
  myNotifications,
  monSettings,
  nodes,
  workloads,
  pods,
  containers,
  namespaces,
  services,
  ingresses,
  volumes,
  autoscalers,
  disruptionBudgets,
  quotas,
  events,
  nodeHistory,
  logs,
  alarmSettings,
  eventAlarms,
  alarmTemplates,
  duty,
  handover,
  reports,
  clusters,
  groups,
  users,
  accessTokens,
  security,
  signOn,
  personalData,
  audit,
  logo,
  installation,
];
