import { UserStatus } from '@gwanje/contract/definition/fields';
import type { GroupNameEntry } from '@gwanje/contract/users/groups';
import type { User } from '@gwanje/contract/users/users';
import { isTotalAdmin } from '@gwanje/domain/access/permissions';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { labelOf, userStatuses, userStatusKey } from '@gwanje/domain/mappings/labels';
import { TextButton } from '@gwanje/ui/buttons';
import { FormRow, FormRows, ValueRow } from '@gwanje/ui/form-row';
import { Icon } from '@gwanje/ui/icon';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { NameField } from '#components/forms/name-field.tsx';
import { TextFieldRow } from '#components/forms/text-field-row.tsx';
import type { EditForm } from '#components/forms/use-edit-form.ts';
import { configQuery } from '#core/config.ts';
import { type PlainKey, useT, useTexts } from '#core/i18n/i18n.ts';
import { UserStatusChip, useRoleLabel } from '#entities/users/user-chips.tsx';
import classes from '../users.module.css';
import { GrantPicker } from './grant-picker.tsx';
import type { GrantedGroup } from './grants.ts';
import { takesGrants, type UserDraft, type UserField } from './user-form.ts';
import { PasswordField, RoleField } from './user-inputs.tsx';

interface UserFieldsProps {
  readonly user: User;
  readonly grantList: readonly GrantedGroup[];
  readonly isSelf: boolean;
  readonly managed: readonly GroupNameEntry[];
  readonly form: EditForm<UserDraft, UserField>;
}

const STATUS_HINTS = {
  1: 'users.statusNormal',
  2: 'users.statusSuspended',
  3: 'users.statusTerminated',
  4: 'users.statusRestricted',
} as const satisfies Record<UserStatus, PlainKey>;

export function UserFields(props: UserFieldsProps) {
  const { user, isSelf, form } = props;
  const { values, isReadOnly } = form;
  const { t, language } = useTexts();
  const roleLabel = useRoleLabel();
  return (
    <FormRows>
      <ValueRow label={t('users.userId')}>
        <bdi>{user.userId}</bdi>
      </ValueRow>
      <TextFieldRow label={t('users.name')} saved={user.name} {...form.row('name')} required>
        <NameField {...form.input('name')} autoFocus />
      </TextFieldRow>
      <TextFieldRow label={t('users.email')} saved={user.email} {...form.row('email')}>
        <TextInput type="email" autoComplete="off" {...form.input('email')} />
      </TextFieldRow>
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
        <RoleField {...form.input('role')} />
      </FormRow>
      <FormRow
        label={t('users.status')}
        {...form.row('status')}
        isReadOnly={isReadOnly || isSelf}
        readOnlyValue={<UserStatusChip status={user.status} />}
        hint={t(STATUS_HINTS[values.status])}
      >
        <NativeSelect
          id={form.row('status').inputId}
          value={String(values.status)}
          data={Object.values(userStatuses).map((status) => ({
            value: String(status),
            label: labelOf(userStatusKey(status), language),
          }))}
          onChange={(event) => form.change({ status: UserStatus.parse(Number(event.currentTarget.value)) })}
        />
      </FormRow>
      <FormRow label={t('users.grants')}>
        <Grants {...props} />
      </FormRow>
      <PasswordRow {...props} />
      <ValueRow label={t('users.lastLogin')}>
        {user.lastLoginAt ? formatTimestamp(user.lastLoginAt) : t('users.neverLogin')}
      </ValueRow>
      <ValueRow label={t('users.createdAt')}>{formatTimestamp(user.createdAt)}</ValueRow>
      <ValueRow label={t('users.updatedAt')}>{formatTimestamp(user.updatedAt)}</ValueRow>
    </FormRows>
  );
}

function Grants({ user, grantList, managed, form }: UserFieldsProps) {
  const t = useT();
  const { isReadOnly, values } = form;
  if (isReadOnly ? isTotalAdmin(user) : !takesGrants(values.role))
    return <p className={classes.note}>{t('users.adminGroups')}</p>;
  if (!isReadOnly)
    return (
      <GrantPicker
        managed={managed}
        present={grantList}
        subGroupIds={values.subGroupIds}
        error={form.errorOf('grantList')}
        onChange={(subGroupIds) => form.change({ subGroupIds })}
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

/** Users change their own password on another page than other users' passwords. */
function PasswordRow({ user, isSelf, form }: UserFieldsProps) {
  const t = useT();
  const { password } = form.values;
  const { data: config } = useQuery(configQuery);
  const label = t('users.password');
  if (user.isSingleSignOn === 'Y')
    return <ValueRow label={label}>{t('users.singleSignOnPassword')}</ValueRow>;
  if (isSelf)
    return (
      <ValueRow label={label}>
        {t('users.ownPassword')} {config && <a href={config.portalUrl}>{t('users.toPortal')}</a>}
      </ValueRow>
    );
  if (form.isReadOnly || password === null)
    return (
      <FormRow label={label} isReadOnly={form.isReadOnly} readOnlyValue={t('users.passwordKept')}>
        <TextButton icon="mdi-lock-reset" onClick={() => form.change({ password: '' })}>
          {t('users.setPassword')}
        </TextButton>
      </FormRow>
    );
  return (
    <FormRow label={label} {...form.row('password')} required hint={t('users.passwordEnds')}>
      <PasswordField {...form.input('password')} value={password} userId={user.userId} autoFocus />
      <TextButton variant="subtle" onClick={() => form.change({ password: null })}>
        {t('users.keepPassword')}
      </TextButton>
    </FormRow>
  );
}
