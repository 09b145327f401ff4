import { expect, test } from 'vitest';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { PlatformRedirect } from './platform-redirect.tsx';

test.each([
  ['gke', 'gke'],
  [null, 'aks'],
])('a cluster of platform %s opens the tab %s', async (platform, tab) => {
  const network = signedIn();
  network.on('/api/v1/clusters/1/1', () => envelope(200, { totalCnt: 1, list: [{ hostId: 7, platform }] }));
  const address = renderPage(PlatformRedirect, '/setting/host/agent-install?hostId=7');
  await expect.poll(address).toBe(`/setting/host/agent-install/${tab}?hostId=7`);
  expect(JSON.parse(String(network.requestsOf('/api/v1/clusters/1/1')[0]?.body))).toMatchObject({
    filter: { hostId: [7] },
  });
});

test('a failed request opens the first tab', async () => {
  signedIn();
  const address = renderPage(PlatformRedirect, '/setting/host/agent-install?hostId=7');
  await expect.poll(address).toBe('/setting/host/agent-install/aks?hostId=7');
});
