import type { countAlarms } from '@gwanje/contract/alarms/alarms';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { DASH, formatNumber } from '@gwanje/domain/formats/number';
import { Icon } from '@gwanje/ui/icon';
import { useT } from '#core/i18n/i18n.ts';
import { useStream } from '#core/stream/stream.ts';
import classes from './realtime.module.css';
import { allowSound, changeSound, playSound, useSound } from './sound.ts';

/** Shows the state of the stream. A lost connection must not look like an absence of alarms. */
export function ConnectionMark() {
  const t = useT();
  const state = useStream((stream) => stream.state);
  return (
    <span className={classes.connection} data-state={state} role="status">
      {t(`alarms.realtime.${state}`)}
    </span>
  );
}

interface CountsProps {
  readonly counts: ResponseOf<typeof countAlarms> | undefined;
}

/** Counts of all open alarms, not only of this window's. Each opens the list in the console's window. */
export function Counts({ counts }: CountsProps) {
  const t = useT();
  const cells = [
    { tone: 'critical', label: t('alarms.realtime.critical'), cnt: counts?.critical, query: 'f.level=5' },
    { tone: 'warning', label: t('alarms.realtime.warning'), cnt: counts?.warning, query: 'f.level=1' },
    { tone: 'plain', label: t('alarms.realtime.unseen'), cnt: counts?.occurred, query: 'f.confirmLevel=1' },
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
export function SoundControl() {
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
