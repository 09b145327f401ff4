import { listAlarms } from '@gwanje/contract/alarms/alarms';
import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { getDashboardSummary } from '@gwanje/contract/dashboard/dashboard';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { initialiseClusters, useClusters } from '#core/groups/cluster-list.ts';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { sampleOf } from '#core/testing/sample.ts';
import { CustomMainPage } from './boards.tsx';
import './custom-main-messages.ts';

// The plot library calls matchMedia when it is loaded.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ addEventListener: () => undefined })));

const ALARMS = '/api/v1/alarms/1/50';
const FAILED = '데이터를 가져오지 못했습니다';
const { clusterList } = listClusterNames.response.parse({
  clusterList: [{ hostId: 1, name: 'c1', metaGroupId: 1, subGroupId: 11 }],
});
const widgets = (['counts', 'alarmFeed'] as const).map((kind, row) => ({
  id: kind,
  kind,
  title: kind,
  area: { x: 0, y: row * 3, w: 4, h: 3 },
  settings: {},
}));
const viewOption = { boards: [{ id: 'a', name: '현황', widgets }], rotateSeconds: 30 };

function widget(title: string) {
  return within(screen.getByRole('region', { name: title }));
}

test('a widget that fails to load shows it with a retry, and the other widgets stay', async () => {
  const network = signedIn();
  useClusters.setState({ clusterList, loaded: true });
  network.onOther(() => envelope(200, { type: 'boards', viewOption, updatedAt: null }));
  network.on('/api/v1/dashboard/summary', () =>
    envelope(200, sampleOf(getDashboardSummary.response, { rowCnt: 0, isSparse: true })),
  );
  network.on(ALARMS, () => envelope(8003, {}, 404));
  renderPage(() => <CustomMainPage ConditionsDashboard={() => null} />, '/custom-main');
  await screen.findByText(FAILED);
  expect(widget('alarmFeed').getByText(FAILED)).toBeDefined();
  await waitFor(() => expect(widget('counts').getByText('PV')).toBeDefined());
  expect(widget('counts').queryByText(FAILED)).toBeNull();

  const summaries = network.requestsOf('/api/v1/dashboard/summary').length;
  network.on(ALARMS, () => envelope(200, sampleOf(listAlarms.response, { rowCnt: 0, isSparse: true })));
  await userEvent.click(widget('alarmFeed').getByRole('button', { name: '재시도' }));
  await waitFor(() => expect(screen.queryByText(FAILED)).toBeNull());
  expect(widget('alarmFeed').getByText('열린 알람이 없습니다')).toBeDefined();
  expect(network.requestsOf('/api/v1/dashboard/summary')).toHaveLength(summaries);
});

test('the links to the other dashboards stay if the boards failed to load', async () => {
  signedIn();
  useClusters.setState({ clusterList, loaded: true });
  onTestFinished(initialiseClusters);
  renderPage(() => <CustomMainPage ConditionsDashboard={() => null} />, '/custom-main');
  await screen.findByRole('button', { name: '재시도' });
  expect(document.querySelectorAll('a[href^="/main"]')).toHaveLength(1);
});

test.each([
  ['a board stay', '/custom-main', 1],
  ['a wallboard are absent', '/custom-main?wall=1', 0],
])('without a cluster the links to the other dashboards of %s', async (_what, address, linkCnt) => {
  signedIn();
  useClusters.setState({ clusterList: [], failed: true, loaded: false });
  onTestFinished(initialiseClusters);
  renderPage(() => <CustomMainPage ConditionsDashboard={() => null} />, address);
  await screen.findByRole('heading', { level: 1 });
  expect(document.querySelectorAll('a[href^="/main"]')).toHaveLength(linkCnt);
});
