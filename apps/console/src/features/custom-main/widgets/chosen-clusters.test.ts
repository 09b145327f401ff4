import { ClusterName } from '@gwanje/contract/clusters/clusters';
import { describe, expect, it } from 'vitest';
import { chosenOf } from './chosen-clusters.ts';

describe('the clusters of a widget', () => {
  const clusters = [3, 5, 8].map((hostId) =>
    ClusterName.parse({ hostId, name: `c${hostId}`, metaGroupId: 1, subGroupId: 1 }),
  );

  it.each([
    [[], { isAll: true, hostIds: [3, 5, 8], isNoneVisible: false }],
    [[5, 99], { isAll: false, hostIds: [5], isNoneVisible: false }],
    [[99], { isAll: false, hostIds: [], isNoneVisible: true }],
  ])('chosen as %j are limited to the visible clusters', (clusterList, expected) =>
    expect(chosenOf(clusterList, clusters)).toEqual(expected),
  );
});
