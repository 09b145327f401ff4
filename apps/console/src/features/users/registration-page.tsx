import './user-messages.ts';
import { insertUser } from '@gwanje/contract/users/users';
import { type Actor, isTotalAdmin } from '@gwanje/domain/permissions';
import { FormRow, FormRows } from '@gwanje/ui/form-row';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { Button, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { type FieldErrors, hasErrors, serverFieldErrors } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { useUnsavedGuard } from '#components/forms/use-unsaved-guard.ts';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useActor, useMayChange } from '#core/session/session-store.ts';
import { ReadOnlyNotice } from '#core/session/write-access.tsx';
import { GrantPicker } from './form/grant-picker.tsx';
import { grantLinks } from './form/grants.ts';
import { PasswordField } from './form/password-field.tsx';
import { RoleField } from './form/role-field.tsx';
import { useIdCheck } from './form/use-id-check.ts';
import {
  EMPTY_USER,
  isNewUserDirty,
  type NewUserDraft,
  newUserBody,
  newUserErrors,
  takesGrants,
  USER_REASONS,
  type UserField,
} from './form/user-form.ts';
import { UserIdField } from './form/user-id-field.tsx';
import { invalidateUsers } from './user-queries.ts';
import classes from './users.module.css';

export function RegistrationPage() {
  const user = useActor();
  const mayChange = useMayChange();
  if (!user) return null;
  return mayChange ? (
    <Registration actor={user} />
  ) : (
    <>
      <RegistrationHeader />
      <ReadOnlyNotice />
    </>
  );
}

function RegistrationHeader({ actions }: { readonly actions?: ReactNode }) {
  const t = useT();
  return (
    <SettingsHeader
      title={t('routes.settingUserRegistration')}
      path={[
        {
          id: 'users',
          link: (
            <Link to="/setting/user" search={{}}>
              {t('routes.settingUser')}
            </Link>
          ),
        },
      ]}
      actions={actions}
    />
  );
}

function Registration({ actor }: { readonly actor: Actor }) {
  const t = useT();
  const navigate = useNavigate();
  const fieldId = useId();
  const managed = useManagedMetaGroups(actor);
  const [draft, setDraft] = useState<NewUserDraft>(EMPTY_USER);
  const { faults, setFaults, attempt, refuse } = useFaults<UserField>({});
  const [isBusy, run] = useBusy();
  const idCheck = useIdCheck(draft.userId);
  const letPass = useUnsavedGuard(isNewUserDirty(draft));

  function change(patch: Partial<NewUserDraft>, field: UserField) {
    setDraft({ ...draft, ...patch });
    const { [field]: _repaired, ...others } = faults;
    setFaults(others as FieldErrors<UserField>);
  }

  async function register(): Promise<void> {
    const found = newUserErrors(draft, !isTotalAdmin(actor));
    const isTaken = found.userId === undefined && idCheck === 'taken';
    if (isTaken || hasErrors(found)) return refuse(isTaken ? { ...found, userId: 'users.idTaken' } : found);
    if (draft.role === null) return;
    try {
      const body = newUserBody(draft, draft.role, grantLinks(managed, draft.subGroupIds));
      const { userNo } = await call(insertUser, { body });
      letPass();
      await invalidateUsers();
      await navigate({ to: '/setting/user', search: { userNo: String(userNo) } });
    } catch (error) {
      const refused = serverFieldErrors(error, USER_REASONS);
      if (refused) return refuse(refused);
      await showFailure(error);
    }
  }

  return (
    <CheckedForm attempt={attempt} onSubmit={() => void run(register)}>
      <RegistrationHeader
        actions={
          <>
            <Button
              variant="default"
              disabled={isBusy}
              onClick={() => void navigate({ to: '/setting/user', search: {} })}
            >
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isBusy} leftSection={<Icon name="mdi-check" />}>
              {t('users.register')}
            </Button>
          </>
        }
      />
      <div className={classes.columns}>
        <Panel title={t('users.account')}>
          <FormRows>
            <FormRow label={t('users.userId')} inputId={`${fieldId}-id`} required>
              <UserIdField
                id={`${fieldId}-id`}
                value={draft.userId}
                check={idCheck}
                fault={faults.userId}
                onChange={(userId) => change({ userId }, 'userId')}
              />
            </FormRow>
            <FormRow label={t('users.name')} inputId={`${fieldId}-name`} required>
              <NameField
                id={`${fieldId}-name`}
                value={draft.name}
                error={faults.name && t(faults.name)}
                onChange={(name) => change({ name }, 'name')}
              />
            </FormRow>
            <FormRow label={t('users.email')} inputId={`${fieldId}-email`} hint={t('users.emailHint')}>
              <TextInput
                id={`${fieldId}-email`}
                type="email"
                value={draft.email}
                error={faults.email && t(faults.email)}
                onChange={(event) => change({ email: event.currentTarget.value }, 'email')}
                autoComplete="off"
              />
            </FormRow>
            <FormRow label={t('users.password')} inputId={`${fieldId}-password`} hint={t('users.inviteHint')}>
              <PasswordField
                id={`${fieldId}-password`}
                value={draft.password}
                userId={draft.userId}
                fault={faults.password}
                onChange={(password) => change({ password }, 'password')}
              />
            </FormRow>
          </FormRows>
        </Panel>
        <Panel title={t('users.access')}>
          <FormRows>
            <FormRow label={t('users.role')} required>
              <RoleField
                value={draft.role}
                fault={faults.role}
                onChange={(role) => change({ role }, 'role')}
              />
            </FormRow>
            <FormRow
              label={t('users.grants')}
              required={!isTotalAdmin(actor)}
              {...(takesGrants(draft.role) && { hint: t('users.grantsHint') })}
            >
              {draft.role === null || takesGrants(draft.role) ? (
                <GrantPicker
                  managed={managed}
                  subGroupIds={draft.subGroupIds}
                  fault={faults.grantList}
                  onChange={(subGroupIds) => change({ subGroupIds }, 'grantList')}
                />
              ) : (
                <p className={classes.note}>{t('users.adminGroups')}</p>
              )}
            </FormRow>
          </FormRows>
        </Panel>
      </div>
    </CheckedForm>
  );
}
