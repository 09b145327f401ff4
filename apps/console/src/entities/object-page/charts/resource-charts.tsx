import { HostId, ObjectId } from '@gwanje/contract/definition/fields';
import type { SampledKind } from '@gwanje/kinds/registry';
import { ChartGroup } from '@gwanje/ui/chart/chart-group';
import type { ChartMark } from '@gwanje/ui/chart/model/chart-data';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useMemo } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import type { PageTime } from '../object-frame.tsx';
import type { ObjectView } from '../object-view.ts';
import panels from '../panels/panels.module.css';
import { gapTexts } from '../statistics-gap.ts';
import { type ChartPlan, metricsOf } from './chart-plan.ts';
import { PlannedChart } from './planned-chart.tsx';
import { topQuery } from './series-queries.ts';
import { useSeries } from './use-series.ts';

const TOP_PODS = 12;

interface ResourceChartsProps {
  readonly view: ObjectView;
  readonly scope: SampledKind;
  readonly charts: readonly ChartPlan[];
  readonly time: PageTime;
  readonly marks: readonly ChartMark[];
  /** The containers of a pod. */
  readonly containerIds?: readonly number[];
}

const NO_IDS: readonly number[] = [];

/** Charts that share a cursor and a range. Each source is one request for all its charts. */
export function ResourceCharts({ containerIds = NO_IDS, ...props }: ResourceChartsProps) {
  const { view, scope, charts, time, marks } = props;
  const t = useT();
  const self = useSeries(
    useMemo(() => [{ kind: scope, id: ObjectId.parse(view.id) }], [scope, view.id]),
    metricsOf(charts, 'self'),
    time,
  );
  const containers = useSeries(
    useMemo(
      () => containerIds.map((id) => ({ kind: 'container' as const, id: ObjectId.parse(id) })),
      [containerIds],
    ),
    metricsOf(charts, 'containers'),
    time,
  );
  const { statisticsGap, hasNoData } = view;
  const lacking = useMemo(() => {
    if (statisticsGap) return gapTexts(statisticsGap, t);
    return hasNoData ? { title: t('monitoring.neverTitle'), text: t('monitoring.neverText') } : undefined;
  }, [statisticsGap, hasNoData, t]);
  const shared = {
    marks,
    control: time.control,
    isGone: view.deletedAt !== null,
    fileName: view.name,
    lacking,
  };
  return (
    <ChartGroup>
      <div className={panels.grid}>
        {charts.map((plan) => (
          <div key={plan.id} className={plan.isWide ? panels.wide : undefined}>
            {plan.source === 'topPods' ? (
              <TopPodsChart view={view} time={time} plan={plan} {...shared} />
            ) : (
              <PlannedChart
                plan={plan}
                series={plan.source === 'self' ? self : containers}
                expectedCnt={plan.source === 'self' ? undefined : containerIds.length}
                nothing={
                  plan.source === 'containers' && containerIds.length === 0
                    ? t('monitoring.noContainers')
                    : undefined
                }
                {...shared}
              />
            )}
          </div>
        ))}
      </div>
    </ChartGroup>
  );
}

interface TopPodsChartProps extends Omit<ComponentProps<typeof PlannedChart>, 'series'> {
  readonly view: ObjectView;
  readonly time: PageTime;
}

/** First requests the top pods of the range, then their series. */
function TopPodsChart({ view, time, ...chart }: TopPodsChartProps) {
  const { plan } = chart;
  const t = useT();
  const metric = plan.metrics[0] ?? '';
  const top = useQuery({
    ...topQuery(
      {
        kind: 'pod',
        metric,
        hostIdList: [HostId.parse(view.hostId)],
        nodeId: ObjectId.parse(view.id),
        limit: TOP_PODS,
      },
      time.window,
    ),
    placeholderData: keepPreviousData,
  });
  const ids = (top.data?.list ?? []).map(({ id }) => id).join();
  const targets = useMemo(
    () =>
      ids === ''
        ? []
        : ids.split(',').map((id) => ({ kind: 'pod' as const, id: ObjectId.parse(Number(id)) })),
    [ids],
  );
  const series = useSeries(targets, plan.metrics, time);
  const isNone = top.data !== undefined && top.data.list.length === 0;
  return (
    <PlannedChart
      {...chart}
      series={top.data ? series : { ...series, error: top.error, retry: () => void top.refetch() }}
      expectedCnt={TOP_PODS}
      nothing={isNone ? (chart.lacking?.title ?? t('monitoring.noTopPods')) : undefined}
    />
  );
}
