import '#entities/alarms/alarm-messages.ts';
import { formatInstant } from '@gwanje/domain/formats/time';
import { Choices } from '@gwanje/ui/choices';
import { Icon } from '@gwanje/ui/icon';
import { VirtualList } from '@gwanje/ui/list/virtual-list';
import { SkeletonLines } from '@gwanje/ui/skeletons';
import { EmptyState } from '@gwanje/ui/states';
import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { LoadFailed } from '#components/table/load-failed.tsx';
import { useNow } from '#core/browser/use-now.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useHasNoClusters, useNoClusters } from '#core/groups/use-no-clusters.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { useTitlePart } from '#core/navigation/window-title.ts';
import { alarmLevelAppearance } from '#entities/alarms/alarm-appearance.ts';
import { alarmCountQuery, useAlarmHints } from '#entities/alarms/alarm-queries.ts';
import { alarmText } from '#entities/alarms/alarm-text.ts';
import { MemoDialog } from '../actions/memos.tsx';
import {
  changeFeedView,
  type FeedRow,
  type FeedStep,
  isQuiet,
  isShown,
  levelChoices,
  shownRows,
  useFeedView,
} from './feed.ts';
import { FeedItem } from './feed-item.tsx';
import classes from './realtime.module.css';
import { ConnectionMark, Counts, SoundControl } from './realtime-header.tsx';
import { allowSound, closeSound, playSound, soundFor } from './sound.ts';
import { useFeed } from './use-feed.ts';

const ROW_PX = 88;
const TICK_MS = 1_000;

/** A window for a second screen that shows alarms as they are raised. */
export function RealtimePage() {
  // Other groups have other alarms: no alarm of the former groups may stay.
  const groups = useGroups((state) => state.selectedSubGroupIds.join());
  return <Realtime key={groups} />;
}

function Realtime() {
  const t = useT();
  const language = useLanguage();
  const view = useFeedView();
  const [announced, setAnnounced] = useState('');
  const [memoOf, setMemoOf] = useState<FeedRow | null>(null);
  const counts = useQuery(alarmCountQuery());
  const hasNoClusters = useHasNoClusters();
  const none = useNoClusters();
  useAlarmHints(() => void counts.refetch());
  useTitlePart('mark', counts.data ? String(counts.data.occurred) : null);
  useSoundPermission();

  const live = useFeed(({ fresh }: FeedStep) => {
    const calling = fresh.filter((row) => !isQuiet(row) && isShown(view, row));
    const kind = soundFor(calling.map(({ level }) => level));
    const [first] = calling;
    if (!kind || !first) return;
    playSound(kind);
    setAnnounced(
      [
        alarmLevelAppearance(first.level, { t, language }).label,
        first.objectName,
        alarmText(first, language),
      ].join(' '),
    );
  });
  const rows = useMemo(() => shownRows(live.feed, view), [live.feed, view]);

  return (
    <div className={classes.window}>
      <header className={classes.head}>
        <Icon name="mdi-radar" size={18} className={classes.logo} />
        <h1 className={classes.title}>{t('routes.realtimeDetection')}</h1>
        <ConnectionMark />
        <SoundControl />
      </header>
      <Counts counts={counts.data} />
      <div className={classes.bar}>
        <Choices
          label={t('alarms.levels')}
          options={levelChoices.map((value) => ({ value, label: t(`alarms.realtime.${value}`) }))}
          chosen={view.level}
          onChoose={(level) => changeFeedView({ level })}
        />
        <button
          type="button"
          className={classes.toggle}
          aria-pressed={view.isUnseenOnly}
          onClick={() => changeFeedView({ isUnseenOnly: !view.isUnseenOnly })}
        >
          {t('alarms.realtime.unseenOnly')}
        </button>
        <Clock aheadMs={live.aheadMs} lastEventMs={live.lastEventMs} />
      </div>
      {live.error && live.loadedAtMs !== undefined && (
        <p className={classes.strip} role="alert">
          <Icon name="mdi-alert-circle" size={15} />
          {t('alarms.realtime.notLoaded')}
          <Button variant="default" size="compact-xs" onClick={live.retry}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      {live.loadedAtMs === undefined ? (
        live.error ? (
          <LoadFailed title={t('alarms.loadFailed')} query={{ error: live.error, refetch: live.retry }} />
        ) : (
          <SkeletonLines label={t('shell.loading')} lines={8} />
        )
      ) : hasNoClusters ? (
        <EmptyState icon="mdi-kubernetes" title={none.title} text={none.text} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon="mdi-bell-check-outline"
          title={t(live.feed.length === 0 ? 'alarms.realtime.none' : 'alarms.realtime.noneShown')}
          text={t(live.feed.length === 0 ? 'alarms.realtime.noneText' : 'alarms.realtime.noneShownText')}
        />
      ) : (
        <VirtualList label={t('alarms.list')} rows={rows} rowHeight={ROW_PX} rowKey={keyOf}>
          {(row) => <FeedItem row={row} aheadMs={live.aheadMs} onMemo={setMemoOf} />}
        </VirtualList>
      )}
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      {memoOf && (
        <MemoDialog
          alarmId={memoOf.alarmId}
          about={`${memoOf.objectName} · ${alarmText(memoOf, language)}`}
          onClose={() => setMemoOf(null)}
        />
      )}
    </div>
  );
}

function keyOf({ alarmId }: FeedRow): string {
  return String(alarmId);
}

/** The first click or key in the window allows sound. */
function useSoundPermission(): void {
  useEffect(() => {
    const ending = new AbortController();
    const touched = () => void allowSound();
    for (const name of ['pointerdown', 'keydown'] as const)
      window.addEventListener(name, touched, { signal: ending.signal, capture: true });
    void allowSound();
    return () => {
      ending.abort();
      void closeSound();
    };
  }, []);
}

interface ClockProps {
  readonly aheadMs: number;
  readonly lastEventMs: number | null;
}

/** The server's time, which stops if the window hangs, and the time of the last alarm event. */
function Clock({ aheadMs, lastEventMs }: ClockProps) {
  const t = useT();
  const nowMs = useNow(TICK_MS) + aheadMs;
  const time = lastEventMs === null ? '-' : formatInstant(lastEventMs + aheadMs).slice(11);
  return (
    <span className={classes.clock} title={t('alarms.realtime.lastEventAt', { time })}>
      <time>{formatInstant(nowMs).slice(11)}</time>
      {lastEventMs !== null && (
        <span className={classes.lastEvent}>{t('alarms.realtime.lastEvent', { time })}</span>
      )}
    </span>
  );
}
