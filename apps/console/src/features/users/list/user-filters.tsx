import '@mantine/core/styles/Combobox.css';
import { RoleChoice } from '@gwanje/contract/definition/fields';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { roleChoiceKey } from '@gwanje/domain/mappings/role';
import { userStatuses, userStatusKey } from '@gwanje/domain/mappings/user-status';
import { Icon } from '@gwanje/ui/icon';
import { Button, NativeSelect } from '@mantine/core';
import { SearchBox } from '#components/list/toolbar/list-toolbar.tsx';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import type { AddressText } from '#core/navigation/use-address.ts';
import classes from '../users.module.css';
import type { UserListConditions } from './user-list-address.ts';

interface UserFiltersProps {
  readonly conditions: UserListConditions;
  readonly isNarrowed: boolean;
  readonly onChange: (patch: AddressText) => void;
  readonly onReset: () => void;
}

const ROLE_CHOICES = RoleChoice.options.map(({ value }) => value);

export function UserFilters({ conditions, isNarrowed, onChange, onReset }: UserFiltersProps) {
  const t = useT();
  const language = useLanguage();
  return (
    <search className={classes.filters}>
      <SearchBox
        label={t('users.search')}
        value={conditions.search}
        onChange={(text) => onChange({ search: text.trim() || undefined })}
      />
      <NativeSelect
        className={classes.select ?? ''}
        aria-label={t('users.filterRole')}
        value={String(conditions.role ?? '')}
        data={[
          { value: '', label: t('users.allRoles') },
          ...ROLE_CHOICES.map((role) => ({
            value: String(role),
            label: labelOf(roleChoiceKey(role), language),
          })),
        ]}
        onChange={(event) => onChange({ role: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        className={classes.select ?? ''}
        aria-label={t('users.filterStatus')}
        value={String(conditions.status ?? '')}
        data={[
          { value: '', label: t('users.allStatuses') },
          ...Object.values(userStatuses).map((status) => ({
            value: String(status),
            label: labelOf(userStatusKey(status), language),
          })),
        ]}
        onChange={(event) => onChange({ status: event.currentTarget.value || undefined })}
      />
      {isNarrowed && (
        <Button variant="subtle" leftSection={<Icon name="mdi-filter-off-outline" />} onClick={onReset}>
          {t('users.reset')}
        </Button>
      )}
    </search>
  );
}
