import '@mantine/core/styles/Combobox.css';
import { RoleChoice } from '@gwanje/contract/definition/fields';
import { labelOf } from '@gwanje/domain/mappings/labels';
import { roleChoiceKey } from '@gwanje/domain/mappings/role';
import { userStatuses, userStatusKey } from '@gwanje/domain/mappings/user-status';
import { Icon } from '@gwanje/ui/icon';
import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
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
const TYPING_PAUSE_MS = 300;

export function UserFilters({ conditions, isNarrowed, onChange, onReset }: UserFiltersProps) {
  const t = useT();
  const language = useLanguage();
  const [text, setText] = useState(conditions.search);
  const applySearch = useDebouncedCallback(
    (search: string) => onChange({ search: search.trim() === '' ? undefined : search.trim() }),
    TYPING_PAUSE_MS,
  );
  // A step back or a reset changes the address without typing.
  useEffect(() => {
    setText((shown) => (shown.trim() === conditions.search ? shown : conditions.search));
  }, [conditions.search]);

  function search(next: string) {
    setText(next);
    applySearch(next);
  }

  return (
    <search className={classes.filters}>
      <TextInput
        className={classes.search ?? ''}
        aria-label={t('users.search')}
        placeholder={t('users.search')}
        leftSection={<Icon name="mdi-magnify" />}
        rightSection={
          text !== '' && (
            <CloseButton size="sm" aria-label={t('users.clearSearch')} onClick={() => search('')} />
          )
        }
        value={text}
        maxLength={200}
        onChange={(event) => search(event.currentTarget.value)}
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
