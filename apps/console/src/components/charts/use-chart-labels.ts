import type { ChartLabels } from '@gwanje/ui/chart/model/chart-data';
import { useMemo } from 'react';
import type { Comparison } from '#components/range/compare-choice.ts';
import { useT } from '#core/i18n/i18n.ts';
import './chart-messages.ts';

interface ChartLabelsOptions {
  readonly comparison?: Comparison | null;
  /** True if the page has a fixed range: the texts then do not suggest another range. */
  readonly isRangeFixed?: boolean;
}

export function useChartLabels({ comparison, isRangeFixed }: ChartLabelsOptions): ChartLabels {
  const t = useT();
  return useMemo(
    () => ({
      loading: t('shell.loading'),
      noValues: t('charts.noValues'),
      noValuesText: t(isRangeFixed ? 'charts.noValuesFixedText' : 'charts.noValuesText'),
      stale: t('charts.stale'),
      others: t('charts.others'),
      total: t('charts.total'),
      compared: t(comparison === 'week' ? 'charts.weekBefore' : 'charts.dayBefore'),
      legend: t('charts.legend'),
      menu: t('charts.menu'),
      showTable: t('charts.showTable'),
      showChart: t('charts.showChart'),
      exportCsv: t('charts.exportCsv'),
      exportPng: t('charts.exportPng'),
      zoomOut: t('charts.zoomOut'),
      time: t('charts.time'),
      min: t('charts.min'),
      avg: t('charts.avg'),
      max: t('charts.max'),
      last: t('charts.last'),
      moreRows: t('charts.moreRows'),
      moreMarks: (cnt) => t('charts.moreMarks', { cnt }),
      marks: t('charts.marks'),
      markLevels: {
        change: t('charts.change'),
        normal: t('charts.event'),
        warning: t('charts.warning'),
        critical: t('charts.critical'),
      },
    }),
    [t, comparison, isRangeFixed],
  );
}
