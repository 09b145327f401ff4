import type { User } from '@gwanje/contract/users/users';
import type { Actor } from '@gwanje/domain/permissions';
import { judgeUserChange, mayDeleteUser } from '@gwanje/domain/user-changes';
import { Icon } from '@gwanje/ui/icon';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { DrawerActions } from '#components/dialogs/drawer-actions.tsx';
import { DrawerForm } from '#components/dialogs/drawer-form.tsx';
import { EditActions } from '#components/forms/edit-actions.tsx';
import { type FieldErrors, hasErrors, serverFieldErrors } from '#components/forms/field-errors.ts';
import { isEditConflict } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { confirmDiscard, useUnsavedGuard } from '#components/forms/use-unsaved-guard.ts';
import { queryClient } from '#core/api/query-client.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { reloadAfterGroupEdit } from '#core/groups/reload-after-group-edit.ts';
import { useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { checkLogin } from '#core/session/session.ts';
import { confirmAccessChange } from '#entities/access-preview/confirm-access-change.tsx';
import { type GrantChanges, type GrantedGroup, grantChanges, hasGrantChanges } from '../form/grants.ts';
import {
  deleteUserAsked,
  saveGrants,
  saveStanding,
  showGrantsFailure,
  showUserFailure,
  userAccessChange,
} from '../form/save-user.ts';
import { UserFields } from '../form/user-fields.tsx';
import {
  takesGrants,
  USER_REASONS,
  type UserDraft,
  type UserField,
  userChange,
  userDraft,
  userErrors,
} from '../form/user-form.ts';
import { invalidateUsers, userQuery } from '../user-queries.ts';
import { LinkButton } from './link-button.tsx';
import { ViewAsButton } from './view-as-button.tsx';

interface UserEditorProps {
  readonly actor: Actor;
  readonly user: User;
  readonly grantList: readonly GrantedGroup[];
  readonly hasPassword: boolean;
  readonly onClose: () => Promise<void>;
}

const NO_GRANT_CHANGES: GrantChanges = { granted: [], revoked: [] };

/** Read-only until 수정. */
export function UserEditor({ actor, user, grantList, hasPassword, onClose }: UserEditorProps) {
  const t = useT();
  const managed = useManagedMetaGroups(actor);
  const subGroupIds = grantList.map(({ subGroupId }) => subGroupId);
  const [isEditing, setIsEditing] = useState(false);
  /** The user at the start of the edit: a refresh must not mark another admin's change as seen. */
  const [base, setBase] = useState(user);
  const [draft, setDraft] = useState<UserDraft>(() => userDraft(user, subGroupIds));
  const { faults, setFaults, attempt, refuse } = useFaults<UserField>({});
  const [isBusy, run] = useBusy();

  const grants = takesGrants(draft.role)
    ? grantChanges(managed, grantList, draft.subGroupIds)
    : NO_GRANT_CHANGES;
  const isDirty = isEditing && (userChange(base, draft) !== null || hasGrantChanges(grants));
  const letPass = useUnsavedGuard(isDirty);
  const mayChange = judgeUserChange(actor, user, {}) === 'allowed';
  const mayDelete = mayDeleteUser(actor, user);

  function begin() {
    setBase(user);
    setDraft(userDraft(user, subGroupIds));
    setFaults({});
    setIsEditing(true);
  }

  async function cancel(): Promise<void> {
    if (!isDirty || (await confirmDiscard())) setIsEditing(false);
  }

  async function save(): Promise<void> {
    const found = userErrors(draft, base);
    if (hasErrors(found)) return refuse(found);
    let isStandingSaved = false;
    try {
      const change = userAccessChange(base, draft, grants);
      if (change && !(await confirmAccessChange(change, 'accessPreview.confirmRights', t('common.save'))))
        return;
      isStandingSaved = await saveStanding(base, draft);
      await saveGrants(base, grants);
    } catch (error) {
      if (isStandingSaved) await halfSaved(error);
      else await refused(error);
      return;
    }
    setIsEditing(false);
    await refresh();
  }

  /** The second half is based on the version that the first half made. */
  async function halfSaved(error: unknown): Promise<void> {
    await refresh();
    const latest = queryClient.getQueryData(userQuery(user.userNo).queryKey);
    if (latest) setBase(latest.user);
    setDraft({ ...draft, password: null });
    await showGrantsFailure(error);
  }

  async function refused(error: unknown): Promise<void> {
    if (isEditConflict(error)) {
      await refresh();
      setIsEditing(false);
      await showAlert({
        title: t('users.conflictTitle'),
        prependIcon: 'mdi-account-sync-outline',
        text: t('users.conflictText'),
      });
      return;
    }
    const atFields = serverFieldErrors(error, USER_REASONS);
    if (atFields) return refuse(atFields);
    await showUserFailure(error);
    await refresh();
  }

  async function refresh(): Promise<void> {
    await Promise.all([
      invalidateUsers(),
      hasGrantChanges(grants) && reloadAfterGroupEdit(),
      user.userNo === actor.userNo && checkLogin(),
    ]);
  }

  async function remove(): Promise<void> {
    if (!(await deleteUserAsked(user))) return;
    letPass();
    await onClose();
    await Promise.all([invalidateUsers(), reloadAfterGroupEdit()]);
  }

  return (
    <DrawerForm
      attempt={attempt}
      lockedText={!mayChange && t('users.notChangeable')}
      onSubmit={() => isEditing && void run(save)}
      actions={
        <DrawerActions
          before={
            <>
              {mayDelete && !isEditing && (
                <Button
                  variant="subtle"
                  color="red"
                  leftSection={<Icon name="mdi-delete-outline" />}
                  disabled={isBusy}
                  onClick={() => void run(remove)}
                >
                  {t('users.delete')}
                </Button>
              )}
              {mayChange && !isEditing && user.isSingleSignOn === 'N' && user.userNo !== actor.userNo && (
                <LinkButton user={user} hasPassword={hasPassword} onMade={() => void invalidateUsers()} />
              )}
              {!isEditing && <ViewAsButton user={user} />}
            </>
          }
        >
          <EditActions
            isEditing={isEditing}
            isBusy={isBusy}
            mayEdit={mayChange}
            onBegin={begin}
            onCancel={cancel}
          >
            <Button variant="default" onClick={() => void onClose()}>
              {t('common.close')}
            </Button>
          </EditActions>
        </DrawerActions>
      }
    >
      <UserFields
        user={user}
        grantList={grantList}
        isSelf={user.userNo === actor.userNo}
        isReadOnly={!isEditing}
        managed={managed}
        draft={draft}
        faults={faults}
        onChange={(patch, field) => {
          setDraft({ ...draft, ...patch });
          const { [field]: _repaired, ...others } = faults;
          setFaults(others as FieldErrors<UserField>);
        }}
      />
    </DrawerForm>
  );
}
