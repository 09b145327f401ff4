import { formatElapsed, formatInstant, formatTimestamp } from '@gwanje/domain/formats/time';
import type { ChartData, ChartRange } from '@gwanje/ui/chart/model/chart-data';
import { type ChartState, TimeChart } from '@gwanje/ui/chart/time-chart';
import { Chip } from '@gwanje/ui/chip';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useChartLabels } from '#components/charts/use-chart-labels.ts';
import { PageLink } from '#components/links/page-link.tsx';
import { Table, type TableColumns } from '#components/list/table.tsx';
import { type Translate, useT, useTexts } from '#core/i18n/i18n.ts';
import type { InfoOf } from '#entities/inventory/info-queries.ts';
import { pageAddress } from '#entities/inventory/object-address.ts';
import { imageParts, isPartlyMeasured, replicaChart, rolloutMarks, usageChart } from './workload-charts.ts';
import classes from './workload-panels.module.css';
import {
  type CronJobRun,
  type RolloutRow,
  replicasQuery,
  rolloutsQuery,
  runsQuery,
  usageQuery,
} from './workload-queries.ts';
import { useWindow } from './workload-window.ts';

type Info = InfoOf<'workload'>;

interface PanelProps {
  readonly info: Info;
}

const CHART_PX = 200;

export function ReplicasPanel({ info }: PanelProps) {
  const t = useT();
  const { window, control } = useWindow(info);
  const query = useQuery({ ...replicasQuery(info.workloadId, window), placeholderData: keepPreviousData });
  const rollouts = useQuery(rolloutsQuery(info.workloadId)).data?.list;
  const { data } = query;
  const chart = useMemo(() => {
    if (!data) return undefined;
    const untilMs = Math.min(
      Date.parse(data.answer.serverTime),
      Date.parse(info.deletedAt ?? data.answer.serverTime),
    );
    return replicaChart(data.answer.list, data.range, untilMs, t);
  }, [data, info.deletedAt, t]);
  const marks = useMemo(() => rolloutMarks(rollouts ?? [], t), [rollouts, t]);
  const labels = useChartLabels({});
  return (
    <TimeChart
      title={t('workloads.replicas')}
      note={data?.answer.isTruncated ? t('workloads.replicasTruncated') : t('workloads.replicasNote')}
      unit="count"
      state={chartState(query, chart, t)}
      labels={labels}
      range={data?.range}
      height={CHART_PX}
      marks={marks}
      isEnded
      expectedCnt={3}
      onZoom={control.zoom}
      onZoomOut={control.zoomOut}
    />
  );
}

export function UsagePanels({ info }: PanelProps) {
  const t = useT();
  const { window, control } = useWindow(info);
  const query = useQuery({ ...usageQuery(info.workloadId, window), placeholderData: keepPreviousData });
  const labels = useChartLabels({});
  const { data } = query;
  const charts = useMemo(
    () => data && { cpu: usageChart(data.answer, 'cpu', t), mem: usageChart(data.answer, 'mem', t) },
    [data, t],
  );
  const note = !data
    ? undefined
    : data.answer.isTruncated
      ? t('workloads.usageTruncated')
      : isPartlyMeasured(data.answer)
        ? t('workloads.usagePartly')
        : t('workloads.usageNote');
  return (
    <div className={classes.pair}>
      {(['cpu', 'mem'] as const).map((resource) => (
        <TimeChart
          key={resource}
          title={t(resource === 'cpu' ? 'workloads.cpuUsage' : 'workloads.memUsage')}
          note={note}
          unit={resource === 'cpu' ? 'cores' : 'bytes'}
          state={chartState(query, charts?.[resource], t)}
          labels={labels}
          range={data?.range}
          height={CHART_PX}
          isEnded={info.deletedAt !== null}
          expectedCnt={3}
          onZoom={control.zoom}
          onZoomOut={control.zoomOut}
        />
      ))}
    </div>
  );
}

function chartState(
  query: UseQueryResult<{ readonly range: ChartRange }>,
  data: ChartData | undefined,
  t: Translate,
): ChartState {
  if (data) return { kind: 'ready', data };
  if (!query.isError) return { kind: 'loading' };
  return {
    kind: 'error',
    title: t('charts.failed'),
    retryLabel: t('common.retry'),
    onRetry: () => void query.refetch(),
  };
}

const outcomeColours = {
  running: 'accent',
  stuck: 'red',
  paused: 'grey',
  finished: 'normal',
  replaced: 'grey',
  deleted: 'grey',
  unknown: 'grey',
} as const;

export function RolloutsPanel({ info }: PanelProps) {
  const { t, language } = useTexts();
  const query = useQuery(rolloutsQuery(info.workloadId));
  const columns = useMemo(() => rolloutColumns(t, language, info.workloadId), [t, language, info.workloadId]);
  const more = (query.data?.totalCnt ?? 0) - (query.data?.list.length ?? 0);
  return (
    <Panel
      title={t('workloads.rollouts')}
      note={more > 0 ? t('workloads.olderRollouts', { cnt: more }) : undefined}
    >
      <Table
        label={t('workloads.rollouts')}
        columns={columns}
        rows={query.data?.list}
        rowId={({ workloadId, revision, begunAt, revisionName }) =>
          `${workloadId} ${revision} ${begunAt} ${revisionName}`
        }
        empty={
          <EmptyState
            icon="mdi-history"
            title={t('workloads.noRollouts')}
            text={t('workloads.noRolloutsText')}
          />
        }
        query={query}
        failedTitle={t('workloads.rolloutsFailed')}
        skeletonRows={4}
      />
    </Panel>
  );
}

function rolloutColumns(t: Translate, language: 'ko' | 'en', workloadId: number): TableColumns<RolloutRow> {
  const outcome = (row: RolloutRow) => (
    <span className={classes.chips}>
      <Chip colour={outcomeColours[row.outcome]} label={t(`workloads.outcome.${row.outcome}`)} />
      {row.isRollback && <Chip colour="orange" icon="mdi-undo-variant" label={t('workloads.rollback')} />}
      {row.workloadId !== workloadId && <Chip colour="grey" label={t('workloads.formerLife')} />}
    </span>
  );
  return {
    revision: {
      label: 'workloads.revision',
      width: 76,
      align: 'end',
      cell: (revision, { isCurrent }) => (isCurrent ? <strong>{revision ?? '-'}</strong> : (revision ?? '-')),
    },
    outcome: { label: 'workloads.rolloutPhase', width: 190, cell: (_outcome, row) => outcome(row) },
    images: {
      label: 'columns.image',
      cell: (_images, row) => (
        <span className={classes.images}>
          {imageParts(row).map(({ text, isChanged }) => (
            <bdi key={text} title={text} data-changed={isChanged}>
              {text}
            </bdi>
          ))}
        </span>
      ),
    },
    readyCnt: {
      label: 'workloads.podsNow',
      width: 84,
      align: 'end',
      cell: (readyCnt, { desiredCnt }) => (desiredCnt === null ? '-' : `${readyCnt ?? 0}/${desiredCnt}`),
    },
    begunAt: { label: 'workloads.begunAt', width: 150, cell: (begunAt) => formatTimestamp(begunAt) },
    durationMs: {
      label: 'workloads.duration',
      width: 110,
      cell: (durationMs, { stuckAt }) =>
        stuckAt !== null
          ? t('workloads.stuckSince', { at: formatTimestamp(stuckAt) })
          : durationMs === null
            ? '-'
            : formatElapsed(durationMs, language),
    },
    changeCause: {
      label: 'workloads.changeCause',
      cell: (cause) => <bdi title={cause ?? ''}>{cause ?? '-'}</bdi>,
    },
  };
}

const runColours: Readonly<Record<CronJobRun['outcome'], string>> = {
  running: 'accent',
  complete: 'normal',
  failed: 'critical',
  missed: 'warning',
  skipped: 'quiet',
  unknown: 'quiet',
};

/** The runs of a cron job as a strip of time, with the runs that it missed. */
export function RunsPanel({ info }: PanelProps) {
  const { t, language } = useTexts();
  const { window } = useWindow(info);
  const query = useQuery({ ...runsQuery(info.workloadId, window), placeholderData: keepPreviousData });
  const { data } = query;
  const runs = data?.answer.list ?? [];
  const cntOf = (outcome: CronJobRun['outcome']) => runs.filter((run) => run.outcome === outcome).length;
  const next = data?.answer.nextAt;
  return (
    <Panel
      title={t('workloads.runs')}
      note={t('workloads.runCounts', {
        complete: cntOf('complete'),
        failed: cntOf('failed'),
        missed: cntOf('missed'),
      })}
    >
      {data?.answer.scheduleError && <p className={classes.note}>{t('workloads.scheduleUnreadable')}</p>}
      {data && runs.length === 0 ? (
        <EmptyState
          icon="mdi-calendar-blank-outline"
          title={t('workloads.noRuns')}
          text={next ? t('workloads.nextRun', { at: formatTimestamp(next) }) : undefined}
        />
      ) : (
        <>
          {data && <RunStrip runs={runs} range={data.range} info={info} />}
          <Table
            label={t('workloads.runs')}
            columns={runColumns(t, language, info)}
            rows={data && runs.slice(0, RUNS_SHOWN)}
            rowId={({ dueAt, name }) => `${dueAt} ${name}`}
            query={query}
            failedTitle={t('workloads.runsFailed')}
            skeletonRows={4}
          />
        </>
      )}
    </Panel>
  );
}

const RUNS_SHOWN = 30;

interface RunStripProps extends PanelProps {
  readonly runs: readonly CronJobRun[];
  readonly range: ChartRange;
}

function RunStrip({ runs, range }: RunStripProps) {
  const t = useT();
  return (
    <div className={classes.strip} role="img" aria-label={t('workloads.runs')}>
      {runs.map((run) => {
        const atMs = Date.parse(run.dueAt ?? run.startedAt ?? '');
        const left = ((atMs - range.fromMs) / (range.toMs - range.fromMs)) * 100;
        const lengthMs = run.durationMs ?? 0;
        const width = (lengthMs / (range.toMs - range.fromMs)) * 100;
        return (
          <span
            key={`${run.dueAt} ${run.name}`}
            className={classes.run}
            data-tone={runColours[run.outcome]}
            style={{ left: `${left}%`, width: `max(5px, ${width}%)` }}
            title={`${formatInstant(atMs)} ${t(`workloads.runOutcome.${run.outcome}`)}`}
          />
        );
      })}
    </div>
  );
}

const runChips = {
  running: 'accent',
  complete: 'normal',
  failed: 'red',
  missed: 'orange',
  skipped: 'grey',
  unknown: 'grey',
} as const;

function runColumns(t: Translate, language: 'ko' | 'en', { hostId }: Info): TableColumns<CronJobRun> {
  return {
    dueAt: {
      label: 'workloads.dueAt',
      width: 150,
      cell: (dueAt) => (dueAt === null ? t('workloads.byHand') : formatTimestamp(dueAt)),
    },
    outcome: {
      label: 'workloads.jobOutcome',
      width: 110,
      cell: (outcome) => <Chip colour={runChips[outcome]} label={t(`workloads.runOutcome.${outcome}`)} />,
    },
    name: {
      label: 'workloads.job',
      cell: (name, { workloadId }) =>
        name === null || workloadId === null ? (
          '-'
        ) : (
          <PageLink href={pageAddress('workload', hostId, workloadId)} text={name} />
        ),
    },
    startedAt: { label: 'workloads.begunAt', width: 150, cell: (startedAt) => formatTimestamp(startedAt) },
    durationMs: {
      label: 'workloads.duration',
      width: 110,
      cell: (durationMs) => (durationMs === null ? '-' : formatElapsed(durationMs, language)),
    },
    failReason: { label: 'columns.reason', cell: (reason) => <bdi>{reason ?? '-'}</bdi> },
  };
}
