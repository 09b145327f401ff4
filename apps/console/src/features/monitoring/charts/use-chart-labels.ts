import type { ChartLabels } from '@gwanje/ui/chart/model/chart-labels';
import { useMemo } from 'react';
import { useT } from '#shared/i18n/i18n.ts';
import type { Comparison } from '#shared/range/compare-choice.ts';

export function useChartLabels(comparison: Comparison | null = null): ChartLabels {
  const t = useT();
  return useMemo(
    () => ({
      loading: t('shell.loading'),
      noValues: t('monitoring.chartText.noValues'),
      noValuesText: t('monitoring.chartText.noValuesText'),
      stale: t('monitoring.stale'),
      others: t('monitoring.chartText.others'),
      total: t('monitoring.chartText.total'),
      compared: t(
        comparison === 'week' ? 'monitoring.chartText.weekBefore' : 'monitoring.chartText.dayBefore',
      ),
      legend: t('monitoring.chartText.legend'),
      menu: t('monitoring.chartText.menu'),
      showTable: t('monitoring.chartText.showTable'),
      showChart: t('monitoring.chartText.showChart'),
      exportCsv: t('monitoring.chartText.exportCsv'),
      exportPng: t('monitoring.chartText.exportPng'),
      zoomOut: t('monitoring.chartText.zoomOut'),
      time: t('monitoring.chartText.time'),
      min: t('monitoring.chartText.min'),
      avg: t('monitoring.chartText.avg'),
      max: t('monitoring.chartText.max'),
      last: t('monitoring.chartText.last'),
      moreRows: t('monitoring.chartText.moreRows'),
      moreMarks: (cnt) => t('monitoring.chartText.moreMarks', { cnt }),
      marks: t('monitoring.happening.title'),
      markLevels: {
        change: t('monitoring.happening.change'),
        normal: t('monitoring.happening.event'),
        warning: t('monitoring.happening.warning'),
        critical: t('monitoring.happening.critical'),
      },
    }),
    [t, comparison],
  );
}
