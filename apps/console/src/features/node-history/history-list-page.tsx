import { parseIdText } from '@gwanje/domain/formats/id-text';
import { kinds } from '@gwanje/kinds/registry';
import { Choices } from '@gwanje/ui/choices';
import { PageHeader } from '@gwanje/ui/page-header';
import { EmptyState, Panel, SkeletonLines } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PageLink } from '#components/links/page-link.tsx';
import { ObjectList } from '#components/list/object-list.tsx';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { PageNotice } from '#components/notice/page-notice.tsx';
import { PageTabs } from '#components/tabs/page-tabs.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { type AddressText, useAddress } from '#core/navigation/use-address.ts';
import { infoQuery } from '#entities/inventory/info-queries.ts';
import { clusterAddress, pageAddress } from '#entities/inventory/object-address.ts';
import classes from './history.module.css';
import { MAX_RECORDS, recordAddress } from './history-queries.ts';
import { recordList } from './node-record-list.tsx';
import { StateLegend, TimeStrip, useTimeline } from './time-strip.tsx';
import { DEFAULT_DAYS, dayChoices, daysFromAddress, startOfDay } from './timeline.ts';
import '#components/list/object-list-messages.ts';

export function HistoryListPage() {
  const { search } = useAddress();
  const hostId = parseIdText(search.hostId);
  const nodeId = parseIdText(search.nodeId);
  // The route guard refuses addresses without these parameters.
  if (hostId === undefined || nodeId === undefined) return null;
  return <NodeHistory hostId={hostId} nodeId={nodeId} />;
}

interface NodeHistoryProps {
  readonly hostId: number;
  readonly nodeId: number;
}

function NodeHistory({ hostId, nodeId }: NodeHistoryProps) {
  const t = useT();
  const node = useQuery(infoQuery('node', nodeId));
  const declaration = useMemo(() => recordList(hostId), [hostId]);
  const ids = { hostId: String(hostId), nodeId: String(nodeId) };
  return (
    <>
      <PageHeader
        title={t('routes.monNodeHistoryList')}
        breadcrumbsLabel={t('common.path')}
        breadcrumbs={
          node.data
            ? [
                {
                  id: 'cluster',
                  link: <PageLink href={clusterAddress(hostId)} text={node.data.clusterName} />,
                },
                {
                  id: 'node',
                  link: <PageLink href={pageAddress('node', hostId, nodeId)} text={node.data.name} />,
                },
              ]
            : []
        }
        actions={<DayChooser />}
      />
      <NodeTabs search={ids} />
      <PageNotice />
      <div className={classes.stack}>
        <Timeline hostId={hostId} nodeId={nodeId} />
        <ObjectList declaration={declaration} scope={{ params: { nodeId } }} />
      </div>
    </>
  );
}

/** The tabs of the node; the history list is one of them. */
function NodeTabs({ search }: { search: AddressText }) {
  const t = useT();
  return (
    <PageTabs
      label={t('nodeHistory.nodeTabs')}
      tabs={[
        ...[...kinds.node.tabs, 'manifest' as const].map((tab) => ({
          path: `/mon/node/${tab}`,
          label: t(`nodeHistory.tab.${tab}`),
          isCurrent: false,
        })),
        { path: '/mon/node/history-list', label: t('nodeHistory.history'), isCurrent: true },
      ]}
      search={search}
    />
  );
}

function DayChooser() {
  const t = useT();
  const { search, change } = useAddress();
  const chosen = daysFromAddress(search.days);
  return (
    <Choices
      label={t('nodeHistory.days')}
      options={dayChoices.map((days) => ({
        value: days,
        label: days === 1 ? t('nodeHistory.day') : t('nodeHistory.daysOf', { cnt: days }),
      }))}
      chosen={chosen}
      onChoose={(days) => void change({ days: days === DEFAULT_DAYS ? undefined : String(days) })}
    />
  );
}

function Timeline({ hostId, nodeId }: NodeHistoryProps) {
  const t = useT();
  const { search } = useAddress();
  const days = daysFromAddress(search.days);
  const today = startOfDay(Date.now());
  const { query, drawn } = useTimeline(nodeId, startOfDay(today, 1 - days), startOfDay(today, 1), days);
  return (
    <Panel title={t('nodeHistory.timeline')} note={t('nodeHistory.timelineNote')}>
      {!drawn ? (
        query.error ? (
          <LoadFailed title={t('nodeHistory.failed')} query={query} />
        ) : (
          <div className={classes.padded}>
            <SkeletonLines label={t('shell.loading')} lines={days === 1 ? 2 : 4} />
          </div>
        )
      ) : drawn.shares.length === 0 ? (
        <EmptyState icon="mdi-history" title={t('nodeHistory.none')} text={t('nodeHistory.noneText')} />
      ) : (
        <>
          <TimeStrip
            label={t('nodeHistory.timeline')}
            days={drawn.rows}
            stretches={drawn.stretches}
            addressOf={(id) => recordAddress(hostId, id)}
          />
          <div className={classes.shares}>
            <StateLegend shares={drawn.shares} />
          </div>
          {drawn.isCut && <p className={classes.note}>{t('nodeHistory.cut', { cnt: MAX_RECORDS })}</p>}
        </>
      )}
    </Panel>
  );
}
