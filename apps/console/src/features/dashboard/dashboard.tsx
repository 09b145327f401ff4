import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import type { ObjectType } from '@gwanje/contract/dashboard/dashboard-options';
import {
  type DashboardConditions,
  selectedClusters,
  withObjectType,
} from '@gwanje/domain/dashboard/conditions';
import type { ExpandOptions } from '@gwanje/domain/dashboard/options';
import { Icon } from '@gwanje/ui/icon';
import { VisuallyHidden } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { useClusters } from '#core/groups/cluster-list.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { setExpandOptions, useDashboard } from '#core/session/dashboard-conditions-store.ts';
import { useMissingClusters } from '#entities/dashboard/cluster-states.tsx';
import { refreshDashboard, summaryQuery } from '#entities/dashboard/dashboard-queries.ts';
import { DashboardTabs } from '#entities/dashboard/dashboard-tabs.tsx';
import { DataAge } from '#entities/dashboard/data-age.tsx';
import { clusterWarnings } from '#entities/dashboard/model/cluster-lines.ts';
import type { TileKind } from '#entities/dashboard/model/group-tiles.ts';
import { mapTitle } from '#entities/dashboard/object-map.tsx';
import { StatusBox } from '#entities/dashboard/status-box.tsx';
import { useOpenObject } from '#entities/dashboard/use-open-object.ts';
import { useShownObjects } from '#entities/dashboard/use-shown-objects.ts';
import { AzureTable, PlatformTable } from './clusters/cluster-tables.tsx';
import { ConditionBar } from './conditions/condition-bar.tsx';
import controls from './conditions/control.module.css';
import { useConditions } from './conditions/use-conditions.ts';
import classes from './dashboard.module.css';
import { DashboardSkeleton, FoldPanel, MapSkeleton, NothingToShow } from './dashboard-states.tsx';
import { MapPanel, PanelFrame } from './map-panel.tsx';
import { TopList } from './top-list.tsx';
import '#entities/dashboard/dashboard-messages.ts';

interface DashboardProps {
  readonly start: ReactNode;
  readonly clusters: readonly ClusterName[];
  readonly conditions: DashboardConditions;
  readonly onChoose: (next: DashboardConditions) => void;
}

export function Dashboard({ start, clusters, conditions, onChoose }: DashboardProps) {
  const { t, language } = useTexts();
  const open = useOpenObject();
  const expand = useDashboard((state) => state.expand);
  const summary = useQuery({ ...summaryQuery(conditions), placeholderData: keepPreviousData });
  const { query, shown: answered } = useShownObjects(conditions);
  // A response may have 100,000 objects. It renders at low priority, so that input stays fast.
  const overview = useDeferred(
    useMemo(
      () => summary.data && { summary: summary.data, answeredMs: summary.dataUpdatedAt },
      [summary.data, summary.dataUpdatedAt],
    ),
  );
  const shown = useDeferred(answered);
  const choose = useCallbackRef(onChoose);
  const showType = useCallbackRef((objectType: ObjectType) =>
    onChoose(withObjectType(conditions, objectType)),
  );
  const openShown = useCallbackRef((kind: TileKind, id: number) => void open(kind, id));

  function toggle(option: keyof ExpandOptions): void {
    setExpandOptions({ ...expand, [option]: !expand[option] });
  }

  const failure = query.error ?? summary.error;
  const hasOldData = shown !== null || overview !== undefined;
  const isPartial = (shown?.objects.followingCnt ?? 0) > 0;
  const failureText =
    failure && hasOldData ? (isPartial ? failure.message : t('dashboard.refreshFailed')) : null;
  const hostIds = clusters.map(({ hostId }) => hostId);
  const isNoneChosen = clusters.length > 0 && selectedClusters(conditions, hostIds).length === 0;

  const bar = (
    <ConditionBar
      start={start}
      clusters={clusters}
      conditions={conditions}
      onChange={choose}
      end={
        <>
          <DataAge
            summary={summary.data}
            answeredMs={summary.dataUpdatedAt}
            streamLostText={t('dashboard.streamLost')}
            className={controls.age}
            stoppedClass={controls.stopped}
          />
          <button
            type="button"
            className={controls.control}
            aria-label={t('dashboard.refresh')}
            title={t('dashboard.refresh')}
            onClick={() => void refreshDashboard()}
          >
            <Icon
              name="mdi-refresh"
              className={query.isFetching || summary.isFetching ? classes.turning : undefined}
            />
          </button>
        </>
      }
    />
  );
  // The map renders together with the sections, whose height is unknown before, so that it does not shift.
  if (summary.isPending)
    return (
      <>
        {bar}
        <DashboardSkeleton />
      </>
    );
  return (
    <>
      {bar}
      <FoldPanel
        title={t('dashboard.status')}
        note={t('dashboard.statusNote')}
        isExpanded={expand.isStatusBoxExpand}
        onToggle={() => toggle('isStatusBoxExpand')}
        end={
          <Notices
            failureText={failureText}
            warnings={summary.data ? clusterWarnings(summary.data.platformList, { t, language }) : []}
          />
        }
      >
        {summary.isError && !summary.data ? (
          <LoadFailed title={t('dashboard.summaryFailed')} query={summary} />
        ) : (
          <StatusBox summary={overview?.summary} onShow={showType} />
        )}
      </FoldPanel>

      {overview && (
        <div className={classes.pair}>
          <FoldPanel
            title={t('dashboard.platform')}
            note={t('dashboard.platformNote')}
            isExpanded={expand.isPlatformExpand}
            onToggle={() => toggle('isPlatformExpand')}
          >
            <PlatformTable {...overview} />
          </FoldPanel>
          <FoldPanel
            title="Azure"
            note={t('dashboard.azureNote')}
            isExpanded={expand.isAzureExpand}
            onToggle={() => toggle('isAzureExpand')}
          >
            <AzureTable summary={overview.summary} />
          </FoldPanel>
        </div>
      )}

      <div className={classes.map}>
        {shown && shown.objects.data.ids.length > 0 ? (
          <>
            <MapPanel {...shown} onOpen={openShown} />
            <TopList {...shown} onOpen={openShown} />
          </>
        ) : (
          <div className={classes.whole}>
            <PanelFrame
              title={mapTitle(conditions, { t, language })}
              note=""
              isOutdated={shown?.isOutdated ?? false}
            >
              {shown ? (
                <NothingToShow
                  conditions={conditions}
                  isNoneChosen={isNoneChosen}
                  summary={summary.data}
                  onChooseAll={() => onChoose({ ...conditions, isAllCluster: true, clusterList: [] })}
                />
              ) : query.isError ? (
                <LoadFailed title={t('dashboard.mapFailed')} query={query} />
              ) : (
                <MapSkeleton />
              )}
            </PanelFrame>
          </div>
        )}
      </div>
    </>
  );
}

interface NoticesProps {
  /** The last request failed, and the shown data is older or not all of it. */
  readonly failureText: string | null;
  readonly warnings: readonly string[];
}

/** The line of the notices is always rendered, so that the content below does not shift. */
function Notices({ failureText, warnings }: NoticesProps) {
  const t = useT();
  return (
    <div className={classes.notices}>
      {failureText !== null && (
        <span className={`${classes.notice} ${classes.failed}`} role="alert">
          <Icon name="mdi-alert-circle-outline" size={15} />
          <span className={classes.noticeText}>{failureText}</span>
          <button type="button" className={classes.noticeButton} onClick={() => void refreshDashboard()}>
            {t('common.retry')}
          </button>
        </span>
      )}
      <div className={classes.warnings} role="status">
        {warnings.map((sentence) => (
          <span key={sentence} className={`${classes.notice} ${classes.warning}`} title={sentence}>
            <Icon name="mdi-timer-sand" size={15} />
            <span className={classes.noticeText}>{sentence}</span>
          </span>
        ))}
      </div>
    </div>
  );
}

/** Returns the first value at once, and defers later values. */
function useDeferred<Value>(value: Value | null | undefined) {
  return useDeferredValue(value) ?? value;
}

export function MainPage() {
  const t = useT();
  const missing = useMissingClusters();
  const tabs = <DashboardTabs current="/main" />;
  return (
    <>
      <VisuallyHidden component="h1">{t('routes.main')}</VisuallyHidden>
      {missing ? (
        <div className={classes.page}>
          <div>{tabs}</div>
          {missing}
        </div>
      ) : (
        <ConditionsDashboard start={tabs} />
      )}
    </>
  );
}

/** The dashboard with its search conditions. `start`: before the conditions. */
export function ConditionsDashboard({ start }: { readonly start?: ReactNode }) {
  const clusters = useClusters(({ clusterList }) => clusterList);
  const groupsKey = useGroups((state) => state.selectedSubGroupIds.join(','));
  const [conditions, choose] = useConditions();
  return (
    <div className={classes.page}>
      {/* The key remounts the page for another group selection. */}
      <Dashboard
        key={groupsKey}
        start={start}
        clusters={clusters}
        conditions={conditions}
        onChoose={choose}
      />
    </div>
  );
}
