import { type GroupNameEntry, listSubGroups, type SubGroup } from '@gwanje/contract/users/groups';
import type { Actor } from '@gwanje/domain/access/permissions';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState, ErrorState, Panel, SkeletonLines } from '@gwanje/ui/panel';
import { Button, Select } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { count, time } from '#components/list/columns/column-formats.tsx';
import { type CellContext, defineSettingsList } from '#components/list/define-list.ts';
import { ObjectList } from '#components/list/object-list.tsx';
import type { BulkAction } from '#components/list/toolbar/selection-bar.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { useGroups } from '#core/groups/group-store.ts';
import { loadAllowedGroups, reloadAfterGroupEdit } from '#core/groups/groups.ts';
import { useKnowsManaged, useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useActor } from '#core/session/session-store.ts';
import { useDeleteSubGroups } from '../delete-groups.ts';
import { groupColumns } from '../group-columns.tsx';
import classes from '../groups.module.css';
import { MoveDialog, SubGroupDialog } from './sub-group-dialog.tsx';

/** Without a meta group in the address, the page lists the sub groups of the first meta group. */
export function SubListPage() {
  const t = useT();
  const user = useActor();
  const { groupNameList, loaded, failed } = useGroups();
  const address = useAddress();
  const metaGroupId = parseIdText(address.search.metaGroupId);
  const [first] = groupNameList;

  useEffect(() => {
    if (metaGroupId === undefined && first)
      void address.change({ metaGroupId: String(first.metaGroupId) }, { replace: true });
  });

  if (!user) return null;
  if (metaGroupId !== undefined) return <SubList key={metaGroupId} actor={user} metaGroupId={metaGroupId} />;
  return (
    <>
      <SubListHeader />
      <Panel>
        {failed ? (
          <ErrorState
            title={t('groups.metaListFailed')}
            text={t('header.groupsFailedText')}
            retryLabel={t('common.retry')}
            onRetry={() => void loadAllowedGroups()}
          />
        ) : !loaded || first ? (
          <SkeletonLines label={t('shell.loading')} lines={8} />
        ) : (
          <EmptyState
            icon="mdi-folder-outline"
            title={t('groups.noMetaTitle')}
            text={t('groups.noMetaText')}
            actions={
              <Button component={Link} to="/setting/group/meta-list" variant="default">
                {t('groups.toMetaList')}
              </Button>
            }
          />
        )}
      </Panel>
    </>
  );
}

function SubListHeader({ actions }: { actions?: ReactNode }) {
  const t = useT();
  return (
    <SettingsHeader
      title={t('routes.settingGroupSubList')}
      path={[{ to: '/setting/group/meta-list', label: t('groups.metaGroup') }]}
      actions={actions}
    />
  );
}

type Opened =
  | { readonly kind: 'edit'; readonly subGroup: SubGroup | null }
  | { readonly kind: 'move'; readonly subGroups: readonly SubGroup[] };

function SubList({ actor, metaGroupId }: { actor: Actor; metaGroupId: number }) {
  const t = useT();
  const navigate = useNavigate();
  const address = useAddress();
  const groupNameList = useGroups((state) => state.groupNameList);
  const managed = useManagedMetaGroups(actor);
  const knowsManaged = useKnowsManaged(actor);
  const metaGroup = groupNameList.find((group) => group.metaGroupId === metaGroupId);
  const isManaged = managed.some((group) => group.metaGroupId === metaGroupId);
  const [opened, setOpened] = useState<Opened>();
  const list = useMemo(
    () => subGroupList(isManaged ? (subGroup) => setOpened({ kind: 'edit', subGroup }) : undefined),
    [isManaged],
  );

  const createButton = isManaged && (
    <TextButton icon="mdi-plus" variant="filled" onClick={() => setOpened({ kind: 'edit', subGroup: null })}>
      {t('groups.createSub')}
    </TextButton>
  );

  /** Clears the selection after the selected groups were deleted or moved. */
  const onRemoved = useRef<(result: 'done') => void>(undefined);
  const { save: remove } = useDeleteSubGroups(() => {
    onRemoved.current?.('done');
    return reloadAfterGroupEdit();
  });

  function bulkAction(
    action: Omit<BulkAction<SubGroup>, 'run'>,
    start: (subGroups: readonly SubGroup[]) => void,
  ): BulkAction<SubGroup> {
    return {
      ...action,
      run: (subGroups) => {
        const removed = Promise.withResolvers<'done'>();
        onRemoved.current = removed.resolve;
        start(subGroups);
        return removed.promise;
      },
    };
  }
  const bulkActions = [
    bulkAction({ id: 'move', label: t('groups.move'), icon: 'mdi-folder-move-outline' }, (subGroups) =>
      setOpened({ kind: 'move', subGroups }),
    ),
    bulkAction({ id: 'delete', label: t('common.delete'), icon: 'mdi-delete-outline' }, remove),
  ];

  if (!knowsManaged)
    return (
      <>
        <SubListHeader />
        <Panel>
          <SkeletonLines label={t('shell.loading')} lines={8} />
        </Panel>
      </>
    );
  return (
    <>
      <SubListHeader actions={createButton} />
      <ObjectList
        declaration={list}
        scope={{ params: { metaGroupId } }}
        bulkActions={isManaged ? bulkActions : []}
        onOpen={({ subGroupId }) =>
          void navigate({ to: '/setting/group/sub', search: { subGroupId: String(subGroupId) } })
        }
        extra={
          <MetaGroupChooser
            groups={groupNameList}
            metaGroupId={metaGroupId}
            onChoose={(next) => void address.change({ metaGroupId: String(next) })}
          />
        }
        empty={
          <EmptyState
            icon="mdi-folder-outline"
            title={t('groups.subListEmpty')}
            text={t(isManaged ? 'groups.subListEmptyCreate' : 'groups.subListEmptyAsk')}
            actions={createButton}
          />
        }
      />
      {opened?.kind === 'edit' && metaGroup && (
        <SubGroupDialog
          subGroup={opened.subGroup}
          metaGroup={metaGroup}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened?.kind === 'move' && (
        <MoveDialog
          subGroups={opened.subGroups}
          targets={managed.filter((group) => group.metaGroupId !== metaGroupId)}
          onMoved={() => onRemoved.current?.('done')}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

interface MetaGroupChooserProps {
  readonly groups: readonly GroupNameEntry[];
  readonly metaGroupId: number;
  readonly onChoose: (metaGroupId: number) => void;
}

function MetaGroupChooser({ groups, metaGroupId, onChoose }: MetaGroupChooserProps) {
  const t = useT();
  return (
    <Select<number>
      className={classes.chooser ?? ''}
      aria-label={t('groups.chooseMeta')}
      placeholder={t('groups.chooseMeta')}
      leftSection={<Icon name="mdi-folder-multiple-outline" />}
      data={groups.map(({ metaGroupId: id, metaGroupName }) => ({ value: Number(id), label: metaGroupName }))}
      value={groups.some((group) => group.metaGroupId === metaGroupId) ? metaGroupId : null}
      onChange={(next) => {
        if (next !== null && next !== metaGroupId) onChoose(next);
      }}
      allowDeselect={false}
      nothingFoundMessage={t('groups.noMetaMatch')}
      searchable
    />
  );
}

export function subGroupList(onRename: ((subGroup: SubGroup) => void) | undefined) {
  return defineSettingsList<SubGroup>({
    // Column choices are saved by name: a choice made in a list without buttons must not hide the buttons.
    name: onRename ? 'managedSubGroups' : 'subGroups',
    title: 'groups.subListLabel',
    endpoint: listSubGroups,
    columns: {
      name: groupColumns.name,
      clusterCnt: groupColumns.clusterCnt,
      memberCnt: count('groups.members', { width: 120 }),
      createdAt: groupColumns.createdAt,
      updatedAt: time('groups.updatedAt', { width: 200 }),
      ...(onRename && {
        subGroupId: {
          label: 'lists.actions',
          width: 96,
          align: 'end',
          cell: (_: number, subGroup: SubGroup, { t }: CellContext) => (
            <span className={classes.rowActions}>
              <IconButton
                icon="mdi-pencil-outline"
                label={t('groups.renameNamed', { name: subGroup.name })}
                title={t('groups.renameSub')}
                onClick={() => onRename(subGroup)}
              />
            </span>
          ),
        },
      }),
    },
    rowKey: ({ subGroupId }) => String(subGroupId),
    nameOf: ({ name }) => name,
  });
}
