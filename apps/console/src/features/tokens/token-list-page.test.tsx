import { WallboardKey } from '@gwanje/contract/dashboard/wallboards';
import { AccessToken } from '@gwanje/contract/users/access-tokens';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useSession } from '#core/session/session-store.ts';
import { envelope, type FakeNetwork } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { sampleOf } from '#core/testing/sample.ts';
import { testUser } from '#core/testing/users.ts';
import './access-token-messages.ts';
import { TokenListPage } from './token-list-page.tsx';

const TOKENS = '/api/v1/access-token/list';
const KEYS = '/api/v1/wallboard/list';
const PAST = '2020-01-01T00:00:00.000Z';
const FUTURE = '2999-01-01T00:00:00.000Z';
const sparse = { rowCnt: 0, isSparse: true } as const;

function token(accessTokenId: number, name: string, more: object = {}): AccessToken {
  const sample = AccessToken.parse(sampleOf(AccessToken, sparse));
  return AccessToken.parse({ ...sample, accessTokenId, name, expiresAt: FUTURE, ...more });
}

const wallboardKey = WallboardKey.parse({
  ...WallboardKey.parse(sampleOf(WallboardKey, sparse)),
  name: '3층 화면',
  boardList: [{ id: 'a', name: '전체 현황' }],
  subGroupList: [{ subGroupId: 11, name: '운영', metaGroupName: '본부' }],
});

function open({ tokens = [] as AccessToken[], keys = [] as WallboardKey[] } = {}): FakeNetwork {
  const network = signedIn();
  network.on(TOKENS, () => envelope(200, { accessTokenList: tokens }));
  network.on(KEYS, () => envelope(200, { wallboardKeyList: keys }));
  return network;
}

function show(): void {
  renderPage(TokenListPage, '/setting/access-token');
}

async function rowOf(name: string) {
  const row = (await screen.findByText(name)).closest('tr');
  if (!row) throw new Error(`${name} is in no row`);
  return within(row);
}

test('shows groups, role and state of each token, and the wallboard keys', async () => {
  const metaGroupList = [{ metaGroupId: 1, name: '본부' }];
  const past = [token(2, '지난해', { expiresAt: PAST }), token(3, '분실', { revokedAt: PAST })];
  open({ tokens: [token(1, '배포', { metaGroupList, role: 3 }), ...past], keys: [wallboardKey] });
  show();
  const active = await rowOf('배포');
  for (const text of ['본부', '그룹 관리자', '사용 중', '사용 기록 없음'])
    expect(active.getByText(text)).toBeDefined();
  expect(active.getByRole('button', { name: '폐기' })).toBeDefined();
  for (const [name, state] of [
    ['지난해', '만료'],
    ['분실', '폐기됨'],
  ] as const) {
    const row = await rowOf(name);
    expect(row.getByText(state)).toBeDefined();
    expect(row.getByText('모든 그룹')).toBeDefined();
    expect(row.queryByRole('button', { name: '폐기' })).toBeNull();
  }
  const screenKey = await rowOf('3층 화면');
  for (const text of ['전체 현황', '본부 · 운영', '접속 기록 없음'])
    expect(screenKey.getByText(text)).toBeDefined();
});

test('creates a token and shows its secret once', async () => {
  const network = open();
  network.on('/api/v1/access-token/insert', () =>
    envelope(201, { accessTokenId: 4, token: 'gwj_secret', expiresAt: FUTURE }, 201),
  );
  show();
  await screen.findByText('액세스 토큰이 없습니다');
  const [create] = screen.getAllByRole('button', { name: '토큰 생성' });
  if (create) await userEvent.click(create);
  const form = within(await screen.findByRole('dialog', { name: '토큰 생성' }));
  await userEvent.click(form.getByRole('button', { name: '생성' }));
  expect(network.requestsOf('/api/v1/access-token/insert')).toEqual([]);
  await userEvent.type(form.getByLabelText(/^이름/), ' 배포 ');
  await userEvent.selectOptions(form.getByLabelText('유효 기간'), '30');
  await userEvent.click(form.getByRole('button', { name: '생성' }));
  const made = within(await screen.findByRole('dialog', { name: '토큰을 생성했습니다' }));
  expect(made.getByText('gwj_secret')).toBeDefined();
  const [sent] = network.requestsOf('/api/v1/access-token/insert');
  expect(JSON.parse(String(sent?.body))).toEqual({ name: '배포', role: 3, metaGroupIdList: [], days: 30 });
  await waitFor(() => expect(network.requestsOf(TOKENS)).toHaveLength(2));
  await userEvent.click(made.getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(screen.queryByText('gwj_secret')).toBeNull());
});

test.each([
  ['a token', '배포', '/api/v1/access-token/1'],
  ['a wallboard link', '3층 화면', '/api/v1/wallboard/1'],
])('revokes %s only after a confirmation', async (_what, name, path) => {
  const network = open({ tokens: [token(1, '배포')], keys: [wallboardKey] });
  network.on(path, () => envelope(200, {}));
  show();
  await userEvent.click((await rowOf(name)).getByRole('button', { name: '폐기' }));
  const question = () => within(screen.getByRole('alertdialog'));
  await screen.findByRole('alertdialog');
  await userEvent.click(question().getByRole('button', { name: '취소' }));
  expect(network.requestsOf(path)).toEqual([]);
  await userEvent.click((await rowOf(name)).getByRole('button', { name: '폐기' }));
  await screen.findByRole('alertdialog');
  await userEvent.click(question().getByRole('button', { name: '폐기' }));
  await waitFor(() => expect(network.requestsOf(path).map(({ method }) => method)).toEqual(['DELETE']));
});

test('hides the owners from a group admin, whose list has only own tokens', async () => {
  open({ tokens: [token(1, '배포')] });
  useSession.setState({ user: testUser({ role: 3 }) });
  show();
  await screen.findByText('배포');
  expect(screen.queryByRole('columnheader', { name: '만든 사용자' })).toBeNull();
});

test('each of the two lists offers its own retry', async () => {
  const network = open();
  network.on(TOKENS, () => envelope(8003, {}, 404));
  show();
  await screen.findByText('액세스 토큰을 불러오지 못했습니다');
  await screen.findByText('상황판 화면이 없습니다');
  network.on(TOKENS, () => envelope(200, { accessTokenList: [token(1, '배포')] }));
  await userEvent.click(screen.getByRole('button', { name: '재시도' }));
  await rowOf('배포');
});
