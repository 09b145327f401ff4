import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { listGroupNames } from '@gwanje/contract/users/groups';
import { HeadlessMantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setCallHooks } from '#core/api/client.ts';
import { createQueryClient } from '#core/api/query-client.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { initialiseSession, useSession } from '#core/session/session-store.ts';
import { envelope, fakeNetwork } from '#core/testing/fake-network.ts';
import { testUser } from '#core/testing/users.ts';
import { EventAlarmDialog } from './event-alarm-dialog.tsx';
import type { EventAlarm } from './event-alarm-list.tsx';
import './event-alarm-messages.ts';
import { ofOwn } from './event-alarm-page.tsx';
import './event-alarm-messages.ts';

const MANAGED = 1;
const UNMANAGED = 2;

const alarm = (hostId: number) =>
  ({ eventAlarmId: 5, hostId, clusterName: 'prod', name: '이미지 실패', isOn: true }) as EventAlarm;

beforeEach(() => {
  window.scrollTo = () => undefined;
  setCallHooks({
    subGroupIds: async () => [],
    onRefused: () => undefined,
    confirmResend: async () => false,
    isReadOnlySession: () => false,
    isRestrictedUser: () => false,
    proveIdentity: async () => false,
    isLeaving: () => false,
  });
  const metaGroup = (metaGroupId: number, ownerUserNo: number) => ({ metaGroupId, ownerUserNo });
  fakeNetwork().on('/api/v1/group/meta/list/1/1000', () =>
    envelope(200, { totalCnt: 2, pageNo: 1, pageCnt: 1000, list: [metaGroup(1, 7), metaGroup(2, 8)] }),
  );
  useSession.setState({ user: testUser({ role: 3 }) });
  const group = (metaGroupId: number) => ({ metaGroupId, metaGroupName: 'm', subGroupNameList: [] });
  useGroups.setState(listGroupNames.response.parse({ groupNameList: [group(1), group(2)] }));
  const cluster = (hostId: number) => ({ hostId, name: 'prod', metaGroupId: hostId, subGroupId: 1 });
  useClusters.setState(
    listClusterNames.response.parse({ clusterList: [cluster(MANAGED), cluster(UNMANAGED)] }),
  );
});

afterEach(() => {
  cleanup();
  initialiseSession();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(hostId: number) {
  const client = createQueryClient();
  const component = () => (
    <EventAlarmDialog
      alarm={alarm(hostId)}
      firstHostId={undefined}
      onSaved={async () => {}}
      onClose={() => {}}
    />
  );
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  render(
    <QueryClientProvider client={client}>
      <HeadlessMantineProvider env="test">
        <RouterProvider router={router} />
      </HeadlessMantineProvider>
    </QueryClientProvider>,
  );
  return client;
}

const nameField = () => screen.findByLabelText<HTMLInputElement>(/^이름/);

test('shows an event alarm read-only until 수정', async () => {
  open(MANAGED);
  const edit = await screen.findByRole('button', { name: '수정' });
  expect((await nameField()).readOnly).toBe(true);
  expect(screen.queryByRole('button', { name: '저장' })).toBeNull();
  await userEvent.click(edit);
  expect((await nameField()).readOnly).toBe(false);
  expect(document.activeElement).toBe(await nameField());
  expect(screen.getByRole('button', { name: '저장' })).toBeDefined();
});

test('keeps an event alarm read-only in a cluster that the user does not manage', async () => {
  const client = open(UNMANAGED);
  await nameField();
  await expect.poll(() => client.getQueryCache().getAll()[0]?.state.status).toBe('success');
  expect((await nameField()).readOnly).toBe(true);
  expect(screen.queryByRole('button', { name: '수정' })).toBeNull();
});

test('alerts on every attempt to change a read-only field', async () => {
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined);
  open(MANAGED);
  await userEvent.type(await nameField(), 'a');
  await userEvent.type(screen.getByLabelText('이벤트 유형'), 'a');
  const isOn = screen.getByRole<HTMLInputElement>('switch', { name: '사용' });
  await userEvent.click(isOn);
  expect(alert.mock.calls).toEqual(Array.from({ length: 3 }, () => ['변경이 불가합니다.']));
  expect(isOn.checked).toBe(true);
});

test.each([
  [[MANAGED, MANAGED], 'done', 0],
  [[MANAGED, UNMANAGED], 'kept', 1],
])('a change of several alarms in clusters %j is %s', async (hostIds, outcome, refusals) => {
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined);
  const change = vi.fn(async () => 'done' as const);
  expect(await ofOwn(new Set([MANAGED]), change)(hostIds.map(alarm))).toBe(outcome);
  expect(alert.mock.calls).toEqual(Array.from({ length: refusals }, () => ['변경이 불가합니다.']));
  expect(change).toHaveBeenCalledTimes(1 - refusals);
});
