import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { envelope, type FakeNetwork } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { testUser } from '#core/testing/users.ts';
import '../user-messages.ts';
import { UserListPage } from './user-list-page.tsx';

const USERS = '/api/v1/users/1/100';

/** A server that knows one user, whose role and status are those of the filter, and whose ID contains `kim`. */
function open(address = '/setting/user') {
  const network = signedIn();
  network.onOther(() => envelope(200, { type: 'list.users', viewOption: {}, updatedAt: null }));
  network.on(USERS, () => {
    const { search = 'kim' } = filterOf(network);
    const list = search === 'kim' ? [{ ...testUser({ userId: 'kim' }), grantList: [] }] : [];
    return envelope(200, { totalCnt: list.length, pageNo: 1, pageCnt: 100, list });
  });
  return { network, address: renderPage(UserListPage, address) };
}

function filterOf(network: FakeNetwork): Record<string, unknown> {
  return JSON.parse(String(network.requestsOf(USERS).at(-1)?.body)).filter ?? {};
}

test('each filter narrows the request and is in the address; the reset removes all', async () => {
  const { network, address } = open();
  await userEvent.selectOptions(await screen.findByLabelText('역할 필터'), '10');
  await waitFor(() => expect(filterOf(network)).toEqual({ role: 1, isKeyUser: 'Y' }));
  await userEvent.selectOptions(screen.getByLabelText('상태 필터'), '2');
  await waitFor(() => expect(filterOf(network)).toEqual({ role: 1, isKeyUser: 'Y', status: 2 }));
  await userEvent.type(screen.getByLabelText('사용자 ID, 이름, 이메일 검색'), 'kim');
  await waitFor(() =>
    expect(filterOf(network)).toEqual({ role: 1, isKeyUser: 'Y', status: 2, search: 'kim' }),
  );
  expect(address()).toBe('/setting/user?role=10&status=2&search=kim');
  await userEvent.click(screen.getByRole('button', { name: '필터 초기화' }));
  await waitFor(() => expect(address()).toBe('/setting/user'));
  for (const label of ['역할 필터', '상태 필터', '사용자 ID, 이름, 이메일 검색'])
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('');
  expect(screen.queryByRole('button', { name: '필터 초기화' })).toBeNull();
});

test('the filters of the address are shown, and an empty result offers to remove them', async () => {
  const { network } = open('/setting/user?role=3&status=4&search=lee');
  await screen.findByText('조건에 맞는 사용자가 없습니다');
  expect(filterOf(network)).toEqual({ role: 3, status: 4, search: 'lee' });
  expect(screen.getByLabelText<HTMLSelectElement>('역할 필터').value).toBe('3');
  expect(screen.getByLabelText<HTMLSelectElement>('상태 필터').value).toBe('4');
  expect(screen.getByLabelText<HTMLInputElement>('사용자 ID, 이름, 이메일 검색').value).toBe('lee');
  const [, inList] = screen.getAllByRole('button', { name: '필터 초기화' });
  if (!inList) throw new Error('the empty list has no button');
  await userEvent.click(inList);
  await waitFor(() => expect(screen.queryByText('조건에 맞는 사용자가 없습니다')).toBeNull());
  expect(filterOf(network)).toEqual({});
});
