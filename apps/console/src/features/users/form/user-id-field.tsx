import { Icon } from '@gwanje/ui/icon';
import { TextInput } from '@mantine/core';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import classes from '../users.module.css';
import type { IdCheck } from './use-id-check.ts';

interface UserIdFieldProps {
  readonly id: string;
  readonly value: string;
  readonly check: IdCheck;
  readonly fault: PlainKey | undefined;
  readonly onChange: (userId: string) => void;
}

const CHECK_TEXTS = {
  idle: 'users.userIdHint',
  checking: 'users.idChecking',
  available: 'users.idAvailable',
  taken: 'users.userIdHint',
  unchecked: 'users.idUnchecked',
} as const satisfies Record<IdCheck, PlainKey>;

export function UserIdField({ id, value, check, fault, onChange }: UserIdFieldProps) {
  const t = useT();
  const shownFault = fault ?? (check === 'taken' ? 'users.idTaken' : undefined);
  return (
    <>
      <TextInput
        id={id}
        value={value}
        error={shownFault && t(shownFault)}
        onChange={(event) => onChange(event.currentTarget.value)}
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
