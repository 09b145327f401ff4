import type { ChartMark, ChartRange, MarkLevel } from './chart-data.ts';

/** The most severe mark is drawn last and listed first. */
const severity: Record<MarkLevel, number> = { change: 0, normal: 1, warning: 2, critical: 3 };

export function visibleMarks(marks: readonly ChartMark[], range: ChartRange): ChartMark[] {
  return marks
    .filter((mark) => mark.atMs <= range.toMs && (mark.untilMs ?? mark.atMs) >= range.fromMs)
    .sort((a, b) => severity[a.level] - severity[b.level] || a.atMs - b.atMs);
}

/** Marks that begin or end near an instant, the most severe first. */
export function marksNear(marks: readonly ChartMark[], atMs: number, reachMs: number): ChartMark[] {
  const isNear = (edgeMs: number | undefined) => edgeMs !== undefined && Math.abs(edgeMs - atMs) <= reachMs;
  return marks
    .filter((mark) => isNear(mark.atMs) || isNear(mark.untilMs))
    .sort((a, b) => severity[b.level] - severity[a.level] || a.atMs - b.atMs);
}
