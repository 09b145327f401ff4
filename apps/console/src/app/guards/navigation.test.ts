import { describe, expect, it } from 'vitest';
import type { KnownClusters, LookUpAnswer } from './address.ts';
import { decideNavigation, decideOnWallboard, type NavigationVerdict, type Target } from './navigation.ts';

const total = { role: 1, isKeyUser: 'N' } as const;
const groupAdmin = { role: 3, isKeyUser: 'N' } as const;
const plainUser = { role: 2, isKeyUser: 'N' } as const;

const main: Target = { path: '/main', search: {}, route: { name: 'main' } };
const nodes = (search: Record<string, string>): Target => ({
  path: '/mon/node-list',
  search,
  route: { name: 'monNodeList', needs: ['hostId'] },
});
const pod = (search: Record<string, string>): Target => ({
  path: '/mon/pod/cpu',
  search,
  route: { name: 'monPodCpu', needs: ['hostId', 'podId'] },
});
const settings = (search: Record<string, string>): Target => ({
  path: '/setting/mon/node-list',
  search,
  route: { name: 'settingMonNodeList', accepts: ['hostId'] },
});
const logo: Target = { path: '/setting/logo', search: {}, route: { name: 'settingLogo' } };
const agent: Target = {
  path: '/setting/host/agent-install/aks',
  search: { hostId: 'x' },
  route: { name: 'settingHostAgentInstallAks', needs: ['hostId'] },
};

const open = { kind: 'open' } as const;
const denied = { kind: 'denied' } as const;
const stay = { kind: 'invalidAddress', outcome: 'stay' } as const;
const goHome = { kind: 'invalidAddress', outcome: 'goHome' } as const;

function guardData(clusters: KnownClusters, answer: LookUpAnswer = { kind: 'unknown' }) {
  const asked: string[] = [];
  return {
    asked,
    clusters: async () => {
      asked.push('clusters');
      return clusters;
    },
    lookUp: async (name: string, id: number) => {
      asked.push(`${name} ${id}`);
      return answer;
    },
  };
}

const seven: KnownClusters = { kind: 'known', hostIds: [7] };

describe('decideNavigation', () => {
  it.each<
    [string, Target, string | null, Parameters<typeof decideNavigation>[2], LookUpAnswer, NavigationVerdict]
  >([
    ['a page for all', main, null, plainUser, { kind: 'unknown' }, open],
    ['a settings page for role 2', agent, '/main', plainUser, { kind: 'unknown' }, denied],
    ['the logo for role 3', logo, '/main', groupAdmin, { kind: 'unknown' }, denied],
    ['the logo for role 1', logo, null, total, { kind: 'unknown' }, open],
    [
      'a missing hostId',
      nodes({ q: 'a' }),
      '/main',
      plainUser,
      { kind: 'unknown' },
      { kind: 'redirect', path: '/mon/node-list', search: { q: 'a', hostId: '7' } },
    ],
    ['a foreign hostId in the console', nodes({ hostId: '9' }), '/main', total, { kind: 'unknown' }, stay],
    ['a foreign hostId on a first load', nodes({ hostId: '9' }), null, total, { kind: 'unknown' }, goHome],
    ['settings of one cluster', settings({ hostId: '7' }), '/main', total, { kind: 'unknown' }, open],
    ['settings of a foreign cluster', settings({ hostId: '9' }), '/main', total, { kind: 'unknown' }, stay],
    ['an unknown pod', pod({ hostId: '7', podId: '3' }), '/main', total, { kind: 'unknown' }, stay],
    [
      'an unknown pod on a first load',
      pod({ hostId: '7', podId: '3' }),
      null,
      total,
      { kind: 'unknown' },
      goHome,
    ],
    [
      'a pod of another cluster',
      pod({ hostId: '7', podId: '3' }),
      '/main',
      total,
      { kind: 'found', hostId: 8 },
      stay,
    ],
    [
      'a pod of this cluster',
      pod({ hostId: '7', podId: '3' }),
      '/main',
      total,
      { kind: 'found', hostId: 7 },
      open,
    ],
    [
      'a pod nobody can ask for now',
      pod({ hostId: '7', podId: '3' }),
      null,
      total,
      { kind: 'unreachable' },
      open,
    ],
  ])('%s', async (_case, target, fromPath, user, answer, verdict) => {
    expect(await decideNavigation(target, fromPath, user, guardData(seven, answer))).toEqual(verdict);
  });

  it('sends no request for a page without ids or for a denied page', async () => {
    const forMain = guardData(seven);
    await decideNavigation(main, null, total, forMain);
    await decideNavigation(settings({}), null, total, forMain);
    const forDenied = guardData(seven);
    await decideNavigation(agent, null, plainUser, forDenied);
    expect([...forMain.asked, ...forDenied.asked]).toEqual([]);
  });

  it('requests the objects only if the cluster is valid', async () => {
    const wrongCluster = guardData(seven);
    await decideNavigation(pod({ hostId: '9', podId: '3' }), null, total, wrongCluster);
    expect(wrongCluster.asked).toEqual(['clusters']);
    const rightCluster = guardData(seven, { kind: 'found', hostId: 7 });
    await decideNavigation(pod({ hostId: '7', podId: '3' }), null, total, rightCluster);
    expect(rightCluster.asked).toEqual(['clusters', 'podId 3']);
  });

  it('goes home without the query if the groups have no clusters', async () => {
    const none = guardData({ kind: 'known', hostIds: [] });
    expect(await decideNavigation(pod({ hostId: '7', podId: '3' }), '/main', total, none)).toEqual({
      kind: 'redirect',
      path: '/',
      search: {},
    });
  });
});

describe('on a wallboard', () => {
  const back = (search: Record<string, string>) => ({ kind: 'redirect', path: '/custom-main', search });

  it.each([
    ['/custom-main', { wall: '1' }, { kind: 'open' }],
    ['/custom-main', { wall: '1', board: 'a' }, { kind: 'open' }],
    ['/custom-main', { board: 'a' }, back({ wall: '1', board: 'a' })],
    ['/custom-main', { wall: '0' }, back({ wall: '1' })],
    ['/', {}, back({ wall: '1' })],
    ['/main', { wall: '1', board: 'a' }, back({ wall: '1' })],
    ['/setting/user', { userNo: '1' }, back({ wall: '1' })],
    ['/realtime-detection', {}, back({ wall: '1' })],
    ['/no/such/path', {}, back({ wall: '1' })],
  ])('%s with %j', (path, search: Record<string, string>, verdict) => {
    expect(decideOnWallboard({ path, search }, {})).toEqual(verdict);
  });

  it('a link to another page keeps the board on screen', () => {
    const onScreen = { wall: '1', board: 'b' };
    const pod = { path: '/mon/pod/summary', search: { hostId: '1', podId: '2' } };
    expect(decideOnWallboard(pod, onScreen)).toEqual(back(onScreen));
    const other = { path: '/custom-main', search: { board: 'a' } };
    expect(decideOnWallboard(other, onScreen)).toEqual(back({ wall: '1', board: 'a' }));
  });
});
