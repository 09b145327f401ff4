import { describe, expect, it } from 'vitest';
import type { ChooserKind } from './chooser/chooser-rows.ts';
import { clusterHref, objectHref, tabOf } from './mon-address.ts';

describe('the address of an object', () => {
  it.each<[ChooserKind, string | undefined, string]>([
    ['node', undefined, '/mon/node/summary?hostId=7&nodeId=3'],
    ['pod', 'mem', '/mon/pod/mem?hostId=7&podId=3'],
    ['container', 'disk', '/mon/container/blockIO?hostId=7&containerId=3'],
    ['node', 'blockIO', '/mon/node/disk?hostId=7&nodeId=3'],
    ['container', 'network', '/mon/container/summary?hostId=7&containerId=3'],
    ['pod', '../../main', '/mon/pod/summary?hostId=7&podId=3'],
  ])('%s at tab %s', (kind, tab, href) => {
    expect(objectHref(kind, 3, 7, tab === undefined ? {} : { tab })).toBe(href);
  });

  it('keeps the range and drops the ids of other objects', () => {
    const search = { range: '6h', compare: 'day', podId: '99', q: 'x' };
    expect(objectHref('node', 3, 7, { search })).toBe(
      '/mon/node/summary?hostId=7&nodeId=3&range=6h&compare=day',
    );
    expect(clusterHref('/mon/summary', 8, search)).toBe('/mon/summary?hostId=8&range=6h&compare=day');
  });

  it('shows the tab of a page', () => {
    expect(tabOf('/mon/container/blockIO')).toBe('blockIO');
    expect(tabOf('/mon/pod-list')).toBeUndefined();
  });
});
