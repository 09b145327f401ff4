import { getClusterSummary } from '@gwanje/contract/clusters/clusters';
import { listEvents } from '@gwanje/contract/clusters/events';
import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { querySeries } from '@gwanje/kinds/calls/series';
import { listNodes } from '@gwanje/kinds/node/calls';
import { listPods } from '@gwanje/kinds/pod/calls';
import { listVolumes } from '@gwanje/kinds/volume/calls';
import { expect, it } from 'vitest';
import { apiKey } from '#core/api/query.ts';
import { type ChangedKind, dependsOnKinds } from './refresh-kinds.ts';

it.each<[string, Endpoint, ChangedKind[], boolean]>([
  ['the pod list depends on pods', listPods, ['pod'], true],
  ['the pod list does not depend on events', listPods, ['event'], false],
  ['the event list depends on events', listEvents, ['event'], true],
  ['the event list does not depend on pods and nodes', listEvents, ['pod', 'node'], false],
  ['the node list depends on pods', listNodes, ['pod'], true],
  ['the volume list does not depend on pods', listVolumes, ['pod'], false],
  ['series depend on no kind', querySeries, ['node', 'pod', 'container'], false],
  ['the cluster summary, which is not listed, depends on every kind', getClusterSummary, ['event'], true],
])('%s', (_case, endpoint, kinds, expected) => {
  expect(dependsOnKinds([...apiKey(endpoint), {}], new Set(kinds))).toBe(expected);
});
