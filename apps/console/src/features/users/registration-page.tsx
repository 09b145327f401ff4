import { insertUser } from '@gwanje/contract/users/users';
import { type Actor, isTotalAdmin } from '@gwanje/domain/access/permissions';
import { TextButton } from '@gwanje/ui/buttons';
import { FormRow, FormRows } from '@gwanje/ui/form-row';
import { Panel } from '@gwanje/ui/panel';
import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CheckedForm } from '#components/forms/checked-form.tsx';
import { NameField } from '#components/forms/name-field.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useMayChange } from '#core/session/session-store.ts';
import { ReadOnlyNotice, withActor } from '#core/session/write-access.tsx';
import { GrantPicker } from './form/grant-picker.tsx';
import { grantLinks } from './form/grants.ts';
import {
  invalidateUsers,
  isNewUserDirty,
  newUserBody,
  takesGrants,
  USER_REASONS,
  userDraft,
  userErrors,
} from './form/user-form.ts';
import { PasswordField, RoleField, UserIdField, useIdCheck } from './form/user-inputs.tsx';
import classes from './users.module.css';

export const RegistrationPage = withActor(({ actor }) =>
  useMayChange() ? (
    <Registration actor={actor} />
  ) : (
    <>
      <RegistrationHeader />
      <ReadOnlyNotice />
    </>
  ),
);

function RegistrationHeader({ actions }: { actions?: ReactNode }) {
  const t = useT();
  return (
    <SettingsHeader
      title={t('routes.settingUserRegistration')}
      path={[{ to: '/setting/user', label: t('routes.settingUser') }]}
      actions={actions}
    />
  );
}

function Registration({ actor }: { actor: Actor }) {
  const t = useT();
  const navigate = useNavigate();
  const managed = useManagedMetaGroups(actor);
  const form = useEditForm({
    initialValues: userDraft(),
    isChanged: isNewUserDirty,
    validate: (draft) => {
      const found = userErrors(draft, !isTotalAdmin(actor));
      return idCheck === 'taken' ? { ...found, userId: found.userId ?? 'users.idTaken' } : found;
    },
    reasons: USER_REASONS,
    save: (draft) => call(insertUser, { body: newUserBody(draft, grantLinks(managed, draft.subGroupIds)) }),
    onSaved: async ({ userNo }) => {
      await invalidateUsers();
      await navigate({ to: '/setting/user', search: { userNo: String(userNo) } });
    },
  });
  const { values } = form;
  const idCheck = useIdCheck(values.userId);

  return (
    <CheckedForm {...form.frame}>
      <RegistrationHeader
        actions={
          <>
            <TextButton
              disabled={form.isSaving}
              onClick={() => void navigate({ to: '/setting/user', search: {} })}
            >
              {t('common.cancel')}
            </TextButton>
            <TextButton icon="mdi-check" variant="filled" type="submit" loading={form.isSaving}>
              {t('users.register')}
            </TextButton>
          </>
        }
      />
      <div className={classes.columns}>
        <Panel title={t('users.account')}>
          <FormRows>
            <FormRow label={t('users.userId')} {...form.row('userId')} required>
              <UserIdField check={idCheck} {...form.input('userId')} />
            </FormRow>
            <FormRow label={t('users.name')} {...form.row('name')} required>
              <NameField {...form.input('name')} />
            </FormRow>
            <FormRow label={t('users.email')} {...form.row('email')} hint={t('users.emailHint')}>
              <TextInput type="email" autoComplete="off" {...form.input('email')} />
            </FormRow>
            <FormRow label={t('users.password')} {...form.row('password')} hint={t('users.inviteHint')}>
              <PasswordField
                userId={values.userId}
                {...form.input('password')}
                value={values.password ?? ''}
              />
            </FormRow>
          </FormRows>
        </Panel>
        <Panel title={t('users.access')}>
          <FormRows>
            <FormRow label={t('users.role')} required>
              <RoleField {...form.input('role')} />
            </FormRow>
            <FormRow
              label={t('users.grants')}
              required={!isTotalAdmin(actor)}
              {...(takesGrants(values.role) && { hint: t('users.grantsHint') })}
            >
              {values.role === null || takesGrants(values.role) ? (
                <GrantPicker
                  managed={managed}
                  subGroupIds={values.subGroupIds}
                  error={form.errorOf('grantList')}
                  onChange={(subGroupIds) => form.change({ subGroupIds })}
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
