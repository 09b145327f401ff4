import type { ChartMark } from '@gwanje/ui/chart/model/chart-data';
import { type ChartState, TimeChart } from '@gwanje/ui/chart/time-chart';
import { useMemo } from 'react';
import { useChartLabels } from '#components/charts/use-chart-labels.ts';
import type { RangeControl } from '#components/range/use-range.ts';
import { ApiFailure } from '#core/api/api-failure.ts';
import { useT } from '#core/i18n/i18n.ts';
import type { EmptyText } from '../statistics-gap.ts';
import { chartData, chartLines } from './chart-data.ts';
import type { ChartPlan } from './chart-plan.ts';
import type { SeriesPair } from './use-series.ts';

const WIDE_PX = 250;
const NARROW_PX = 184;

interface PlannedChartProps {
  readonly plan: ChartPlan;
  readonly series: SeriesPair;
  readonly marks: readonly ChartMark[];
  readonly control: RangeControl;
  /** True if the object is deleted: the end of its data is then no error. */
  readonly isGone: boolean;
  readonly fileName: string;
  /** The number of series to expect, if it is known. */
  readonly expectedCnt?: number | undefined;
  /** The reason for an empty chart, if it is known before the request. */
  readonly nothing?: string | undefined;
  /** Why the object has no values, instead of the advice to choose another time. */
  readonly lacking?: EmptyText | undefined;
}

export function PlannedChart(props: PlannedChartProps) {
  const { plan, series, marks, control, isGone, fileName, expectedCnt, nothing, lacking } = props;
  const t = useT();
  const usual = useChartLabels({ comparison: control.comparison });
  const { earlier, shiftMs, error } = series;
  const toMs = series.data?.range.toMs;
  const labels = useMemo(() => {
    // Before that time there were values, so another range may show some.
    if (lacking === undefined || (toMs ?? 0) <= (lacking.sinceMs ?? 0)) return usual;
    return { ...usual, noValues: lacking.title, noValuesText: lacking.text };
  }, [usual, lacking, toMs]);
  const answer = series.data?.answer;
  const lines = useMemo(() => chartLines(plan, t), [plan, t]);
  const data = useMemo(() => answer && chartData(answer, plan, t), [answer, plan, t]);
  const comparison = useMemo(
    () => (earlier && shiftMs !== null ? { data: chartData(earlier, plan, t), shiftMs } : undefined),
    [earlier, plan, shiftMs, t],
  );

  const title = t(plan.titleKey);
  const state: ChartState = nothing
    ? { kind: 'empty', title: nothing }
    : data
      ? { kind: 'ready', data, comparison }
      : error
        ? {
            kind: 'error',
            title: t('charts.failed'),
            text: error instanceof ApiFailure ? error.message : undefined,
            retryLabel: t('common.retry'),
            onRetry: series.retry,
          }
        : { kind: 'loading' };
  return (
    <TimeChart
      title={title}
      note={plan.noteKey && t(plan.noteKey)}
      unit={plan.unit}
      state={state}
      labels={labels}
      range={series.data?.range}
      height={plan.isWide ? WIDE_PX : NARROW_PX}
      lines={lines}
      marks={marks}
      stacked={plan.stacked ?? false}
      expectedCnt={expectedCnt}
      isEnded={isGone}
      fileName={`${fileName} ${title}`}
      onZoom={control.zoom}
      onZoomOut={control.zoomOut}
    />
  );
}
