import type { countAlarms } from '@gwanje/contract/alarms/alarms';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { DASH, formatNumber } from '@gwanje/domain/formats/numbers';
import { formatInstant } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { Choices } from '@gwanje/ui/choices';
import { Icon } from '@gwanje/ui/icon';
import { VirtualList } from '@gwanje/ui/list/virtual-list';
import { EmptyState, SkeletonLines } from '@gwanje/ui/panel';
import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { LoadFailed } from '#components/loading/load-failed.tsx';
import { useNow } from '#core/browser/use-now.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useHasNoClusters, useNoClusters } from '#core/groups/use-no-clusters.ts';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { useTitlePart } from '#core/navigation/window-title.ts';
import { useShownStreamState } from '#core/stream/use-shown-stream-state.ts';
import { alarmLevelAppearance } from '#entities/alarms/alarm-appearance.ts';
import { alarmCountQuery } from '#entities/alarms/alarm-queries.ts';
import { alarmText } from '#entities/alarms/alarm-text.ts';
import { MemoDialog } from '../actions/memos.tsx';
import { type FeedRow, type FeedStep, isMuted } from './feed.ts';
import { FeedItem } from './feed-item.tsx';
import { changeFeedView, isShown, levelChoices, useFeedView } from './feed-view.ts';
import classes from './realtime.module.css';
import { allowSound, changeSound, closeSound, playSound, soundFor, useSound } from './sound.ts';
import { useFeed } from './use-feed.ts';
import '#entities/alarms/alarm-messages.ts';

/** Two more lines: what changed before the alarm, and how it was handled before. */
const ROW_PX = 124;
const TICK_MS = 1_000;

/** A window for a second screen that shows alarms as they are raised. */
export function RealtimePage() {
  // The key remounts the page for another group selection, so that no alarm of the former groups stays.
  const groups = useGroups((state) => state.selectedSubGroupIds.join());
  return <Realtime key={groups} />;
}

function Realtime() {
  const { t, language } = useTexts();
  const view = useFeedView();
  const [announced, setAnnounced] = useState('');
  const [memoOf, setMemoOf] = useState<FeedRow | null>(null);
  const counts = useQuery(alarmCountQuery());
  const hasNoClusters = useHasNoClusters();
  const none = useNoClusters();
  useTitlePart('mark', counts.data ? String(counts.data.occurred) : null);
  useSoundPermission();

  const live = useFeed(({ fresh }: FeedStep) => {
    const calling = fresh.filter((row) => !isMuted(row) && isShown(view, row));
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
  const rows = useMemo(() => live.feed.filter((row) => isShown(view, row)), [live.feed, view]);

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
          aria-pressed={view.isUnacknowledgedOnly}
          onClick={() => changeFeedView({ isUnacknowledgedOnly: !view.isUnacknowledgedOnly })}
        >
          {t('alarms.realtime.unacknowledgedOnly')}
        </button>
        <Clock serverAheadMs={live.serverAheadMs} lastEventMs={live.lastEventMs} />
      </div>
      {live.error && live.loadedAtMs !== undefined && (
        <p className={classes.strip} role="alert">
          <Icon name="mdi-alert-circle" size={15} />
          {t('alarms.realtime.notLoaded')}
          <TextButton size="compact-xs" onClick={live.retry}>
            {t('common.retry')}
          </TextButton>
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
          {(row) => <FeedItem row={row} serverAheadMs={live.serverAheadMs} onMemo={setMemoOf} />}
        </VirtualList>
      )}
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      {memoOf && <MemoDialog alarm={memoOf} onClose={() => setMemoOf(null)} />}
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

/** The server's time and the time of the last alarm event. A clock that stops shows that the window hangs. */
function Clock({ serverAheadMs, lastEventMs }: { serverAheadMs: number; lastEventMs: number | null }) {
  const t = useT();
  const nowMs = useNow(TICK_MS) + serverAheadMs;
  const time = lastEventMs === null ? '-' : formatInstant(lastEventMs + serverAheadMs).slice(11);
  return (
    <span className={classes.clock} title={t('alarms.realtime.lastEventAt', { time })}>
      <time>{formatInstant(nowMs).slice(11)}</time>
      {lastEventMs !== null && (
        <span className={classes.lastEvent}>{t('alarms.realtime.lastEvent', { time })}</span>
      )}
    </span>
  );
}

/** Shows the state of the stream. A lost connection must not look like an absence of alarms. */
function ConnectionMark() {
  const t = useT();
  const state = useShownStreamState();
  return (
    <span className={classes.connection} data-state={state} role="status">
      {t(`alarms.realtime.${state}`)}
    </span>
  );
}

/** The counts of all open alarms, not only of the listed ones. Each links to the list in the main window. */
function Counts({ counts }: { counts: ResponseOf<typeof countAlarms> | undefined }) {
  const t = useT();
  const cells = [
    { tone: 'critical', label: t('alarms.realtime.critical'), cnt: counts?.critical, query: 'f.level=5' },
    { tone: 'warning', label: t('alarms.realtime.warning'), cnt: counts?.warning, query: 'f.level=1' },
    {
      tone: 'plain',
      label: t('alarms.realtime.unacknowledged'),
      cnt: counts?.occurred,
      query: 'f.confirmLevel=1',
    },
  ];
  return (
    <div className={classes.counts}>
      {cells.map(({ tone, label, cnt, query }) => (
        <a
          key={tone}
          className={classes.count}
          data-tone={cnt ? tone : 'none'}
          href={`/alarm-list?${query}`}
          target="gwanje-alarms"
          title={t('alarms.realtime.toList', { label })}
        >
          <strong>{cnt === undefined ? DASH : formatNumber(cnt)}</strong>
          {label}
        </a>
      ))}
    </div>
  );
}

/** Shows whether this window can play sound. */
function SoundControl() {
  const t = useT();
  const { isOn, volume, isBlocked } = useSound();
  const isAudible = isOn && !isBlocked;

  async function press(): Promise<void> {
    // Sound is on but blocked because the user has not touched the window yet: this click allows it.
    const isOnNow = !isOn || isBlocked;
    changeSound({ isOn: isOnNow });
    await allowSound();
    if (isOnNow) playSound('warning');
  }

  return (
    <span className={classes.sound}>
      {isAudible && (
        <input
          type="range"
          className={classes.volume}
          min={0}
          max={1}
          step={0.05}
          value={volume}
          aria-label={t('alarms.realtime.volume')}
          title={t('alarms.realtime.volume')}
          onChange={({ currentTarget }) => changeSound({ volume: Number(currentTarget.value) })}
          onPointerUp={() => playSound('warning')}
        />
      )}
      <button
        type="button"
        className={classes.soundButton}
        aria-pressed={isAudible}
        data-state={isAudible ? 'on' : isOn ? 'blocked' : 'off'}
        title={t(isOn && isBlocked ? 'alarms.realtime.soundBlocked' : 'alarms.realtime.sound')}
        onClick={() => void press()}
      >
        <Icon name={isAudible ? 'mdi-volume-high' : 'mdi-volume-off'} size={16} />
        {t(isAudible ? 'alarms.realtime.soundOn' : 'alarms.realtime.soundTurnOn')}
      </button>
    </span>
  );
}
