import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import type { RoleChoice } from '@gwanje/contract/definition/fields';
import { labelOf } from '@gwanje/domain/labels';
import { roleChoiceKey } from '@gwanje/domain/mappings/role';
import { Radio } from '@mantine/core';
import { type PlainKey, useLanguage, useT } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import classes from '../users.module.css';

interface RoleFieldProps {
  readonly value: RoleChoice | null;
  readonly onChange: (role: RoleChoice) => void;
  readonly error: string | undefined;
}

const HINTS = {
  10: 'users.roleHint10',
  1: 'users.roleHint1',
  3: 'users.roleHint3',
  2: 'users.roleHint2',
} as const satisfies Record<RoleChoice, PlainKey>;

/** The roles that this user may assign, from the server. */
export function RoleField({ value, onChange, error }: RoleFieldProps) {
  const t = useT();
  const language = useLanguage();
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
            description={t(HINTS[role])}
            data-invalid={error ? true : undefined}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
