import '@mantine/core/styles/Combobox.css';
import { UserStatus } from '@gwanje/contract/definition/fields';
import type { GroupNameEntry } from '@gwanje/contract/users/groups';
import type { User } from '@gwanje/contract/users/users';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { labelOf } from '@gwanje/domain/labels';
import { userStatuses, userStatusKey } from '@gwanje/domain/mappings/user-status';
import { isTotalAdmin } from '@gwanje/domain/permissions';
import { FormRow, FormRows } from '@gwanje/ui/form-row';
import { Icon } from '@gwanje/ui/icon';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { FieldErrors } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { ReadOnlyText } from '#components/forms/read-only-text.tsx';
import { loadConfig } from '#core/config.ts';
import { type PlainKey, useLanguage, useT } from '#core/i18n/i18n.ts';
import { UserStatusChip, useRoleLabel } from '#entities/users/user-chips.tsx';
import classes from '../users.module.css';
import { GrantPicker } from './grant-picker.tsx';
import type { GrantedGroup } from './grants.ts';
import { PasswordField } from './password-field.tsx';
import { RoleField } from './role-field.tsx';
import { takesGrants, type UserDraft, type UserField } from './user-form.ts';

interface UserFieldsProps {
  readonly user: User;
  readonly grantList: readonly GrantedGroup[];
  readonly isSelf: boolean;
  readonly isReadOnly: boolean;
  readonly managed: readonly GroupNameEntry[];
  readonly draft: UserDraft;
  readonly faults: FieldErrors<UserField>;
  readonly onChange: (patch: Partial<UserDraft>, field: UserField) => void;
}

const STATUS_HINTS = {
  1: 'users.statusNormal',
  2: 'users.statusSuspended',
  3: 'users.statusTerminated',
  4: 'users.statusRestricted',
} as const satisfies Record<UserStatus, PlainKey>;

export function UserFields(props: UserFieldsProps) {
  const { user, isSelf, isReadOnly, draft, faults, onChange } = props;
  const t = useT();
  const language = useLanguage();
  const roleLabel = useRoleLabel();
  const fieldId = useId();
  return (
    <FormRows>
      <FormRow label={t('users.userId')} isReadOnly readOnlyValue={<bdi>{user.userId}</bdi>} />
      <FormRow
        label={t('users.name')}
        inputId={`${fieldId}-name`}
        required
        isReadOnly={isReadOnly}
        readOnlyValue={<ReadOnlyText label={t('users.name')} value={user.name} />}
      >
        <NameField
          id={`${fieldId}-name`}
          value={draft.name}
          error={faults.name && t(faults.name)}
          onChange={(name) => onChange({ name }, 'name')}
          autoFocus
        />
      </FormRow>
      <FormRow
        label={t('users.email')}
        inputId={`${fieldId}-email`}
        isReadOnly={isReadOnly}
        readOnlyValue={<ReadOnlyText label={t('users.email')} value={user.email} />}
      >
        <TextInput
          id={`${fieldId}-email`}
          type="email"
          value={draft.email}
          error={faults.email && t(faults.email)}
          onChange={(event) => onChange({ email: event.currentTarget.value }, 'email')}
          autoComplete="off"
        />
      </FormRow>
      <FormRow
        label={t('users.role')}
        isReadOnly={isReadOnly || isSelf}
        readOnlyValue={
          <>
            {roleLabel(user)}
            {isSelf && !isReadOnly && <p className={classes.noteLine}>{t('users.ownStanding')}</p>}
          </>
        }
      >
        <RoleField value={draft.role} fault={faults.role} onChange={(role) => onChange({ role }, 'role')} />
      </FormRow>
      <FormRow
        label={t('users.status')}
        inputId={`${fieldId}-status`}
        isReadOnly={isReadOnly || isSelf}
        readOnlyValue={<UserStatusChip status={user.status} />}
        hint={t(STATUS_HINTS[draft.status])}
      >
        <NativeSelect
          id={`${fieldId}-status`}
          value={String(draft.status)}
          data={Object.values(userStatuses).map((status) => ({
            value: String(status),
            label: labelOf(userStatusKey(status), language),
          }))}
          onChange={(event) =>
            onChange({ status: UserStatus.parse(Number(event.currentTarget.value)) }, 'role')
          }
        />
      </FormRow>
      <FormRow label={t('users.grants')}>
        <Grants {...props} />
      </FormRow>
      <PasswordRow {...props} />
      <FormRow
        label={t('users.lastLogin')}
        isReadOnly
        readOnlyValue={user.lastLoginAt ? formatTimestamp(user.lastLoginAt) : t('users.neverLogin')}
      />
      <FormRow label={t('users.createdAt')} isReadOnly readOnlyValue={formatTimestamp(user.createdAt)} />
      <FormRow label={t('users.updatedAt')} isReadOnly readOnlyValue={formatTimestamp(user.updatedAt)} />
    </FormRows>
  );
}

function Grants({ user, grantList, isReadOnly, managed, draft, faults, onChange }: UserFieldsProps) {
  const t = useT();
  if (isReadOnly ? isTotalAdmin(user) : !takesGrants(draft.role))
    return <p className={classes.note}>{t('users.adminGroups')}</p>;
  if (!isReadOnly)
    return (
      <GrantPicker
        managed={managed}
        present={grantList}
        subGroupIds={draft.subGroupIds}
        fault={faults.grantList}
        onChange={(subGroupIds) => onChange({ subGroupIds }, 'grantList')}
      />
    );
  if (grantList.length === 0) return <p className={classes.note}>{t('users.noGroups')}</p>;
  return (
    <ul className={classes.grantList}>
      {grantList.map(({ subGroupId, metaGroupName, subGroupName }) => (
        <li key={subGroupId}>
          <bdi className={classes.grantMeta}>{metaGroupName}</bdi>
          <Icon name="mdi-chevron-right" size={14} />
          <bdi>{subGroupName}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** The place to change a password depends on whose password it is. */
function PasswordRow({ user, isSelf, isReadOnly, draft, faults, onChange }: UserFieldsProps) {
  const t = useT();
  const passwordId = useId();
  const { data: config } = useQuery({ queryKey: ['config'], queryFn: loadConfig, staleTime: Infinity });
  const label = t('users.password');
  if (user.isSingleSignOn === 'Y')
    return <FormRow label={label} isReadOnly readOnlyValue={t('users.singleSignOnPassword')} />;
  if (isSelf)
    return (
      <FormRow
        label={label}
        isReadOnly
        readOnlyValue={
          <>
            {t('users.ownPassword')} {config && <a href={config.portalUrl}>{t('users.toPortal')}</a>}
          </>
        }
      />
    );
  if (isReadOnly || draft.password === null)
    return (
      <FormRow label={label} isReadOnly={isReadOnly} readOnlyValue={t('users.passwordKept')}>
        <Button
          variant="default"
          leftSection={<Icon name="mdi-lock-reset" />}
          onClick={() => onChange({ password: '' }, 'password')}
        >
          {t('users.setPassword')}
        </Button>
      </FormRow>
    );
  return (
    <FormRow label={label} inputId={passwordId} required hint={t('users.passwordEnds')}>
      <PasswordField
        id={passwordId}
        value={draft.password}
        userId={user.userId}
        fault={faults.password}
        onChange={(password) => onChange({ password }, 'password')}
        takesFocus
      />
      <Button variant="subtle" onClick={() => onChange({ password: null }, 'password')}>
        {t('users.keepPassword')}
      </Button>
    </FormRow>
  );
}
