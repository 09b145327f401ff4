import { formatTimestamp } from '@gwanje/domain/formats/time';
import { kinds, type PageKind } from '@gwanje/kinds/registry';
import { Chip } from '@gwanje/ui/chip';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ListDeclaration } from '#components/list/define-list.ts';
import { choiceToAddress, type ListFilter, NO_CHOICE } from '#components/list/state/list-address.ts';
import { Table, type TableColumns } from '#components/list/table.tsx';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
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
  readonly query?: UseQueryResult;
  /** The number of skeleton rows, so that the panels below do not shift. */
  readonly expectedCnt?: number | null;
}

/** A few rows of a declared list as a plain table. */
export function CompactList<Row extends object>(props: CompactListProps<Row>) {
  const { list, kind, columns, rows, query, expectedCnt } = props;
  const t = useT();
  return (
    <Table
      label={t(list.title)}
      columns={columns
        .flatMap((id) => list.columns.find((column) => column.id === id) ?? [])
        .map(({ id, label, align, cell }) => ({ id, label, align, cell }))}
      rows={rows}
      skeletonRows={expectedCnt ? Math.min(expectedCnt, ROWS_SHOWN) : undefined}
      rowId={list.rowKey}
      onRowClick={(row) => {
        const to = list.linkOf?.(row) ?? null;
        if (to !== null) void navigateTo(to);
      }}
      empty={<EmptyState icon={kinds[kind].icon} title={t('monitoring.none')} />}
      query={query}
      failedTitle={t('monitoring.rowsFailed')}
    />
  );
}

const FRESH_MS = 10_000;

interface ObjectsPanelProps<Row> extends Omit<CompactListProps<Row>, 'rows' | 'query'> {
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
    apiQuery(
      list.endpoint,
      { params: { pageNo: 1, pageCnt: ROWS_SHOWN }, body },
      { staleMs: FRESH_MS, ...(list.changesWith && { changesWith: list.changesWith }), everyIntervals: 2 },
    ),
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
      <CompactList {...table} rows={query.data?.list} query={query} />
    </Panel>
  );
}

type ConditionRow = NodeInfo['conditions'][number];

/** `Ready` and similar conditions are good when True, pressures when False. */
export function isGoodCondition({ type, status }: Pick<ConditionRow, 'type' | 'status'>): boolean {
  const isProblem = /Pressure$|Unavailable$|Problem$|^DisruptionTarget$/.test(type);
  return status === (isProblem ? 'False' : 'True');
}

const conditionColumns: TableColumns<ConditionRow> = {
  type: { label: 'columns.condition', cell: (type) => type },
  status: {
    label: 'columns.state',
    cell: (status, row) => (
      <Chip
        colour={status === 'Unknown' ? 'grey' : isGoodCondition(row) ? 'normal' : 'orange'}
        icon={isGoodCondition(row) ? 'mdi-check-circle-outline' : 'mdi-alert'}
        label={status}
      />
    ),
  },
  reason: {
    label: 'columns.reason',
    cell: (reason, { message }) => <TextCell text={reason ?? '-'} title={message ?? undefined} />,
  },
  changedAt: { label: 'monitoring.changedAt', cell: (changedAt) => formatTimestamp(changedAt) },
};

export function ConditionTable({ rows }: { readonly rows: readonly ConditionRow[] }) {
  const t = useT();
  return (
    <Table
      label={t('columns.condition')}
      columns={conditionColumns}
      rows={rows}
      rowId={({ type }) => type}
      empty={<EmptyState icon="mdi-list-status" title={t('monitoring.noConditions')} />}
    />
  );
}
