import { checkUserId } from '@gwanje/contract/users/users';
import { userIdFault } from '@gwanje/domain/forms/user-id';
import { Icon } from '@gwanje/ui/icon';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#core/api/query.ts';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import classes from '../users.module.css';

const DEBOUNCE_MS = 300;

/** idle: nothing to check yet · unchecked: the server gave no answer. */
type IdCheck = 'idle' | 'checking' | 'available' | 'taken' | 'unchecked';

/** Checks the id while the user types, once it is valid and the typing has paused. */
export function useIdCheck(userId: string): IdCheck {
  const [asked] = useDebouncedValue(userId, DEBOUNCE_MS);
  const isFit = userIdFault(userId) === undefined;
  const { data, isError } = useQuery({
    ...apiQuery(checkUserId, { params: { userId: asked } }, { staleMs: 10_000 }),
    enabled: isFit && asked === userId,
    retry: false,
  });
  if (!isFit) return 'idle';
  if (asked !== userId) return 'checking';
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
