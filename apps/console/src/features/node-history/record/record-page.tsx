import { parseIdText } from '@gwanje/domain/formats/id-text';
import {
  formatBytes,
  formatBytesPerSecond,
  formatCores,
  formatNumber,
  formatPercent,
  percentOf,
} from '@gwanje/domain/formats/numbers';
import { formatInstant } from '@gwanje/domain/formats/time';
import { kinds } from '@gwanje/kinds/registry';
import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { Figures } from '@gwanje/ui/figures';
import { StateCell } from '@gwanje/ui/list/cells';
import { PageHeader } from '@gwanje/ui/page-header';
import { Panel, SkeletonLines, SkeletonPage } from '@gwanje/ui/panel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { PageLink } from '#components/links/page-link.tsx';
import { nodeConditionAppearance } from '#components/list/columns/state-appearance.ts';
import { ObjectList } from '#components/list/object-list.tsx';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { PageNotice } from '#components/notice/page-notice.tsx';
import { PageTabs } from '#components/tabs/page-tabs.tsx';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { nodeRecordQuery } from '#entities/inventory/info-queries.ts';
import { clusterAddress, pageAddress } from '#entities/inventory/object-address.ts';
import classes from '../history.module.css';
import {
  eventsAddress,
  type HistoryRecord,
  type HistoryTab,
  recordAddress,
  spanOf,
} from '../history-queries.ts';
import { HourSlider, StateLegend, TimeStrip, useTimeline } from '../time-strip.tsx';
import { startOfDay } from '../timeline.ts';
import { PodCharts } from './pod-charts.tsx';
import { historyPodList } from './pod-list.ts';
import '#components/list/object-list-messages.ts';

const FRESH_MS = 10_000;

/** One record of a node: its pods and what each of them used. */
export function RecordPage({ tab }: { tab: HistoryTab }) {
  const t = useT();
  const { search } = useAddress();
  const nodeHistoryId = parseIdText(search.nodeHistoryId) ?? 0;
  const record = useQuery({
    ...nodeRecordQuery(nodeHistoryId),
    staleTime: FRESH_MS,
    enabled: nodeHistoryId > 0,
    placeholderData: keepPreviousData,
  });
  if (record.data) return <RecordView record={record.data} tab={tab} />;
  if (!record.error) return <SkeletonPage label={t('shell.loading')} />;
  return (
    <>
      <PageNotice />
      <Panel>
        <LoadFailed title={t('nodeHistory.recordFailed')} query={record} />
      </Panel>
    </>
  );
}

interface RecordProps {
  readonly record: HistoryRecord;
  readonly tab: HistoryTab;
}

function RecordView({ record, tab }: RecordProps) {
  const { hostId, nodeHistoryId, cpuAllocatableCores, memAllocatableBytes } = record;
  const declaration = useMemo(
    () => historyPodList(tab, { hostId, cpuAllocatableCores, memAllocatableBytes }),
    [tab, hostId, cpuAllocatableCores, memAllocatableBytes],
  );
  return (
    <>
      <RecordHeader record={record} tab={tab} />
      <RecordTabs tab={tab} />
      <PageNotice />
      <div className={classes.stack}>
        <DayOfRecord record={record} tab={tab} />
        {tab === 'summary' ? (
          <RecordFigures record={record} />
        ) : (
          <PodCharts key={`${nodeHistoryId} ${tab}`} record={record} tab={tab} />
        )}
        <ObjectList key={`list ${tab}`} declaration={declaration} scope={{ params: { nodeHistoryId } }} />
      </div>
    </>
  );
}

function RecordHeader({ record, tab }: RecordProps) {
  const { t, language } = useTexts();
  const { hostId, nodeId } = record;
  const ids = { hostId: String(hostId), nodeId: String(nodeId) };
  const [fromMs, toMs] = spanOf(record);
  const span = `${formatInstant(fromMs)} ~ ${record.isRunning ? t('nodeHistory.now') : endText(fromMs, toMs)}`;
  return (
    <PageHeader
      title={span}
      breadcrumbsLabel={t('common.path')}
      breadcrumbs={[
        { id: 'cluster', link: <PageLink href={clusterAddress(hostId)} text={record.clusterName} /> },
        { id: 'node', link: <PageLink href={pageAddress('node', hostId, nodeId)} text={record.nodeName} /> },
        {
          id: 'history',
          link: (
            <Link to="/mon/node/history-list" search={ids} activeProps={{}}>
              {t('nodeHistory.history')}
            </Link>
          ),
        },
      ]}
      marks={
        <>
          <StateCell {...nodeConditionAppearance(record.condition, { t, language })} />
          {record.isRunning && (
            <Chip colour="accent" icon="mdi-progress-clock" label={t('nodeHistory.running')} />
          )}
          {(record.flapCnt ?? 0) > 0 && (
            <Chip
              colour="grey"
              icon="mdi-swap-horizontal"
              label={t('nodeHistory.changed', { cnt: record.flapCnt ?? 0 })}
            />
          )}
        </>
      }
      actions={
        <>
          <TextButton
            icon="mdi-calendar-text-outline"
            onClick={() => void navigateTo(eventsAddress(hostId, fromMs, toMs))}
          >
            {t('nodeHistory.events')}
          </TextButton>
          <Step record={record} tab={tab} to="previous" />
          <Step record={record} tab={tab} to="next" />
        </>
      }
    />
  );
}

function Step({ record, tab, to }: RecordProps & { readonly to: 'previous' | 'next' }) {
  const t = useT();
  const id = to === 'previous' ? record.previousId : record.nextId;
  const label = t(to === 'previous' ? 'nodeHistory.previous' : 'nodeHistory.next');
  return (
    <IconButton
      icon={to === 'previous' ? 'mdi-chevron-left' : 'mdi-chevron-right'}
      label={label}
      variant="default"
      size={32}
      disabled={id === null}
      onClick={() => {
        if (id !== null) void navigateTo(recordAddress(record.hostId, id, tab));
      }}
    />
  );
}

function RecordTabs({ tab }: { tab: HistoryTab }) {
  const t = useT();
  const { search } = useAddress();
  const ids = { hostId: search.hostId, nodeHistoryId: search.nodeHistoryId };
  return (
    <PageTabs
      label={t('nodeHistory.tabs')}
      tabs={kinds.node.tabs.map((one) => ({
        path: `/mon/node-history/pod-${one}`,
        label: t(`nodeHistory.tab.${one}`),
        isCurrent: one === tab,
      }))}
      search={ids}
    />
  );
}

/** The hours of the record's day, to go through them one by one. */
function DayOfRecord({ record, tab }: RecordProps) {
  const t = useT();
  const [fromMs] = spanOf(record);
  const startMs = startOfDay(fromMs);
  const endMs = startOfDay(fromMs, 1);
  const { query, drawn } = useTimeline(record.nodeId, startMs, endMs, 1);
  return (
    <Panel title={t('nodeHistory.dayTimeline')} actions={drawn && <StateLegend shares={drawn.shares} />}>
      {drawn ? (
        <TimeStrip
          label={t('nodeHistory.dayTimeline')}
          days={drawn.rows}
          stretches={drawn.stretches}
          currentId={record.nodeHistoryId}
          addressOf={(id) => recordAddress(record.hostId, id, tab)}
          below={
            <HourSlider
              stretches={drawn.stretches}
              currentId={record.nodeHistoryId}
              startMs={startMs}
              endMs={endMs}
            />
          }
        />
      ) : query.error ? (
        <LoadFailed title={t('nodeHistory.failed')} query={query} />
      ) : (
        <div className={classes.dayPlace}>
          <SkeletonLines label={t('shell.loading')} lines={2} />
        </div>
      )}
    </Panel>
  );
}

function endText(fromMs: number, toMs: number): string {
  const [from, to] = [formatInstant(fromMs), formatInstant(toMs)];
  return from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to;
}

/** The figures of the node itself during the record. */
function RecordFigures({ record }: { record: HistoryRecord }) {
  const t = useT();
  const maximum = (value: string) => t('nodeHistory.maximum', { value });
  const share = (value: number | null, of: number | null) =>
    of === null || value === null ? '' : `${formatPercent(percentOf(value, of))} · `;
  const figures = [
    [t('nodeHistory.podCnt'), formatNumber(record.podCnt), ''],
    [t('nodeHistory.alarmCnt'), formatNumber(record.alarmCnt), ''],
    [
      t('nodeHistory.cpuAvg'),
      formatCores(record.cpuAvgCores),
      share(record.cpuAvgCores, record.cpuAllocatableCores) + maximum(formatCores(record.cpuMaxCores)),
    ],
    [
      t('nodeHistory.memAvg'),
      formatBytes(record.memAvgBytes),
      share(record.memAvgBytes, record.memAllocatableBytes) + maximum(formatBytes(record.memMaxBytes)),
    ],
    [t('nodeHistory.diskAvg'), formatBytes(record.fsAvgBytes), maximum(formatBytes(record.fsMaxBytes))],
    [
      t('nodeHistory.rxAvg'),
      formatBytesPerSecond(record.netRxAvgBps),
      maximum(formatBytesPerSecond(record.netRxMaxBps)),
    ],
    [
      t('nodeHistory.txAvg'),
      formatBytesPerSecond(record.netTxAvgBps),
      maximum(formatBytesPerSecond(record.netTxMaxBps)),
    ],
    [t('columns.kubeletVersion'), record.kubeletVersion, ''],
  ] as const;
  return <Figures list={figures.map(([label, value, note]) => ({ label, value, note }))} />;
}
