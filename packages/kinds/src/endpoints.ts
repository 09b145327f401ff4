import * as alarmSettings from '@gwanje/contract/alarms/alarm-settings';
import * as alarmTemplates from '@gwanje/contract/alarms/alarm-templates';
import * as alarms from '@gwanje/contract/alarms/alarms';
import * as backtest from '@gwanje/contract/alarms/backtest';
import * as eventAlarms from '@gwanje/contract/alarms/event-alarms';
import * as push from '@gwanje/contract/alarms/push';
import * as silences from '@gwanje/contract/alarms/silences';
import * as webhooks from '@gwanje/contract/alarms/webhooks';
import * as clusterSettings from '@gwanje/contract/clusters/cluster-settings';
import * as clusters from '@gwanje/contract/clusters/clusters';
import * as events from '@gwanje/contract/clusters/events';
import * as dashboard from '@gwanje/contract/dashboard/dashboard';
import * as viewOptions from '@gwanje/contract/dashboard/view-options';
import * as wallboards from '@gwanje/contract/dashboard/wallboards';
import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import * as dutyCalendar from '@gwanje/contract/duty/duty-calendar';
import * as dutyRotas from '@gwanje/contract/duty/duty-rotas';
import * as handovers from '@gwanje/contract/duty/handovers';
import * as logs from '@gwanje/contract/objects/logs';
import * as manifests from '@gwanje/contract/objects/manifests';
import * as reportSchedules from '@gwanje/contract/reports/report-schedules';
import * as audit from '@gwanje/contract/settings/audit';
import * as installation from '@gwanje/contract/settings/installation';
import * as logos from '@gwanje/contract/settings/logos';
import * as security from '@gwanje/contract/settings/security';
import * as signOnRules from '@gwanje/contract/settings/sign-on-rules';
import * as accessPreview from '@gwanje/contract/users/access-preview';
import * as accessTokens from '@gwanje/contract/users/access-tokens';
import * as groups from '@gwanje/contract/users/groups';
import * as invitations from '@gwanje/contract/users/invitations';
import * as personalData from '@gwanje/contract/users/personal-data';
import * as proof from '@gwanje/contract/users/proof';
import * as session from '@gwanje/contract/users/session';
import * as userFactors from '@gwanje/contract/users/user-factors';
import * as users from '@gwanje/contract/users/users';
import * as causes from './calls/causes.ts';
import * as search from './calls/search.ts';
import * as series from './calls/series.ts';
import * as settingsFile from './calls/settings-file.ts';
import * as stream from './calls/stream.ts';
import { callsOfKinds } from './kind-calls.ts';
import * as historyCalls from './node/history-calls.ts';
import * as rolloutCalls from './workload/rollout-calls.ts';

type CallsIn<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name];
};

/** The calls among the exports of a module. */
function callsIn<Module extends object>(module: Module): CallsIn<Module> {
  const calls = Object.entries(module).filter(
    ([, value]) => typeof value === 'object' && value !== null && 'bodyKind' in value,
  );
  return Object.fromEntries(calls) as CallsIn<Module>;
}

/** Every call below `/api/v1`. The server must handle all of these and no others. */
export const endpoints = {
  ...callsOfKinds,
  ...callsIn(alarmSettings),
  ...callsIn(alarmTemplates),
  ...callsIn(alarms),
  ...callsIn(backtest),
  ...callsIn(eventAlarms),
  ...callsIn(push),
  ...callsIn(silences),
  ...callsIn(personalData),
  ...callsIn(proof),
  ...callsIn(userFactors),
  ...callsIn(session),
  ...callsIn(webhooks),
  ...callsIn(clusterSettings),
  ...callsIn(clusters),
  ...callsIn(events),
  ...callsIn(dashboard),
  ...callsIn(viewOptions),
  ...callsIn(wallboards),
  ...callsIn(dutyRotas),
  ...callsIn(dutyCalendar),
  ...callsIn(reportSchedules),
  ...callsIn(handovers),
  ...callsIn(manifests),
  ...callsIn(logs),
  ...callsIn(audit),
  ...callsIn(security),
  ...callsIn(signOnRules),
  ...callsIn(installation),
  ...callsIn(logos),
  ...callsIn(accessPreview),
  ...callsIn(accessTokens),
  ...callsIn(groups),
  ...callsIn(invitations),
  ...callsIn(users),
  ...callsIn(causes),
  ...callsIn(search),
  ...callsIn(series),
  ...callsIn(settingsFile),
  ...callsIn(stream),
  ...callsIn(historyCalls),
  ...callsIn(rolloutCalls),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
