import { formatTimestamp } from '@gwanje/domain/formats/time';
import { type KindKey, kinds } from '@gwanje/kinds/registry';
import { Chip } from '@gwanje/ui/chip';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ListDeclaration } from '#components/list/define-list.ts';
import {
  choiceFromAddress,
  choiceToAddress,
  type ListFilter,
  NO_CHOICE,
} from '#components/list/state/list-address.ts';
import { Table, type TableColumns } from '#components/list/table.tsx';
import { AsOfButton } from '#components/list/toolbar/as-of.tsx';
import { apiQuery } from '#core/api/query.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { type AddressText, useAddress } from '#core/navigation/use-address.ts';
import { useIsUnread } from '#entities/clusters/unread-kinds.ts';
import type { NodeInfo } from '#entities/inventory/info-queries.ts';
import { CLAIM_PREFIX, type VolumeView } from '#entities/inventory/object-address.ts';
import panels from './panels/panels.module.css';
import '#components/list/object-list-messages.ts';

const ROWS_SHOWN = 20;

interface CompactListProps<Row> {
  readonly list: ListDeclaration<Row>;
  readonly kind: KindKey;
  /** Ids of the declared columns to show. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[] | undefined;
  readonly query?: UseQueryResult;
  /** True: the agent cannot read these objects. */
  readonly isUnread?: boolean;
  /** The number of skeleton rows, so that the panels below do not shift. */
  readonly expectedCnt?: number | null;
}

/** A few rows of a declared list as a plain table. */
export function CompactList<Row extends object>(props: CompactListProps<Row>) {
  const { list, kind, columns, rows, query, expectedCnt, isUnread = false } = props;
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
      empty={
        isUnread ? (
          <UnreadState kind={kind} />
        ) : (
          <EmptyState icon={kinds[kind].icon} title={t('monitoring.none')} />
        )
      }
      query={query}
      failedTitle={t('monitoring.rowsFailed')}
    />
  );
}

/** Instead of 'none': it is not known whether there are any. */
export function UnreadState({ kind }: { readonly kind: KindKey }) {
  const { t, language } = useTexts();
  const label = kinds[kind].labels[language];
  return (
    <EmptyState
      icon="mdi-lock-outline"
      title={t('monitoring.unread')}
      text={t('monitoring.unreadText', { kind: label })}
    />
  );
}

const FRESH_MS = 10_000;

interface ObjectsPanelProps<Row> extends Omit<CompactListProps<Row>, 'rows' | 'query' | 'isUnread'> {
  readonly hostId: number;
  readonly filter: ListFilter;
  readonly orderBy: readonly string[];
  /** The filter of the linked list page; default: the same filter. */
  readonly listed?: ListFilter;
  readonly title?: string;
  readonly note?: string;
  readonly rowsShown?: number;
  /** Begins the names in the address with which the user chooses a past instant. Absent: always now. */
  readonly pastPrefix?: string;
}

/** The first objects of a filtered list, with a link to the full list. */
export function ObjectsPanel<Row extends object>(props: ObjectsPanelProps<Row>) {
  const { hostId, filter, orderBy, listed = filter, title, note, rowsShown = ROWS_SHOWN, ...rest } = props;
  const { pastPrefix, ...table } = rest;
  const { list, kind } = table;
  const t = useT();
  const address = useAddress();
  const at = pastPrefix === undefined ? null : choiceFromAddress(address.search, {}, pastPrefix).at;
  const body = { filter: { ...filter, hostId: [hostId] }, orderBy, ...(at !== null && { at }) };
  const query = useQuery(
    apiQuery(
      list.endpoint,
      { params: { pageNo: 1, pageCnt: rowsShown }, body },
      at === null
        ? { staleMs: FRESH_MS, ...(list.changesWith && { changesWith: list.changesWith }), everyIntervals: 2 }
        : { staleMs: FRESH_MS },
    ),
  );
  const isUnread = useIsUnread(hostId, kind);
  const more = (query.data?.totalCnt ?? 0) - rowsShown;
  const { path, prefix, search } = listPageOf(kind);
  return (
    <Panel
      title={title ?? t(list.title)}
      note={note}
      actions={
        <>
          {pastPrefix !== undefined && (
            <AsOfButton
              at={at}
              nowMs={Date.parse(query.data?.serverTime ?? new Date().toISOString())}
              onApply={(next) => void address.change({ [`${pastPrefix}at`]: next ?? undefined })}
            />
          )}
          {more > 0 && (
            <Link
              to={path}
              search={{
                hostId: String(hostId),
                ...search,
                ...prefixed(prefix, choiceToAddress({ ...NO_CHOICE, filter: listed, at }, list.contract)),
              }}
              className={panels.cellLink}
              activeProps={{}}
            >
              {t('monitoring.more', { cnt: more })}
            </Link>
          )}
        </>
      }
    >
      <CompactList {...table} rows={query.data?.list} query={query} isUnread={isUnread} />
    </Panel>
  );
}

/** Claims and volumes share a page, and have prefixes in its address. */
function listPageOf(kind: KindKey) {
  if (kind === 'claim')
    return {
      path: '/mon/pv-pvc-list',
      prefix: CLAIM_PREFIX,
      search: { view: 'claims' satisfies VolumeView },
    };
  return { path: `/mon/${kind}-list`, prefix: '', search: {} };
}

function prefixed(prefix: string, address: AddressText): AddressText {
  return Object.fromEntries(Object.entries(address).map(([name, value]) => [`${prefix}${name}`, value]));
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
