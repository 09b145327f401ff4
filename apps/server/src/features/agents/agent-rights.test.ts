import { expect, test } from 'vitest';
import { missingRights } from './findings.ts';

test.each([
  [
    'pod: status 403: pods is forbidden: User "system:serviceaccount:gwanje:a" cannot list resource "pods" in API group "" at the cluster scope',
    ['list pods'],
  ],
  [
    'deployment: deployments.apps is forbidden: User "u" cannot watch resource "deployments" in API group "apps" at the cluster scope',
    ['watch deployments.apps'],
  ],
  [
    'node-1: /stats/summary: status 403: Forbidden (user=u, verb=get, resource=nodes, subresource(s)=[stats])',
    ['get nodes/stats'],
  ],
  [
    'node-1: /metrics: Forbidden (user=u, verb=get, resource=nodes, subresource(s)=[metrics proxy])',
    ['get nodes/metrics', 'get nodes/proxy'],
  ],
  ['status 403', []],
  ['<html>403 from a proxy on the way</html>', []],
])('reads the missing rights from: %s', (detail, rights) => {
  expect(missingRights({ detail })).toEqual(rights);
});
