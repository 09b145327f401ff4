import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { expect, test } from 'vitest';
import { queryClient } from '#core/api/query-client.ts';
import { useSession } from '#core/session/session-store.ts';
import { envelope, networkDown } from '#core/testing/fake-network.ts';
import { freshPage } from '#core/testing/page.ts';
import { testUser } from '#core/testing/users.ts';
import { useClusters } from './cluster-list.ts';
import { loadManagedClusters } from './use-managed-meta-groups.ts';

const OWNERS = '/api/v1/group/meta/list/1/1000';
const names = {
  clusterList: [1, 2].map((id) => ({ hostId: id, name: `c${id}`, metaGroupId: id, subGroupId: id })),
};

function owners() {
  const group = { name: 'g', subGroupCnt: 1, clusterCnt: 1, ownerName: null };
  return [
    { ...group, metaGroupId: 1, ownerUserNo: testUser().userNo + 1 },
    { ...group, metaGroupId: 2, ownerUserNo: testUser().userNo },
  ];
}

async function managedBy(role: 1 | 3, answer = () => envelope(200, { totalCnt: 2, list: owners() })) {
  const { network, warnings } = await freshPage();
  network.on(OWNERS, answer);
  queryClient.clear();
  useClusters.setState({ clusterList: listClusterNames.response.parse(names).clusterList, loaded: true });
  useSession.setState({ user: testUser({ role }) });
  return { managed: (await loadManagedClusters()).map(({ hostId }) => hostId), warnings };
}

test('a group admin manages the clusters of the own meta groups, a total admin all', async () => {
  expect(await managedBy(3)).toMatchObject({ managed: [2] });
  expect(await managedBy(1)).toMatchObject({ managed: [1, 2] });
});

test('no cluster counts as managed while the owners cannot be loaded', async () => {
  const { managed, warnings } = await managedBy(3, networkDown);
  expect(managed).toEqual([]);
  expect(warnings).toHaveBeenCalledOnce();
});
