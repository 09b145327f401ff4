import { formatTimestamp } from '@gwanje/domain/formats/time';
import { kinds, type PageKind } from '@gwanje/kinds/registry';
import { Chip } from '@gwanje/ui/chip';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { ListDeclaration } from '#components/list/define-list.ts';
import { choiceToAddress, type ListFilter, NO_CHOICE } from '#components/list/state/list-address.ts';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { apiQuery } from '#core/api/query.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import type { NodeInfo } from '#entities/inventory/info-queries.ts';
import panels from './panels/panels.module.css';
import '#components/list/object-list-messages.ts';

const ROWS_SHOWN = 20;

interface CompactListProps<Row> {
  readonly list: ListDeclaration<Row>;
  readonly kind: PageKind;
  /** Ids of the declared columns to show. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[] | undefined;
  readonly error?: ReactNode;
  /** The number of skeleton rows, so that the panels below do not shift. */
  readonly expectedCnt?: number | null;
}

/** A few rows of a declared list as a plain table. */
export function CompactList<Row extends object>(props: CompactListProps<Row>) {
  const { list, kind, columns, rows, error, expectedCnt } = props;
  const t = useT();
  const language = useLanguage();
  const shown = useMemo(() => {
    const context = { t, language, nowMs: Date.now(), onFollow: (to: string) => void navigateTo(to) };
    return columns
      .flatMap((id) => list.columns.find((column) => column.id === id) ?? [])
      .map(({ id, label, align, cell }): Column<Row> => {
        return { id, label: t(label), align: align ?? 'start', format: (row) => cell(row, context) };
      });
  }, [columns, list, t, language]);
  return (
    <DataTable
      label={t(list.title)}
      loadingLabel={t('shell.loading')}
      columns={shown}
      rows={rows}
      {...(expectedCnt && { skeletonRows: Math.min(expectedCnt, ROWS_SHOWN) })}
      rowId={list.rowKey}
      onRowClick={(row) => {
        const to = list.linkOf?.(row) ?? null;
        if (to !== null) void navigateTo(to);
      }}
      empty={<EmptyState icon={kinds[kind].icon} title={t('monitoring.none')} />}
      error={error}
    />
  );
}

const FRESH_MS = 10_000;

interface ObjectsPanelProps<Row> extends Omit<CompactListProps<Row>, 'rows' | 'error'> {
  readonly hostId: number;
  readonly filter: ListFilter;
  readonly orderBy: readonly string[];
  /** The filter of the linked list page; default: the same filter. */
  readonly listed?: ListFilter;
  readonly title?: string;
  readonly note?: string;
}

/** The first objects of a filtered list, with a link to the full list. */
export function ObjectsPanel<Row extends object>(props: ObjectsPanelProps<Row>) {
  const { hostId, filter, orderBy, listed = filter, title, note, ...table } = props;
  const { list, kind } = table;
  const t = useT();
  const body = { filter: { ...filter, hostId: [hostId] }, orderBy };
  const query = useQuery(
    apiQuery(list.endpoint, { params: { pageNo: 1, pageCnt: ROWS_SHOWN }, body }, { staleMs: FRESH_MS }),
  );
  const more = (query.data?.totalCnt ?? 0) - ROWS_SHOWN;
  return (
    <Panel
      title={title ?? t(list.title)}
      note={note}
      actions={
        more > 0 && (
          <Link
            to={`/mon/${kind}-list`}
            search={{
              hostId: String(hostId),
              ...choiceToAddress({ ...NO_CHOICE, filter: listed }, list.contract),
            }}
            className={panels.cellLink}
            activeProps={{}}
          >
            {t('monitoring.more', { cnt: more })}
          </Link>
        )
      }
    >
      <CompactList
        {...table}
        rows={query.data?.list}
        error={
          query.isError && !query.data ? (
            <LoadFailed title={t('monitoring.rowsFailed')} query={query} />
          ) : undefined
        }
      />
    </Panel>
  );
}

type ConditionRow = NodeInfo['conditions'][number];

/** `Ready` and similar conditions are good when True, pressures when False. */
export function isGoodCondition({ type, status }: Pick<ConditionRow, 'type' | 'status'>): boolean {
  const isProblem = /Pressure$|Unavailable$|Problem$|^DisruptionTarget$/.test(type);
  return status === (isProblem ? 'False' : 'True');
}

export function ConditionTable({ rows }: { readonly rows: readonly ConditionRow[] }) {
  const t = useT();
  const columns: Column<ConditionRow>[] = [
    { id: 'type', label: t('columns.condition'), value: ({ type }) => type },
    {
      id: 'status',
      label: t('columns.state'),
      format: (row) => (
        <Chip
          colour={row.status === 'Unknown' ? 'grey' : isGoodCondition(row) ? 'normal' : 'orange'}
          icon={isGoodCondition(row) ? 'mdi-check-circle-outline' : 'mdi-alert'}
        >
          {row.status}
        </Chip>
      ),
    },
    {
      id: 'reason',
      label: t('columns.reason'),
      format: ({ reason, message }) => <TextCell text={reason ?? '-'} title={message ?? undefined} />,
    },
    {
      id: 'changedAt',
      label: t('monitoring.changedAt'),
      format: ({ changedAt }) => formatTimestamp(changedAt),
    },
  ];
  return (
    <DataTable
      label={t('columns.condition')}
      loadingLabel={t('shell.loading')}
      columns={columns}
      rows={rows}
      rowId={({ type }) => type}
      empty={<EmptyState icon="mdi-list-status" title={t('monitoring.noConditions')} />}
    />
  );
}
