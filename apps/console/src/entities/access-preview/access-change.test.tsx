import { HostId, UserNo } from '@gwanje/contract/definition/fields';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setLanguage } from '#core/i18n/i18n.ts';
import { AccessChange, type AccessPreview } from './access-change.tsx';

beforeEach(() => setLanguage('ko'));
afterEach(cleanup);

const NOTHING: AccessPreview = { gainedList: [], lostList: [], userList: [], clusterList: [] };

function preview(userCnt: number, clusterCnt: number): AccessPreview {
  const userList = Array.from({ length: userCnt }, (_, at) => ({
    userNo: UserNo.parse(at + 1),
    userId: `user-${at}`,
    name: `사용자 ${at}`,
  }));
  const clusterList = Array.from({ length: clusterCnt }, (_, at) => ({
    hostId: HostId.parse(at + 100),
    name: `cluster-${at}`,
  }));
  const hostIdList = clusterList.map(({ hostId }) => hostId);
  const block = { userNoList: userList.map(({ userNo }) => userNo), hostIdList };
  return { ...NOTHING, lostList: [block], userList, clusterList };
}

test('shows a text if no user is affected', () => {
  render(<AccessChange preview={NOTHING} />);
  expect(screen.getByText('아무도 달라지지 않습니다.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('lists gained and lost access separately, with users and clusters', () => {
  const { lostList, ...rest } = preview(2, 1);
  const [block] = lostList;
  if (!block) throw new Error('no block');
  const [first, second] = block.userNoList;
  if (!first || !second) throw new Error('no users');
  const lists = {
    lostList: [{ ...block, userNoList: [first] }],
    gainedList: [{ ...block, userNoList: [second] }],
  };
  render(<AccessChange preview={{ ...rest, ...lists }} />);
  const gained = within(screen.getByRole('table', { name: /볼 수 있게 됨/ }));
  expect(gained.getByText('사용자 1')).toBeTruthy();
  expect(gained.getByText('user-1')).toBeTruthy();
  expect(gained.getByText('cluster-0')).toBeTruthy();
  expect(gained.queryByText('사용자 0')).toBeNull();
  expect(within(screen.getByRole('table', { name: /볼 수 없게 됨/ })).getByText('사용자 0')).toBeTruthy();
});

test('shows the first twenty items and the count of the rest, and all items on request', async () => {
  render(<AccessChange preview={preview(21, 500)} />);
  expect(screen.getByText('21명')).toBeTruthy();
  expect(screen.getAllByText(/^cluster-/)).toHaveLength(20);
  await userEvent.click(screen.getByRole('button', { name: '외 480개' }));
  expect(screen.getAllByText(/^cluster-/)).toHaveLength(500);
  expect(screen.getAllByText(/^사용자 \d/)).toHaveLength(20);
  await userEvent.click(screen.getByRole('button', { name: '외 1명' }));
  expect(screen.getAllByText(/^사용자 \d/)).toHaveLength(21);
});
