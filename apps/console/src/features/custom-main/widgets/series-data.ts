import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { querySeries } from '@gwanje/kinds/calls/series';
import type { ChartData, ChartSeries, ChartValues } from '@gwanje/ui/chart/model/chart-data';

/** The `cnt` series with the largest averages, largest first. */
export function seriesData(answer: ResponseOf<typeof querySeries>, cnt: number): ChartData {
  const series: ChartSeries[] = answer.seriesList
    .map(({ id, name, avg, min, max }) => ({ key: String(id), label: name, avg, min, max }))
    .map((one) => ({ one, mean: meanOf(one.avg) }))
    .toSorted((a, b) => b.mean - a.mean)
    .slice(0, cnt)
    .map(({ one }) => one);
  return { startMs: Date.parse(answer.start), stepMs: answer.stepMs, pointCnt: answer.pointCnt, series };
}

function meanOf(values: ChartValues): number {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? -1 : known.reduce((sum, value) => sum + value, 0) / known.length;
}
