import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { describe, expect, it } from 'vitest';
import { menuEntries } from '#app/menu.ts';
import { t } from '#core/i18n/i18n.ts';
import { features } from '../features.ts';
import { findEntries, foundEntry, objectEntries, placeText, recentEntries } from './palette-entries.ts';
import type { FoundObject, RecentPlace } from './recent-places.ts';
import { stillFound } from './use-found-objects.ts';

function clusters(names: string[]) {
  const groups = { metaGroupId: 1, subGroupId: 1 };
  const clusterList = names.map((name, index) => ({ hostId: index + 1, name, ...groups }));
  return listClusterNames.response.parse({ clusterList }).clusterList;
}

const forAdmin = menuEntries(features, { role: 1, isKeyUser: 'N' });
const forUser = menuEntries(features, { role: 2, isKeyUser: 'N' });

const NAMES = ['prod-seoul', 'stage-seoul', 'seoul-edge'];

function titles(text: string, menu = forAdmin, names = NAMES) {
  return findEntries(text, menu, clusters(names), t).entries.map((entry) => entry.title);
}

function found(more: Partial<FoundObject> = {}): FoundObject {
  const place = { hostId: 1, clusterName: 'prod-seoul', namespace: 'shop', parentName: null, parentId: null };
  const state = { monResult: 'normal', deletedAt: null } as const;
  return { kind: 'pod', id: 7, name: 'web-1', ...place, ...state, ...more };
}

describe('the command palette', () => {
  it('lists workloads and pods before containers of the same name, by kind, deleted objects last', () => {
    const entries = objectEntries([
      found({ kind: 'container', id: 1, name: 'web' }),
      found({ kind: 'pod', id: 2, name: 'web' }),
      found({ kind: 'pod', id: 3, name: 'web', deletedAt: '2026-11-18T07:00:00Z' }),
      found({ kind: 'container', id: 4, name: 'web' }),
      found({ kind: 'node', id: 5, name: 'web' }),
      found({ kind: 'pod', id: 6, name: 'web-1' }),
      found({ kind: 'workload', id: 7, name: 'web' }),
    ]);
    const list = entries.map(
      ({ section, place }) => `${section} ${place.kind === 'object' && place.found.id}`,
    );
    const objects = ['workload 7', 'pod 2', 'pod 6', 'node 5', 'container 1', 'container 4', 'deleted 3'];
    expect(list).toEqual(objects);
  });

  it('finds pages by title and by path, ignoring case', () => {
    expect(titles('알람')).toContain('전체 알람');
    expect(titles('POD-LIST')).toEqual(['파드 목록', '파드 설정']);
  });

  it('lists no settings pages for a role that may not open them', () => {
    // A page about the person alone.
    expect(titles('설정', forUser)).toEqual(['알림 설정']);
    expect(titles('로고', menuEntries(features, { role: 3, isKeyUser: 'N' }))).toEqual([]);
    expect(titles('로고')).toEqual(['로고 설정']);
  });

  it('finds clusters, best match first, and links to their summary', () => {
    const { entries } = findEntries('seoul', forAdmin, clusters(['prod-seoul', 'seoul-edge']), t);
    expect(entries.map(({ title, href }) => [title, href])).toEqual([
      ['seoul-edge', '/mon/summary?hostId=2'],
      ['prod-seoul', '/mon/summary?hostId=1'],
    ]);
  });

  it('finds only entries that contain every word', () =>
    expect(titles('seoul prod')).toEqual(['prod-seoul']));

  it('shows how many clusters it does not list', () => {
    const many = clusters(Array.from({ length: 35 }, (_, index) => `cluster-${index}`));
    expect(findEntries('cluster-', [], many, t)).toMatchObject({ moreClusterCnt: 5 });
  });
});

describe('a found object', () => {
  it.each<[Partial<FoundObject>, string]>([
    [{ kind: 'cluster', id: 1 }, '/mon/summary?hostId=1'],
    [{ kind: 'node' }, '/mon/node/summary?hostId=1&nodeId=7'],
    [{ kind: 'pod' }, '/mon/pod/summary?hostId=1&podId=7'],
    [{ kind: 'container' }, '/mon/container/summary?hostId=1&containerId=7'],
    [
      { kind: 'claim', name: 'data' },
      '/mon/pv-pvc-list?hostId=1&view=claims&pvc.f.name=%3Ddata&pvc.f.namespace=%3Dshop&pvc.deleted=1',
    ],
    [{ kind: 'volume', name: 'pv-1' }, '/mon/pv-pvc-list?hostId=1&pv.f.name=%3Dpv-1&pv.deleted=1'],
    [{ kind: 'namespace', name: 'shop' }, '/mon/namespace/summary?hostId=1&namespaceId=7'],
    [{ kind: 'workload', name: 'web' }, '/mon/workload/summary?hostId=1&workloadId=7'],
  ])('%o links to %s', (more, href) => expect(foundEntry(found(more), 'recent').href).toBe(href));

  it('shows cluster, namespace and pod as its location', () => {
    expect(placeText(found({ kind: 'container', parentName: 'web-1' }))).toBe('prod-seoul / shop / web-1');
    expect(placeText(found({ kind: 'node', namespace: null }))).toBe('prod-seoul');
    expect(placeText(found({ kind: 'cluster' }))).toBe('');
  });

  it('from an earlier search stays while it matches the current text', () => {
    const list = [found({ name: 'web-1' }), found({ name: 'Webhook' })];
    expect(stillFound(list, ' webh ').map(({ name }) => name)).toEqual(['Webhook']);
  });
});

describe('a recent place', () => {
  const places: RecentPlace[] = [
    { kind: 'object', found: found() },
    { kind: 'object', found: found({ id: 8, hostId: 99 }) },
    { kind: 'page', path: '/setting/logo' },
    { kind: 'object', found: found({ kind: 'cluster', id: 2, hostId: 2, name: 'old name' }) },
  ];

  it('is listed with its current name if its cluster is selected', () => {
    const entries = recentEntries(places, forAdmin, clusters(['prod-seoul', 'stage-seoul']), t);
    expect(entries.map(({ title }) => title)).toEqual(['web-1', '로고 설정', 'stage-seoul']);
  });

  it('is not listed for a user who may not open it', () =>
    expect(recentEntries(places, forUser, [], t)).toEqual([]));
});
