import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { ingresses as ko } from './ingress-messages.ko.ts';

export const ingresses: SameKeys<typeof ko> = {
  list: 'Ingresses',
  tab: 'Ingresses',
  summary: 'Ingress summary',
  name: 'Ingress',
  className: 'Class',
  hosts: 'Hosts',
  hasTls: 'TLS',
  tlsHosts: 'TLS hosts',
  addresses: 'Addresses',
  pathCnt: 'Paths',
  services: 'Backend services',
  failing: 'Failing backends',
  failingText: 'Backends whose service is missing or has no ready endpoint.',
  paths: 'Paths',
  host: 'Host',
  path: 'Path',
  pathType: 'Path type',
  backend: 'Backend',
  endpoints: 'Ready endpoints',
  anyHost: 'Any host',
  defaultPath: 'Default',
  noPaths: 'No paths',
  missing: 'No such service',
  otherBackend: 'Not a service',
};
