import { ObjectId } from '@gwanje/contract/definition/fields';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { formatBytes, formatBytesLimit, formatCores, formatCoresLimit } from '@gwanje/domain/formats/numbers';
import type { Tab } from '@gwanje/kinds/definition/kind';
import { hasManifest, type SampledKind } from '@gwanje/kinds/registry';
import { type Figure, Figures } from '@gwanje/ui/figures';
import { Panel } from '@gwanje/ui/panel';
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { rangeText } from '#components/range/range-picker.tsx';
import { type Translate, useT, useTexts } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { ObjectAlarmsPanel, useObjectAlarms } from '#entities/alarms/object-alarms.tsx';
import { ObjectCausesPanel } from '#entities/causes/object-causes.tsx';
import type { NodeInfo, PodInfo } from '#entities/inventory/info-queries.ts';
import { cpuLimitText, memLimitText } from '#entities/inventory/limit-text.ts';
import { comparisonAddress } from '#entities/inventory/object-address.ts';
import type { ChartPlan, Resource } from './charts/chart-plan.ts';
import { ResourceCharts } from './charts/resource-charts.tsx';
import { eventsQuery, rangeOf } from './charts/series-queries.ts';
import { windowVersionsQuery } from './manifest/manifest-queries.ts';
import { ObjectFrame, ObjectLoader, type PageTime } from './object-frame.tsx';
import { type KindOfView, type ObjectInfo, type ObjectView, objectView } from './object-view.ts';
import { Banner } from './panels/banner.tsx';
import { type Fact, Facts } from './panels/facts.tsx';
import panels from './panels/panels.module.css';
import { manifestEntries, marksOf, type OwnFields, timeline } from './panels/timeline.ts';
import { TimelinePanel } from './panels/timeline-panel.tsx';
import { type Usage, UsageTable } from './panels/usage-table.tsx';
import './monitoring-messages.ts';

type ResourceAmounts = Pick<
  PodInfo,
  'cpuUsedCores' | 'cpuRequestCores' | 'cpuLimitCores' | 'memUsedBytes' | 'memRequestBytes' | 'memLimitBytes'
> &
  Partial<Pick<PodInfo, 'cpuLimitSumCores' | 'memLimitSumBytes'>> &
  Partial<Pick<NodeInfo, 'cpuAllocatableCores' | 'memAllocatableBytes'>>;

/** The content of the pages of a kind: a summary, and a page for each resource. */
export interface ObjectKind<Info> extends KindOfView<Info> {
  readonly ownFields?: OwnFields;
  readonly query: (id: number) => UseQueryOptions<Info>;
  readonly figures: (tab: Tab, info: Info, t: Translate) => Figure[];
  /** Absent for a kind without metrics. */
  readonly resources?: {
    readonly scope: SampledKind;
    readonly usage: (info: Info) => ResourceAmounts;
    readonly charts: (resource: Resource, info: Info) => readonly ChartPlan[];
    /** The containers that the charts compare. */
    readonly containerIds?: (info: Info) => readonly number[];
  };
  readonly facts: (info: Info, t: Translate) => Fact[];
  /** A problem that Kubernetes reports for the object. */
  readonly warning?: (
    info: Info,
    t: Translate,
  ) => { readonly title: string; readonly text: string | null } | null;
  /** A table of the child objects. */
  readonly inside?: (info: Info, t: Translate) => ReactNode;
  /** Replaces the alarms of the object itself, for an object that contains others. */
  readonly alarms?: (info: Info) => ReactNode;
  readonly morePanels?: (info: Info, t: Translate) => ReactNode;
}

interface ObjectPageProps<Info> {
  readonly kind: ObjectKind<Info>;
  readonly tab: Tab;
}

/** The page opens with the response that the guard has loaded; a stale response is reloaded. */
const FRESH_MS = 10_000;

export function ObjectPage<Info extends ObjectInfo>({ kind, tab }: ObjectPageProps<Info>) {
  const { search } = useAddress();
  const { t, language } = useTexts();
  const id = parseIdText(search[`${kind.key}Id`]) ?? 0;
  const query = useQuery({ ...kind.query(id), staleTime: FRESH_MS });
  return (
    <ObjectLoader key={id} query={query}>
      {(info, answeredMs) => {
        const view = objectView(kind, id, info, { t, language });
        return (
          <ObjectFrame view={view} tab={tab} answeredMs={answeredMs} hasCharts={kind.resources !== undefined}>
            {(time) => <ObjectTab kind={kind} tab={tab} info={info} view={view} time={time} />}
          </ObjectFrame>
        );
      }}
    </ObjectLoader>
  );
}

interface ObjectTabProps<Info> extends ObjectPageProps<Info> {
  readonly info: Info;
  readonly view: ObjectView;
  readonly time: PageTime;
}

function ObjectTab<Info>({ kind, tab, info, view, time }: ObjectTabProps<Info>) {
  const t = useT();
  const { resources } = kind;
  const { list, isLoading, error, onRetry } = useTimeline(view, time, kind.ownFields);
  const alarms = useObjectAlarms(view.hostId, view.eventFilter.objectId);
  const marks = useMemo(() => [...marksOf(list), ...alarms.marks], [list, alarms.marks]);
  // A string stays equal between responses, so that the charts do not reload.
  const idText = kind.resources?.containerIds?.(info).join() ?? '';
  const containerIds = useMemo(() => (idText === '' ? [] : idText.split(',').map(Number)), [idText]);
  const warning = tab === 'summary' && kind.warning?.(info, t);
  const timelinePanel = (
    <TimelinePanel
      title={t('monitoring.timeline.title')}
      note={rangeText(time.control.choice, t)}
      list={list}
      isLoading={isLoading}
      error={error}
      onRetry={onRetry}
    />
  );
  return (
    <>
      {warning && (
        <Banner tone="warning" icon="mdi-alert" title={warning.title}>
          <bdi>{warning.text}</bdi>
        </Banner>
      )}
      <Figures list={kind.figures(tab, info, t)} isStale={view.isStale} />
      {resources && tab === 'summary' && (
        <Panel title={t('monitoring.usage')} note={t('monitoring.usageNote')}>
          <UsageTable list={usageOf(resources.usage(info), t)} isStale={view.isStale} />
        </Panel>
      )}
      {resources && (
        <ResourceCharts
          view={view}
          scope={resources.scope}
          charts={
            tab === 'summary'
              ? summaryCharts((resource) => resources.charts(resource, info))
              : resources.charts(tab, info)
          }
          time={time}
          marks={marks}
          containerIds={containerIds}
        />
      )}
      {tab !== 'summary' ? (
        timelinePanel
      ) : (
        <>
          {kind.inside?.(info, t)}
          <div className={panels.grid}>
            <Panel title={t('monitoring.identity')}>
              <Facts list={kind.facts(info, t)} />
            </Panel>
            {timelinePanel}
            <ObjectCausesPanel
              kind={kind.key}
              id={view.id}
              choice={time.control.choice}
              range={() => rangeOf(time.window, Date.now())}
            />
            {kind.alarms?.(info) ?? (
              <ObjectAlarmsPanel
                query={alarms.query}
                search={{
                  'f.objectId': String(view.eventFilter.objectId),
                  'f.confirmLevel': '1,2,3,0,4',
                  folded: '1',
                }}
              />
            )}
            {kind.morePanels?.(info, t)}
          </div>
        </>
      )}
    </>
  );
}

/** The events and changes of an object in the range of the page. What fails to load does not hide the rest. */
function useTimeline(view: ObjectView, { window }: PageTime, ownFields?: OwnFields) {
  const t = useT();
  const events = useQuery({ ...eventsQuery(view.eventFilter, window), placeholderData: keepPreviousData });
  const versions = useQuery({
    ...windowVersionsQuery(view.kind, ObjectId.parse(view.id), window),
    enabled: hasManifest(view.kind),
    placeholderData: keepPreviousData,
  });
  const [openedMs] = useState(Date.now);
  const { fromMs, toMs } = rangeOf(window, events.dataUpdatedAt || openedMs);
  const { kind, hostId, id, changeList } = view;
  const list = useMemo(() => {
    const hrefOf = (at: string) => comparisonAddress(kind, hostId, id, at);
    const entries = manifestEntries(versions.data?.versionList ?? [], hrefOf, t);
    return timeline(events.data?.list ?? [], changeList, { fromMs, toMs }, t, ownFields, entries);
  }, [events.data, versions.data, changeList, kind, hostId, id, fromMs, toMs, t, ownFields]);
  const failed = [events, versions].find((query) => query.isError && query.data === undefined);
  return {
    list,
    isLoading: events.isPending || versions.isLoading,
    error: failed?.error ?? null,
    onRetry: () => void failed?.refetch(),
  };
}

/** The first CPU chart and the first memory chart of the object, side by side. */
function summaryCharts(chartsOf: (resource: Resource) => readonly ChartPlan[]): readonly ChartPlan[] {
  return [chartsOf('cpu'), chartsOf('mem')].flatMap(([first]) => {
    if (!first) return [];
    const { noteKey: _note, ...plan } = first;
    return [{ ...plan, source: 'self' as const, stacked: false, isWide: false, id: `summary:${first.id}` }];
  });
}

function usageOf(info: ResourceAmounts, t: Translate): Usage[] {
  return [
    {
      label: t('monitoring.tabs.cpu'),
      used: info.cpuUsedCores,
      request: info.cpuRequestCores,
      limit: info.cpuLimitCores,
      limitText: cpuLimitText(info, t),
      allocatable: info.cpuAllocatableCores,
      format: (value) => (value !== null && value < 0 ? formatCoresLimit(value) : formatCores(value)),
    },
    {
      label: t('monitoring.tabs.mem'),
      used: info.memUsedBytes,
      request: info.memRequestBytes,
      limit: info.memLimitBytes,
      limitText: memLimitText(info, t),
      allocatable: info.memAllocatableBytes,
      format: (value) => (value !== null && value < 0 ? formatBytesLimit(value) : formatBytes(value)),
    },
  ];
}
