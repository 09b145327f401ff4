import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { getDashboardSummary } from '@gwanje/contract/dashboard/dashboard';
import { encodeDashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useClusters } from '#core/groups/cluster-list.ts';
import { isRedirect } from '#core/navigation/feature-manifest.ts';
import { noObjects } from '#core/testing/dashboard-objects.ts';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { sampleOf } from '#core/testing/sample.ts';
import { features } from './features.ts';

// The plot library calls matchMedia when it is loaded.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ addEventListener: () => undefined })));

const board = { id: 'a', name: '야간 당직', widgets: [] };

/** Opens a page of the console at an address, with one board and one cluster. */
async function open(path: string, address = path) {
  const network = signedIn();
  const names = { clusterList: [{ hostId: 1, name: 'c1', metaGroupId: 1, subGroupId: 11 }] };
  useClusters.setState({ clusterList: listClusterNames.response.parse(names).clusterList, loaded: true });
  const summary = sampleOf(getDashboardSummary.response, { rowCnt: 1, isSparse: true });
  network.on('/api/v1/dashboard/summary', () => envelope(200, summary));
  network.on('/api/v1/dashboard/objects', () => new Response(encodeDashboardObjects(noObjects)));
  const viewOption = { boards: [board], rotateSeconds: 30 };
  const stored = { type: 'customMain', viewOption, updatedAt: null };
  network.on('/api/v1/viewoption/customMain', () => envelope(200, stored));
  const feature = features.find(({ routes }) => routes.some((route) => route.path === path));
  const route = feature?.routes.find((one) => one.path === path);
  if (!route || isRedirect(route)) throw new Error(`no page ${path}`);
  await feature?.messages?.();
  const { Page } = await route.load();
  return { route, addressOf: renderPage(Page, address) };
}

test.each(['/main', '/custom-main'])(
  '%s links to the default dashboard and to the own ones',
  async (path) => {
    await open(path);
    const links = within(await screen.findByRole('navigation', { name: '대시보드' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['기본', '내 대시보드']);
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/main', '/custom-main']);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(
      path === '/main' ? ['page', null] : [null, 'page'],
    );
  },
);

test('/custom-main offers the dashboard with search conditions, which reloads periodically', async () => {
  const { route, addressOf } = await open('/custom-main');
  const boards = within(await screen.findByRole('navigation', { name: '보드' }));
  const expected = ['조건별 현황', '야간 당직'];
  expect(boards.getAllByRole('link').map((link) => link.textContent?.trim())).toEqual(expected);
  await userEvent.click(boards.getByRole('link', { name: /조건별 현황/ }));
  const conditions = within(await screen.findByRole('group', { name: '검색 조건' }));
  await userEvent.click(conditions.getByRole('radio', { name: '노드' }));
  await expect.poll(addressOf).toMatch(/^\/custom-main\?.*board=conditions.*objectType=node/);
  expect(route).toMatchObject({ refreshes: true });
});
