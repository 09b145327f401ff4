import { listMetaGroups, type MetaGroup } from '@gwanje/contract/users/groups';
import { type Actor, may } from '@gwanje/domain/access/permissions';
import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { EmptyState } from '@gwanje/ui/panel';
import { useCallbackRef } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { count, text } from '#components/list/columns/column-formats.tsx';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { defineSettingsList } from '#components/list/define-list.ts';
import { ObjectList } from '#components/list/object-list.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { withActor } from '#core/session/write-access.tsx';
import { useDeleteMetaGroup } from '../delete-groups.ts';
import { groupColumns } from '../group-columns.tsx';
import classes from '../groups.module.css';
import { MetaGroupDialog } from './meta-group-dialog.tsx';

export const MetaListPage = withActor(MetaList);

function MetaList({ actor }: { actor: Actor }) {
  const t = useT();
  const navigate = useNavigate();
  /** Undefined: closed; null: a new group. */
  const [edited, setEdited] = useState<MetaGroup | null>();
  const onDelete = useCallbackRef(useDeleteMetaGroup().save);
  const list = useMemo(() => metaGroupList({ actor, onEdit: setEdited, onDelete }), [actor, onDelete]);

  const mayCreate = may(actor, 'metaGroup.create');
  const createButton = mayCreate && (
    <TextButton icon="mdi-plus" variant="filled" onClick={() => setEdited(null)}>
      {t('groups.createMeta')}
    </TextButton>
  );

  return (
    <>
      <SettingsHeader title={t('routes.settingGroupMetaList')} actions={createButton} />
      <ObjectList
        declaration={list}
        onOpen={({ metaGroupId }) =>
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
      {edited !== undefined && (
        <MetaGroupDialog group={edited} actor={actor} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}

interface MetaGroupActions {
  readonly actor: Actor;
  readonly onEdit: (group: MetaGroup) => void;
  readonly onDelete: (group: MetaGroup) => void;
}

export function metaGroupList({ actor, onEdit, onDelete }: MetaGroupActions) {
  const { name, clusterCnt, createdAt } = groupColumns;
  return defineSettingsList<MetaGroup>({
    name: 'metaGroups',
    title: 'groups.metaListLabel',
    endpoint: listMetaGroups,
    columns: {
      name,
      ownerName: {
        ...text('groups.owner', { width: 240 }),
        cell: (ownerName, { ownerUserNo }, { t }) => (
          <span className={classes.withChip}>
            {ownerName === null ? '-' : <InlineText text={ownerName} />}
            {ownerUserNo === actor.userNo && <Chip colour="accent" label={t('groups.mine')} />}
          </span>
        ),
      },
      subGroupCnt: count('groups.subGroups', { width: 120 }),
      clusterCnt,
      createdAt,
      metaGroupId: {
        label: 'lists.actions',
        width: 96,
        align: 'end',
        cell: (_, group, { t }) => (
          <span className={classes.rowActions}>
            {may(actor, 'metaGroup.rename', group) && (
              <IconButton
                icon="mdi-pencil-outline"
                label={t('groups.editNamed', { name: group.name })}
                title={t('common.edit')}
                onClick={() => onEdit(group)}
              />
            )}
            {may(actor, 'metaGroup.delete', group) && (
              <IconButton
                icon="mdi-delete-outline"
                label={t('groups.deleteNamed', { name: group.name })}
                title={t('common.delete')}
                onClick={() => onDelete(group)}
              />
            )}
          </span>
        ),
      },
    },
    rowKey: ({ metaGroupId }) => String(metaGroupId),
    nameOf: (group) => group.name,
  });
}
