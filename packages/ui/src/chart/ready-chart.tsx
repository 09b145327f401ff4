import { csvText } from '@gwanje/domain/formats/csv';
import { ActionIcon, Menu } from '@mantine/core';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { download } from '../download.ts';
import { Icon } from '../icon.tsx';
import { Panel } from '../panel.tsx';
import { useCursorStore } from './chart-group.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { ChartSummary, ChartTable } from './chart-table.tsx';
import { chartPng } from './export-png.ts';
import type {
  ChartComparison,
  ChartData,
  ChartLabels,
  ChartLine,
  ChartMark,
  ChartRange,
  ChartUnit,
} from './model/chart-data.ts';
import {
  type ChartView,
  plotModel,
  type ShownOptions,
  type ShownSeries,
  shownSeries,
} from './model/columns.ts';
import { exportRows } from './model/export-rows.ts';
import { chartFormats } from './model/formats.ts';
import { staleFrom } from './model/gaps.ts';
import { legendCnt, NAMES_IN_HEAD, OTHERS_AFTER } from './model/legend.ts';
import { wholeRange } from './model/time-grid.ts';
import type { Plot } from './plot.ts';
import { PlotView } from './plot-view.tsx';
import classes from './time-chart.module.css';

export interface ChartProps {
  readonly title: string;
  readonly note?: string | undefined;
  /** The frame around the chart has the title: no panel, no menu, the legend below. */
  readonly isBare?: boolean;
  readonly unit: ChartUnit;
  readonly labels: ChartLabels;
  /** The range of the time axis; absent: the range of the data. */
  readonly range?: ChartRange | undefined;
  readonly height?: number;
  readonly lines?: readonly ChartLine[];
  readonly marks?: readonly ChartMark[];
  /** Stacked, the largest at the bottom. */
  readonly stacked?: boolean;
  /** The expected number of series; reserves space for the legend, so that nothing moves later. */
  readonly expectedCnt?: number | undefined;
  /** How many series of a stack are named. */
  readonly othersAfter?: number;
  /** Draws a band between minimum and maximum of rolled-up data. */
  readonly withBand?: boolean;
  /** The object is deleted or the range is in the past: missing data at the end of the range is not hatched. */
  readonly isEnded?: boolean;
  /** Without an extension; by default the title. */
  readonly fileName?: string;
  /** The page owns the range: dragging requests another one, a double click the previous one. */
  readonly onZoom?: ((fromMs: number, toMs: number) => void) | undefined;
  readonly onZoomOut?: (() => void) | undefined;
}

interface ReadyChartProps extends ChartProps {
  readonly height: number;
  readonly data: ChartData;
  readonly comparison: ChartComparison | undefined;
}

const NO_LINES: readonly ChartLine[] = [];
const NO_MARKS: readonly ChartMark[] = [];
/** Longer names than this do not fit beside a title. */
const CHARACTERS_IN_HEAD = 32;

export function ReadyChart(props: ReadyChartProps) {
  const { title, note, data, labels, stacked = false, isBare = false } = props;
  const store = useCursorStore();
  const summaryId = useId();
  const plotRef = useRef<Plot | null>(null);
  const [isTable, setTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const shown = useShownSeries(data, {
    stacked,
    othersAfter: props.othersAfter ?? OTHERS_AFTER,
    othersLabel: labels.others,
    comparison: props.comparison,
  });
  const visible = useMemo(() => shown.filter(({ key }) => !hidden.has(key)), [shown, hidden]);
  const chart = useChartView(props, visible);
  const fileName = props.fileName ?? title;

  function saveCsv(): void {
    const rows = exportRows(data, visible, labels, chart.formats.instant);
    download(new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`);
  }

  async function savePng(plot: Plot): Promise<void> {
    download(await chartPng(plot.canvas, title, note ?? '', visible), `${fileName}.png`);
  }

  const legendPlacement = isBare ? 'belowNarrow' : fitsHead(shown, stacked) ? 'head' : 'below';
  const legend = (
    <ChartLegend
      chart={chart}
      shown={shown}
      hidden={hidden}
      onHiddenChange={setHidden}
      store={store}
      stacked={stacked}
      placement={legendPlacement}
    />
  );
  const body = (
    <>
      {isTable ? (
        <ChartTable chart={chart} visible={visible} />
      ) : (
        <div className={classes.body}>
          <PlotView
            chart={chart}
            visible={visible}
            store={store}
            describedBy={summaryId}
            plotRef={plotRef}
            onZoom={props.onZoom}
            onZoomOut={props.onZoomOut}
          />
        </div>
      )}
      {legendPlacement !== 'head' && legend}
      <ChartSummary chart={chart} visible={visible} id={summaryId} />
    </>
  );
  if (isBare) return body;
  return (
    <Panel
      title={title}
      note={note}
      actions={
        <>
          {legendPlacement === 'head' && legend}
          <ChartMenu
            title={title}
            labels={labels}
            isTable={isTable}
            onTableChange={setTable}
            onCsv={saveCsv}
            onPng={isTable ? undefined : () => void (plotRef.current && savePng(plotRef.current))}
            onZoomOut={props.onZoomOut}
          />
        </>
      }
    >
      {body}
    </Panel>
  );
}

function fitsHead(shown: readonly ShownSeries[], stacked: boolean): boolean {
  const nameCnt = legendCnt(shown.length, { stacked });
  const characterCnt = shown.reduce((cnt, { label }) => cnt + label.length, 0);
  const isShort = nameCnt <= NAMES_IN_HEAD && characterCnt <= CHARACTERS_IN_HEAD;
  return isShort && shown.every(({ compared }) => compared === null);
}

/** Colours stay the same across refreshes. */
function useShownSeries(data: ChartData, options: ShownOptions): readonly ShownSeries[] {
  const slots = useRef<ReadonlyMap<string, number>>(new Map());
  const { stacked, othersAfter, othersLabel, comparison } = options;
  const result = useMemo(
    () => shownSeries(data, slots.current, { stacked, othersAfter, othersLabel, comparison }),
    [data, stacked, othersAfter, othersLabel, comparison],
  );
  useLayoutEffect(() => {
    slots.current = result.slots;
  }, [result]);
  return result.shown;
}

function useChartView(props: ReadyChartProps, visible: readonly ShownSeries[]): ChartView {
  const { title, height, data, unit, labels, lines = NO_LINES, marks = NO_MARKS } = props;
  const { stacked = false, withBand = true, isEnded = false } = props;
  const formats = useMemo(() => chartFormats(unit), [unit]);
  const model = useMemo(
    () => plotModel(data, visible, { stacked, withBand }),
    [data, visible, stacked, withBand],
  );
  const whole = wholeRange(data);
  const fromMs = props.range?.fromMs ?? whole.fromMs;
  const toMs = props.range?.toMs ?? whole.toMs;
  return useMemo(() => {
    const range = { fromMs, toMs };
    const staleFromMs = isEnded ? null : staleFrom(data, range);
    return { title, height, data, model, range, unit, formats, labels, lines, marks, staleFromMs };
  }, [title, height, data, model, fromMs, toMs, unit, formats, labels, lines, marks, isEnded]);
}

interface ChartMenuProps {
  readonly title: string;
  readonly labels: ChartLabels;
  readonly isTable: boolean;
  readonly onTableChange: (isTable: boolean) => void;
  readonly onCsv: () => void;
  /** Absent where there is no picture, as in the table view. */
  readonly onPng: (() => void) | undefined;
  readonly onZoomOut: (() => void) | undefined;
}

function ChartMenu({ title, labels, isTable, onTableChange, onCsv, onPng, onZoomOut }: ChartMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={`${title} ${labels.menu}`}>
          <Icon name="mdi-dots-horizontal" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name={isTable ? 'mdi-chart-line' : 'mdi-table'} />}
          onClick={() => onTableChange(!isTable)}
        >
          {isTable ? labels.showChart : labels.showTable}
        </Menu.Item>
        {onZoomOut && (
          <Menu.Item leftSection={<Icon name="mdi-magnify-minus-outline" />} onClick={onZoomOut}>
            {labels.zoomOut}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="mdi-file-delimited-outline" />} onClick={onCsv}>
          {labels.exportCsv}
        </Menu.Item>
        {onPng && (
          <Menu.Item leftSection={<Icon name="mdi-image-outline" />} onClick={onPng}>
            {labels.exportPng}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
