import { HeadlessMantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '#core/api/query-client.ts';
import { loadAllowedGroups, takeSelection } from '#core/groups/groups.ts';
import { envelope } from '#core/testing/fake-network.ts';
import { freshPage } from '#core/testing/page.ts';
import { stubScreen } from '#core/testing/screen.ts';
import { alarmRow } from '../testing/alarm-row.ts';
import { RealtimePage } from './realtime-page.tsx';

test('the alarms of groups that another window selects are not announced as new', async () => {
  const { network } = await freshPage('/realtime-detection');
  stubScreen();
  onTestFinished(cleanup);
  network.onOther(() => envelope(200, {}));
  const serverTime = new Date().toISOString();
  network.on('/api/v1/alarms/1/200', ({ body }) => {
    const alarmId = String(body).includes('"subGroupIdList":[12]') ? 2 : 1;
    return envelope(200, { list: [alarmRow(alarmId)], totalCnt: 1, serverTime });
  });
  await loadAllowedGroups();
  takeSelection([11]);
  render(
    <QueryClientProvider client={queryClient}>
      <HeadlessMantineProvider env="test">
        <RealtimePage />
      </HeadlessMantineProvider>
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(5000));
  act(() => takeSelection([12]));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  // The feed does not ask for the alarms of the former groups, so it has dropped them.
  expect(network.requests.filter(({ url }) => url.startsWith('/api/v1/alarms/'))).toHaveLength(2);
  expect(screen.getAllByRole('status').at(-1)?.textContent).toBe('');
});
