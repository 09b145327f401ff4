import type { User } from '@gwanje/contract/users/users';
import { type Actor, isTotalAdmin } from '@gwanje/domain/access/permissions';
import { checkUserChange, mayDeleteUser } from '@gwanje/domain/access/user-changes';
import { checkViewAs } from '@gwanje/domain/access/view-as';
import { TextButton } from '@gwanje/ui/buttons';
import { useQuery } from '@tanstack/react-query';
import { DrawerForm } from '#components/dialogs/drawer-form.tsx';
import { SideDrawer } from '#components/dialogs/side-drawer.tsx';
import { EditActions } from '#components/forms/edit-actions.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { useSave } from '#components/forms/use-save.ts';
import { Loaded } from '#components/loading/load-failed.tsx';
import { queryClient } from '#core/api/query-client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { reloadAfterGroupEdit } from '#core/groups/groups.ts';
import { useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { checkLogin } from '#core/session/session.ts';
import { isViewing, useSession } from '#core/session/session-store.ts';
import { beginViewAs } from '#core/session/view-as.ts';
import { confirmAccessChange } from '#entities/access-preview/confirm-access-change.tsx';
import { type GrantChanges, type GrantedGroup, grantChanges, hasGrantChanges } from '../form/grants.ts';
import { UserFields } from '../form/user-fields.tsx';
import {
  deleteUserAsked,
  invalidateUsers,
  saveGrants,
  saveStanding,
  showGrantsFailure,
  takesGrants,
  USER_REASONS,
  type UserDraft,
  userAccessChange,
  userChange,
  userDraft,
  userErrors,
  userFailureTexts,
  userQuery,
} from '../form/user-form.ts';
import { LinkButton } from './link-button.tsx';
import { ResetFactorButton } from './reset-factor-button.tsx';
import classes from './user-drawer.module.css';

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
  const isSelf = user.userNo === actor.userNo;
  const mayChange = checkUserChange(actor, user, {}) === 'allowed';

  const form = useEditForm({
    initialValues: userDraft(user, grantList),
    isChanged: (draft) => userChange(draft) !== null || hasGrantChanges(grantsOf(draft)),
    startsReadOnly: true,
    validate: (draft) => userErrors(draft),
    reasons: USER_REASONS,
    save: async (draft) => {
      const grants = grantsOf(draft);
      const change = userAccessChange(user, draft, grants);
      if (change && !(await confirmAccessChange(change, 'accessPreview.confirmRights', t('common.save'))))
        return false;
      const isStandingSaved = await saveStanding(draft);
      try {
        await saveGrants(user, grants);
      } catch (error) {
        if (!isStandingSaved) throw error;
        // The first request has raised the version of the user.
        form.change({ base: (await loadLatest()).base, password: null });
        await showGrantsFailure(error);
        return false;
      }
    },
    conflict: { reload: loadLatest, overwrite: (mine, { base }) => ({ ...mine, base }) },
    onSaved: refresh,
    // After a refusal the user on screen may be outdated.
    onFailed: () => void refresh(),
    failureTexts: userFailureTexts(),
  });

  const { save: remove, isSaving: isDeleting } = useSave({
    save: () => deleteUserAsked(user),
    onSaved: async () => {
      form.letPass();
      await onClose();
      await Promise.all([invalidateUsers(), reloadAfterGroupEdit()]);
    },
    failureTexts: userFailureTexts(),
  });

  function grantsOf({ role, subGroupIds }: UserDraft): GrantChanges {
    return takesGrants(role) ? grantChanges(managed, grantList, subGroupIds) : NO_GRANT_CHANGES;
  }

  async function refresh(): Promise<void> {
    await Promise.all([
      invalidateUsers(),
      hasGrantChanges(grantsOf(form.values)) && reloadAfterGroupEdit(),
      isSelf && checkLogin(),
    ]);
  }

  async function loadLatest(): Promise<UserDraft> {
    await refresh();
    const latest = await queryClient.ensureQueryData(userQuery(user.userNo));
    return userDraft(latest.user, latest.grantList);
  }

  return (
    <DrawerForm
      {...form.frame}
      lockedText={!mayChange && t('users.notChangeable')}
      rareActions={
        form.isReadOnly && (
          <>
            {mayDeleteUser(actor, user) && (
              <TextButton
                icon="mdi-delete-outline"
                variant="subtle"
                color="red"
                disabled={isDeleting}
                onClick={() => remove()}
              >
                {t('users.delete')}
              </TextButton>
            )}
            {mayChange && user.isSingleSignOn === 'N' && !isSelf && (
              <LinkButton user={user} hasPassword={hasPassword} onMade={() => void invalidateUsers()} />
            )}
            {mayChange && isTotalAdmin(actor) && user.isSingleSignOn === 'N' && !isSelf && (
              <ResetFactorButton user={user} />
            )}
            {(isSelf || isTotalAdmin(actor)) && (
              <TextButton
                icon="mdi-card-account-details-outline"
                variant="subtle"
                onClick={() =>
                  void navigateTo(isSelf ? '/my-data' : `/setting/personal-data?userNo=${user.userNo}`)
                }
              >
                {t('users.personalData')}
              </TextButton>
            )}
            <ViewAsButton user={user} />
          </>
        )
      }
      actions={
        <EditActions {...form.editing} mayEdit={mayChange}>
          <TextButton onClick={() => void onClose()}>{t('common.close')}</TextButton>
        </EditActions>
      }
    >
      <UserFields user={user} grantList={grantList} isSelf={isSelf} managed={managed} form={form} />
    </DrawerForm>
  );
}

interface UserDrawerProps {
  readonly actor: Actor;
  readonly userNo: number;
  /** Changes the address; with unsaved changes the page asks first. */
  readonly onClose: () => Promise<void>;
}

export function UserDrawer({ actor, userNo, onClose }: UserDrawerProps) {
  const t = useT();
  const query = useQuery(userQuery(userNo));
  const { data } = query;
  return (
    <SideDrawer
      title={
        <span className={classes.title}>
          {data ? <bdi>{data.user.name}</bdi> : t('users.detail')}
          {data && <bdi className={classes.userId}>{data.user.userId}</bdi>}
        </span>
      }
      onClose={() => void onClose()}
    >
      <Loaded query={query} failedTitle={t('users.detailFailed')} lines={8}>
        {(data) => <UserEditor actor={actor} {...data} onClose={onClose} />}
      </Loaded>
    </SideDrawer>
  );
}

/** Hidden from users without the permission, and inside a view: views do not nest. */
function ViewAsButton({ user }: { user: User }) {
  const t = useT();
  const actor = useSession((state) => state.user);
  const isNested = useSession(isViewing);
  const { save: begin, isSaving } = useSave({
    save: async () => {
      const { name, userId, userNo } = user;
      const isConfirmed = await showConfirm({
        title: t('users.viewAs'),
        text: t('users.viewAsText', { name, userId }),
        msg: t('users.viewAsGoes'),
        textConfirm: t('users.viewAsBegin'),
      });
      if (isConfirmed) await beginViewAs(userNo);
    },
  });
  if (!actor || isNested || checkViewAs(actor, user) !== 'allowed') return null;

  return (
    <TextButton icon="mdi-eye-outline" variant="subtle" loading={isSaving} onClick={() => begin()}>
      {t('users.viewAs')}
    </TextButton>
  );
}
