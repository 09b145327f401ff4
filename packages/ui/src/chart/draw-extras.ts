import type uPlot from 'uplot';
import { type ChartTheme, withAlpha } from './chart-theme.ts';
import type { ChartLine, ChartMark } from './model/chart-data.ts';
import type { ChartView } from './model/columns.ts';
import { type Box, lineLabelBox, type Size } from './model/line-label.ts';
import { visibleMarks } from './model/marks.ts';

const TEXT_PX = 11;
const HATCH_GAP_PX = 7;
const MARK_PX = 4;
/** Between a label and the end of the area that it names. */
const LABEL_MARGIN_PX = 8;
/** With more marks their lines would hide the data. */
const MANY_MARKS = 12;

/** Drawn below the series. */
export function drawStale(u: uPlot, chart: ChartView, theme: ChartTheme): void {
  if (chart.staleFromMs === null) return;
  const { ctx, bbox } = u;
  const px = pixelRatio(u);
  const left = Math.max(bbox.left, u.valToPos(chart.staleFromMs, 'x', true));
  const right = bbox.left + bbox.width;
  if (right - left < HATCH_GAP_PX * px) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, bbox.top, right - left, bbox.height);
  ctx.clip();
  ctx.fillStyle = withAlpha(theme.stale, 0.08);
  ctx.fillRect(left, bbox.top, right - left, bbox.height);
  ctx.strokeStyle = withAlpha(theme.stale, 0.45);
  ctx.lineWidth = px;
  ctx.beginPath();
  for (let x = left - bbox.height; x < right; x += HATCH_GAP_PX * px) {
    ctx.moveTo(x, bbox.top + bbox.height);
    ctx.lineTo(x + bbox.height, bbox.top);
  }
  ctx.stroke();
  ctx.restore();
  const label = { text: chart.labels.stale, colour: theme.staleText };
  const width = textSize(u, theme, label.text).width;
  if (width + 2 * LABEL_MARGIN_PX * px < right - left)
    drawText(u, theme, label, (left + right - width) / 2, bbox.top + bbox.height / 2);
}

/** Spans are drawn below the series as a tint. */
export function drawMarkSpans(u: uPlot, chart: ChartView, theme: ChartTheme): void {
  const { ctx, bbox } = u;
  ctx.save();
  for (const mark of visibleMarks(chart.marks, chart.range)) {
    if (mark.untilMs === undefined) continue;
    const left = Math.max(bbox.left, u.valToPos(mark.atMs, 'x', true));
    const right = Math.min(bbox.left + bbox.width, u.valToPos(mark.untilMs, 'x', true));
    ctx.fillStyle = withAlpha(theme.marks[mark.level], 0.1);
    ctx.fillRect(left, bbox.top, Math.max(0, right - left), bbox.height);
  }
  ctx.restore();
}

export function drawMarks(u: uPlot, chart: ChartView, theme: ChartTheme): void {
  const { ctx, bbox } = u;
  const px = pixelRatio(u);
  const bottom = bbox.top + bbox.height;
  ctx.save();
  const marks = visibleMarks(chart.marks, chart.range);
  const alpha = marks.length > MANY_MARKS ? 0.35 : 0.9;
  for (const mark of marks) {
    if (mark.atMs < chart.range.fromMs) continue;
    const x = Math.round(u.valToPos(mark.atMs, 'x', true));
    ctx.strokeStyle = withAlpha(theme.marks[mark.level], alpha);
    ctx.lineWidth = px;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bottom);
    ctx.stroke();
    drawFoot(ctx, mark, x, bottom, px, theme);
  }
  ctx.restore();
}

/** Severities differ by shape as well as colour: circle, triangle, diamond. */
function drawFoot(
  ctx: CanvasRenderingContext2D,
  mark: ChartMark,
  x: number,
  y: number,
  px: number,
  theme: ChartTheme,
): void {
  const size = MARK_PX * px;
  ctx.fillStyle = theme.marks[mark.level];
  ctx.strokeStyle = theme.surface;
  ctx.lineWidth = 1.5 * px;
  ctx.beginPath();
  if (mark.level === 'warning') polygon(ctx, x, y, [0, -1.3, 1.25, 0.9, -1.25, 0.9], size);
  else if (mark.level === 'critical') polygon(ctx, x, y, [0, -1.35, 1.35, 0, 0, 1.35, -1.35, 0], size);
  else ctx.arc(x, y, size, 0, 2 * Math.PI);
  ctx.stroke();
  ctx.fill();
}

function polygon(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  corners: readonly number[],
  size: number,
): void {
  for (let index = 0; index < corners.length; index += 2) {
    ctx.lineTo(x + (corners[index] ?? 0) * size, y + (corners[index + 1] ?? 0) * size);
  }
  ctx.closePath();
}

const lineDash: Record<ChartLine['style'], readonly number[]> = {
  request: [4, 4],
  allocatable: [2, 3],
  limit: [6, 4],
  warning: [6, 4],
  critical: [6, 4],
};

export function drawLines(u: uPlot, chart: ChartView, theme: ChartTheme): void {
  const { ctx, bbox } = u;
  const px = pixelRatio(u);
  const top = u.scales.y?.max ?? 0;
  // From the highest line down: a lower name moves if it would overlap a higher one.
  const placed = [...chart.lines]
    .filter(({ value }) => Number.isFinite(value) && value >= 0)
    .sort((a, b) => b.value - a.value)
    .map((line) => {
      const isAbove = line.value > top;
      return { line, isAbove, y: isAbove ? bbox.top : Math.round(u.valToPos(line.value, 'y', true)) };
    });
  for (const { line, isAbove, y } of placed) {
    if (isAbove) continue;
    ctx.save();
    ctx.strokeStyle = theme.lines[line.style];
    ctx.lineWidth = px;
    ctx.setLineDash((lineDash[line.style] ?? []).map((part) => part * px));
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.restore();
  }
  // Labels are drawn after the lines, so that no line crosses a label.
  const labelBoxes: Box[] = [];
  for (const { line, isAbove, y } of placed) {
    const name = `${isAbove ? '↑ ' : ''}${line.label} ${chart.formats.limit(line.value)}`;
    const box = lineLabelBox(textSize(u, theme, name), {
      area: bbox,
      lineY: y,
      px,
      labelBoxes,
      isCrossed: (one) => isCrossed(u, one),
    });
    labelBoxes.push(box);
    const label = { text: name, colour: theme.lineTexts[line.style] };
    drawText(u, theme, label, box.left, box.top + box.height / 2);
  }
}

/** Whether a series crosses the box, also between two points. */
function isCrossed(u: uPlot, { left, top, width, height }: Box): boolean {
  const [first, last] = [left, left + width].map((x) => u.posToIdx(x, true));
  if (first === undefined || last === undefined) return false;
  return u.data.slice(1).some((values, column) => {
    if (!u.series[column + 1]?.width) return false;
    let side = 0;
    for (let index = first; index <= last; index++) {
      const value = values[index];
      if (value == null) continue;
      const y = u.valToPos(value, 'y', true);
      const nextSide = y < top ? -1 : y > top + height ? 1 : 0;
      if (nextSide === 0 || (side !== 0 && side !== nextSide)) return true;
      side = nextSide;
    }
    return false;
  });
}

function textSize(u: uPlot, theme: ChartTheme, text: string): Size {
  const px = pixelRatio(u);
  u.ctx.save();
  u.ctx.font = canvasFont(theme, px);
  const { width } = u.ctx.measureText(text);
  u.ctx.restore();
  return { width, height: TEXT_PX * theme.textScale * px * 1.3 };
}

/** On a ground in the background colour, so that it stays readable above a line. */
function drawText(
  u: uPlot,
  theme: ChartTheme,
  { text, colour }: { readonly text: string; readonly colour: string },
  left: number,
  centre: number,
): void {
  const { ctx } = u;
  const px = pixelRatio(u);
  ctx.save();
  ctx.font = canvasFont(theme, px);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const { width, height } = textSize(u, theme, text);
  ctx.fillStyle = withAlpha(theme.surface, 0.85);
  ctx.fillRect(left - 2 * px, centre - height / 2, width + 4 * px, height);
  ctx.fillStyle = colour;
  ctx.fillText(text, left, centre);
  ctx.restore();
}

export function canvasFont(theme: ChartTheme, px: number): string {
  return `${TEXT_PX * theme.textScale * px}px ${theme.fontFamily}`;
}

function pixelRatio(u: uPlot): number {
  return u.ctx.canvas.width / u.width || 1;
}
