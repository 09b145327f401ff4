import { VisuallyHidden } from '@mantine/core';
import type { ChartMark } from './model/chart-data.ts';
import type { ChartLabels } from './model/chart-labels.ts';
import type { ShownSeries } from './model/columns.ts';
import type { ChartFormats } from './model/formats.ts';
import { summarise } from './model/summary.ts';

interface ChartSummaryProps {
  readonly id: string;
  readonly visible: readonly ShownSeries[];
  readonly marks: readonly ChartMark[];
  readonly formats: ChartFormats;
  readonly labels: ChartLabels;
}

/** A text summary of the chart for screen readers. */
export function ChartSummary({ id, visible, marks, formats, labels }: ChartSummaryProps) {
  return (
    <VisuallyHidden>
      <ul id={id}>
        {visible.map((one) => {
          const { label, min, avg, max, last } = summarise(one);
          const parts = [
            `${labels.min} ${formats.value(min)}`,
            `${labels.avg} ${formats.value(avg)}`,
            `${labels.max} ${formats.value(max)}`,
            `${labels.last} ${formats.value(last)}`,
          ];
          return <li key={one.key}>{`${label}: ${parts.join(', ')}`}</li>;
        })}
      </ul>
      {marks.length > 0 && (
        <ul aria-label={labels.marks}>
          {marks.map((mark) => (
            <li key={`${mark.atMs} ${mark.level} ${mark.label}`}>
              {`${formats.instant(mark.atMs)} ${labels.markLevels[mark.level]}: ${mark.label}`}
            </li>
          ))}
        </ul>
      )}
    </VisuallyHidden>
  );
}
