import type { WallboardKey } from '@gwanje/contract/dashboard/wallboards';
import type { AccessToken } from '@gwanje/contract/users/access-tokens';
import { type Actor, isTotalAdmin } from '@gwanje/domain/access/permissions';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import type { Column } from '@gwanje/ui/data-table';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { SecretDialog } from '#components/dialogs/secret-dialog.tsx';
import { useSave } from '#components/forms/use-save.ts';
import { TextCell } from '#components/table/text-cell.tsx';
import { type ConfirmOptions, showConfirm } from '#core/dialogs/dialog-store.ts';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import classes from './tokens.module.css';

/** The common fields of an access token and a wallboard key. */
type Key = Pick<AccessToken & WallboardKey, 'name' | 'prefix' | 'userId' | 'createdAt'>;

/** The name column and, for users who see other users' keys, the owner column. */
export function identityColumns<Row extends Key>(actor: Actor, t: Translate): Column<Row>[] {
  const owner: Column<Row> = {
    id: 'owner',
    label: t('accessTokens.owner'),
    format: ({ userId }) => <TextCell text={userId} />,
    width: 130,
  };
  return [
    {
      id: 'name',
      label: t('accessTokens.name'),
      format: ({ name, prefix }) => (
        <span className={classes.name}>
          <TextCell text={name} isStrong />
          <code>{prefix}…</code>
        </span>
      ),
    },
    ...(isTotalAdmin(actor) ? [owner] : []),
  ];
}

interface LastUse<Row> {
  readonly id: string;
  readonly label: string;
  readonly never: string;
  readonly at: (row: Row) => string | null;
  readonly from: (row: Row) => string | null;
}

export function lastUseColumn<Row>({ id, label, never, at, from }: LastUse<Row>): Column<Row> {
  return {
    id,
    label,
    value: at,
    format: (row) => {
      const time = at(row);
      if (time === null) return <span className={classes.muted}>{never}</span>;
      return <span title={from(row) ?? ''}>{formatTimestamp(time)}</span>;
    },
    width: 165,
  };
}

interface Revoking<Row> {
  readonly isActive: (row: Row) => boolean;
  readonly onRevoke: (row: Row) => void;
}

/** The time of creation, and the button to revoke the key. */
export function lifeColumns<Row extends Key>(
  { isActive, onRevoke }: Revoking<Row>,
  t: Translate,
): Column<Row>[] {
  return [
    {
      id: 'createdAt',
      label: t('accessTokens.createdAt'),
      format: ({ createdAt }) => formatTimestamp(createdAt),
      width: 165,
    },
    {
      id: 'actions',
      label: '',
      format: (row) =>
        isActive(row) && (
          <IfMayChange>
            <Button size="compact-xs" variant="subtle" color="red" onClick={() => onRevoke(row)}>
              {t('accessTokens.revoke')}
            </Button>
          </IfMayChange>
        ),
      width: 80,
    },
  ];
}

/** The names in one line, or a text for an empty list. */
export function NameList({ names, t }: { names: readonly string[]; t: Translate }) {
  if (names.length === 0) return <span className={classes.muted}>{t('accessTokens.noGroups')}</span>;
  return <TextCell text={names.join(', ')} />;
}

interface Revocation<Row> {
  readonly question: (row: Row) => Pick<ConfirmOptions, 'title' | 'text' | 'msg'>;
  readonly revoke: (row: Row) => Promise<unknown>;
  readonly reload: () => Promise<void>;
}

/** Asks before it revokes a key. */
export function useRevoke<Row>({ question, revoke, reload }: Revocation<Row>): (row: Row) => void {
  const t = useT();
  const { save } = useSave({
    save: async (row: Row) =>
      (await showConfirm({ ...question(row), textConfirm: t('accessTokens.revoke') })) && revoke(row),
    onSaved: reload,
    onFailed: reload,
  });
  return save;
}

interface NewKey {
  readonly Dialog: (props: { onClose: () => void; onMade: (secret: string) => void }) => ReactNode;
  readonly title: string;
  readonly text: string;
  readonly reload: () => Promise<void>;
}

/** Opens the dialog that makes a key, then shows the key once. */
export function useNewKey({ Dialog, title, text, reload }: NewKey) {
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<string>();
  function show(secret: string): void {
    setIsCreating(false);
    setMade(secret);
    void reload();
  }
  return {
    create: () => setIsCreating(true),
    dialog: isCreating ? (
      <Dialog onClose={() => setIsCreating(false)} onMade={show} />
    ) : (
      made !== undefined && (
        <SecretDialog title={title} text={text} secret={made} onClose={() => setMade(undefined)} />
      )
    ),
  };
}
