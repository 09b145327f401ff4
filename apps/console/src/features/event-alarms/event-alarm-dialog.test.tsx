import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { listGroupNames } from '@gwanje/contract/users/groups';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#core/api/query-client.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useSession } from '#core/session/session-store.ts';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { testUser } from '#core/testing/users.ts';
import { EventAlarmDialog } from './event-alarm-dialog.tsx';
import type { EventAlarm } from './event-alarm-list.tsx';
import './event-alarm-messages.ts';
import { ofOwn } from './event-alarm-page.tsx';

const MANAGED = 1;
const UNMANAGED = 2;

const alarm = (hostId: number) =>
  ({ eventAlarmId: 5, hostId, clusterName: 'prod', name: '이미지 실패', isOn: true }) as EventAlarm;

beforeEach(() => {
  const metaGroup = (metaGroupId: number, ownerUserNo: number) => ({ metaGroupId, ownerUserNo });
  signedIn().on('/api/v1/group/meta/list/1/1000', () =>
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

afterEach(() => vi.restoreAllMocks());

function open(hostId: number): void {
  const shown = { alarm: alarm(hostId), firstHostId: undefined, onSaved: async () => {}, onClose: () => {} };
  renderPage(() => <EventAlarmDialog {...shown} />, '/');
}

const nameField = () => screen.findByLabelText<HTMLInputElement>(/^이름/);

test('keeps an event alarm read-only in a cluster that the user does not manage', async () => {
  open(UNMANAGED);
  await nameField();
  await expect.poll(() => queryClient.getQueryCache().getAll()[0]?.state.status).toBe('success');
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
