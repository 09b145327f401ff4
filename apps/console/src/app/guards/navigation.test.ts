import { ClusterName } from '@gwanje/contract/clusters/clusters';
import type { RoleHolder } from '@gwanje/domain/access/permissions';
import { describe, expect, it } from 'vitest';
import type { KnownClusters, LookUpAnswer, NavigationVerdict, Target } from './address.ts';
import { decideNavigation, decideOnWallboard } from './navigation.ts';

const totalAdmin = { role: 1, isKeyUser: 'N' } as const;
const groupAdmin = { role: 3, isKeyUser: 'N' } as const;
const plainUser = { role: 2, isKeyUser: 'N' } as const;

const main: Target = { path: '/main', search: {}, route: { name: 'main' } };
const targetOf = (path: string, route: Target['route']) => {
  return (search: Record<string, string>): Target => ({ path, search, route });
};
const nodes = targetOf('/mon/node-list', { name: 'monNodeList', needs: ['hostId'] });
const pod = targetOf('/mon/pod/cpu', { name: 'monPodCpu', needs: ['hostId', 'podId'] });
const settings = targetOf('/setting/mon/node-list', { name: 'settingMonNodeList', accepts: ['hostId'] });
const logo: Target = { path: '/setting/logo', search: {}, route: { name: 'settingLogo' } };
const install = { name: 'settingHostAgentInstallAks', needs: ['hostId'] } as const;
const agent = targetOf('/setting/host/agent-install/aks', install)({ hostId: 'x' });

const open = { kind: 'open' } as const;
const to = (hostId: string, search: object) =>
  ({ kind: 'redirect', path: '/mon/node-list', search: { ...search, hostId } }) as const;
const denied = { kind: 'denied' } as const;
const invalid = { kind: 'invalidAddress' } as const;

const outside = ClusterName.parse({ hostId: 20, name: 'other', metaGroupId: 1, subGroupId: 12 });
const notSelected = { kind: 'outsideSelection', cluster: outside } as const;

function guardData(clusters: KnownClusters, answer: LookUpAnswer = { kind: 'unknown' }) {
  const requested: string[] = [];
  return {
    requested,
    clusters: async (isManagedFirst: boolean) => {
      requested.push(isManagedFirst ? 'managed clusters' : 'clusters');
      return clusters;
    },
    lookUp: async (name: string, id: number) => {
      requested.push(`${name} ${id}`);
      return answer;
    },
    findOutsideSelection: async (hostId: number) => (hostId === outside.hostId ? outside : undefined),
  };
}

const oneCluster: KnownClusters = [7];

describe('decideNavigation', () => {
  const unknown = { kind: 'unknown' } as const;
  const pod3 = pod({ hostId: '7', podId: '3' });

  // address.test.ts has the rules of ids.
  it.each<[string, Target, RoleHolder, LookUpAnswer, NavigationVerdict]>([
    ['opens a page for all roles', main, plainUser, unknown, open],
    ['denies a settings page to role 2', agent, plainUser, unknown, denied],
    ['denies the logo page to role 3', logo, groupAdmin, unknown, denied],
    ['opens the logo page for role 1', logo, totalAdmin, unknown, open],
    ['adds a missing hostId', nodes({ q: 'a' }), plainUser, unknown, to('7', { q: 'a' })],
    ['offers the group of an allowed cluster', nodes({ hostId: '20' }), plainUser, unknown, notSelected],
    ['offers it on a settings page', settings({ hostId: '20' }), totalAdmin, unknown, notSelected],
    ['refuses an unknown pod', pod3, totalAdmin, unknown, invalid],
    ['opens a pod of the cluster', pod3, totalAdmin, { kind: 'found', hostId: 7 }, open],
  ])('%s', async (_case, target, user, answer, verdict) =>
    expect(await decideNavigation(target, '/main', user, guardData(oneCluster, answer))).toEqual(verdict),
  );

  it('adds the first managed cluster on a page that prefers it, and keeps a given one', async () => {
    const managedFirst = targetOf(agent.path, { ...install, prefersManaged: true });
    const managed = guardData([8, 7]);
    const expected = { kind: 'redirect', path: agent.path, search: { hostId: '8' } };
    expect(await decideNavigation(managedFirst({}), '/main', groupAdmin, managed)).toEqual(expected);
    expect(await decideNavigation(managedFirst({ hostId: '7' }), '/main', groupAdmin, managed)).toEqual(open);
    expect(managed.requested).toEqual(['managed clusters', 'clusters']);
  });

  it('sends no request for a page without ids or for a denied page', async () => {
    const forMain = guardData(oneCluster);
    await decideNavigation(main, null, totalAdmin, forMain);
    await decideNavigation(settings({}), null, totalAdmin, forMain);
    const forDenied = guardData(oneCluster);
    await decideNavigation(agent, null, plainUser, forDenied);
    expect([...forMain.requested, ...forDenied.requested]).toEqual([]);
  });

  it('requests the objects only if the cluster is valid', async () => {
    const wrongCluster = guardData(oneCluster);
    await decideNavigation(pod({ hostId: '9', podId: '3' }), null, totalAdmin, wrongCluster);
    expect(wrongCluster.requested).toEqual(['clusters']);
    const rightCluster = guardData(oneCluster, { kind: 'found', hostId: 7 });
    await decideNavigation(pod({ hostId: '7', podId: '3' }), null, totalAdmin, rightCluster);
    expect(rightCluster.requested).toEqual(['clusters', 'podId 3']);
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
  ])('%s with %j gives %j', (path, search: Record<string, string>, verdict) =>
    expect(decideOnWallboard({ path, search }, {})).toEqual(verdict),
  );

  it('a link to another page goes back to the shown board, or to the board of the link', () => {
    const onScreen = { wall: '1', board: 'b' };
    const pod = { path: '/mon/pod/summary', search: { hostId: '1', podId: '2' } };
    expect(decideOnWallboard(pod, onScreen)).toEqual(back(onScreen));
    const other = { path: '/custom-main', search: { board: 'a' } };
    expect(decideOnWallboard(other, onScreen)).toEqual(back({ wall: '1', board: 'a' }));
  });
});
