import { formatTimestamp } from '@gwanje/domain/formats/time';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '#core/api/query-client.ts';
import { fakeNetwork, silence } from '#core/testing/fake-network.ts';
import { maintenanceQuery, snoozesQuery } from '#entities/alarms/alarm-queries.ts';
import { MaintenanceStrip, SnoozeStrip } from './mute-strips.tsx';
import '#entities/alarms/alarm-messages.ts';

const FROM = '2026-11-16T21:00:05+09:00';
const TO = '2026-11-16T23:30:07+09:00';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const mute = { scope: 'cluster', clusterName: 'prod', createdBy: 'a', reason: '' };

function show(strip: ReactNode) {
  render(<QueryClientProvider client={queryClient}>{strip}</QueryClientProvider>);
}

test('shows the end of a snooze to the second', () => {
  fakeNetwork().on('/api/v1/alarm/snooze/list', silence);
  const snooze = { ...mute, snoozeId: 1, untilAt: TO };
  queryClient.setQueryData<unknown>(snoozesQuery().queryKey, { serverTime: FROM, snoozeList: [snooze] });
  show(<SnoozeStrip />);
  expect(screen.getByText(`~ ${formatTimestamp(TO)}`)).toBeDefined();
});

test.each([
  ['running', `~ ${formatTimestamp(TO)}`],
  ['planned', `${formatTimestamp(FROM)} ~ ${formatTimestamp(TO)}`],
])('shows maintenance that is %s as %s', (state, text) => {
  fakeNetwork().on('/api/v1/maintenance/list', silence);
  const window = { ...mute, maintenanceId: 1, state };
  queryClient.setQueryData<unknown>(maintenanceQuery().queryKey, {
    serverTime: FROM,
    maintenanceList: [{ ...window, fromAt: FROM, toAt: TO, isChangeable: false }],
  });
  show(<MaintenanceStrip />);
  expect(screen.getByText(text)).toBeDefined();
});
