import type { ChartPlan } from '../charts/chart-plan.ts';

/** The first of cpu and memory, side by side and of the object itself: the pages of each have the rest. */
export function summaryCharts(...pages: readonly (readonly ChartPlan[])[]): readonly ChartPlan[] {
  return pages.flatMap(([first]) => {
    if (!first) return [];
    const { noteKey: _note, ...plan } = first;
    return [{ ...plan, source: 'self' as const, stacked: false, isWide: false, id: `summary:${first.id}` }];
  });
}
