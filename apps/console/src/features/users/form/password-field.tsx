import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/PasswordInput.css';
import { PASSWORD_MIN } from '@gwanje/contract/users/users';
import { isCommonPassword } from '@gwanje/domain/forms/common-passwords';
import { Icon } from '@gwanje/ui/icon';
import { PasswordInput, type PasswordInputProps, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import classes from '../users.module.css';

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
