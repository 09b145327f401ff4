import type { getDashboardSummary } from '@gwanje/contract/dashboard/dashboard';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import type { MonResult } from '@gwanje/contract/objects/object-states';
import { shownTypes } from './condition-choices.ts';

export type SummaryAnswer = ResponseOf<typeof getDashboardSummary>;

export interface StatePart {
  readonly state: MonResult;
  readonly cnt: number;
  /** Share of the bar, 0 to 1. A state that has objects always has a visible share. */
  readonly share: number;
}

/** The parts of the bar, good states first. */
const barOrder = ['normal', 'unmonitored', 'warning', 'critical', 'stale'] as const;
const LEAST_SHARE = 0.012;

export function statusCells(stateList: SummaryAnswer['stateList']) {
  return shownTypes.flatMap((objectType) => {
    const line = stateList.find((one) => one.objectType === objectType);
    return line ? [{ ...line, bar: barOf(barOrder, line.counts) }] : [];
  });
}

export function barOf<State extends MonResult>(
  order: readonly State[],
  counts: Readonly<Record<State, number>>,
): StatePart[] {
  const there = order.filter((state) => counts[state] > 0);
  const total = there.reduce((sum, state) => sum + counts[state], 0);
  const raised = there.map((state) => Math.max(counts[state] / total, LEAST_SHARE));
  const whole = raised.reduce((sum, share) => sum + share, 0);
  return there.map((state, index) => ({ state, cnt: counts[state], share: (raised[index] ?? 0) / whole }));
}
