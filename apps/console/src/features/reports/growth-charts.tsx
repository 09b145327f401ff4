import { type ReportContent, reportResources } from '@gwanje/contract/reports/report-content';
import { TimeChart } from '@gwanje/ui/chart/time-chart';
import { useChartLabels } from '#components/charts/use-chart-labels.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from './reports.module.css';

/** Nobody can distinguish more lines than this. */
const MAX_LINES = 10;

/** The use of CPU, memory and volumes in the period, a line for each cluster. */
export function GrowthCharts({ capacity }: { readonly capacity: ReportContent['capacity'] }) {
  const t = useT();
  const labels = useChartLabels({ isRangeFixed: true });
  const { pointsFrom, pointS, clusterList } = capacity;
  const charts = reportResources.flatMap((resource) => {
    const rows = clusterList
      .filter((row) => row.resource === resource && row.measuredShare > 0)
      .toSorted((a, b) => (b.used ?? 0) - (a.used ?? 0))
      .slice(0, MAX_LINES);
    const pointCnt = Math.max(0, ...rows.map(({ pointList }) => pointList.length));
    return pointCnt < 2 ? [] : { resource, rows, pointCnt };
  });
  if (charts.length === 0) return null;
  return (
    <div className={classes.charts}>
      {charts.map(({ resource, rows, pointCnt }) => (
        <TimeChart
          key={resource}
          title={t(`reports.growth.${resource}`)}
          unit={resource === 'cpu' ? 'cores' : 'bytes'}
          labels={labels}
          height={160}
          isEnded
          state={{
            kind: 'ready',
            data: {
              startMs: Date.parse(pointsFrom),
              stepMs: pointS * 1000,
              pointCnt,
              series: rows.map(({ hostId, clusterName, pointList }) => ({
                key: String(hostId),
                label: clusterName,
                avg: pointList,
              })),
            },
          }}
        />
      ))}
    </div>
  );
}
