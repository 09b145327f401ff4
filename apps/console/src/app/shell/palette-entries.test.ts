import { listClusterNames } from '@gwanje/contract/clusters';
import { describe, expect, it } from 'vitest';
import { t } from '#shared/i18n/i18n.ts';
import { menuEntries } from '#shared/menu.ts';
import { features } from '../features.ts';
import { findEntries } from './palette-entries.ts';

function clusters(names: string[]) {
  const clusterList = names.map((name, index) => ({
    hostId: index + 1,
    name,
    metaGroupId: 1,
    subGroupId: 1,
  }));
  return listClusterNames.response.parse({ clusterList }).clusterList;
}

const forAdmin = menuEntries(features, { role: 1, isKeyUser: 'N' });
const forUser = menuEntries(features, { role: 2, isKeyUser: 'N' });

function titles(
  text: string,
  menu = forAdmin,
  names: string[] = ['prod-seoul', 'stage-seoul', 'seoul-edge'],
) {
  return findEntries(text, menu, clusters(names), t).entries.map((entry) => entry.title);
}

describe('the command palette', () => {
  it('finds pages by title and by path, whatever the case', () => {
    expect(titles('알람')).toContain('전체 알람');
    expect(titles('POD-LIST')).toEqual(['파드 목록', '파드 설정']);
  });

  it('offers no settings to a role that may not open them', () => {
    expect(titles('설정', forUser)).toEqual([]);
    expect(titles('로고', menuEntries(features, { role: 3, isKeyUser: 'N' }))).toEqual([]);
    expect(titles('로고')).toEqual(['로고 설정']);
  });

  it('finds clusters, those that begin with the text first, and leads to their summary', () => {
    const { entries } = findEntries('seoul', forAdmin, clusters(['prod-seoul', 'seoul-edge']), t);
    expect(entries.map(({ title, path, search }) => [title, path, search])).toEqual([
      ['seoul-edge', '/mon/summary', { hostId: '2' }],
      ['prod-seoul', '/mon/summary', { hostId: '1' }],
    ]);
  });

  it('needs every word', () => {
    expect(titles('seoul prod')).toEqual(['prod-seoul']);
  });

  it('says how many clusters it does not list', () => {
    const many = clusters(Array.from({ length: 35 }, (_, index) => `cluster-${index}`));
    expect(findEntries('cluster-', [], many, t)).toMatchObject({ moreClusterCnt: 5 });
  });
});
