import { listGroupNames } from '@gwanje/contract/users/groups';
import { HeadlessMantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GroupPicker } from './group-picker.tsx';

const ofCommerce = [
  { subGroupId: 11, subGroupName: '운영' },
  { subGroupId: 12, subGroupName: '스테이징' },
];
const groupNameList = [
  { metaGroupId: 1, metaGroupName: '커머스', subGroupNameList: ofCommerce },
  { metaGroupId: 2, metaGroupName: '데이터', subGroupNameList: [{ subGroupId: 21, subGroupName: '분석' }] },
];
const { groupNameList: groups } = listGroupNames.response.parse({ groupNameList });

function open(initialIds: number[]) {
  const onApply = vi.fn<(ids: readonly number[]) => void>();
  const onCancel = vi.fn();
  render(
    <HeadlessMantineProvider env="test">
      <GroupPicker groups={groups} initialIds={initialIds} onApply={onApply} onCancel={onCancel} />
    </HeadlessMantineProvider>,
  );
  const item = (name: RegExp) => screen.getByRole('treeitem', { name });
  return { onApply, onCancel, user: userEvent.setup(), item };
}

function applied(onApply: ReturnType<typeof open>['onApply']) {
  return [...(onApply.mock.calls[0]?.[0] ?? [])].sort();
}

afterEach(cleanup);

describe('the group picker', () => {
  it('selects and clears all sub groups of a meta group, and applies the selection only on 적용', async () => {
    const { user, item, onApply } = open([11, 21]);
    expect(item(/커머스/).getAttribute('aria-checked')).toBe('mixed');
    await user.click(item(/커머스/));
    expect(item(/커머스/).getAttribute('aria-checked')).toBe('true');
    await user.click(item(/데이터/));
    expect(onApply).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: '적용' }));
    expect(applied(onApply)).toEqual([11, 12]);
  });

  it('does not apply an empty selection, which would mean all groups', async () => {
    const { user, onApply } = open([11, 12, 21]);
    await user.click(screen.getByRole('button', { name: '전체 해제' }));
    expect(screen.getByText('0/3개 선택')).toBeDefined();
    const apply = screen.getByRole<HTMLButtonElement>('button', { name: '적용' });
    expect(apply.disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: '전체 선택' }));
    await user.click(apply);
    expect(applied(onApply)).toEqual([11, 12, 21]);
  });

  it('is usable by keyboard', async () => {
    const { user, item, onApply } = open([21]);
    await user.click(screen.getByRole('searchbox'));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(item(/커머스/));
    await user.keyboard('{ArrowLeft}');
    expect(screen.queryByRole('treeitem', { name: /운영/ })).toBeNull();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(item(/운영/));
    await user.keyboard(' {Enter}');
    expect(applied(onApply)).toEqual([11, 21]);
  });

  it('finds sub groups by name, and shows a text if none matches', async () => {
    const { user } = open([21]);
    await user.type(screen.getByRole('searchbox'), '스테');
    const expected = ['커머스', '스테이징'];
    expect(screen.getAllByRole('treeitem').map((row) => row.getAttribute('title'))).toEqual(expected);
    await user.type(screen.getByRole('searchbox'), '없는 이름');
    expect(screen.getByText('이름에 맞는 그룹이 없습니다.')).toBeDefined();
  });

  it('cancels without applying', async () => {
    const { user, onApply, onCancel } = open([21]);
    await user.click(screen.getByRole('button', { name: '취소' }));
    expect(onCancel).toHaveBeenCalledOnce();
    expect(onApply).not.toHaveBeenCalled();
  });
});
