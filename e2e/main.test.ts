import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OwnCluster, type SentPod } from './support/agent.ts';
import { Api } from './support/api.ts';
import { consolePath, openPage, refreshOften, signInByApi, stack, useBrowser } from './support/browser.ts';
import { chooseGroups, subGroup } from './support/groups.ts';
import { uniqueName } from './support/settings.ts';

const { visitor } = useBrowser();

const PODS: readonly SentPod[] = [
  { name: 'search-indexer-0', memUsedShare: 0.93 },
  { name: 'cart-redis-2', memUsedShare: 0.4 },
  { name: 'order-batch-kx2p', phase: 'Failed', memUsedShare: 0.05 },
];

/** A cluster with some pods, and a page that shows only this cluster. */
async function openDashboard(query: string) {
  const { page } = await visitor();
  const admin = await Api.as('total');
  await signInByApi(page, 'total');
  const group = await subGroup(admin, '검증');
  const cluster = await OwnCluster.create(admin, uniqueName('main'), group);
  await cluster.sendPods(PODS);
  await refreshOften(page);
  await page.goto(`${stack().consoleUrl}/main?clusterList=${cluster.hostId}${query}`);
  await page.getByRole('heading', { name: '대시보드', level: 1 }).waitFor();
  return { page, cluster };
}

function map(page: Page) {
  return page.getByRole('application', { name: /맵$/ });
}

function topRows(page: Page) {
  return page.getByRole('region', { name: /^상위/ }).getByRole('button');
}

test('the dashboard shows states, top objects and the map, whose tiles open and whose part is in the address; a change of groups leaves nothing', async () => {
  const { page, cluster } = await openDashboard('&sortBy=MEM_USED_LIMIT');
  await map(page).waitFor();
  const status = page.getByRole('region', { name: '상태', exact: true });
  await status.getByRole('button', { name: /^파드\s*3/ }).waitFor();
  await status.getByText('미바인딩 0').waitFor();
  const platform = page.getByRole('region', { name: '플랫폼' }).first();
  const row = platform.getByRole('row', { name: new RegExp(cluster.name) });
  expect(await row.textContent()).toMatch(/AKS\s*v1\.34\.2\s*정상\s*1\/1/);
  const pool = page
    .getByRole('region', { name: 'Azure' })
    .first()
    .getByRole('row', { name: /Standard_D8s_v5/ });
  expect(await pool.textContent()).toMatch(/koreacentral\s*apps\s*Standard_D8s_v5\s*2\s*v1\.34\.2\s*1\/1/);
  expect(await topRows(page).allTextContents()).toEqual([
    expect.stringMatching(/search-indexer-0\s*93\.00 %/),
    expect.stringMatching(/cart-redis-2\s*40\.00 %/),
    // The pod has ended and uses nothing any more.
    expect.stringMatching(/order-batch-kx2p\s*-$/),
  ]);
  await page.getByText(/수집 시각 \d{4}-\d\d-\d\d .* 전/).waitFor();

  const canvas = map(page);
  await canvas.hover({ position: { x: 24, y: 48 } });
  const card = page.getByTestId('tile-card');
  await card.getByText('search-indexer-0').waitFor();
  await card.getByText('952.32 MB / 1.00 GB · 93.00 %').waitFor();
  await card.getByText(`${cluster.name}-node`).waitFor();
  await canvas.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.getByText(/^cart-redis-2, 정상/).waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/mon\/pod\/summary\?/);
  expect(consolePath(page)).toContain(`hostId=${cluster.hostId}`);
  await page.goBack();
  await topRows(page).first().click();
  await page.waitForURL(/\/mon\/pod\/summary\?.*podId=/);

  await openPage(page, `/main?clusterList=${cluster.hostId}&objectType=pod&groupBy=none&sortBy=MON_RESULT`);
  await map(page).waitFor();
  const zoomIn = page.getByRole('button', { name: '확대' });
  const zoomOut = page.getByRole('button', { name: '축소' });
  expect(await zoomOut.isDisabled()).toBe(true);
  await zoomIn.click();
  await page.waitForURL(/map=\d/);
  const address = consolePath(page);
  await cluster.sendPods([...PODS, { name: 'new-pod', phase: 'Failed' }]);
  await topRows(page).filter({ hasText: 'new-pod' }).waitFor();
  expect(await zoomOut.isDisabled()).toBe(false);
  expect(consolePath(page)).toBe(address);
  await page.getByRole('radio', { name: '노드' }).check({ force: true });
  await page.waitForURL((url) => !url.searchParams.has('map'));
  expect(await zoomOut.isDisabled()).toBe(true);

  // The list showed nodes.
  await page.getByRole('radio', { name: '파드' }).check({ force: true });
  await topRows(page).filter({ hasText: 'cart-redis-2' }).waitFor();
  await chooseGroups(page, '교육');
  await page.getByText('선택한 그룹에 클러스터가 없습니다').waitFor();
  expect(consolePath(page)).toBe('/main');
  await chooseGroups(page, '검증');
  await topRows(page).filter({ hasText: 'cart-redis-2' }).waitFor();
  expect(await page.getByRole('row', { name: new RegExp(cluster.name) }).count()).toBeGreaterThan(0);
  await openPage(page, '/alarm-list');
  await chooseGroups(page, '교육');
  await page.getByText('선택한 그룹에 클러스터가 없습니다').waitFor();
});
