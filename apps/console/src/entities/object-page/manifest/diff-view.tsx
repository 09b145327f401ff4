import { EmptyState } from '@gwanje/ui/panel';
import { useMemo, useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { type DiffRow, diffBlocks } from './diff-blocks.ts';
import classes from './manifest.module.css';
import { yamlText } from './yaml-text.ts';

interface DiffViewProps {
  readonly beforeJson: string;
  readonly afterJson: string;
}

const SIGNS = { same: ' ', added: '+', removed: '-' } as const;

/** The lines that differ between two manifests, in one column. Equal lines far from them are folded. */
export function DiffView({ beforeJson, afterJson }: DiffViewProps) {
  const t = useT();
  const blocks = useMemo(
    () => diffBlocks(yamlText(beforeJson), yamlText(afterJson)),
    [beforeJson, afterJson],
  );
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  if (blocks.every(({ rows }) => rows.every(({ kind }) => kind === 'same')))
    return <EmptyState icon="mdi-equal" title={t('manifests.same')} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: users scroll the text by keyboard
    <section className={classes.code} aria-label={t('manifests.lines')} tabIndex={0}>
      <code className={classes.lines} translate="no">
        {blocks.map(({ isFolded, rows }) => {
          const key = rowKey(rows[0]);
          return isFolded && !unfolded.has(key) ? (
            <button
              key={key}
              type="button"
              className={classes.unfold}
              onClick={() => setUnfolded(new Set([...unfolded, key]))}
            >
              {t('manifests.unfold', { cnt: rows.length })}
            </button>
          ) : (
            rows.map((row) => <Row key={rowKey(row)} row={row} />)
          );
        })}
      </code>
    </section>
  );
}

/** Removed lines have negative keys, all others the number of the line after the change. */
function rowKey(row: DiffRow | undefined): number {
  return row?.afterNo ?? -(row?.beforeNo ?? 0);
}

function Row({ row: { kind, text, beforeNo, afterNo } }: { readonly row: DiffRow }) {
  return (
    <span
      className={classes.row}
      data-kind={kind}
      data-numbers={`${String(beforeNo ?? '').padStart(5)} ${String(afterNo ?? '').padStart(5)}`}
    >
      {`${SIGNS[kind]} ${text}\n`}
    </span>
  );
}
