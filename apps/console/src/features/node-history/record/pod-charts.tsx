import { ObjectId } from '@gwanje/contract/definition/fields';
import { querySeries } from '@gwanje/kinds/calls/series';
import { listNodeHistoryPods } from '@gwanje/kinds/node/history-calls';
import { ChartGroup } from '@gwanje/ui/chart/chart-group';
import { type ChartState, TimeChart } from '@gwanje/ui/chart/time-chart';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useChartLabels } from '#components/charts/use-chart-labels.ts';
import { ApiFailure } from '#core/api/api-failure.ts';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import type { SeriesAnswer } from '#entities/object-page/charts/series-queries.ts';
import classes from '../history.module.css';
import { type HistoryRecord, type HistoryTab, spanOf } from '../history-queries.ts';
import { largestFirstOrder, type PodRow } from './pod-list.ts';
import { podStack, type StackPlan, stackPlans } from './pod-stack.ts';

/** A Kubernetes node holds 110 pods by default. With more pods, only the top ones are shown. */
const MAX_PODS = 150;
const MAX_POINTS = 240;
const NAMED = 10;
const FRESH_MS = 30_000;
const CHART_PX = 280;

/** Stacked charts of the pods of the record. */
export function PodCharts({ record, tab }: { record: HistoryRecord; tab: Exclude<HistoryTab, 'summary'> }) {
  const t = useT();
  const plans = stackPlans[tab];
  const [fromMs, toMs] = spanOf(record);
  const pods = useQuery(
    apiQuery(
      listNodeHistoryPods,
      {
        params: { nodeHistoryId: record.nodeHistoryId, pageNo: 1, pageCnt: MAX_PODS },
        body: { orderBy: [largestFirstOrder[tab]] },
      },
      { staleMs: FRESH_MS },
    ),
  );
  const list = pods.data?.list ?? [];
  const series = useQuery({
    ...apiQuery(
      querySeries,
      {
        body: {
          // A fixed order, so that a refresh that only reorders the pods sends the same request.
          targets: list
            .map(({ podId }) => ({ kind: 'pod' as const, id: ObjectId.parse(podId) }))
            .toSorted((a, b) => a.id - b.id),
          metrics: plans.map(({ metric }) => metric),
          from: new Date(fromMs).toISOString(),
          to: new Date(toMs).toISOString(),
          maxPoints: MAX_POINTS,
        },
      },
      { staleMs: FRESH_MS },
    ),
    enabled: list.length > 0,
    // Keeps the charts of a running record, whose end moves with each refresh. Another record
    // starts empty, because the page gives each record a `key`.
    placeholderData: keepPreviousData,
  });
  const totalCnt = pods.data?.totalCnt ?? 0;
  const note =
    totalCnt > list.length
      ? t('nodeHistory.topOf', { shown: list.length, total: totalCnt })
      : t('nodeHistory.largestFirst');
  const failed = pods.error ? pods : series.error ? series : null;
  return (
    <ChartGroup>
      <div className={classes.charts}>
        {plans.map((plan) => (
          <PodStackChart
            key={plan.metric}
            plan={plan}
            record={record}
            note={note}
            pods={pods.data?.list}
            answer={series.data}
            failed={failed}
          />
        ))}
      </div>
    </ChartGroup>
  );
}

interface PodStackChartProps {
  readonly plan: StackPlan;
  readonly record: HistoryRecord;
  readonly note: string;
  readonly pods: readonly PodRow[] | undefined;
  readonly answer: SeriesAnswer | undefined;
  /** The query that failed. */
  readonly failed: Pick<UseQueryResult, 'error' | 'refetch'> | null;
}

function PodStackChart({ plan, record, note, pods, answer, failed }: PodStackChartProps) {
  const t = useT();
  const labels = useChartLabels({ isRangeFixed: true });
  const data = useMemo(
    () =>
      answer && pods && podStack(answer, plan.metric, pods, (name) => t('nodeHistory.deletedPod', { name })),
    [answer, pods, plan, t],
  );
  const bound = plan.bound === undefined ? null : record[plan.bound];
  const [fromMs, toMs] = spanOf(record);
  return (
    <TimeChart
      title={t(plan.titleKey)}
      note={note}
      unit={plan.unit}
      state={stateOf()}
      labels={labels}
      range={{ fromMs, toMs }}
      height={CHART_PX}
      lines={
        bound === null ? [] : [{ label: t('nodeHistory.allocatable'), value: bound, style: 'allocatable' }]
      }
      stacked
      othersAfter={NAMED}
      expectedCnt={pods?.length ?? NAMED}
      // Pods leave the node during a record, so the end of a series says nothing about collection.
      isEnded
      fileName={`${record.nodeName} ${t(plan.titleKey)}`}
    />
  );

  function stateOf(): ChartState {
    if (data) return { kind: 'ready', data };
    if (pods?.length === 0) return { kind: 'empty', title: t('nodeHistory.noPods') };
    if (!failed) return { kind: 'loading' };
    return {
      kind: 'error',
      title: t('charts.failed'),
      text: failed.error instanceof ApiFailure ? failed.error.message : undefined,
      retryLabel: t('common.retry'),
      onRetry: () => void failed.refetch(),
    };
  }
}
