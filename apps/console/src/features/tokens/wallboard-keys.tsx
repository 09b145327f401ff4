import {
  listWallboardKeys,
  revokeWallboardKey,
  type WallboardKey,
} from '@gwanje/contract/dashboard/wallboards';
import type { Actor } from '@gwanje/domain/access/permissions';
import { Chip } from '@gwanje/ui/chip';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { call } from '#core/api/client.ts';
import { apiKey, apiQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import {
  identityColumns,
  lastUseColumn,
  lifeColumns,
  NameList,
  useNewKey,
  useRevoke,
} from './key-columns.tsx';
import { WallboardKeyDialog } from './wallboard-key-dialog.tsx';

const keysQuery = apiQuery(listWallboardKeys, {}, { staleMs: 5_000 });

/** Keys of screens that show boards without a signed-in user. */
export function WallboardKeys({ actor }: { actor: Actor }) {
  const t = useT();
  const query = useQuery(keysQuery);
  const { create, dialog } = useNewKey({
    Dialog: WallboardKeyDialog,
    title: t('accessTokens.wallMadeTitle'),
    text: t('accessTokens.wallMadeOnce'),
    reload: reloadKeys,
  });
  const createButton = (
    <IfMayChange>
      <Button leftSection={<Icon name="mdi-monitor-dashboard" />} onClick={create}>
        {t('accessTokens.wallCreate')}
      </Button>
    </IfMayChange>
  );
  return (
    <Panel title={t('accessTokens.wallTitle')} note={t('accessTokens.wallAbout')} actions={createButton}>
      <DataTable
        label={t('accessTokens.wallListLabel')}
        loadingLabel={t('shell.loading')}
        columns={useKeyColumns(actor, t)}
        rows={query.data?.wallboardKeyList}
        rowId={({ wallboardKeyId }) => String(wallboardKeyId)}
        error={
          query.isError &&
          !query.data && <LoadFailed title={t('accessTokens.wallListFailed')} query={query} />
        }
        empty={
          <EmptyState
            icon="mdi-monitor-dashboard"
            title={t('accessTokens.wallEmpty')}
            text={t('accessTokens.wallEmptyText')}
          />
        }
      />
      {dialog}
    </Panel>
  );
}

function useKeyColumns(actor: Actor, t: Translate): Column<WallboardKey>[] {
  const revoke = useRevoke<WallboardKey>({
    question: ({ name }) => ({
      title: t('accessTokens.wallRevokeTitle'),
      text: t('accessTokens.wallRevokeText', { name }),
      msg: t('accessTokens.wallRevokeGoes'),
    }),
    revoke: ({ wallboardKeyId }) => call(revokeWallboardKey, { params: { wallboardKeyId } }),
    reload: reloadKeys,
  });
  return [
    ...identityColumns<WallboardKey>(actor, t),
    {
      id: 'boards',
      label: t('accessTokens.wallBoards'),
      format: ({ boardList }) => <NameList names={boardList.map(({ name }) => name)} t={t} />,
      width: '18%',
    },
    {
      id: 'groups',
      label: t('accessTokens.wallGroups'),
      format: ({ subGroupList }) => (
        <NameList names={subGroupList.map(({ name, metaGroupName }) => `${metaGroupName} · ${name}`)} t={t} />
      ),
      width: '20%',
    },
    {
      id: 'status',
      label: t('accessTokens.status'),
      format: ({ revokedAt }) =>
        revokedAt === null ? (
          <Chip colour="normal" label={t('accessTokens.active')} />
        ) : (
          <Chip colour="grey" label={t('accessTokens.revoked')} />
        ),
      width: 90,
    },
    lastUseColumn<WallboardKey>({
      id: 'lastSeenAt',
      label: t('accessTokens.wallLastSeen'),
      never: t('accessTokens.wallNeverSeen'),
      at: ({ lastSeenAt }) => lastSeenAt,
      from: ({ lastSeenFrom }) => lastSeenFrom,
    }),
    ...lifeColumns<WallboardKey>({ isActive: ({ revokedAt }) => revokedAt === null, onRevoke: revoke }, t),
  ];
}

function reloadKeys(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: apiKey(listWallboardKeys) });
}
