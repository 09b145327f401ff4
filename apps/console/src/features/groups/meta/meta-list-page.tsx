import '@mantine/core/styles/ActionIcon.css';
import type { MetaGroup } from '@gwanje/contract/users/groups';
import { type Actor, may } from '@gwanje/domain/access/permissions';
import { Chip } from '@gwanje/ui/chip';
import type { Column } from '@gwanje/ui/data-table';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { EmptyState } from '@gwanje/ui/states';
import { ActionIcon, Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { pageFromAddress } from '#components/table/page-address.ts';
import { PagedTable } from '#components/table/paged-table.tsx';
import { TextCell } from '#components/table/text-cell.tsx';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useActor } from '#core/session/session-store.ts';
import { useDeleteMetaGroup } from '../delete-groups.ts';
import { groupColumns } from '../group-columns.tsx';
import { metaGroupsQuery } from '../group-queries.ts';
import classes from '../groups.module.css';
import { MetaGroupDialog } from './meta-group-dialog.tsx';

export function MetaListPage() {
  const user = useActor();
  return user && <MetaList actor={user} />;
}

function MetaList({ actor }: { readonly actor: Actor }) {
  const t = useT();
  const navigate = useNavigate();
  const address = useAddress();
  const page = pageFromAddress(address.search);
  const query = useQuery({ ...metaGroupsQuery(page), placeholderData: keepPreviousData });
  /** Undefined: closed; null: a new group. */
  const [edited, setEdited] = useState<MetaGroup | null>();
  const { save: remove, isSaving } = useDeleteMetaGroup();

  const mayCreate = may(actor, 'metaGroup.create');
  const createButton = mayCreate && (
    <Button leftSection={<Icon name="mdi-plus" />} onClick={() => setEdited(null)}>
      {t('groups.createMeta')}
    </Button>
  );

  return (
    <>
      <SettingsHeader title={t('routes.settingGroupMetaList')} actions={createButton} />
      <Panel>
        <PagedTable
          label={t('groups.metaListLabel')}
          columns={columns({
            t,
            actor,
            isBusy: isSaving,
            onEdit: setEdited,
            onDelete: remove,
          })}
          query={query}
          page={page}
          failedTitle={t('groups.metaListFailed')}
          rowId={({ metaGroupId }) => String(metaGroupId)}
          onRowClick={({ metaGroupId }) =>
            void navigate({ to: '/setting/group/sub-list', search: { metaGroupId: String(metaGroupId) } })
          }
          empty={
            <EmptyState
              icon="mdi-folder-multiple-outline"
              title={t('groups.metaListEmpty')}
              text={t(mayCreate ? 'groups.metaListEmptyCreate' : 'groups.metaListEmptyAsk')}
              actions={createButton}
            />
          }
        />
      </Panel>
      {edited !== undefined && (
        <MetaGroupDialog group={edited} actor={actor} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}

interface ColumnsInput {
  readonly t: Translate;
  readonly actor: Actor;
  readonly isBusy: boolean;
  readonly onEdit: (group: MetaGroup) => void;
  readonly onDelete: (group: MetaGroup) => void;
}

function columns({ t, actor, isBusy, onEdit, onDelete }: ColumnsInput): Column<MetaGroup>[] {
  const shared = groupColumns(t);
  return [
    shared.name,
    {
      id: 'owner',
      label: t('groups.owner'),
      format: ({ ownerName, ownerUserNo }) => (
        <span className={classes.withChip}>
          {ownerName === null ? '-' : <TextCell text={ownerName} />}
          {ownerUserNo === actor.userNo && <Chip colour="accent">{t('groups.mine')}</Chip>}
        </span>
      ),
      width: '22%',
    },
    {
      id: 'subGroupCnt',
      label: t('groups.subGroups'),
      value: ({ subGroupCnt }) => subGroupCnt,
      align: 'end',
      width: 120,
    },
    shared.clusterCnt,
    shared.createdAt,
    {
      id: 'actions',
      label: t('lists.actions'),
      align: 'end',
      width: 96,
      format: (group) => (
        <span className={classes.rowActions}>
          {may(actor, 'metaGroup.rename', group) && (
            <ActionIcon
              size="sm"
              aria-label={t('groups.editNamed', { name: group.name })}
              title={t('common.edit')}
              onClick={() => onEdit(group)}
            >
              <Icon name="mdi-pencil-outline" />
            </ActionIcon>
          )}
          {may(actor, 'metaGroup.delete', group) && (
            <ActionIcon
              size="sm"
              aria-label={t('groups.deleteNamed', { name: group.name })}
              title={t('common.delete')}
              disabled={isBusy}
              onClick={() => onDelete(group)}
            >
              <Icon name="mdi-delete-outline" />
            </ActionIcon>
          )}
        </span>
      ),
    },
  ];
}
