import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { listUsers } from '@gwanje/contract/users/users';
import { type Actor, isTotalAdmin } from '@gwanje/domain/access/permissions';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import type { Column } from '@gwanje/ui/data-table';
import { TextCell } from '#components/table/text-cell.tsx';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { UserStatusChip, useRoleLabel } from '#entities/users/user-chips.tsx';
import classes from '../users.module.css';

type UserRow = ResponseOf<typeof listUsers>['list'][number];

export function useUserColumns(actor: Actor): Column<UserRow>[] {
  const t = useT();
  const roleLabel = useRoleLabel();
  return [
    {
      id: 'userId',
      label: t('users.userId'),
      format: ({ userId, userNo, isSingleSignOn }) => (
        <span className={classes.withChip}>
          <TextCell text={userId} isStrong />
          {userNo === actor.userNo && <Chip colour="accent">{t('users.me')}</Chip>}
          {isSingleSignOn === 'Y' && <Chip colour="grey">{t('users.singleSignOn')}</Chip>}
        </span>
      ),
      sortable: true,
    },
    { id: 'name', label: t('users.name'), format: ({ name }) => <TextCell text={name} />, sortable: true },
    { id: 'role', label: t('users.role'), value: roleLabel, sortable: true, width: 150 },
    {
      id: 'status',
      label: t('users.status'),
      format: ({ status }) => <UserStatusChip status={status} />,
      sortable: true,
      width: 110,
    },
    { id: 'groups', label: t('users.groups'), format: (row) => <GroupsCell row={row} t={t} />, width: '24%' },
    {
      id: 'lastLoginAt',
      label: t('users.lastLogin'),
      format: ({ lastLoginAt }) =>
        lastLoginAt ? (
          formatTimestamp(lastLoginAt)
        ) : (
          <span className={classes.muted}>{t('users.neverLogin')}</span>
        ),
      sortable: true,
      width: 170,
    },
    {
      id: 'createdAt',
      label: t('users.createdAt'),
      format: ({ createdAt }) => formatTimestamp(createdAt),
      sortable: true,
      width: 170,
    },
  ];
}

function GroupsCell({ row, t }: { readonly row: UserRow; readonly t: Translate }) {
  if (isTotalAdmin(row)) return <span className={classes.muted}>{t('users.allGroups')}</span>;
  const names = row.grantList.map(({ metaGroupName, subGroupName }) => `${metaGroupName} · ${subGroupName}`);
  const [first, ...others] = names;
  if (first === undefined) return <span className={classes.muted}>{t('users.noGroups')}</span>;
  return (
    <bdi title={names.join('\n')}>
      {others.length === 0 ? first : t('users.moreGroups', { first, cnt: others.length })}
    </bdi>
  );
}
