import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#core/api/query-client.ts';
import { envelope, type FakeNetwork } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { Chooser } from './chooser.tsx';
import { useChooser } from './chooser-store.ts';
import '#entities/object-page/monitoring-messages.ts';

const PODS = '/api/v1/pod/name-list/7';
const LINE = '일부 객체의 이름을 불러오지 못했습니다.';
const refused = () => envelope(8003, {}, 404);

let network: FakeNetwork;
let warnings: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  window.localStorage.clear();
  useChooser.setState({ order: 'node', open: new Set() });
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  network = signedIn();
  network.on('/api/v1/node/name-list/7', () => envelope(200, { nodeNameList: [] }));
  network.on(PODS, () => envelope(200, { podNameList: [] }));
  network.on('/api/v1/container/name-list/7', () => envelope(200, { containerNameList: [] }));
  network.on('/api/v1/dashboard/objects', refused);
});

afterEach(() => vi.restoreAllMocks());

function open(): void {
  renderPage(() => <Chooser hostId={7} pathname="/mon/summary" search={{}} />, '/mon/summary');
}

test('logs a failed load of the pod names and offers a retry', async () => {
  network.on(PODS, refused);
  open();
  await screen.findByText(LINE);
  expect(warnings.mock.calls.flat()).toContain('[gwanje] the names of the pods could not be loaded');
  network.on(PODS, () => envelope(200, { podNameList: [] }));
  await userEvent.click(screen.getByRole('button', { name: '재시도' }));
  await waitFor(() => expect(screen.queryByText(LINE)).toBeNull());
});

test('a cluster without any data offers no reload', async () => {
  open();
  await screen.findByText('아직 수집된 객체가 없습니다.');
  expect(screen.queryByRole('button', { name: '재시도' })).toBeNull();
});

test.each([
  ['node', ['node']],
  ['pod', ['pod', 'node', 'workload']],
  ['container', ['container', 'pod']],
])('the names of each %s are outdated only after a change of %j', async (kind, changesWith) => {
  open();
  await screen.findByText('아직 수집된 객체가 없습니다.');
  const queries = queryClient.getQueryCache();
  const names = queries.getAll().find(({ queryKey }) => String(queryKey[2]).startsWith(`/${kind}/name-list`));
  expect(names?.meta?.changesWith).toEqual(changesWith);
});

test('the order of the tree is kept in the browser, and asks only for the names of its levels', async () => {
  network.on('/api/v1/namespace/name-list/7', () =>
    envelope(200, { namespaceNameList: [{ namespaceId: 3, name: 'shop', alarmLevel: 'critical' }] }),
  );
  network.on('/api/v1/workload/name-list/7', () => envelope(200, { workloadNameList: [] }));
  open();
  await screen.findByText('아직 수집된 객체가 없습니다.');
  expect(network.requestsOf('/api/v1/namespace/name-list/7')).toEqual([]);
  await userEvent.click(screen.getByRole('radio', { name: '워크로드' }));
  await screen.findByRole('treeitem', { name: /shop.*심각.*파드 0개/ });
  expect(network.requestsOf('/api/v1/workload/name-list/7')).toHaveLength(1);
  expect(window.localStorage.getItem('chooserOrder')).toBe('workload');
});
