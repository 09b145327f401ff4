import { getSignOnRules, previewSignOnRules, SignOnRules } from '@gwanje/contract/settings/sign-on-rules';
import { listGroupNames } from '@gwanje/contract/users/groups';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useGroups } from '#core/groups/group-store.ts';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import './sign-on-messages.ts';
import { SignOnPage } from './sign-on-page.tsx';

const RULES = '/api/v1/sign-on-rules';
const PREVIEW = '/api/v1/sign-on-rules/preview';
const AT = '2026-01-01T00:00:00.000Z';

const rules = SignOnRules.parse({
  ruleList: [
    { claim: 'groups', match: 'exact', value: '관제-운영', role: 2, grantedSubGroupIdList: [11] },
    { claim: 'groups', match: 'prefix', value: '/gwanje/', role: null, grantedSubGroupIdList: [12] },
  ],
  otherwise: 'refuse',
});

function open() {
  const network = signedIn();
  const stored = { rules, version: 3, updatedAt: AT };
  const userList = [{ userNo: 7, userId: 'kim', name: '김하나', signedOnAt: AT }];
  network.on(RULES, () => envelope(200, getSignOnRules.response.parse({ ...stored, userList })));
  const subGroupNameList = [
    { subGroupId: 11, subGroupName: '운영' },
    { subGroupId: 12, subGroupName: '개발' },
  ];
  const groupNameList = [{ metaGroupId: 1, metaGroupName: '커머스', subGroupNameList }];
  useGroups.setState(listGroupNames.response.parse({ groupNameList }));
  renderPage(SignOnPage, '/setting/sign-on');
  return network;
}

test('shows the rules in their order, and what holds when none fits', async () => {
  open();
  const rows = (await screen.findAllByRole('row')).map((row) => row.textContent);
  expect(rows[1]).toBe('1groups같음관제-운영사용자커머스 / 운영');
  expect(rows[2]).toBe('2groups앞부분 일치/gwanje/정하지 않음커머스 / 개발');
  expect(screen.getByText('로그인 거부')).toBeDefined();
});

test('sends the rules as typed to the preview, and lists the users who change', async () => {
  const network = open();
  const kim = { userNo: 7, userId: 'kim', name: '김하나', status: 1, signedOnAt: AT };
  const before = { roleBefore: 2, isKeyUserBefore: 'N', removedSubGroupIdList: [11] };
  const changeList = [{ ...kim, ...before, role: 3, addedSubGroupIdList: [12] }];
  const result = { role: 'refuse', roleRuleNo: null, ruleNoList: [], grantedSubGroupIdList: [] };
  const users = { valueList: ['dev'], unseenClaimList: ['roles'], changedCnt: 1, changeList };
  const answer = previewSignOnRules.response.parse({ result, ...users });
  network.on(PREVIEW, () => envelope(200, answer));
  await userEvent.click(await screen.findByRole('button', { name: '수정' }));
  await userEvent.click(screen.getByRole('button', { name: '2번 규칙 위로' }));
  await userEvent.type(screen.getByLabelText('그룹 이름 목록'), 'dev');
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }));
  expect(await screen.findByText('맞는 규칙 없음')).toBeDefined();
  expect(screen.getByText(/규칙에 처음 쓴 클레임\(roles\)/)).toBeDefined();
  const table = await screen.findByRole('table');
  const row = within(table).getAllByRole('row')[1];
  expect(row?.textContent).toContain('김하나 kim사용자그룹 관리자');
  expect(row?.textContent).toContain('추가 커머스 / 개발');
  expect(row?.textContent).toContain('제외 커머스 / 운영');
  const [sent] = network.requestsOf(PREVIEW);
  expect(JSON.parse(String(sent?.body))).toMatchObject({
    valueList: ['dev'],
    rules: { ruleList: [{ value: '/gwanje/' }, { value: '관제-운영' }], otherwise: 'refuse' },
  });
  // A later change of the rules makes the shown preview outdated.
  await userEvent.click(screen.getByRole('button', { name: '1번 규칙 삭제' }));
  expect(screen.getByText('규칙이 바뀌었습니다. 미리 보기를 다시 눌러 주세요.')).toBeDefined();
});

test('names the fields of a rule that are missing, and calculates nothing', async () => {
  const network = open();
  await userEvent.click(await screen.findByRole('button', { name: '수정' }));
  await userEvent.click(screen.getByRole('button', { name: '규칙 추가' }));
  await userEvent.click(screen.getByRole('button', { name: '미리 보기' }));
  expect(screen.getByText('규칙에 빠졌거나 잘못된 값이 있어 계산하지 못했습니다.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: '저장' }));
  expect(await screen.findByText('그룹 이름을 200자까지 입력해 주세요.')).toBeDefined();
  expect(network.requestsOf(PREVIEW)).toEqual([]);
});
