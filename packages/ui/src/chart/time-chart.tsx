import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState, Panel } from '../panel.tsx';
import { LegendPlaceholder } from './chart-legend.tsx';
import type { ChartComparison, ChartData, ChartLabels } from './model/chart-data.ts';
import { legendCnt, NAMES_IN_HEAD } from './model/legend.ts';
import { lastKnownMs } from './model/time-grid.ts';
import { type ChartProps, ReadyChart } from './ready-chart.tsx';
import classes from './time-chart.module.css';
import './palette.css';

export type ChartState =
  | { readonly kind: 'loading' }
  /** Shows why there is no data. */
  | { readonly kind: 'empty'; readonly title: string; readonly text?: ReactNode }
  | {
      readonly kind: 'error';
      readonly title: string;
      readonly text?: ReactNode;
      readonly retryLabel: string;
      readonly onRetry: () => void;
    }
  | { readonly kind: 'ready'; readonly data: ChartData; readonly comparison?: ChartComparison | undefined };

export interface TimeChartProps extends ChartProps {
  readonly state: ChartState;
}

const HEIGHT_PX = 240;

export function TimeChart(props: TimeChartProps) {
  const { title, note, state, labels, height = HEIGHT_PX, isBare = false } = props;
  if (state.kind === 'ready' && lastKnownMs(state.data) !== null) {
    return <ReadyChart {...props} height={height} data={state.data} comparison={state.comparison} />;
  }
  const nameCnt = state.kind === 'loading' ? expectedNames(props) : 0;
  const stateOf = (
    <>
      <div className={classes.state} style={{ minHeight: height }}>
        {stateContent(state, labels, height)}
      </div>
      {nameCnt > 0 && <LegendPlaceholder nameCnt={nameCnt} />}
    </>
  );
  if (isBare) return stateOf;
  return (
    <Panel title={title} note={note}>
      {stateOf}
    </Panel>
  );
}

/** The names below the plot. */
function expectedNames({ expectedCnt = 0, stacked = false, othersAfter }: TimeChartProps): number {
  const nameCnt = legendCnt(expectedCnt, { stacked, othersAfter });
  return nameCnt > NAMES_IN_HEAD ? nameCnt : 0;
}

function stateContent(state: ChartState, labels: ChartLabels, height: number) {
  switch (state.kind) {
    case 'loading':
      return (
        <div className={classes.skeleton} role="status">
          <VisuallyHidden>{labels.loading}</VisuallyHidden>
          <Skeleton height={height - 24} />
        </div>
      );
    case 'error': {
      const { kind: _, ...error } = state;
      return <ErrorState {...error} />;
    }
    case 'empty':
      return <EmptyState icon="mdi-chart-line-variant" title={state.title} text={state.text} />;
    case 'ready':
      return <EmptyState icon="mdi-chart-line-variant" title={labels.noValues} text={labels.noValuesText} />;
  }
}
