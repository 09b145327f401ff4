import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { Role } from '@gwanje/contract/definition/fields';
import { listUsers } from '@gwanje/contract/users/users';
import { Icon } from '@gwanje/ui/icon';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useRoleLabel } from '#entities/users/user-chips.tsx';
import classes from './user-select.module.css';

type Named = Pick<FoundUser, 'userNo' | 'name'> & Partial<Pick<FoundUser, 'userId'>>;

interface UserSelectProps {
  readonly label?: string;
  /** The label for screen readers if no label is shown. */
  readonly ariaLabel?: string;
  readonly description?: string;
  readonly placeholder: string;
  readonly roles: readonly Role[];
  readonly value: Named | null;
  readonly onPick: (user: FoundUser) => void;
  /** Users that the list leaves out. */
  readonly excludedUserNos?: ReadonlySet<number>;
  readonly error?: ReactNode;
  readonly required?: boolean;
}

/** The value of the last option, which shows the state of the search and cannot be chosen. */
const NOTE = -1;

/** Chooses one user by a search. With `value` null it adds each chosen user and becomes empty again. */
export function UserSelect(props: UserSelectProps) {
  const { value, onPick, excludedUserNos } = props;
  const t = useT();
  const roleLabel = useRoleLabel();
  const picked = value && titleOf(value);
  const [text, setText] = useState(picked ?? '');
  // The name of the chosen user is not a search text.
  const { users, isSearching, failed, hasMore } = useUserSearch(text === picked ? '' : text, props.roles);
  const offered = users.filter(({ userNo }) => !excludedUserNos?.has(userNo));
  const byUserNo = new Map<number, FoundUser>(offered.map((user) => [user.userNo, user]));
  const options = [...byUserNo].map(([userNo, user]) => ({ value: userNo, label: titleOf(user) }));
  const chosen =
    value && !byUserNo.has(value.userNo) ? [{ value: Number(value.userNo), label: titleOf(value) }] : [];
  const noteKey = failed
    ? 'groups.searchFailed'
    : offered.length > 0
      ? hasMore && 'groups.moreUsers'
      : isSearching
        ? 'groups.searching'
        : 'groups.noUserMatch';
  const note = noteKey ? [{ value: NOTE, label: t(noteKey), disabled: true }] : [];
  return (
    <Select<number>
      label={props.label}
      aria-label={props.ariaLabel}
      description={props.description}
      placeholder={props.placeholder}
      error={props.error}
      required={props.required ?? false}
      leftSection={<Icon name="mdi-account-search-outline" />}
      searchable
      searchValue={text}
      onSearchChange={setText}
      data={[...options, ...chosen, ...note]}
      // The server has filtered already. The current choice is in the data only for its label.
      filter={({ options: all }) =>
        all.filter((item) => 'value' in item && (item.value === NOTE || byUserNo.has(item.value)))
      }
      value={value === null ? null : value.userNo}
      onChange={(userNo) => {
        const user = userNo === null ? undefined : byUserNo.get(userNo);
        if (!user) return;
        onPick(user);
        if (value === null) setText('');
      }}
      allowDeselect={false}
      renderOption={({ option }) => {
        const user = byUserNo.get(option.value);
        if (!user) return <span className={classes.detail}>{option.label}</span>;
        return (
          <span className={classes.option}>
            <bdi className={classes.name}>{user.name}</bdi>
            <bdi className={classes.detail}>{user.userId}</bdi>
            <span className={classes.role}>{roleLabel(user)}</span>
          </span>
        );
      }}
      comboboxProps={{ width: 'target' }}
    />
  );
}

function titleOf({ name, userId }: Named): string {
  return userId === undefined ? name : `${name} (${userId})`;
}

export type FoundUser = Pick<
  ResponseOf<typeof listUsers>['list'][number],
  'userNo' | 'userId' | 'name' | 'role' | 'isKeyUser' | 'status'
>;

const SHOWN = 20;
const DEBOUNCE_MS = 200;
const FRESH_MS = 10_000;

/** Active users with a fitting role. A list request filters by one role, so each role is one request. */
function useUserSearch(text: string, roles: readonly Role[]) {
  const [search] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const answers = useQueries({
    queries: roles.map((role) => ({
      ...apiQuery(
        listUsers,
        {
          params: { pageNo: 1, pageCnt: SHOWN },
          body: { filter: { search, role, status: 1 }, orderBy: ['name', 'userId'] },
        },
        { staleMs: FRESH_MS },
      ),
      placeholderData: keepPreviousData,
    })),
  });
  const found = answers.flatMap(({ data }) => data?.list ?? []);
  const totalCnt = answers.reduce((sum, { data }) => sum + (data?.totalCnt ?? 0), 0);
  return {
    users: found.slice(0, SHOWN),
    isSearching: search !== text.trim() || answers.some(({ isFetching }) => isFetching),
    failed: answers.some(({ isError }) => isError),
    /** There are more matches than the list shows. */
    hasMore: totalCnt > SHOWN,
  };
}
