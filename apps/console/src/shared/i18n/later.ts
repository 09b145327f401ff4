import type { alarmItems } from './ko/alarm-items.ts';
import type { alarmSettings } from './ko/alarm-settings.ts';
import type { alarmTemplates } from './ko/alarm-templates.ts';
import type { alarms } from './ko/alarms.ts';
import type { charts } from './ko/charts.ts';
import type { clusterFields } from './ko/cluster-fields.ts';
import type { clusters } from './ko/clusters.ts';
import type { columns } from './ko/columns.ts';
import type { customMain } from './ko/custom-main.ts';
import type { dashboard } from './ko/dashboard.ts';
import type { eventAlarms } from './ko/event-alarms.ts';
import type { events } from './ko/events.ts';
import type { groups } from './ko/groups.ts';
import type { logo } from './ko/logo.ts';
import type { monLists } from './ko/mon-lists.ts';
import type { monSettings } from './ko/mon-settings.ts';
import type { monitoring } from './ko/monitoring.ts';
import type { nodeHistory } from './ko/node-history.ts';
import type { objectList } from './ko/object-list.ts';
import type { palette } from './ko/palette.ts';
import type { range } from './ko/range.ts';
import type { users } from './ko/users.ts';

/** Areas whose words travel with the lazy modules that show them (`addWords`), not with the first load. */
export interface LaterCatalogue {
  readonly alarms: typeof alarms;
  readonly groups: typeof groups;
  readonly eventAlarms: typeof eventAlarms;
  readonly alarmTemplates: typeof alarmTemplates;
  readonly alarmSettings: typeof alarmSettings;
  readonly alarmItems: typeof alarmItems;
  readonly clusterFields: typeof clusterFields;
  readonly clusters: typeof clusters;
  readonly monSettings: typeof monSettings;
  readonly users: typeof users;
  readonly logo: typeof logo;
  readonly columns: typeof columns;
  readonly dashboard: typeof dashboard;
  readonly customMain: typeof customMain;
  readonly monitoring: typeof monitoring;
  readonly objectList: typeof objectList;
  readonly palette: typeof palette;
  readonly range: typeof range;
  readonly charts: typeof charts;
  readonly events: typeof events;
  readonly monLists: typeof monLists;
  readonly nodeHistory: typeof nodeHistory;
}
