import { expect, test } from 'vitest';
import { envelope } from '#core/testing/fake-network.ts';
import { signedIn } from '#core/testing/render-page.tsx';
import { findPlatformPath } from './platform-path.ts';

test.each([
  ['gke', 'gke'],
  [null, 'aks'],
])('a cluster of platform %s has the tab %s', async (platform, tab) => {
  const network = signedIn();
  network.on('/api/v1/clusters/1/1', () => envelope(200, { totalCnt: 1, list: [{ hostId: 7, platform }] }));
  expect(await findPlatformPath({ hostId: '7' })).toBe(`/setting/host/agent-install/${tab}`);
  expect(JSON.parse(String(network.requestsOf('/api/v1/clusters/1/1')[0]?.body))).toMatchObject({
    filter: { hostId: [7] },
  });
});

test('a failed request gives the first tab', async () => {
  signedIn().on('/api/v1/clusters/1/1', () => envelope(8003, {}, 404));
  expect(await findPlatformPath({ hostId: '7' })).toBe('/setting/host/agent-install/aks');
});
