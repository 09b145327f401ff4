import type { GroupNameEntry, SubGroup } from '@gwanje/contract/users/groups';
import type { Actor } from '@gwanje/domain/access/permissions';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import type { Column } from '@gwanje/ui/data-table';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { SkeletonLines } from '@gwanje/ui/skeletons';
import { EmptyState, ErrorState } from '@gwanje/ui/states';
import { ActionIcon, Button, Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { pageFromAddress } from '#components/table/page-address.ts';
import { PagedTable } from '#components/table/paged-table.tsx';
import { useGroups } from '#core/groups/group-store.ts';
import { loadAllowedGroups, reloadAfterGroupEdit } from '#core/groups/groups.ts';
import { useKnowsManaged, useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useActor } from '#core/session/session-store.ts';
import { useDeleteSubGroups } from '../delete-groups.ts';
import { groupColumns } from '../group-columns.tsx';
import { subGroupsQuery } from '../group-queries.ts';
import { MoveDialog, SubGroupDialog } from './sub-group-dialog.tsx';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import classes from '../groups.module.css';

/** Without a meta group in the address, the page shows the first one's list. */
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

function SubListHeader({ actions }: { readonly actions?: ReactNode }) {
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

interface SubListProps {
  readonly actor: Actor;
  readonly metaGroupId: number;
}

function SubList({ actor, metaGroupId }: SubListProps) {
  const t = useT();
  const navigate = useNavigate();
  const address = useAddress();
  const groupNameList = useGroups((state) => state.groupNameList);
  const managed = useManagedMetaGroups(actor);
  const knowsManaged = useKnowsManaged(actor);
  const metaGroup = groupNameList.find((group) => group.metaGroupId === metaGroupId);
  const isManaged = managed.some((group) => group.metaGroupId === metaGroupId);
  const page = pageFromAddress(address.search);
  const query = useQuery({ ...subGroupsQuery(metaGroupId, page), placeholderData: keepPreviousData });
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<Opened>();

  // Actions apply to visible rows only.
  const selected = (query.data?.list ?? []).filter(({ subGroupId }) => selectedIds.has(String(subGroupId)));
  const createButton = isManaged && (
    <Button
      leftSection={<Icon name="mdi-plus" />}
      onClick={() => setOpened({ kind: 'edit', subGroup: null })}
    >
      {t('groups.createSub')}
    </Button>
  );

  const { save: remove, isSaving } = useDeleteSubGroups(() => {
    setSelectedIds(new Set());
    return reloadAfterGroupEdit();
  });

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
      <Panel>
        <div className={classes.toolbar}>
          <MetaGroupChooser
            groups={groupNameList}
            metaGroupId={metaGroupId}
            onChoose={(next) => void address.change({ metaGroupId: String(next), pageNo: undefined })}
          />
          {isManaged && (
            <div className={classes.toolbarEnd}>
              <span className={classes.count} aria-live="polite">
                {t('lists.selected', { cnt: selected.length })}
              </span>
              <Button
                variant="default"
                leftSection={<Icon name="mdi-folder-move-outline" />}
                disabled={selected.length === 0}
                onClick={() => setOpened({ kind: 'move', subGroups: selected })}
              >
                {t('groups.move')}
              </Button>
              <Button
                variant="default"
                leftSection={<Icon name="mdi-delete-outline" />}
                disabled={selected.length === 0 || isSaving}
                onClick={() => remove(selected)}
              >
                {t('common.delete')}
              </Button>
            </div>
          )}
        </div>
        <PagedTable
          label={t('groups.subListLabel')}
          columns={columns({
            t,
            isManaged,
            onRename: (subGroup) => setOpened({ kind: 'edit', subGroup }),
          })}
          query={query}
          page={page}
          failedTitle={t('groups.subListFailed')}
          rowId={({ subGroupId }) => String(subGroupId)}
          {...(isManaged && {
            selection: {
              ids: new Set(selected.map(({ subGroupId }) => String(subGroupId))),
              onChange: setSelectedIds,
              selectAllLabel: t('lists.selectAll'),
              selectRowLabel: ({ name }: SubGroup) => t('lists.selectRow', { name }),
            },
          })}
          onRowClick={({ subGroupId }) =>
            void navigate({ to: '/setting/group/sub', search: { subGroupId: String(subGroupId) } })
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
      </Panel>
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
          onMoved={() => setSelectedIds(new Set())}
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

interface ColumnsInput {
  readonly t: Translate;
  readonly isManaged: boolean;
  readonly onRename: (subGroup: SubGroup) => void;
}

function columns({ t, isManaged, onRename }: ColumnsInput): Column<SubGroup>[] {
  const shared = groupColumns(t);
  const shown: Column<SubGroup>[] = [
    shared.name,
    shared.clusterCnt,
    {
      id: 'memberCnt',
      label: t('groups.members'),
      value: ({ memberCnt }) => memberCnt,
      align: 'end',
      width: 120,
    },
    shared.createdAt,
    {
      id: 'updatedAt',
      label: t('groups.updatedAt'),
      format: ({ updatedAt }) => formatTimestamp(updatedAt),
      width: 200,
    },
  ];
  if (!isManaged) return shown;
  return [
    ...shown,
    {
      id: 'actions',
      label: t('lists.actions'),
      align: 'end',
      width: 96,
      format: (subGroup) => (
        <ActionIcon
          size="sm"
          aria-label={t('groups.renameNamed', { name: subGroup.name })}
          title={t('groups.renameSub')}
          onClick={() => onRename(subGroup)}
        >
          <Icon name="mdi-pencil-outline" />
        </ActionIcon>
      ),
    },
  ];
}
