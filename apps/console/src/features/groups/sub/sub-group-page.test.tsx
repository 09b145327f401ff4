import { getSubGroup } from '@gwanje/contract/users/groups';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useSession } from '#core/session/session-store.ts';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { sampleOf } from '#core/testing/sample.ts';
import { testUser } from '#core/testing/users.ts';
import '../group-messages.ts';
import { SubGroupPage } from './sub-group-page.tsx';

const INFO = '/api/v1/group/sub/info/11';
const PERMISSION = '/api/v1/log/permission';

function show() {
  const network = signedIn();
  const sample = getSubGroup.response.parse(sampleOf(getSubGroup.response, { rowCnt: 0, isSparse: true }));
  const own = { subGroupId: 11, metaGroupId: 1, name: '운영', ownerUserNo: 7 };
  const info = { ...sample, ...own, logReaders: 'groupAdmin' };
  network.on(INFO, () => envelope(200, info));
  network.on(PERMISSION, ({ body }) => {
    const [change] = JSON.parse(String(body));
    info.logReaders = change.logReaders;
    return envelope(200, {});
  });
  return { network, open: () => renderPage(SubGroupPage, '/setting/group/sub?subGroupId=11') };
}

test('a total admin changes who may read logs', async () => {
  const { network, open } = show();
  open();
  await screen.findByText('전체 관리자와 소유자');
  await userEvent.click(screen.getByRole('button', { name: '수정' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '로그 조회 권한' }), '전체 관리자만');
  await userEvent.click(screen.getByRole('button', { name: '저장' }));
  await screen.findByText('전체 관리자만');
  expect(
    network.requestsOf(PERMISSION).map(({ method, body }) => [method, JSON.parse(String(body))]),
  ).toEqual([['PUT', [{ subGroupId: 11, logReaders: 'totalAdmin' }]]]);
});

test('the admin who owns the group sees who may read logs, and cannot change it', async () => {
  const { open } = show();
  useSession.setState({ user: testUser({ role: 3 }) });
  open();
  await userEvent.click(await screen.findByRole('button', { name: '수정' }));
  expect(screen.getByText('전체 관리자와 소유자')).toBeDefined();
  expect(screen.queryByRole('combobox', { name: '로그 조회 권한' })).toBeNull();
});
