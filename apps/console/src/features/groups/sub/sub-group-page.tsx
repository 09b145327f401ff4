import { logReaders } from '@gwanje/contract/objects/logs';
import { getSubGroup } from '@gwanje/contract/users/groups';
import { type Actor, isTotalAdmin, may } from '@gwanje/domain/access/permissions';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { formatCountOf } from '@gwanje/domain/formats/numbers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { FormRow, FormRows, ValueRow } from '@gwanje/ui/form-row';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { EditActions } from '#components/forms/edit-actions.tsx';
import { NAME_REASONS, nameError } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { TextFieldRow } from '#components/forms/text-field-row.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { time } from '#components/list/columns/column-formats.tsx';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { Table } from '#components/list/table.tsx';
import { LoadedPage, SettingsHeader } from '#components/settings/settings-header.tsx';
import { apiQuery } from '#core/api/query.ts';
import { useClusters } from '#core/groups/cluster-list.ts';
import { loadAllowedGroups, reloadAfterGroupEdit } from '#core/groups/groups.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useActor } from '#core/session/session-store.ts';
import { confirmAccessChange } from '#entities/access-preview/confirm-access-change.tsx';
import { useDeleteSubGroups } from '../delete-groups.ts';
import classes from '../groups.module.css';
import {
  isSubGroupChanged,
  memberAccessChange,
  NO_MEMBER_CHANGES,
  type SubGroupDraft,
  type SubGroupInfo,
  saveSubGroup,
} from './member-draft.ts';
import { MembersPanel } from './members-panel.tsx';

export function SubGroupPage() {
  const t = useT();
  const user = useActor();
  const subGroupId = parseIdText(useAddress().search.subGroupId);
  const query = useQuery({ ...subGroupQuery(subGroupId ?? 0), enabled: subGroupId !== undefined });
  return (
    user && (
      <LoadedPage query={query} title={t('routes.settingGroupSub')} failedTitle={t('groups.subFailed')}>
        {(info) => <SubGroupDetail key={info.subGroupId} actor={user} info={info} />}
      </LoadedPage>
    )
  );
}

/** Name, log access and members are one form: read-only until 수정, saved together. */
function SubGroupDetail({ actor, info }: { actor: Actor; info: SubGroupInfo }) {
  const t = useT();
  const navigate = useNavigate();
  const isManaged = may(actor, 'subGroup.manage', info);
  const initialValues: SubGroupDraft = {
    name: info.name,
    logReaders: info.logReaders,
    members: NO_MEMBER_CHANGES,
  };
  const form = useEditForm({
    initialValues,
    isChanged: (draft) => isSubGroupChanged(info, draft),
    startsReadOnly: true,
    validate: ({ name }) => ({ name: nameError(name) }),
    reasons: { name: NAME_REASONS },
    save: async (draft) => {
      const change = memberAccessChange(info, draft.members);
      if (change && !(await confirmAccessChange(change, 'accessPreview.confirmRights', t('common.save'))))
        return false;
      await saveSubGroup(info, draft);
    },
    onSaved: reloadAfterGroupEdit,
    // Some of the requests may have succeeded.
    onFailed: () => void reloadAfterGroupEdit(),
  });
  const { save: remove, isSaving: isDeleting } = useDeleteSubGroups(async () => {
    // The selection must drop the deleted group before the next page sends a request.
    await loadAllowedGroups();
    await navigate({
      to: '/setting/group/sub-list',
      search: { metaGroupId: String(info.metaGroupId) },
      replace: true,
    });
    await reloadAfterGroupEdit();
  });

  return (
    <CheckedForm {...form.frame}>
      <SettingsHeader
        title={info.name}
        path={[
          { to: '/setting/group/meta-list', label: t('groups.metaGroup') },
          {
            to: '/setting/group/sub-list',
            search: { metaGroupId: String(info.metaGroupId) },
            label: info.metaGroupName,
          },
        ]}
        readOnlyMark={!isManaged && { label: t('groups.notManaged'), reason: t('groups.notManagedText') }}
        actions={
          isManaged && (
            <EditActions {...form.editing}>
              <TextButton icon="mdi-delete-outline" disabled={isDeleting} onClick={() => remove([info])}>
                {t('common.delete')}
              </TextButton>
            </EditActions>
          )
        }
      />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <Panel title={t('groups.identity')}>
            <FormRows>
              <TextFieldRow label={t('groups.name')} saved={info.name} {...form.row('name')} required>
                <NameField {...form.input('name')} autoFocus />
              </TextFieldRow>
              <ValueRow label={t('groups.metaGroup')}>
                <Link to="/setting/group/sub-list" search={{ metaGroupId: String(info.metaGroupId) }}>
                  <bdi>{info.metaGroupName}</bdi>
                </Link>
              </ValueRow>
              <FormRow
                label={t('groups.logAccess')}
                isReadOnly={form.isReadOnly || !isTotalAdmin(actor)}
                readOnlyValue={t(`groups.logReaders.${info.logReaders}`)}
                hint={t('groups.logReadersHint')}
              >
                <NativeSelect
                  aria-label={t('groups.logAccess')}
                  value={form.values.logReaders}
                  data={logReaders.map((value) => ({ value, label: t(`groups.logReaders.${value}`) }))}
                  onChange={({ currentTarget }) => {
                    const chosen = logReaders.find((value) => value === currentTarget.value);
                    if (chosen) form.change({ logReaders: chosen });
                  }}
                />
              </FormRow>
              <ValueRow label={t('groups.createdAt')}>{formatTimestamp(info.createdAt)}</ValueRow>
              <ValueRow label={t('groups.updatedAt')}>{formatTimestamp(info.updatedAt)}</ValueRow>
            </FormRows>
          </Panel>
          <ClustersPanel actor={actor} info={info} />
        </div>
        <MembersPanel
          members={info.memberList}
          draft={form.isReadOnly ? NO_MEMBER_CHANGES : form.values.members}
          isManaged={isManaged}
          isReadOnly={form.isReadOnly}
          onDraft={(members) => form.change({ members })}
        />
      </div>
    </CheckedForm>
  );
}

function ClustersPanel({ actor, info }: { actor: Actor; info: SubGroupInfo }) {
  const { t, language } = useTexts();
  const known = useClusters((state) => state.clusterList);
  return (
    <Panel title={t('groups.clusters')} note={formatCountOf('object', info.clusterList.length, language)}>
      <Table
        label={t('groups.clustersLabel')}
        columns={{
          name: {
            label: 'groups.name',
            // A cluster outside the selected groups cannot be opened without changing the selection first.
            cell: (name, { hostId }) =>
              known.some((cluster) => cluster.hostId === hostId) ? (
                <Link
                  className={classes.clusterLink}
                  to="/mon/summary"
                  search={{ hostId: String(hostId) }}
                  title={t('groups.openCluster')}
                >
                  <bdi>{name}</bdi>
                  <Icon name="mdi-arrow-top-right" size={13} />
                </Link>
              ) : (
                <InlineText text={name} />
              ),
          },
          createdAt: time('groups.createdAt', { width: 160 }),
        }}
        rows={info.clusterList}
        rowId={({ hostId }) => hostId}
        empty={
          <EmptyState
            icon="mdi-kubernetes"
            title={t('groups.clustersEmpty')}
            text={t('groups.clustersEmptyText')}
            actions={
              may(actor, 'cluster.manage', info) && (
                <Button
                  variant="default"
                  renderRoot={(props) => (
                    <Link
                      {...props}
                      to="/setting/host/cluster-create"
                      search={{ metaGroupId: String(info.metaGroupId), subGroupId: String(info.subGroupId) }}
                    />
                  )}
                >
                  {t('groups.createCluster')}
                </Button>
              )
            }
          />
        }
      />
    </Panel>
  );
}

/** No reload when the user goes back and forth; other users' changes appear after this time. */
const FRESH_MS = 5_000;

function subGroupQuery(subGroupId: number) {
  return apiQuery(getSubGroup, { params: { subGroupId } }, { staleMs: FRESH_MS });
}
