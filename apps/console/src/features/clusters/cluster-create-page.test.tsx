import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { initialiseGroups } from '#core/groups/group-store.ts';
import { loadAllowedGroups } from '#core/groups/groups.ts';
import { envelope } from '#core/testing/fake-network.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import './cluster-messages.ts';
import { ClusterCreatePage } from './cluster-create-page.tsx';

test('in an empty installation each step leads to the next, up to the installation of the agent', async () => {
  initialiseGroups();
  const network = signedIn();
  const groups: { metaGroupId: number; metaGroupName: string; subGroupNameList: object[] }[] = [];
  network.onOther(() => envelope(200, { list: [{ alarmTemplateId: 1, name: '기본 템플릿' }], totalCnt: 1 }));
  network.on('/api/v1/group-name/list', () => envelope(200, { groupNameList: groups }));
  network.on(`/api/v1/group/meta/insert/${encodeURIComponent('서비스')}`, () => {
    groups.push({ metaGroupId: 1, metaGroupName: '서비스', subGroupNameList: [] });
    return envelope(201, { metaGroupId: 1 }, 201);
  });
  network.on('/api/v1/group/sub/insert', () => {
    groups[0]?.subGroupNameList.push({ subGroupId: 11, subGroupName: '운영' });
    return envelope(201, { subGroupId: 11 }, 201);
  });
  network.on('/api/v1/cluster/insert', () => envelope(201, { hostId: 7 }, 201));
  await loadAllowedGroups();
  const address = renderPage(ClusterCreatePage, '/setting/host/cluster-create');

  const steps = await screen.findByRole('list', { name: '시작 단계' });
  const current = () => within(steps).getAllByRole('listitem', { current: 'step' })[0]?.textContent;
  expect(current()).toBe('1메타 그룹');
  await userEvent.type(screen.getByLabelText(/^이름/), '서비스');
  await userEvent.click(screen.getByRole('button', { name: '생성하고 다음 단계로' }));

  await screen.findByText('클러스터를 둘 서브 그룹을 생성해 주세요.');
  expect(screen.getByLabelText<HTMLInputElement>(/^이름/).value).toBe('');
  await userEvent.type(screen.getByLabelText(/^이름/), '운영');
  await userEvent.click(screen.getByRole('button', { name: '생성하고 다음 단계로' }));
  const expected = { metaGroupId: 1, name: '운영' };
  expect(JSON.parse(String(network.requestsOf('/api/v1/group/sub/insert')[0]?.body))).toEqual(expected);

  const create = await screen.findByRole('button', { name: '생성하고 에이전트 설치' });
  await userEvent.type(screen.getByLabelText(/^이름/), 'seoul');
  await userEvent.click(create);
  await expect.poll(address).toMatch(/^\/setting\/host\/agent-install.*hostId=7$/);
});
