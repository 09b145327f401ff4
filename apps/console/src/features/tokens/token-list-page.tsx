import {
  listWallboardKeys,
  revokeWallboardKey,
  type WallboardKey,
} from '@gwanje/contract/dashboard/wallboards';
import { type AccessToken, listAccessTokens, revokeAccessToken } from '@gwanje/contract/users/access-tokens';
import { type Actor, isTotalAdmin } from '@gwanje/domain/access/permissions';
import { Chip } from '@gwanje/ui/chip';
import { Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { time } from '#components/list/columns/column-formats.tsx';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import { withActor } from '#core/session/write-access.tsx';
import { useRoleLabel } from '#entities/users/user-chips.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { type TokenState, tokenState } from './token-state.ts';
import classes from './tokens.module.css';
import { lastUseColumn, nameColumn, ownerColumn, useKeys } from './use-keys.tsx';
import { WallboardKeyDialog } from './wallboard-key-dialog.tsx';

const tokensQuery = apiQuery(listAccessTokens, {}, { staleMs: 5_000 });
const wallboardsQuery = apiQuery(listWallboardKeys, {}, { staleMs: 5_000 });

export const TokenListPage = withActor(TokenList);

function TokenList({ actor }: { actor: Actor }) {
  const t = useT();
  const tokens = useTokens(actor);
  const wallboards = useWallboards(actor);
  return (
    <>
      <SettingsHeader
        title={t('routes.settingAccessToken')}
        dataAge={t('accessTokens.about')}
        actions={tokens.createButton}
      />
      <Panel>{tokens.table}</Panel>
      <div className={classes.below}>
        <Panel
          title={t('accessTokens.wallTitle')}
          note={t('accessTokens.wallAbout')}
          actions={wallboards.createButton}
        >
          {wallboards.table}
        </Panel>
      </div>
    </>
  );
}

function useTokens(actor: Actor) {
  const t = useT();
  const roleLabel = useRoleLabel();
  const query = useQuery(tokensQuery);
  return useKeys<AccessToken>({
    kind: 'token',
    icons: { create: 'mdi-key-plus', empty: 'mdi-key-outline' },
    query,
    rows: query.data?.accessTokenList,
    rowId: ({ accessTokenId }) => accessTokenId,
    isActive: (token) => tokenState(token, Date.now()) === 'active',
    revoke: ({ accessTokenId }) => call(revokeAccessToken, { params: { accessTokenId } }),
    Dialog: TokenDialog,
    columns: (revokeColumn) => ({
      name: nameColumn,
      // Only these users see other users' keys.
      ...(isTotalAdmin(actor) && { userId: ownerColumn }),
      role: {
        label: 'accessTokens.role',
        width: 120,
        cell: (role) => roleLabel({ role, isKeyUser: 'N' }),
      },
      metaGroupList: {
        label: 'accessTokens.groups',
        width: '18%',
        cell: (list) =>
          list ? (
            <Names names={list.map(({ name }) => name)} />
          ) : (
            <span className={classes.muted}>{t('accessTokens.allGroups')}</span>
          ),
      },
      revokedAt: {
        label: 'accessTokens.status',
        width: 90,
        cell: (_, token) => <KeyState state={tokenState(token, Date.now())} />,
      },
      expiresAt: time('accessTokens.expiresAt', { width: 165 }),
      lastUsedAt: lastUseColumn('token', ({ lastUsedFrom }) => lastUsedFrom),
      createdAt: time('accessTokens.createdAt', { width: 165 }),
      accessTokenId: revokeColumn,
    }),
  });
}

/** Keys of screens that show boards without a signed-in user. */
function useWallboards(actor: Actor) {
  const query = useQuery(wallboardsQuery);
  return useKeys<WallboardKey>({
    kind: 'wallboard',
    icons: { create: 'mdi-monitor-dashboard', empty: 'mdi-monitor-dashboard' },
    query,
    rows: query.data?.wallboardKeyList,
    rowId: ({ wallboardKeyId }) => wallboardKeyId,
    isActive: ({ revokedAt }) => revokedAt === null,
    revoke: ({ wallboardKeyId }) => call(revokeWallboardKey, { params: { wallboardKeyId } }),
    Dialog: WallboardKeyDialog,
    columns: (revokeColumn) => ({
      name: nameColumn,
      ...(isTotalAdmin(actor) && { userId: ownerColumn }),
      boardList: {
        label: 'accessTokens.wallBoards',
        width: '18%',
        cell: (list) => <Names names={list.map(({ name }) => name)} />,
      },
      subGroupList: {
        label: 'accessTokens.wallGroups',
        width: '20%',
        cell: (list) => <Names names={list.map(({ name, metaGroupName }) => `${metaGroupName} · ${name}`)} />,
      },
      revokedAt: {
        label: 'accessTokens.status',
        width: 90,
        cell: (at) => <KeyState state={at === null ? 'active' : 'revoked'} />,
      },
      lastSeenAt: lastUseColumn('wallboard', ({ lastSeenFrom }) => lastSeenFrom),
      createdAt: time('accessTokens.createdAt', { width: 165 }),
      wallboardKeyId: revokeColumn,
    }),
  });
}

function KeyState({ state }: { state: TokenState }) {
  const t = useT();
  return <Chip colour={state === 'active' ? 'normal' : 'grey'} label={t(`accessTokens.${state}`)} />;
}

/** The names in one line, or a text for an empty list. */
function Names({ names }: { names: readonly string[] }) {
  const t = useT();
  if (names.length === 0) return <span className={classes.muted}>{t('accessTokens.noGroups')}</span>;
  return <InlineText text={names.join(', ')} />;
}
