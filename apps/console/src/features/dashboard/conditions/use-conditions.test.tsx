import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { defaultConditions } from '@gwanje/domain/dashboard/conditions';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { readDashboard, resetDashboard, setConditions } from '#core/session/dashboard-conditions-store.ts';
import { renderPage, signedIn } from '#core/testing/render-page.tsx';
import { ConditionBar } from './condition-bar.tsx';
import { useConditions } from './use-conditions.ts';
import '#entities/dashboard/dashboard-messages.ts';

const clusterList = ['seoul', 'busan', 'stage'].map((name, index) => {
  return { hostId: index + 1, name, metaGroupId: 1, subGroupId: 1 };
});
const { clusterList: clusters } = listClusterNames.response.parse({ clusterList });

function Bar() {
  const [conditions, choose] = useConditions();
  return <ConditionBar clusters={clusters} conditions={conditions} onChange={choose} end={null} />;
}

async function open(address: string) {
  signedIn();
  const addressOf = renderPage(Bar, address);
  await screen.findByRole('group', { name: '검색 조건' });
  const search = () => Object.fromEntries(new URL(addressOf(), 'https://console.test').searchParams);
  return { user: userEvent.setup(), search };
}

function shown(name: RegExp): string {
  return screen.getByRole('button', { name }).textContent ?? '';
}

function checkedType(): string | undefined {
  return screen.getAllByRole('radio', { checked: true })[0]?.closest('label')?.textContent ?? undefined;
}

beforeEach(() => {
  window.sessionStorage.clear();
  resetDashboard();
});

describe('the dashboard conditions', () => {
  test('start with the defaults and leave the address without conditions', async () => {
    const { search } = await open('/main');
    expect(checkedType()).toBe('파드');
    expect(shown(/^클러스터 /)).toContain('전체 3개');
    expect(shown(/^그룹 기준/)).toContain('없음');
    expect(shown(/^정렬 기준/)).toContain('상태');
    expect(search()).toEqual({});
  });

  test('in the address override those of the session and are saved in the session', async () => {
    setConditions({ ...defaultConditions, groupBy: 'node', sortBy: 'NET_RX' });
    await open('/main?sortBy=MEM_USED_LIMIT&clusterList=2');
    expect(shown(/^정렬 기준/)).toContain('메모리 사용률(Limit)');
    expect(shown(/^그룹 기준/)).toContain('노드');
    expect(shown(/^클러스터 /)).toContain('busan');
    const expected = { sortBy: 'MEM_USED_LIMIT', groupBy: 'node', clusterList: [2] };
    expect(readDashboard().conditions).toMatchObject(expected);
  });

  test('reset grouping and order for another object type, in the address and the session', async () => {
    const { user, search } = await open('/main?objectType=pod&groupBy=namespace&sortBy=NET_RX');
    await user.click(screen.getByRole('radio', { name: '컨테이너' }));
    expect(shown(/^그룹 기준/)).toContain('없음');
    expect(shown(/^정렬 기준/)).toContain('CPU 사용량');
    const chosen = { objectType: 'container', groupBy: 'none', sortBy: 'CPU_USED_CORE' };
    await waitFor(() => expect(search()).toEqual({ isAllCluster: 'true', ...chosen }));
    expect(readDashboard().conditions).toMatchObject(chosen);
  });

  test('clear the clusters on "all" if any is selected, else select all', async () => {
    const { user, search } = await open('/main');
    await user.click(screen.getByRole('button', { name: /^클러스터 / }));
    await screen.findByRole('checkbox', { name: /전체 클러스터/ });
    const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /전체 클러스터/ });
    const one = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    await user.click(all());
    expect(one('seoul').checked).toBe(false);
    await waitFor(() => expect(search()).toMatchObject({ isAllCluster: 'false' }));
    await user.click(one('busan'));
    expect(all().checked).toBe(false);
    expect(all().indeterminate).toBe(true);
    await waitFor(() => expect(search()).toMatchObject({ clusterList: '2' }));
    // One cluster is selected, so "all" clears the selection.
    await user.click(all());
    expect(one('busan').checked).toBe(false);
    await user.click(all());
    expect(one('stage').checked).toBe(true);
    await waitFor(() => expect(search()).toMatchObject({ isAllCluster: 'true' }));
  });

  test('become the defaults, also in the address, if another component resets them', async () => {
    const { search } = await open('/main?objectType=node&groupBy=cluster&sortBy=NET_RX');
    act(() => resetDashboard());
    expect(checkedType()).toBe('파드');
    await waitFor(() => expect(search()).toEqual({}));
    expect(checkedType()).toBe('파드');
    expect(readDashboard().conditions).toEqual(defaultConditions);
  });

  test('show a reset button only while they are not the defaults', async () => {
    const { user } = await open('/main?objectType=node');
    await user.click(screen.getByRole('button', { name: '초기화' }));
    expect(checkedType()).toBe('파드');
    expect(screen.queryByRole('button', { name: '초기화' })).toBeNull();
  });
});
