import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import type { StreamState } from '#core/stream/connection.ts';
import { useStream } from '#core/stream/stream.ts';
import classes from './realtime.module.css';

const keys: Readonly<Record<StreamState, PlainKey>> = {
  connecting: 'alarms.realtime.connecting',
  connected: 'alarms.realtime.connected',
  lost: 'alarms.realtime.lost',
  refused: 'alarms.realtime.refused',
};

/** Shows the state of the stream. A lost connection must not look like an absence of alarms. */
export function ConnectionMark() {
  const t = useT();
  const state = useStream((stream) => stream.state);
  return (
    <span className={classes.connection} data-state={state} role="status">
      {t(keys[state])}
    </span>
  );
}
