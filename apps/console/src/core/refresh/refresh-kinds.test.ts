import { getClusterSummary } from '@gwanje/contract/clusters/clusters';
import { listEvents } from '@gwanje/contract/clusters/events';
import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { querySeries } from '@gwanje/kinds/calls/series';
import { listNodes } from '@gwanje/kinds/node/calls';
import { listPods } from '@gwanje/kinds/pod/calls';
import { listVolumes } from '@gwanje/kinds/volume/calls';
import { expect, it } from 'vitest';
import { apiKey } from '#core/api/query.ts';
import { type ChangedKind, isMadeOf } from './refresh-kinds.ts';

it.each<[string, Endpoint, ChangedKind[], boolean]>([
  ['pods, when pods change', listPods, ['pod'], true],
  ['pods, when only events come', listPods, ['event'], false],
  ['events, when events come', listEvents, ['event'], true],
  ['events, when pods change', listEvents, ['pod', 'node'], false],
  ['nodes, when pods are placed', listNodes, ['pod'], true],
  ['volumes, when pods change', listVolumes, ['pod'], false],
  ['series, whatever changes', querySeries, ['node', 'pod', 'container'], false],
  ['what may be about anything', getClusterSummary, ['event'], true],
])('%s', (_case, endpoint, kinds, isAsked) => {
  expect(isMadeOf([...apiKey(endpoint), {}], new Set(kinds))).toBe(isAsked);
});
