import { type listClusterTokens, revokeClusterToken } from '@gwanje/contract/clusters/clusters';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { useSave } from '#components/forms/use-save.ts';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { Table } from '#components/list/table.tsx';
import { call } from '#core/api/client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import classes from '../clusters.module.css';
import { tokensQuery } from './install-queries.ts';

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

  return (
    <Panel title={t('clusters.tokens')} note={t('clusters.tokensNote')}>
      <Table
        label={t('clusters.tokens')}
        columns={{
          prefix: { label: 'clusters.token', width: 130, cell: (prefix) => <code>{prefix}…</code> },
          role: {
            label: 'clusters.tokenRole',
            width: 150,
            cell: (role) => t(`monitoring.agentRole.${role}`),
          },
          createdAt: {
            label: 'clusters.issuedAt',
            cell: (createdAt, { createdBy }) => (
              <span className={classes.issued}>
                {formatTimestamp(createdAt)}
                {createdBy !== null && <InlineText text={createdBy} />}
              </span>
            ),
          },
          lastUsedAt: {
            label: 'clusters.lastUsedAt',
            width: 156,
            cell: (at) => (at ? formatTimestamp(at) : t('clusters.neverUsed')),
          },
          revokedAt: {
            label: 'lists.actions',
            align: 'end',
            width: 96,
            cell: (revokedAt, token) =>
              revokedAt === null ? (
                <IfMayChange>
                  <TextButton
                    variant="subtle"
                    size="compact-sm"
                    color="red"
                    disabled={isSaving}
                    aria-label={t('clusters.revokeNamed', { prefix: token.prefix })}
                    onClick={() => revoke(token)}
                  >
                    {t('clusters.revoke')}
                  </TextButton>
                </IfMayChange>
              ) : (
                <Chip colour="grey" label={t('clusters.revoked')} title={formatTimestamp(revokedAt)} />
              ),
          },
        }}
        rows={query.data?.tokenList}
        rowId={({ tokenId }) => tokenId}
        query={query}
        failedTitle={t('clusters.tokensFailed')}
        skeletonRows={2}
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
