import type { StatisticsGap } from '@gwanje/contract/objects/object-calls';
import { formatAge, formatTimestamp, parseInstant } from '@gwanje/domain/formats/time';
import type { PageTab } from '@gwanje/kinds/definition/kind';
import { kinds, pageTabs } from '@gwanje/kinds/registry';
import { Chip } from '@gwanje/ui/chip';
import { StateCell } from '@gwanje/ui/list/cells';
import { PageHeader } from '@gwanje/ui/page-header';
import { Panel, SkeletonPage } from '@gwanje/ui/panel';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageLink } from '#components/links/page-link.tsx';
import { DataAge } from '#components/list/toolbar/data-age.tsx';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { PageNotice } from '#components/notice/page-notice.tsx';
import { comparisonsMs } from '#components/range/compare-choice.ts';
import { ComparePicker } from '#components/range/compare-picker.tsx';
import { RangePicker } from '#components/range/range-picker.tsx';
import { type RangeControl, useRange } from '#components/range/use-range.ts';
import { PageTabs } from '#components/tabs/page-tabs.tsx';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { useTitlePart } from '#core/navigation/window-title.ts';
import { DoctorLink } from '#entities/clusters/doctor-link.tsx';
import type { Window } from './charts/series-queries.ts';
import classes from './object-frame.module.css';
import type { ObjectView } from './object-view.ts';
import { Banner } from './panels/banner.tsx';
import panels from './panels/panels.module.css';
import { gapTexts } from './statistics-gap.ts';

/** The time range of a page, and the functions that change it. */
export interface PageTime {
  readonly window: Window;
  readonly shiftMs: number | null;
  readonly control: RangeControl;
}

/** The log of an object is a page of another feature. */
type FrameTab = PageTab | 'log';

interface ObjectFrameProps {
  readonly view: ObjectView;
  readonly tab: FrameTab;
  /** The browser's time when the response arrived. */
  readonly answeredMs: number;
  readonly hasCharts: boolean;
  readonly children: (time: PageTime) => ReactNode;
}

/** The frame of an object page: path, name, states, range, tabs and problems, around the content. */
export function ObjectFrame({ view, tab, answeredMs, hasCharts, children }: ObjectFrameProps) {
  const t = useT();
  const control = useRange();
  const serverMs = Date.parse(view.serverTime);
  const endMs = view.deletedAt === null ? null : Date.parse(view.deletedAt);
  const window: Window = { choice: control.choice, endMs, clockAheadMs: serverMs - answeredMs };
  const shiftMs = control.comparison && comparisonsMs[control.comparison];
  useTitlePart('own', `${view.name} ${t(`monitoring.tabs.${tab}`)}`);

  return (
    <>
      <PageHeader
        title={view.name}
        breadcrumbs={view.crumbs.map(({ id, label, href }) => ({
          id,
          link: <PageLink href={href} text={label} />,
        }))}
        breadcrumbsLabel={t('common.path')}
        marks={
          <span className={classes.marks}>
            {view.deletedAt !== null && (
              <Chip colour="grey" icon="mdi-delete-outline" label={t('monitoring.deleted')} />
            )}
            {view.states.map((state) => (
              <StateCell key={state.label} {...state} />
            ))}
          </span>
        }
        actions={
          <>
            {tab !== 'manifest' && tab !== 'log' && (
              <RangePicker choice={control.choice} onChoose={control.choose} endMs={endMs ?? undefined} />
            )}
            {hasCharts && <ComparePicker comparison={control.comparison} onChoose={control.compare} />}
          </>
        }
        dataAge={
          // A deleted object sends no more data; the banner shows the time of its deletion.
          view.deletedAt === null &&
          view.dataAt !== null && (
            <DataAge dataMs={parseInstant(view.dataAt) ?? null} serverMs={serverMs} answeredMs={answeredMs} />
          )
        }
      />
      <ObjectTabs view={view} tab={tab} />
      <PageNotice />
      <div className={panels.stack}>
        <Banners view={view} hasCharts={hasCharts} />
        {children({ window, shiftMs, control })}
      </div>
    </>
  );
}

function ObjectTabs({ view, tab }: { readonly view: ObjectView; readonly tab: FrameTab }) {
  const t = useT();
  const { search } = useAddress();
  const pathOf = (one: FrameTab) => `/mon/${view.kind}/${one}`;
  const tabs = [
    ...pageTabs(view.kind).map((one) => ({ path: pathOf(one), label: t(`monitoring.tabs.${one}`) })),
    ...view.moreTabs.map(({ path, labelKey }) => ({ path, label: t(labelKey) })),
  ].map((one) => ({ ...one, isCurrent: one.path === pathOf(tab) }));
  if (tabs.length === 1) return null;
  // What a person chose in the log means nothing to the other pages.
  const ids = { hostId: String(view.hostId), [kinds[view.kind].idName]: String(view.id) };
  return <PageTabs label={t('monitoring.objectPages')} tabs={tabs} search={tab === 'log' ? ids : search} />;
}

/** For an object without values, the notice above the page shows the age of its cluster's data. */
function Banners({ view, hasCharts }: Pick<ObjectFrameProps, 'view' | 'hasCharts'>) {
  const { t, language } = useTexts();
  const ageMs = view.dataAt === null ? null : Date.parse(view.serverTime) - Date.parse(view.dataAt);
  return (
    <>
      <LifeBanners {...view} />
      {view.statisticsGap && <GapBanner hostId={view.hostId} gap={view.statisticsGap} />}
      {hasCharts && view.deletedAt === null && view.isStale && !view.statisticsGap && (
        <Banner tone="warning" icon="mdi-timer-sand" title={t('monitoring.stale')}>
          {ageMs === null
            ? t('monitoring.neverText')
            : t('monitoring.staleText', { age: formatAge(ageMs, language) })}
        </Banner>
      )}
    </>
  );
}

function GapBanner({ hostId, gap }: { readonly hostId: number; readonly gap: StatisticsGap }) {
  const t = useT();
  const { title, text } = gapTexts(gap, t);
  const tone = gap.reason === 'nodeWithoutStatistics' ? 'quiet' : 'warning';
  return (
    <Banner tone={tone} icon="mdi-chart-line-variant" title={title}>
      <bdi>{text}</bdi> <DoctorLink hostId={hostId}>{t('monitoring.checkAgents')}</DoctorLink>
    </Banner>
  );
}

/** Shows that the object is deleted, and links to objects of the same name. */
export function LifeBanners({
  hostId,
  deletedAt,
  sameNameIds,
}: Pick<ObjectView, 'hostId' | 'deletedAt' | 'sameNameIds'>) {
  const t = useT();
  return (
    <>
      {deletedAt !== null && (
        <Banner tone="quiet" icon="mdi-delete-clock-outline" title={t('monitoring.deleted')}>
          {t('monitoring.deletedText', { at: formatTimestamp(deletedAt) })}
        </Banner>
      )}
      {sameNameIds.length > 0 && (
        <Banner tone="quiet" icon="mdi-swap-horizontal" title={t('monitoring.sameName')}>
          {t(deletedAt === null ? 'monitoring.sameNameBefore' : 'monitoring.sameNameAfter')}{' '}
          <span className={classes.marks}>
            {sameNameIds.map((id) => (
              <Link
                key={id}
                to="/mon/node/summary"
                search={{ hostId: String(hostId), nodeId: String(id) }}
                activeProps={{}}
              >
                {t('monitoring.sameNameLink', { id })}
              </Link>
            ))}
          </span>
        </Banner>
      )}
    </>
  );
}

interface ObjectLoaderProps<Info> {
  readonly query: UseQueryResult<Info>;
  /** The object's name, if it is known before the response. */
  readonly name?: string | undefined;
  readonly children: (info: Info, answeredMs: number) => ReactNode;
}

/** Shows a skeleton until the first response. After a later failure the last response stays on screen. */
export function ObjectLoader<Info>({ query, name, children }: ObjectLoaderProps<Info>) {
  const t = useT();
  if (query.data !== undefined) return children(query.data, query.dataUpdatedAt);
  if (!query.isError) return <SkeletonPage label={t('shell.loading')} />;
  const title = t('monitoring.objectFailed');
  return (
    <>
      <PageHeader title={name ?? title} />
      <PageNotice />
      <Panel>
        <LoadFailed title={title} query={query} />
      </Panel>
    </>
  );
}
