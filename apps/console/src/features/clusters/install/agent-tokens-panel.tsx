import {
  checkClusterInsert,
  listClusterTokens,
  revokeClusterToken,
} from '@gwanje/contract/clusters/clusters';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSave } from '#components/forms/use-save.ts';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { TextCell } from '#components/table/text-cell.tsx';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import classes from '../clusters.module.css';

type Token = ResponseOf<typeof listClusterTokens>['tokenList'][number];

/** A new token needs a new manifest. The user revokes the old token once every agent uses the new one. */
export function TokensPanel({ hostId, onChanged }: { hostId: number; onChanged: () => void }) {
  const t = useT();
  const query = useQuery(tokensQuery(hostId));
  const { save: revoke, isSaving } = useSave({
    save: async ({ prefix, tokenId }: Token) =>
      (await showConfirm({
        title: t('clusters.revokeTitle'),
        text: t('clusters.revokeText', { prefix }),
        msg: t('clusters.revokeGoes'),
        textConfirm: t('clusters.revoke'),
      })) && call(revokeClusterToken, { params: { tokenId } }),
    onSaved: onChanged,
    onFailed: onChanged,
  });

  const columns: Column<Token>[] = [
    { id: 'prefix', label: t('clusters.token'), format: ({ prefix }) => <code>{prefix}…</code>, width: 130 },
    {
      id: 'createdAt',
      label: t('clusters.issuedAt'),
      format: ({ createdAt, createdBy }) => (
        <span className={classes.issued}>
          {formatTimestamp(createdAt)}
          {createdBy !== null && <TextCell text={createdBy} />}
        </span>
      ),
    },
    {
      id: 'lastUsedAt',
      label: t('clusters.lastUsedAt'),
      format: ({ lastUsedAt }) => (lastUsedAt ? formatTimestamp(lastUsedAt) : t('clusters.neverUsed')),
      width: 156,
    },
    {
      id: 'state',
      label: t('lists.actions'),
      align: 'end',
      width: 96,
      format: (token) =>
        token.revokedAt === null ? (
          <IfMayChange>
            <Button
              variant="subtle"
              size="compact-sm"
              color="red"
              disabled={isSaving}
              aria-label={t('clusters.revokeNamed', { prefix: token.prefix })}
              onClick={() => revoke(token)}
            >
              {t('clusters.revoke')}
            </Button>
          </IfMayChange>
        ) : (
          <span title={formatTimestamp(token.revokedAt)}>
            <Chip colour="grey" label={t('clusters.revoked')} />
          </span>
        ),
    },
  ];

  return (
    <Panel title={t('clusters.tokens')} note={t('clusters.tokensNote')}>
      <DataTable
        label={t('clusters.tokens')}
        loadingLabel={t('shell.loading')}
        columns={columns}
        rows={query.data?.tokenList}
        rowId={({ tokenId }) => String(tokenId)}
        skeletonRows={2}
        error={
          query.isError && !query.data && <LoadFailed title={t('clusters.tokensFailed')} query={query} />
        }
        empty={
          <EmptyState
            icon="mdi-key-outline"
            title={t('clusters.tokensEmpty')}
            text={t('clusters.tokensEmptyText')}
          />
        }
      />
      <p className={classes.rotation}>
        <Icon name="mdi-autorenew" /> {t('clusters.rotation')}
      </p>
    </Panel>
  );
}

export type InstallCheck = ResponseOf<typeof checkClusterInsert>;

/** Never cached: users open the page during an installation, while its state changes. */
export function installQuery(hostId: number) {
  return apiQuery(checkClusterInsert, { params: { hostId } }, { staleMs: 0 });
}

export function tokensQuery(hostId: number) {
  return apiQuery(listClusterTokens, { params: { hostId } }, { staleMs: 0 });
}
