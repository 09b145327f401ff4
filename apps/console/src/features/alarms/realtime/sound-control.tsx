import { Icon } from '@gwanje/ui/icon';
import { useT } from '#core/i18n/i18n.ts';
import classes from './realtime.module.css';
import { allowSound, changeSound, playSound, useSound } from './sound.ts';

/** Shows whether this window can play sound. */
export function SoundControl() {
  const t = useT();
  const { isOn, volume, isBlocked } = useSound();
  const isHeard = isOn && !isBlocked;

  async function press(): Promise<void> {
    // Sound is on but blocked because the user has not touched the window yet: this click allows it.
    const isOnNow = !isOn || isBlocked;
    changeSound({ isOn: isOnNow });
    await allowSound();
    if (isOnNow) playSound('warning');
  }

  return (
    <span className={classes.sound}>
      {isHeard && (
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
        aria-pressed={isHeard}
        data-state={isHeard ? 'on' : isOn ? 'blocked' : 'off'}
        title={t(isOn && isBlocked ? 'alarms.realtime.soundBlocked' : 'alarms.realtime.sound')}
        onClick={() => void press()}
      >
        <Icon name={isHeard ? 'mdi-volume-high' : 'mdi-volume-off'} size={16} />
        {t(isHeard ? 'alarms.realtime.soundOn' : 'alarms.realtime.soundTurnOn')}
      </button>
    </span>
  );
}
