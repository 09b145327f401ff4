import { formatInstant } from '@gwanje/domain/formats/time';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import classes from '../time-strip.module.css';
import { recordAfterKey, recordAt, type Stretch } from '../timeline.ts';

/** Long enough that a pointer passing over an hour does not open it. */
const PAUSE_MS = 150;
const MINUTE_MS = 60_000;

interface HourSliderProps {
  readonly stretches: readonly Stretch[];
  readonly currentId: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** Moves through the hours of a day: by pointer to any minute, by keys to a record. The page follows. */
export function HourSlider({ stretches, currentId, startMs, endMs }: HourSliderProps) {
  const t = useT();
  const { change } = useAddress();
  const [handMs, setHandMs] = useState<number | null>(null);
  const current = stretches.find(({ row }) => row.nodeHistoryId === currentId);
  const shown = handMs === null ? current : recordAt(stretches, handMs);
  const shownMs = handMs ?? (current ? (current.fromMs + current.toMs) / 2 : startMs);

  const open = useEffectEvent((id: number | undefined) => {
    setHandMs(null);
    if (id !== undefined && id !== currentId) void change({ nodeHistoryId: String(id) }, { replace: true });
  });
  useEffect(() => {
    if (handMs === null) return;
    const timer = setTimeout(() => open(recordAt(stretches, handMs)?.row.nodeHistoryId), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [handMs, stretches]);

  function onKeyDown(event: KeyboardEvent): void {
    const next = recordAfterKey(stretches, currentId, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next !== currentId) void change({ nodeHistoryId: String(next) }, { replace: true });
  }

  return (
    <input
      type="range"
      className={classes.slider}
      aria-label={t('nodeHistory.slider')}
      aria-valuetext={
        shown &&
        `${formatInstant(shown.fromMs)} ~ ${formatInstant(shown.toMs).slice(11)} ${shown.row.condition}`
      }
      min={0}
      max={Math.round((endMs - startMs) / MINUTE_MS)}
      value={Math.round((shownMs - startMs) / MINUTE_MS)}
      onChange={(event) => setHandMs(startMs + Number(event.currentTarget.value) * MINUTE_MS)}
      onKeyDown={onKeyDown}
    />
  );
}
