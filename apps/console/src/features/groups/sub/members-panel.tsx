import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { ActionIcon, TextInput } from '@mantine/core';
import { TextCell } from '#components/table/text-cell.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { refuseWhileReadOnly } from '#core/read-only-guard.ts';
import { UserStatusChip, useRoleLabel } from '#entities/users/user-chips.tsx';
import classes from '../groups.module.css';
import { UserSelect } from '../user-select.tsx';
import {
  type Member,
  type MemberDraft,
  type MemberRow,
  memberRows,
  withMember,
  withoutMember,
} from './member-draft.ts';

interface MembersPanelProps {
  readonly members: readonly Member[];
  readonly draft: MemberDraft;
  readonly isManaged: boolean;
  readonly isReadOnly: boolean;
  readonly onDraft: (draft: MemberDraft) => void;
}

export function MembersPanel({ members, draft, isManaged, isReadOnly, onDraft }: MembersPanelProps) {
  const t = useT();
  const rows = memberRows(members, draft);
  const memberUserNos = new Set<number>(
    rows.filter(({ mark }) => mark !== 'removed').map(({ userNo }) => userNo),
  );

  function toggle(row: MemberRow) {
    if (refuseWhileReadOnly(isReadOnly)) return;
    onDraft(row.mark === 'removed' ? withMember(members, draft, row) : withoutMember(draft, row));
  }

  return (
    <Panel
      title={t('groups.members')}
      note={t('groups.memberCnt', { cnt: members.length })}
      actions={
        isManaged && (
          <div className={classes.addMember}>
            {isReadOnly ? (
              <TextInput
                aria-label={t('groups.addMember')}
                placeholder={t('groups.addMemberSearch')}
                leftSection={<Icon name="mdi-account-search-outline" />}
                readOnly
                onMouseDown={(event) => {
                  event.preventDefault();
                  refuseWhileReadOnly(isReadOnly);
                }}
                onKeyDown={({ key }) => {
                  if (key !== 'Tab' && key !== 'Shift') refuseWhileReadOnly(isReadOnly);
                }}
              />
            ) : (
              <UserSelect
                ariaLabel={t('groups.addMember')}
                placeholder={t('groups.addMemberSearch')}
                roles={[2, 3]}
                value={null}
                excludedUserNos={memberUserNos}
                onPick={(user) => onDraft(withMember(members, draft, user))}
              />
            )}
          </div>
        )
      }
    >
      <DataTable
        label={t('groups.membersLabel')}
        loadingLabel={t('shell.loading')}
        columns={useColumns(isManaged, toggle)}
        rows={rows}
        rowId={({ userNo }) => String(userNo)}
        empty={
          <EmptyState
            icon="mdi-account-multiple-outline"
            title={t('groups.membersEmpty')}
            text={t(isManaged ? 'groups.membersEmptyText' : 'groups.membersEmptyAsk')}
          />
        }
      />
      <p className={classes.panelNote}>{t('groups.memberNote')}</p>
    </Panel>
  );
}

function useColumns(isManaged: boolean, onToggle: (row: MemberRow) => void): Column<MemberRow>[] {
  const t = useT();
  const roleLabel = useRoleLabel();
  const shown: Column<MemberRow>[] = [
    {
      id: 'name',
      label: t('groups.userName'),
      format: ({ name, mark }) => (
        <span className={classes.withChip}>
          <span className={mark === 'removed' ? classes.leaving : undefined}>
            <TextCell text={name} isStrong />
          </span>
          {mark === 'added' && <Chip colour="normal" icon="mdi-plus" label={t('groups.willAdd')} />}
          {mark === 'removed' && <Chip colour="red" icon="mdi-minus" label={t('groups.willRemove')} />}
        </span>
      ),
    },
    { id: 'userId', label: t('groups.userId'), format: ({ userId }) => <TextCell text={userId} /> },
    { id: 'role', label: t('groups.role'), value: roleLabel, width: 130 },
    {
      id: 'status',
      label: t('groups.status'),
      format: ({ status }) => <UserStatusChip status={status} />,
      width: 90,
    },
    {
      id: 'grantedAt',
      label: t('groups.grantedAt'),
      format: ({ grantedAt }) => formatTimestamp(grantedAt),
      width: 160,
    },
  ];
  if (!isManaged) return shown;
  return [
    ...shown,
    {
      id: 'actions',
      label: t('lists.actions'),
      align: 'end',
      width: 64,
      format: (row) => {
        const isLeaving = row.mark === 'removed';
        const label = t(isLeaving ? 'groups.restoreMember' : 'groups.removeMember', { name: row.name });
        return (
          <ActionIcon size="sm" aria-label={label} title={label} onClick={() => onToggle(row)}>
            <Icon name={isLeaving ? 'mdi-undo' : 'mdi-account-minus-outline'} />
          </ActionIcon>
        );
      },
    },
  ];
}
