import { capitalised } from '@gwanje/kinds/definition/kind';
import { kinds, listKinds } from '@gwanje/kinds/registry';

/** The documentation section of a call, by the first part of its path. */
const AREAS: Readonly<Record<string, string>> = {
  loginCheck: 'Session',
  role: 'Session',
  'view-as': 'Session',
  wallboard: 'Wallboards',
  user: 'Users',
  users: 'Users',
  'group-name': 'Groups',
  group: 'Groups',
  access: 'Groups',
  cluster: 'Clusters',
  clusters: 'Clusters',
  agent: 'Clusters',
  pvc: 'Volumes',
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
  maintenance: 'Alarms',
  logo: 'Logo',
  logos: 'Logo',
  viewoption: 'View options',
  audit: 'Audit',
  'access-token': 'Access tokens',
  installation: 'Installation',
};

/** `pod` and `pods` → `Pods`. */
const areasOfKinds = new Map<string, string>(
  listKinds.flatMap((kind) => [
    [kind, `${capitalised(kind)}s`],
    [kinds[kind].plural, `${capitalised(kind)}s`],
  ]),
);

export function areaOf(path: string): string | undefined {
  const first = path.split('/')[1] ?? '';
  return AREAS[first] ?? areasOfKinds.get(first);
}
