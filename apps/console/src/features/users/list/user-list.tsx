import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { listUsers } from '@gwanje/contract/users/users';
import { isTotalAdmin } from '@gwanje/domain/access/permissions';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { labelOf, roleKey, userStatusKey } from '@gwanje/domain/mappings/labels';
import { Chip } from '@gwanje/ui/chip';
import { text, time } from '#components/list/columns/column-formats.tsx';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { defineSettingsList } from '#components/list/define-list.ts';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { useActor } from '#core/session/session-store.ts';
import { UserStatusChip } from '#entities/users/user-chips.tsx';
import classes from '../users.module.css';

type UserRow = ResponseOf<typeof listUsers>['list'][number];

export const userList = defineSettingsList<UserRow>({
  name: 'users',
  title: 'users.listLabel',
  counted: 'person',
  endpoint: listUsers,
  orderKeys: ['userId', 'name', 'role', 'status', 'lastLoginAt', 'createdAt'],
  columns: {
    userId: { ...text('users.userId', { width: 220 }), cell: (_, row) => <UserIdCell row={row} /> },
    name: text('users.name', { width: 150 }),
    role: {
      label: 'users.role',
      width: 150,
      cell: (role, { isKeyUser }, { language }) => labelOf(roleKey(role, isKeyUser), language),
      csv: (role, { isKeyUser }, { language }) => labelOf(roleKey(role, isKeyUser), language),
    },
    status: {
      label: 'users.status',
      width: 110,
      cell: (status) => <UserStatusChip status={status} />,
      csv: (status, _, { language }) => labelOf(userStatusKey(status), language),
    },
    grantList: {
      label: 'users.groups',
      width: 260,
      cell: (_, row, { t }) => <GroupsCell row={row} t={t} />,
      csv: (_, row, { t }) => (isTotalAdmin(row) ? t('users.allGroups') : groupNames(row).join(', ')),
    },
    lastLoginAt: {
      ...time('users.lastLogin', { width: 170 }),
      cell: (at, _, { t }) =>
        at === null ? <span className={classes.muted}>{t('users.neverLogin')}</span> : formatTimestamp(at),
    },
    createdAt: time('users.createdAt', { width: 170 }),
  },
  rowKey: ({ userNo }) => String(userNo),
  nameOf: ({ userId }) => userId,
});

function UserIdCell({ row: { userId, userNo, isSingleSignOn } }: { row: UserRow }) {
  const t = useT();
  const actor = useActor();
  return (
    <span className={classes.withChip}>
      <InlineText text={userId} isStrong />
      {userNo === actor?.userNo && <Chip colour="accent" label={t('users.me')} />}
      {isSingleSignOn === 'Y' && <Chip colour="grey" label={t('users.singleSignOn')} />}
    </span>
  );
}

function groupNames({ grantList }: UserRow): string[] {
  return grantList.map(({ metaGroupName, subGroupName }) => `${metaGroupName} · ${subGroupName}`);
}

function GroupsCell({ row, t }: { row: UserRow; t: Translate }) {
  if (isTotalAdmin(row)) return <span className={classes.muted}>{t('users.allGroups')}</span>;
  const names = groupNames(row);
  const [first, ...others] = names;
  if (first === undefined) return <span className={classes.muted}>{t('users.noGroups')}</span>;
  return (
    <bdi title={names.join('\n')}>
      {others.length === 0 ? first : t('users.moreGroups', { first, cnt: others.length })}
    </bdi>
  );
}
