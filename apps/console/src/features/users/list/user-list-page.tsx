import { RoleChoice } from '@gwanje/contract/definition/fields';
import type { Actor } from '@gwanje/domain/access/permissions';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { labelOf, roleChoiceKey, userStatuses, userStatusKey } from '@gwanje/domain/mappings/labels';
import { TextButton } from '@gwanje/ui/buttons';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState } from '@gwanje/ui/panel';
import { Button, NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ObjectList } from '#components/list/object-list.tsx';
import { SearchBox } from '#components/list/toolbar/list-toolbar.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { type AddressText, useAddress } from '#core/navigation/use-address.ts';
import { IfMayChange, withActor } from '#core/session/write-access.tsx';
import { UserDrawer } from '../detail/user-drawer.tsx';
import classes from '../users.module.css';
import { userList } from './user-list.tsx';
import { type UserListConditions, userConditions, userFilter } from './user-list-address.ts';

const NO_FILTERS = { search: undefined, role: undefined, status: undefined };

export const UserListPage = withActor(UserList);

/** The address holds the conditions, the order and the opened user. */
function UserList({ actor }: { actor: Actor }) {
  const t = useT();
  const address = useAddress();
  const conditions = userConditions(address.search);
  const openedUserNo = parseIdText(address.search.userNo);
  const filter = userFilter(conditions);
  const isNarrowed = Object.keys(filter).length > 0;

  const registerButton = (
    <IfMayChange>
      <Button
        component={Link}
        to="/setting/user/registration"
        leftSection={<Icon name="mdi-account-plus-outline" />}
      >
        {t('users.register')}
      </Button>
    </IfMayChange>
  );

  return (
    <>
      <SettingsHeader title={t('routes.settingUser')} actions={registerButton} />
      <ObjectList
        declaration={userList}
        scope={{ filter }}
        onOpen={({ userNo }) => void address.change({ userNo: String(userNo) })}
        extra={
          <UserFilters
            conditions={conditions}
            isNarrowed={isNarrowed}
            onChange={(patch) => void address.change(patch, { replace: true })}
            onReset={() => void address.change(NO_FILTERS)}
          />
        }
        empty={
          isNarrowed ? (
            <EmptyState
              icon="mdi-account-search-outline"
              title={t('users.noMatch')}
              text={t('users.noMatchText')}
              actions={
                <TextButton onClick={() => void address.change(NO_FILTERS)}>{t('users.reset')}</TextButton>
              }
            />
          ) : (
            <EmptyState
              icon="mdi-account-multiple-outline"
              title={t('users.listEmpty')}
              text={t('users.listEmptyText')}
              actions={registerButton}
            />
          )
        }
      />
      {openedUserNo !== undefined && (
        <UserDrawer
          key={openedUserNo}
          actor={actor}
          userNo={openedUserNo}
          onClose={() => address.change({ userNo: undefined })}
        />
      )}
    </>
  );
}

interface UserFiltersProps {
  readonly conditions: UserListConditions;
  readonly isNarrowed: boolean;
  readonly onChange: (patch: AddressText) => void;
  readonly onReset: () => void;
}

const ROLE_CHOICES = [...RoleChoice.values];

function UserFilters({ conditions, isNarrowed, onChange, onReset }: UserFiltersProps) {
  const { t, language } = useTexts();
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
        <TextButton icon="mdi-filter-off-outline" variant="subtle" onClick={onReset}>
          {t('users.reset')}
        </TextButton>
      )}
    </search>
  );
}
