import type { RoleChoice } from '@gwanje/contract/definition/fields';
import { checkUserId, PASSWORD_MIN } from '@gwanje/contract/users/users';
import { isCommonPassword } from '@gwanje/domain/forms/common-passwords';
import { userIdError } from '@gwanje/domain/forms/user-id';
import { labelOf, roleChoiceKey } from '@gwanje/domain/mappings/labels';
import { Icon } from '@gwanje/ui/icon';
import {
  PasswordInput,
  type PasswordInputProps,
  Radio,
  TextInput,
  type TextInputProps,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { apiQuery } from '#core/api/query.ts';
import { type PlainKey, useT, useTexts } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import classes from '../users.module.css';

const DEBOUNCE_MS = 300;

/** idle: no valid id yet · unchecked: the request failed. */
type IdCheck = 'idle' | 'checking' | 'available' | 'taken' | 'unchecked';

/** Checks with the server whether a valid id is free, debounced while the user types. */
export function useIdCheck(userId: string): IdCheck {
  const [debouncedId] = useDebouncedValue(userId, DEBOUNCE_MS);
  const isValid = userIdError(userId) === undefined;
  const { data, isError } = useQuery({
    ...apiQuery(checkUserId, { params: { userId: debouncedId } }, { staleMs: 10_000 }),
    enabled: isValid && debouncedId === userId,
    retry: false,
  });
  if (!isValid) return 'idle';
  if (debouncedId !== userId) return 'checking';
  if (isError) return 'unchecked';
  if (!data) return 'checking';
  return data.available ? 'available' : 'taken';
}

interface UserIdFieldProps extends TextInputProps {
  readonly check: IdCheck;
}

const CHECK_TEXTS = {
  idle: 'users.userIdHint',
  checking: 'users.idChecking',
  available: 'users.idAvailable',
  taken: 'users.userIdHint',
  unchecked: 'users.idUnchecked',
} as const satisfies Record<IdCheck, PlainKey>;

export function UserIdField({ check, error, ...input }: UserIdFieldProps) {
  const t = useT();
  return (
    <>
      <TextInput
        {...input}
        error={error ?? (check === 'taken' && t('users.idTaken'))}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
      />
      <p
        className={`${classes.availability} ${check === 'available' ? classes.available : ''}`}
        aria-live="polite"
      >
        {check === 'available' && <Icon name="mdi-check-circle" size={14} />}
        {t(CHECK_TEXTS[check])}
      </p>
    </>
  );
}

interface PasswordFieldProps extends PasswordInputProps {
  readonly value: string;
  readonly userId: string;
}

/** A new password with its rules, each ticked when it is met. */
export function PasswordField({ userId, ...input }: PasswordFieldProps) {
  const { value } = input;
  const t = useT();
  const rulesId = useId();
  const rules: readonly { key: PlainKey; isMet: boolean }[] = [
    { key: 'users.ruleLength', isMet: [...value].length >= PASSWORD_MIN },
    { key: 'users.ruleUserId', isMet: value.toLowerCase() !== userId.toLowerCase() },
    { key: 'users.ruleCommon', isMet: !isCommonPassword(value) },
  ];
  return (
    <>
      <PasswordInput
        autoComplete="new-password"
        aria-describedby={rulesId}
        visibilityToggleButtonProps={{ 'aria-label': t('users.showPassword'), tabIndex: 0 }}
        required
        {...input}
      />
      <ul className={classes.rules} id={rulesId}>
        {rules.map(({ key, isMet }) => {
          const isShownMet = value !== '' && isMet;
          return (
            <li key={key} className={isShownMet ? classes.ruleMet : undefined}>
              <Icon name={isShownMet ? 'mdi-check-circle' : 'mdi-circle-outline'} size={14} />
              {t(key)}
              <VisuallyHidden>{t(isShownMet ? 'users.ruleMet' : 'users.ruleUnmet')}</VisuallyHidden>
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface RoleFieldProps {
  readonly value: RoleChoice | null;
  readonly onChange: (role: RoleChoice) => void;
  readonly error: string | undefined;
}

/** The roles that this user may assign, from the server. */
export function RoleField({ value, onChange, error }: RoleFieldProps) {
  const { t, language } = useTexts();
  const roleList = useSession((state) => state.roleList);
  return (
    <Radio.Group
      aria-label={t('users.role')}
      value={value === null ? null : String(value)}
      onChange={(text) => {
        const chosen = roleList.find(({ role }) => String(role) === text);
        if (chosen) onChange(chosen.role);
      }}
      error={error}
    >
      <div className={classes.choices}>
        {roleList.map(({ role }) => (
          <Radio
            key={role}
            size="xs"
            value={String(role)}
            label={labelOf(roleChoiceKey(role), language)}
            description={t(`users.roleHint${role}`)}
            data-invalid={error ? true : undefined}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
