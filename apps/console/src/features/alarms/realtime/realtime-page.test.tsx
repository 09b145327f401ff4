import { HeadlessMantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '#core/api/query-client.ts';
import { loadAllowedGroups, takeSelection } from '#core/groups/groups.ts';
import { followStream } from '#core/stream/stream.ts';
import { envelope } from '#core/testing/fake-network.ts';
import { freshPage } from '#core/testing/page.ts';
import { stubScreen } from '#core/testing/screen.ts';
import { alarmRow } from '../testing/alarm-row.ts';
import { RealtimePage } from './realtime-page.tsx';

const ALARMS = '/api/v1/alarms/1/200';

async function signedInPage() {
  const { network } = await freshPage('/realtime-detection');
  stubScreen();
  onTestFinished(cleanup);
  network.onOther(() => envelope(200, {}));
  await loadAllowedGroups();
  return network;
}

function renderRealtime(): void {
  render(
    <QueryClientProvider client={queryClient}>
      <HeadlessMantineProvider env="test">
        <RealtimePage />
      </HeadlessMantineProvider>
    </QueryClientProvider>,
  );
}

test('a hidden window loads and announces the alarms that it missed while the stream was lost', async () => {
  const network = await signedInPage();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { promise: connected, resolve: connect } = Promise.withResolvers<Response>();
  network.on(`${window.location.origin}/api/v1/stream`, () => connected);
  const list = [alarmRow(1)];
  // The unacknowledged alarms, and then the shown ones.
  network.onOther(() => envelope(200, { list, totalCnt: 1, serverTime: new Date().toISOString() }));
  onTestFinished(followStream([11]));
  renderRealtime();
  await act(() => vi.advanceTimersByTimeAsync(5000));
  list.push(alarmRow(2));
  connect(new Response(new ReadableStream()));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.getAllByRole('status').at(-1)?.textContent).toContain('pod-2');
});

test('the alarms of groups that another window selects are not announced as new', async () => {
  const network = await signedInPage();
  const serverTime = new Date().toISOString();
  network.on(ALARMS, ({ body }) => {
    const alarmId = String(body).includes('"subGroupIdList":[12]') ? 2 : 1;
    return envelope(200, { list: [alarmRow(alarmId)], totalCnt: 1, serverTime });
  });
  takeSelection([11]);
  renderRealtime();
  await act(() => vi.advanceTimersByTimeAsync(5000));
  act(() => takeSelection([12]));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  // The feed does not ask for the alarms of the former groups, so it has dropped them.
  expect(network.requests.filter(({ url }) => url.startsWith('/api/v1/alarms/'))).toHaveLength(2);
  expect(screen.getAllByRole('status').at(-1)?.textContent).toBe('');
});
