import type { Actor } from '@gwanje/domain/access/permissions';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState } from '@gwanje/ui/states';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ObjectList } from '#components/list/object-list.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useActor } from '#core/session/session-store.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import { UserDrawer } from '../detail/user-drawer.tsx';
import { UserFilters } from './user-filters.tsx';
import { userList } from './user-list.tsx';
import { userConditions, userFilter } from './user-list-address.ts';

const NO_FILTERS = { search: undefined, role: undefined, status: undefined };

export function UserListPage() {
  const user = useActor();
  return user && <UserList actor={user} />;
}

/** The address holds the conditions, the order and the opened user. */
function UserList({ actor }: { readonly actor: Actor }) {
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
                <Button variant="default" onClick={() => void address.change(NO_FILTERS)}>
                  {t('users.reset')}
                </Button>
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
