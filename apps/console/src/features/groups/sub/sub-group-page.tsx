import '../group-messages.ts';
import { parseIdText } from '@gwanje/domain/ids/id-text';
import { type Actor, may } from '@gwanje/domain/permissions';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { SkeletonPage } from '@gwanje/ui/skeletons';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { EditActions } from '#components/forms/edit-actions.tsx';
import { NAME_REASONS, nameError, serverFieldErrors } from '#components/forms/field-errors.ts';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { confirmDiscard, useUnsavedGuard } from '#components/forms/use-unsaved-guard.ts';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { loadAllowedGroups } from '#core/groups/groups.ts';
import { reloadAfterGroupEdit } from '#core/groups/reload-after-group-edit.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useActor } from '#core/session/session-store.ts';
import { confirmAccessChange } from '#entities/access-preview/confirm-access-change.tsx';
import { deleteSubGroupsAsked } from '../delete-groups.ts';
import { subGroupQuery } from '../group-queries.ts';
import classes from '../groups.module.css';
import { ClustersPanel } from './clusters-panel.tsx';
import { IdentityPanel } from './identity-panel.tsx';
import { type MemberDraft, NO_MEMBER_CHANGES, type SubGroupInfo } from './member-draft.ts';
import { MembersPanel } from './members-panel.tsx';
import { isSubGroupChanged, memberAccessChange, saveSubGroup } from './save-sub-group.ts';

export function SubGroupPage() {
  const t = useT();
  const user = useActor();
  const subGroupId = parseIdText(useAddress().search.subGroupId);
  const query = useQuery({ ...subGroupQuery(subGroupId ?? 0), enabled: subGroupId !== undefined });
  if (!user) return null;
  if (query.data) return <SubGroupDetail key={query.data.subGroupId} actor={user} info={query.data} />;
  if (!query.isError) return <SkeletonPage label={t('shell.loading')} />;
  return (
    <>
      <SettingsHeader title={t('routes.settingGroupSub')} />
      <Panel>
        <LoadFailed title={t('groups.subFailed')} query={query} />
      </Panel>
    </>
  );
}

interface SubGroupDetailProps {
  readonly actor: Actor;
  readonly info: SubGroupInfo;
}

/** Name and members are one form: read-only until 수정, saved together. */
function SubGroupDetail({ actor, info }: SubGroupDetailProps) {
  const t = useT();
  const navigate = useNavigate();
  const [isEditing, setIsEditing] = useState(false);
  const [name, setName] = useState(info.name);
  const { faults, setFaults, attempt, refuse } = useFaults<'name'>({});
  const [draft, setDraft] = useState<MemberDraft>(NO_MEMBER_CHANGES);
  const [isBusy, run] = useBusy();
  const isManaged = may(actor, 'subGroup.manage', info);
  const isDirty = isEditing && isSubGroupChanged(info, name, draft);
  const letPass = useUnsavedGuard(isDirty);

  function begin() {
    setName(info.name);
    setDraft(NO_MEMBER_CHANGES);
    setFaults({});
    setIsEditing(true);
  }

  async function cancel(): Promise<void> {
    if (isDirty && !(await confirmDiscard())) return;
    setIsEditing(false);
    setDraft(NO_MEMBER_CHANGES);
  }

  async function save(): Promise<void> {
    const found = nameError(name);
    if (found) return refuse({ name: found });
    try {
      const change = memberAccessChange(info, draft);
      if (change && !(await confirmAccessChange(change, 'accessPreview.confirmRights', t('common.save'))))
        return;
      await saveSubGroup(info, name.trim(), draft);
    } catch (error) {
      const refused = serverFieldErrors(error, { name: NAME_REASONS });
      if (refused) return refuse(refused);
      await showFailure(error);
      // A part may have been saved, and the page may be outdated.
      await reloadAfterGroupEdit();
      return;
    }
    setIsEditing(false);
    await reloadAfterGroupEdit();
    setDraft(NO_MEMBER_CHANGES);
  }

  async function remove(): Promise<void> {
    if (!(await deleteSubGroupsAsked([info]))) return;
    // The selection must drop the deleted group before the next page sends a request.
    await loadAllowedGroups();
    letPass();
    await navigate({
      to: '/setting/group/sub-list',
      search: { metaGroupId: String(info.metaGroupId) },
      replace: true,
    });
    await reloadAfterGroupEdit();
  }

  return (
    <CheckedForm attempt={attempt} onSubmit={() => isEditing && void run(save)}>
      <SettingsHeader
        title={info.name}
        path={[
          {
            id: 'metaList',
            link: (
              <Link to="/setting/group/meta-list" search={{}}>
                {t('groups.metaGroup')}
              </Link>
            ),
          },
          {
            id: 'meta',
            link: (
              <Link to="/setting/group/sub-list" search={{ metaGroupId: String(info.metaGroupId) }}>
                <bdi>{info.metaGroupName}</bdi>
              </Link>
            ),
          },
        ]}
        marks={
          !isManaged && (
            <span title={t('groups.notManagedText')}>
              <Chip colour="grey" icon="mdi-eye-outline">
                {t('groups.notManaged')}
              </Chip>
            </span>
          )
        }
        actions={
          isManaged && (
            <EditActions isEditing={isEditing} isBusy={isBusy} onBegin={begin} onCancel={cancel}>
              <Button
                variant="default"
                leftSection={<Icon name="mdi-delete-outline" />}
                disabled={isBusy}
                onClick={() => void run(remove)}
              >
                {t('common.delete')}
              </Button>
            </EditActions>
          )
        }
      />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <IdentityPanel
            info={info}
            name={name}
            fault={faults.name}
            isReadOnly={!isEditing}
            onName={(next) => {
              setName(next);
              setFaults({});
            }}
          />
          <ClustersPanel actor={actor} info={info} />
        </div>
        <MembersPanel
          members={info.memberList}
          draft={isEditing || isBusy ? draft : NO_MEMBER_CHANGES}
          isManaged={isManaged}
          isReadOnly={!isEditing}
          onDraft={setDraft}
        />
      </div>
    </CheckedForm>
  );
}
