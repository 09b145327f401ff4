import { formatBytes } from '@gwanje/domain/formats/bytes';
import { formatCount } from '@gwanje/domain/formats/count';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { Panel } from '@gwanje/ui/panel';
import { useT } from '#core/i18n/i18n.ts';
import { Lines } from './fact-lines.tsx';
import classes from './installation.module.css';
import type { Health } from './installation-health.ts';

type Table = Health['database']['tableList'][number];

const ANSWER_SLOW_MS = 1000;

export function DatabasePanel({ health: { database } }: { readonly health: Health }) {
  const t = useT();
  const { kind, version, bytes, answerMs, tableList } = database;
  // PostgreSQL has no row counts before the first ANALYZE.
  const rowCntColumn: Column<Table> = {
    id: 'rowCnt',
    label: t('installation.rowCnt'),
    value: ({ rowCnt }) => formatCount(rowCnt),
    width: 110,
    align: 'end',
  };
  const columns: Column<Table>[] = [
    { id: 'name', label: t('installation.table'), value: ({ name }) => name },
    ...(tableList.some(({ rowCnt }) => rowCnt !== null) ? [rowCntColumn] : []),
    {
      id: 'bytes',
      label: t('installation.size'),
      value: ({ bytes: size }) => formatBytes(size),
      width: 120,
      align: 'end',
    },
  ];
  return (
    <Panel
      title={t('installation.database')}
      note={`PostgreSQL ${version} · ${t(kind === 'embedded' ? 'installation.embedded' : 'installation.external')}`}
    >
      <Lines
        list={[
          [t('installation.size'), formatBytes(bytes)],
          [
            t('installation.answer'),
            <span key="answer" className={answerMs > ANSWER_SLOW_MS ? classes.bad : undefined}>
              {`${answerMs.toFixed(1)} ms`}
            </span>,
          ],
        ]}
      />
      <DataTable
        label={t('installation.table')}
        loadingLabel={t('shell.loading')}
        columns={columns}
        rows={tableList}
        rowId={({ name }) => name}
        empty={null}
      />
    </Panel>
  );
}
