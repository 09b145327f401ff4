import { getDashboardSummary } from '@gwanje/contract/dashboard/dashboard';
import { encodeDashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { initialiseClusters, useClusters } from '#core/groups/cluster-list.ts';
import { readDashboard, useDashboard } from '#core/session/dashboard-conditions-store.ts';
import { noObjects } from '#core/testing/dashboard-objects.ts';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { sampleOf } from '#core/testing/sample.ts';
import { MainPage } from './dashboard.tsx';

/** Opens the page with the stored choices, as after a reload. */
async function load(): Promise<void> {
  cleanup();
  useDashboard.setState(readDashboard());
  renderPage(MainPage, '/main');
  await screen.findByRole('button', { name: /^Azure/ });
}

/** Whether a section is open and has content. */
function isOpen(name: RegExp): boolean {
  const toggle = screen.getByRole('button', { name });
  const body = document.getElementById(toggle.getAttribute('aria-controls') ?? '');
  const isExpanded = toggle.getAttribute('aria-expanded') === 'true';
  expect([body?.hidden, body?.textContent === '']).toEqual([!isExpanded, !isExpanded]);
  return isExpanded;
}

test('a section that the user folded stays folded after a reload, and the others stay open', async () => {
  const network = signedIn();
  const summary = sampleOf(getDashboardSummary.response, { rowCnt: 1, isSparse: true });
  network.on('/api/v1/dashboard/summary', () => envelope(200, summary));
  network.on('/api/v1/dashboard/objects', () => new Response(encodeDashboardObjects(noObjects)));
  await load();
  expect([isOpen(/^플랫폼/), isOpen(/^Azure/)]).toEqual([true, true]);
  await userEvent.click(screen.getByRole('button', { name: /^Azure/ }));
  expect([isOpen(/^플랫폼/), isOpen(/^Azure/)]).toEqual([true, false]);
  await load();
  expect([isOpen(/^플랫폼/), isOpen(/^Azure/)]).toEqual([true, false]);
});

/** A part with one object. */
function partOf(id: number, followingCnt: number) {
  const groups = { groupList: [{ id: null, name: '', cnt: 1 }], group: Uint32Array.of(0) };
  const names = { id: Uint32Array.of(id), name: [`node-${id}`], row: Uint32Array.of(0) };
  const states = { value: Float32Array.of(3), monResult: Uint8Array.of(3), isStale: Uint8Array.of(0) };
  return encodeDashboardObjects({ ...noObjects, followingCnt, ...groups, ...names, ...states });
}

test('the map shows the first part of a long answer, how much it is, and that the answer broke off', async () => {
  const network = signedIn();
  const summary = sampleOf(getDashboardSummary.response, { rowCnt: 1, isSparse: true });
  network.on('/api/v1/dashboard/summary', () => envelope(200, summary));
  const answer = new TransformStream<Uint8Array, Uint8Array>();
  network.on('/api/v1/dashboard/objects', () => new Response(answer.readable));
  const writer = answer.writable.getWriter();
  await load();
  await writer.write(partOf(1, 2));
  expect(await screen.findByText(/3개 중 1개 표시/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  // The next attempts do not replace the longer answer on screen, and break off too.
  network.on('/api/v1/dashboard/objects', () => new Response(new Uint8Array(3)));
  await writer.abort(new Error('connection lost'));
  expect((await screen.findByRole('alert')).textContent).toContain(
    '서버의 응답이 도중에 끊겨 일부만 받았습니다',
  );
  expect(screen.getByText(/3개 중 1개 표시/)).toBeTruthy();
  network.on('/api/v1/dashboard/objects', () => new Response(partOf(2, 0)));
  await userEvent.click(screen.getByRole('button', { name: '재시도' }));
  await waitFor(() => expect(screen.queryByText(/중 1개 표시/)).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['the list of clusters failed', { failed: true }, '재시도'],
  ['the groups have no cluster', { loaded: true }, '선택한 그룹에 클러스터가 없습니다'],
])('the page says that %s, and keeps the links to the other dashboards', async (_what, clusters, text) => {
  signedIn();
  useClusters.setState(clusters);
  onTestFinished(initialiseClusters);
  renderPage(MainPage, '/main');
  await screen.findByText(text);
  expect(document.querySelector('a[href^="/custom-main"]')).not.toBeNull();
});
