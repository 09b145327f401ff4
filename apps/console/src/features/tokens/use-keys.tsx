import { formatTimestamp } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import type { IconName } from '@gwanje/ui/icon';
import { EmptyState } from '@gwanje/ui/panel';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SecretDialog } from '#components/dialogs/secret-dialog.tsx';
import { useSave } from '#components/forms/use-save.ts';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { Table, type TableColumn, type TableColumns } from '#components/list/table.tsx';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import classes from './tokens.module.css';

interface KeysOptions<Row extends object> {
  /** The messages of the kind. */
  readonly kind: 'token' | 'wallboard';
  readonly icons: { readonly create: IconName; readonly empty: IconName };
  readonly query: UseQueryResult;
  readonly rows: readonly Row[] | undefined;
  readonly rowId: (row: Row) => number;
  readonly columns: (revokeColumn: TableColumn<unknown, Row>) => TableColumns<Row>;
  readonly isActive: (row: Row) => boolean;
  readonly revoke: (row: Row) => Promise<unknown>;
  readonly Dialog: (props: { onClose: () => void; onMade: (secret: string) => void }) => ReactNode;
}

/** The table of access tokens or wallboard keys, and the button that creates one. A new key is shown once. */
export function useKeys<Row extends { readonly name: string }>(options: KeysOptions<Row>) {
  const { kind, icons, query, rows, rowId, columns, isActive, Dialog } = options;
  const t = useT();
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<string>();
  const { save: revoke } = useSave({
    save: async (row: Row) =>
      (await showConfirm({
        title: t(`accessTokens.${kind}.revokeTitle`),
        text: t(`accessTokens.${kind}.revokeText`, { name: row.name }),
        msg: t(`accessTokens.${kind}.revokeGoes`),
        textConfirm: t('accessTokens.revoke'),
      })) && options.revoke(row),
    onSaved: () => query.refetch(),
    onFailed: () => query.refetch(),
  });
  function show(secret: string): void {
    setIsCreating(false);
    setMade(secret);
    void query.refetch();
  }
  const revokeColumn: TableColumn<unknown, Row> = {
    width: 80,
    cell: (_, row) =>
      isActive(row) && (
        <IfMayChange>
          <TextButton size="compact-xs" variant="subtle" color="red" onClick={() => revoke(row)}>
            {t('accessTokens.revoke')}
          </TextButton>
        </IfMayChange>
      ),
  };
  const createButton = (
    <IfMayChange>
      <TextButton icon={icons.create} variant="filled" onClick={() => setIsCreating(true)}>
        {t(`accessTokens.${kind}.create`)}
      </TextButton>
    </IfMayChange>
  );
  const table = (
    <>
      <Table
        label={t(`accessTokens.${kind}.listLabel`)}
        columns={columns(revokeColumn)}
        rows={rows}
        rowId={rowId}
        query={query}
        failedTitle={t(`accessTokens.${kind}.listFailed`)}
        empty={
          <EmptyState
            icon={icons.empty}
            title={t(`accessTokens.${kind}.empty`)}
            text={t(`accessTokens.${kind}.emptyText`)}
            actions={kind === 'token' && createButton}
          />
        }
      />
      {isCreating && <Dialog onClose={() => setIsCreating(false)} onMade={show} />}
      {made !== undefined && (
        <SecretDialog
          title={t(`accessTokens.${kind}.madeTitle`)}
          text={t(`accessTokens.${kind}.madeOnce`)}
          secret={made}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  );
  return { createButton, table };
}

export const nameColumn: TableColumn<string, { readonly prefix: string }> = {
  label: 'accessTokens.name',
  cell: (name, { prefix }) => (
    <span className={classes.name}>
      <InlineText text={name} isStrong />
      <code>{prefix}…</code>
    </span>
  ),
};

export const ownerColumn: TableColumn<string, unknown> = {
  label: 'accessTokens.owner',
  width: 130,
  cell: (userId) => <InlineText text={userId} />,
};

/** The time of the last use; its address is the tooltip. */
export function lastUseColumn<Row>(
  kind: 'token' | 'wallboard',
  addressOf: (row: Row) => string | null,
): TableColumn<string | null, Row> {
  return {
    label: `accessTokens.${kind}.lastUsed`,
    width: 165,
    cell: (at, row, { t }) =>
      at === null ? (
        <span className={classes.muted}>{t(`accessTokens.${kind}.neverUsed`)}</span>
      ) : (
        <span title={addressOf(row) ?? ''}>{formatTimestamp(at)}</span>
      ),
  };
}
