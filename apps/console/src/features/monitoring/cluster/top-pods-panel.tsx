import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { HostId } from '@gwanje/contract/definition/fields';
import { formatBytes, formatCores } from '@gwanje/domain/formats/numbers';
import type { queryTop } from '@gwanje/kinds/calls/series';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Table, type TableColumns } from '#components/list/table.tsx';
import { rangeText } from '#components/range/range-picker.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { topQuery } from '#entities/object-page/charts/series-queries.ts';
import type { PageTime } from '#entities/object-page/object-frame.tsx';
import panels from '#entities/object-page/panels/panels.module.css';
import classes from './cluster.module.css';

type TopRow = ResponseOf<typeof queryTop>['list'][number];

const SHOWN = 10;

interface TopPodsPanelProps {
  readonly hostId: number;
  readonly metric: 'cpuUsedCores' | 'memUsedBytes';
  readonly time: PageTime;
  /** The reason if there are no pods, where it is known. */
  readonly emptyTitle?: string | undefined;
}

/** The pods with the highest average use in the range. */
export function TopPodsPanel({ hostId, metric, time, emptyTitle }: TopPodsPanelProps) {
  const t = useT();
  const isCpu = metric === 'cpuUsedCores';
  const top = useQuery({
    ...topQuery({ kind: 'pod', metric, hostIdList: [HostId.parse(hostId)], limit: SHOWN }, time.window),
    placeholderData: keepPreviousData,
  });
  const most = Math.max(...(top.data?.list ?? []).map(({ value }) => value), 0);
  const columns: TableColumns<TopRow> = {
    name: {
      label: 'columns.pod',
      cell: (name, { id }) => (
        <Link
          to={isCpu ? '/mon/pod/cpu' : '/mon/pod/mem'}
          search={{ hostId: String(hostId), podId: String(id) }}
          className={panels.cellLink}
          activeProps={{}}
          title={name}
        >
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    namespace: {
      label: 'columns.namespace',
      cell: (namespace) => <TextCell text={namespace ?? '-'} isQuiet />,
    },
    // A bar relative to the first pod.
    id: {
      width: '22%',
      cell: (_id, { value }) => (
        <span className={classes.share} aria-hidden="true">
          <span className={classes.shareFill} style={{ width: `${most > 0 ? (value / most) * 100 : 0}%` }} />
        </span>
      ),
    },
    value: {
      label: 'monitoring.average',
      align: 'end',
      cell: (value) => (isCpu ? formatCores(value) : formatBytes(value)),
    },
  };
  const title = t(isCpu ? 'monitoring.topCpu' : 'monitoring.topMem');
  const range = rangeText(time.control.choice, t);
  return (
    <Panel title={title} note={top.data?.isTruncated ? `${range} · ${t('monitoring.topTruncated')}` : range}>
      <Table
        label={title}
        columns={columns}
        rows={top.data?.list}
        rowId={({ id }) => id}
        skeletonRows={SHOWN}
        empty={<EmptyState icon="mdi-cube-outline" title={emptyTitle ?? t('monitoring.noTopPods')} />}
        query={top}
        failedTitle={t('monitoring.podsFailed')}
      />
    </Panel>
  );
}
