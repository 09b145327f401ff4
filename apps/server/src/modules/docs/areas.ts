/** Which chapter of the documentation a call belongs to, by the first part of its path. */
const AREAS: Readonly<Record<string, string>> = {
  loginCheck: 'Session',
  role: 'Session',
  user: 'Users',
  users: 'Users',
  'group-name': 'Groups',
  group: 'Groups',
  cluster: 'Clusters',
  node: 'Nodes',
  nodes: 'Nodes',
  pod: 'Pods',
  pods: 'Pods',
  container: 'Containers',
  containers: 'Containers',
  namespace: 'Namespaces',
  volumes: 'Volumes',
  pvcs: 'Volumes',
  events: 'Events',
  metric: 'Series',
  dashboard: 'Dashboard',
  search: 'Search',
  stream: 'Stream',
  alarm: 'Alarms',
  alarms: 'Alarms',
  'event-alarm': 'Alarms',
  'event-alarms': 'Alarms',
  templates: 'Alarms',
  template: 'Alarms',
  webhook: 'Alarms',
  logo: 'Logo',
  logos: 'Logo',
  viewoption: 'View options',
  audit: 'Audit',
};

export function areaOf(path: string): string | undefined {
  return AREAS[path.split('/')[1] ?? ''];
}
