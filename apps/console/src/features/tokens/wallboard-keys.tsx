import { listWallboardKeys, revokeWallboardKey, type WallboardKey } from '@gwanje/contract/wallboards';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { type Actor, isTotalAdmin } from '@gwanje/domain/permissions';
import { Chip } from '@gwanje/ui/chip';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { EmptyState } from '@gwanje/ui/states';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#shared/api/client.ts';
import { apiKey, apiQuery } from '#shared/api/query.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { showConfirm } from '#shared/dialogs/dialog-store.ts';
import { tellFailure } from '#shared/forms/faults.ts';
import { SecretDialog } from '#shared/forms/secret-dialog.tsx';
import { type Translate, useT } from '#shared/i18n/i18n.ts';
import { LoadFailed } from '#shared/lists/load-failed.tsx';
import { TextCell } from '#shared/lists/text-cell.tsx';
import classes from './tokens.module.css';
import { WallboardKeyDialog } from './wallboard-key-dialog.tsx';

const keysQuery = apiQuery(listWallboardKeys, {}, { staleMs: 5_000 });

/** Screens that show boards without anybody signing in. */
export function WallboardKeys({ actor }: { readonly actor: Actor }) {
  const t = useT();
  const query = useQuery(keysQuery);
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<string>();
  const createButton = (
    <Button leftSection={<Icon name="mdi-monitor-dashboard" />} onClick={() => setIsCreating(true)}>
      {t('accessTokens.wallCreate')}
    </Button>
  );
  return (
    <Panel title={t('accessTokens.wallTitle')} note={t('accessTokens.wallAbout')} actions={createButton}>
      <DataTable
        label={t('accessTokens.wallListLabel')}
        loadingLabel={t('shell.loading')}
        columns={columnsFor(actor, t)}
        rows={query.data?.wallboardKeyList}
        rowId={({ wallboardKeyId }) => String(wallboardKeyId)}
        error={
          query.error && !query.data ? (
            <LoadFailed
              title={t('accessTokens.wallListFailed')}
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          ) : undefined
        }
        empty={
          <EmptyState
            icon="mdi-monitor-dashboard"
            title={t('accessTokens.wallEmpty')}
            text={t('accessTokens.wallEmptyText')}
          />
        }
      />
      {isCreating && (
        <WallboardKeyDialog
          onClose={() => setIsCreating(false)}
          onMade={(url) => {
            setIsCreating(false);
            setMade(url);
            void takeIn();
          }}
        />
      )}
      {made !== undefined && (
        <SecretDialog
          title={t('accessTokens.wallMadeTitle')}
          text={t('accessTokens.wallMadeOnce')}
          secret={made}
          onClose={() => setMade(undefined)}
        />
      )}
    </Panel>
  );
}

function columnsFor(actor: Actor, t: Translate): Column<WallboardKey>[] {
  const owner: Column<WallboardKey> = {
    id: 'owner',
    label: t('accessTokens.owner'),
    value: ({ userId }) => userId,
    format: ({ userId }) => <TextCell text={userId} />,
    width: 130,
  };
  return [
    {
      id: 'name',
      label: t('accessTokens.name'),
      value: ({ name }) => name,
      format: ({ name, prefix }) => (
        <span className={classes.name}>
          <TextCell text={name} isStrong />
          <code>{prefix}…</code>
        </span>
      ),
    },
    ...(isTotalAdmin(actor) ? [owner] : []),
    {
      id: 'boards',
      label: t('accessTokens.wallBoards'),
      value: ({ boardList }) => boardList.length,
      format: ({ boardList }) => <Names names={boardList.map(({ name }) => name)} t={t} />,
      width: '18%',
    },
    {
      id: 'groups',
      label: t('accessTokens.wallGroups'),
      value: ({ subGroupList }) => subGroupList.length,
      format: ({ subGroupList }) => (
        <Names names={subGroupList.map(({ name, metaGroupName }) => `${metaGroupName} · ${name}`)} t={t} />
      ),
      width: '20%',
    },
    {
      id: 'status',
      label: t('accessTokens.status'),
      value: ({ revokedAt }) => revokedAt,
      format: ({ revokedAt }) =>
        revokedAt === null ? (
          <Chip colour="normal">{t('accessTokens.active')}</Chip>
        ) : (
          <Chip colour="grey">{t('accessTokens.revoked')}</Chip>
        ),
      width: 90,
    },
    {
      id: 'lastSeenAt',
      label: t('accessTokens.wallLastSeen'),
      value: ({ lastSeenAt }) => lastSeenAt,
      format: ({ lastSeenAt, lastSeenFrom }) =>
        lastSeenAt ? (
          <span title={lastSeenFrom ?? ''}>{formatTimestamp(lastSeenAt)}</span>
        ) : (
          <span className={classes.muted}>{t('accessTokens.wallNeverSeen')}</span>
        ),
      width: 165,
    },
    {
      id: 'createdAt',
      label: t('accessTokens.createdAt'),
      value: ({ createdAt }) => createdAt,
      format: ({ createdAt }) => formatTimestamp(createdAt),
      width: 165,
    },
    {
      id: 'actions',
      label: '',
      value: () => null,
      format: (key) =>
        key.revokedAt === null && (
          <Button size="compact-xs" variant="subtle" color="red" onClick={() => void revokeAsked(key, t)}>
            {t('accessTokens.revoke')}
          </Button>
        ),
      width: 80,
    },
  ];
}

function Names({ names, t }: { readonly names: readonly string[]; readonly t: Translate }) {
  if (names.length === 0) return <span className={classes.muted}>{t('accessTokens.noGroups')}</span>;
  return <TextCell text={names.join(', ')} />;
}

async function revokeAsked({ wallboardKeyId, name }: WallboardKey, t: Translate): Promise<void> {
  const isConfirmed = await showConfirm({
    title: t('accessTokens.wallRevokeTitle'),
    text: t('accessTokens.wallRevokeText', { name }),
    msg: t('accessTokens.wallRevokeGoes'),
    textConfirm: t('accessTokens.revoke'),
  });
  if (!isConfirmed) return;
  try {
    await call(revokeWallboardKey, { params: { wallboardKeyId } });
  } catch (error) {
    await tellFailure(error);
  }
  await takeIn();
}

function takeIn(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: apiKey(listWallboardKeys) });
}
