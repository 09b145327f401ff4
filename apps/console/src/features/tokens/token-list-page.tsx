import { type AccessToken, listAccessTokens, revokeAccessToken } from '@gwanje/contract/users/access-tokens';
import type { Actor } from '@gwanje/domain/access/permissions';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { call } from '#core/api/client.ts';
import { apiKey, apiQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { IfMayChange, withActor } from '#core/session/write-access.tsx';
import { useRoleLabel } from '#entities/users/user-chips.tsx';
import {
  identityColumns,
  lastUseColumn,
  lifeColumns,
  NameList,
  useNewKey,
  useRevoke,
} from './key-columns.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { tokenState } from './token-state.ts';
import classes from './tokens.module.css';
import { WallboardKeys } from './wallboard-keys.tsx';

const tokensQuery = apiQuery(listAccessTokens, {}, { staleMs: 5_000 });

export const TokenListPage = withActor(TokenList);

function TokenList({ actor }: { actor: Actor }) {
  const t = useT();
  const query = useQuery(tokensQuery);
  const { create, dialog } = useNewKey({
    Dialog: TokenDialog,
    title: t('accessTokens.madeTitle'),
    text: t('accessTokens.madeOnce'),
    reload: reloadTokens,
  });
  const columns = useTokenColumns(actor, t);
  const createButton = (
    <IfMayChange>
      <Button leftSection={<Icon name="mdi-key-plus" />} onClick={create}>
        {t('accessTokens.create')}
      </Button>
    </IfMayChange>
  );
  return (
    <>
      <SettingsHeader
        title={t('routes.settingAccessToken')}
        dataAge={t('accessTokens.about')}
        actions={createButton}
      />
      <Panel>
        <DataTable
          label={t('accessTokens.listLabel')}
          loadingLabel={t('shell.loading')}
          columns={columns}
          rows={query.data?.accessTokenList}
          rowId={({ accessTokenId }) => String(accessTokenId)}
          error={
            query.isError && !query.data && <LoadFailed title={t('accessTokens.listFailed')} query={query} />
          }
          empty={
            <EmptyState
              icon="mdi-key-outline"
              title={t('accessTokens.empty')}
              text={t('accessTokens.emptyText')}
              actions={createButton}
            />
          }
        />
      </Panel>
      <div className={classes.below}>
        <WallboardKeys actor={actor} />
      </div>
      {dialog}
    </>
  );
}

const STATE_APPEARANCE = {
  active: { colour: 'normal', key: 'accessTokens.active' },
  expired: { colour: 'grey', key: 'accessTokens.expired' },
  revoked: { colour: 'grey', key: 'accessTokens.revoked' },
} as const;

function useTokenColumns(actor: Actor, t: Translate): Column<AccessToken>[] {
  const roleLabel = useRoleLabel();
  const revoke = useRevoke<AccessToken>({
    question: ({ name }) => ({
      title: t('accessTokens.revokeTitle'),
      text: t('accessTokens.revokeText', { name }),
      msg: t('accessTokens.revokeGoes'),
    }),
    revoke: ({ accessTokenId }) => call(revokeAccessToken, { params: { accessTokenId } }),
    reload: reloadTokens,
  });
  return [
    ...identityColumns<AccessToken>(actor, t),
    {
      id: 'role',
      label: t('accessTokens.role'),
      value: ({ role }) => roleLabel({ role, isKeyUser: 'N' }),
      width: 120,
    },
    {
      id: 'groups',
      label: t('accessTokens.groups'),
      format: ({ metaGroupList }) =>
        metaGroupList ? (
          <NameList names={metaGroupList.map(({ name }) => name)} t={t} />
        ) : (
          <span className={classes.muted}>{t('accessTokens.allGroups')}</span>
        ),
      width: '18%',
    },
    {
      id: 'status',
      label: t('accessTokens.status'),
      format: (token) => {
        const { colour, key } = STATE_APPEARANCE[tokenState(token, Date.now())];
        return <Chip colour={colour} label={t(key)} />;
      },
      width: 90,
    },
    {
      id: 'expiresAt',
      label: t('accessTokens.expiresAt'),
      format: ({ expiresAt }) => formatTimestamp(expiresAt),
      width: 165,
    },
    lastUseColumn<AccessToken>({
      id: 'lastUsedAt',
      label: t('accessTokens.lastUsed'),
      never: t('accessTokens.neverUsed'),
      at: ({ lastUsedAt }) => lastUsedAt,
      from: ({ lastUsedFrom }) => lastUsedFrom,
    }),
    ...lifeColumns<AccessToken>(
      {
        isActive: (token) => tokenState(token, Date.now()) === 'active',
        onRevoke: revoke,
      },
      t,
    ),
  ];
}

function reloadTokens(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: apiKey(listAccessTokens) });
}
