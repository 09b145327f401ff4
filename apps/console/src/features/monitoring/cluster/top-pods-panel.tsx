import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { HostId } from '@gwanje/contract/definition/ids';
import { formatBytes } from '@gwanje/domain/formats/bytes';
import { formatCores } from '@gwanje/domain/formats/cores';
import type { queryTop } from '@gwanje/kinds/calls/series';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { rangeText } from '#components/range/range-picker.tsx';
import { LoadFailed } from '#components/table/load-failed.tsx';
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
}

/** The pods with the highest average use in the range. */
export function TopPodsPanel({ hostId, metric, time }: TopPodsPanelProps) {
  const t = useT();
  const isCpu = metric === 'cpuUsedCores';
  const top = useQuery({
    ...topQuery({ kind: 'pod', metric, hostIdList: [HostId.parse(hostId)], limit: SHOWN }, time.window),
    placeholderData: keepPreviousData,
  });
  const most = Math.max(...(top.data?.list ?? []).map(({ value }) => value), 0);
  const columns: Column<TopRow>[] = [
    {
      id: 'name',
      label: t('columns.pod'),
      format: ({ id, name }) => (
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
    {
      id: 'namespace',
      label: t('columns.namespace'),
      format: ({ namespace }) => <TextCell text={namespace ?? '-'} isQuiet />,
    },
    {
      id: 'share',
      label: '',
      format: ({ value }) => (
        <span className={classes.share} aria-hidden="true">
          <span className={classes.shareFill} style={{ width: `${most > 0 ? (value / most) * 100 : 0}%` }} />
        </span>
      ),
      width: '22%',
    },
    {
      id: 'value',
      label: t('monitoring.average'),
      format: ({ value }) => (isCpu ? formatCores(value) : formatBytes(value)),
      align: 'end',
    },
  ];
  const title = t(isCpu ? 'monitoring.topCpu' : 'monitoring.topMem');
  const range = rangeText(time.control.choice, t);
  return (
    <Panel title={title} note={top.data?.isTruncated ? `${range} · ${t('monitoring.topTruncated')}` : range}>
      <DataTable
        label={title}
        loadingLabel={t('shell.loading')}
        columns={columns}
        rows={top.data?.list}
        rowId={({ id }) => String(id)}
        skeletonRows={SHOWN}
        empty={<EmptyState icon="mdi-cube-outline" title={t('monitoring.noTopPods')} />}
        error={top.isError && !top.data && <LoadFailed title={t('monitoring.podsFailed')} query={top} />}
      />
    </Panel>
  );
}
