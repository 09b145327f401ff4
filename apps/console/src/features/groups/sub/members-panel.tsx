import { IconButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { TextInput } from '@mantine/core';
import { time } from '#components/list/columns/column-formats.tsx';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { Table } from '#components/list/table.tsx';
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
  const roleLabel = useRoleLabel();
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
      <Table
        label={t('groups.membersLabel')}
        columns={{
          name: {
            label: 'groups.userName',
            cell: (name, { mark }) => (
              <span className={classes.withChip}>
                <span className={mark === 'removed' ? classes.leaving : undefined}>
                  <InlineText text={name} isStrong />
                </span>
                {mark === 'added' && <Chip colour="normal" icon="mdi-plus" label={t('groups.willAdd')} />}
                {mark === 'removed' && <Chip colour="red" icon="mdi-minus" label={t('groups.willRemove')} />}
              </span>
            ),
          },
          userId: { label: 'groups.userId', cell: (userId) => <InlineText text={userId} /> },
          role: { label: 'groups.role', width: 130, cell: (_, member) => roleLabel(member) },
          status: { label: 'groups.status', width: 90, cell: (status) => <UserStatusChip status={status} /> },
          grantedAt: time('groups.grantedAt', { width: 160 }),
          ...(isManaged && {
            mark: {
              label: 'lists.actions',
              align: 'end',
              width: 64,
              cell: (mark: MemberRow['mark'], row: MemberRow) => {
                const isLeaving = mark === 'removed';
                const key = isLeaving ? 'groups.restoreMember' : 'groups.removeMember';
                const icon = isLeaving ? 'mdi-undo' : 'mdi-account-minus-outline';
                return (
                  <IconButton icon={icon} label={t(key, { name: row.name })} onClick={() => toggle(row)} />
                );
              },
            },
          }),
        }}
        rows={rows}
        rowId={({ userNo }) => userNo}
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
