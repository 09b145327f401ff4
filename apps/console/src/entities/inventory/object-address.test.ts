import type { PageKind } from '@gwanje/kinds/registry';
import { describe, expect, it } from 'vitest';
import { clusterAddress, objectAddress, pageAddress, pageIn } from './object-address.ts';

describe('the address of an object', () => {
  it.each<[PageKind, string | undefined, string]>([
    ['node', undefined, '/mon/node/summary?hostId=7&nodeId=3'],
    ['pod', 'mem', '/mon/pod/mem?hostId=7&podId=3'],
    ['container', 'disk', '/mon/container/blockIO?hostId=7&containerId=3'],
    ['node', 'blockIO', '/mon/node/disk?hostId=7&nodeId=3'],
    ['container', 'network', '/mon/container/summary?hostId=7&containerId=3'],
    ['pod', '../../main', '/mon/pod/summary?hostId=7&podId=3'],
    ['workload', 'cpu', '/mon/workload/summary?hostId=7&workloadId=3'],
    ['namespace', undefined, '/mon/namespace/summary?hostId=7&namespaceId=3'],
  ])('%s at tab %s', (kind, tab, href) =>
    expect(pageAddress(kind, 7, 3, tab === undefined ? {} : { tab })).toBe(href),
  );

  it('keeps the range and drops the ids of other objects', () => {
    const search = { range: '6h', compare: 'day', podId: '99', q: 'x' };
    expect(pageAddress('node', 7, 3, { search })).toBe(
      '/mon/node/summary?hostId=7&nodeId=3&range=6h&compare=day',
    );
    expect(clusterAddress(8, '/mon/summary', search)).toBe('/mon/summary?hostId=8&range=6h&compare=day');
  });

  it('is a row of the list for a volume or a claim', () => {
    const object = { hostId: 7, id: 3, name: 'data-0', namespace: 'shop' };
    expect(objectAddress('volume', object)).toBe(
      '/mon/pv-pvc-list?hostId=7&pv.f.name=%3Ddata-0&pv.deleted=1',
    );
    expect(objectAddress('claim', object)).toBe(
      '/mon/pv-pvc-list?hostId=7&view=claims&pvc.f.name=%3Ddata-0&pvc.f.namespace=%3Dshop&pvc.deleted=1',
    );
  });

  it('is null for an object whose id is unknown', () =>
    expect(objectAddress('pod', { hostId: 7, id: null, name: 'web-0' })).toBeNull());
});

it('reads kind and tab from the path of an object page', () => {
  expect(pageIn('/mon/container/blockIO')).toEqual({ kind: 'container', tab: 'blockIO' });
  for (const path of ['/mon/pod-list', '/mon/summary', '/mon/constructor/x'])
    expect(pageIn(path)).toBeUndefined();
});
