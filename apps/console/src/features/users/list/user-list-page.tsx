import type { Actor } from '@gwanje/domain/access/permissions';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { EmptyState } from '@gwanje/ui/states';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { sortToAddress } from '#components/table/page-address.ts';
import { PagedTable } from '#components/table/paged-table.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useActor } from '#core/session/session-store.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import { UserDrawer } from '../detail/user-drawer.tsx';
import { usersQuery } from '../user-queries.ts';
import { useUserColumns } from './user-columns.tsx';
import { UserFilters } from './user-filters.tsx';
import { isFiltered, userConditions } from './user-list-address.ts';

const NO_FILTERS = { search: undefined, role: undefined, status: undefined, pageNo: undefined };

export function UserListPage() {
  const user = useActor();
  return user && <UserList actor={user} />;
}

/** The address holds the conditions, the page and the opened user. */
function UserList({ actor }: { readonly actor: Actor }) {
  const t = useT();
  const address = useAddress();
  const conditions = userConditions(address.search);
  const openedUserNo = parseIdText(address.search.userNo);
  const query = useQuery({ ...usersQuery(conditions), placeholderData: keepPreviousData });
  const columns = useUserColumns(actor);
  const isNarrowed = isFiltered(conditions);

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
      <Panel>
        <UserFilters
          conditions={conditions}
          isNarrowed={isNarrowed}
          onChange={(patch) => void address.change({ ...patch, pageNo: undefined }, { replace: true })}
          onReset={() => void address.change(NO_FILTERS)}
        />
        <PagedTable
          label={t('users.listLabel')}
          counted="people"
          columns={columns}
          query={query}
          page={conditions.page}
          failedTitle={t('users.listFailed')}
          rowId={({ userNo }) => String(userNo)}
          sort={conditions.sort}
          onSortChange={(sort) => void address.change(sortToAddress(sort))}
          onRowClick={({ userNo }) => void address.change({ userNo: String(userNo) })}
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
      </Panel>
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
