import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { getLogAccess } from '@gwanje/contract/objects/logs';
import { listPods } from '@gwanje/kinds/pod/calls';
import { expect, test } from 'vitest';
import { Api } from './support/api.ts';
import { openPage, signInByApi, useBrowser } from './support/browser.ts';

const { visitor } = useBrowser();

/** Through the console, the server, the agent's connection and the API server of a demo cluster. */
test('the log of a pod shows its lines, and its address shows them again', async () => {
  const admin = await Api.as('total');
  const { clusterList } = await admin.call(listClusterNames);
  const hostId = clusterList.find(({ name }) => name === 'prod-seoul')?.hostId;
  if (hostId === undefined) throw new Error('the demo has no such cluster');
  // The agents of the demo start when its past is written.
  const access = async () => (await admin.call(getLogAccess, { params: { hostId } })).state;
  await expect.poll(access, { timeout: 90_000 }).toBe('available');
  const body = { filter: { hostId, phase: 'Running' } } as const;
  const runningPod = async () =>
    (await admin.call(listPods, { params: { pageNo: 1, pageCnt: 1 }, body })).list[0];
  await expect.poll(runningPod, { timeout: 90_000 }).toBeDefined();
  const pod = await runningPod();
  if (!pod) throw new Error('the pod is gone');
  const { page } = await visitor();
  await signInByApi(page, 'total');
  await openPage(page, `/mon/pod/log?hostId=${hostId}&podId=${pod.podId}`);
  const lines = page.getByRole('region', { name: '로그 줄' });
  const times = lines.locator('time');
  await times.first().waitFor();
  expect(await times.count()).toBeGreaterThan(5);
  await page.getByText('연결됨', { exact: true }).waitFor();
  await page.getByPlaceholder('찾기 (Ctrl+F)').fill('e');
  await lines.locator('mark').first().waitFor();
  await page.waitForURL(/find=e(&|$)/);
  await page.reload();
  await lines.locator('mark').first().waitFor();
});
