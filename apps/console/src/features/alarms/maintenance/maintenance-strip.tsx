import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { useMayChange } from '#core/session/session-store.ts';
import { maintenanceQuery } from '#entities/alarms/alarm-queries.ts';
import classes from '../list/alarm-list-page.module.css';
import { askEndMaintenance } from './end-maintenance.ts';

const SHOWN = 4;
/** Windows begin and end by the clock, and no stream event reports that. */
const REFRESH_MS = 30_000;

/** Current and planned maintenance with times, reason and author. Renders nothing if there is none. */
export function MaintenanceStrip() {
  const t = useT();
  const mayChange = useMayChange();
  const [isWhole, setWhole] = useState(false);
  const { data } = useQuery({ ...maintenanceQuery(), refetchInterval: REFRESH_MS });
  const list = data?.maintenanceList.filter(({ state }) => state !== 'ended') ?? [];
  if (list.length === 0) return null;
  return (
    <section className={classes.snoozes} aria-label={t('alarms.maintenance.title')}>
      <h2 className={classes.snoozesTitle}>
        <Icon name="mdi-wrench-clock" size={15} />
        {t('alarms.maintenance.cnt', { cnt: list.length })}
      </h2>
      <ul className={classes.snoozeList}>
        {list.slice(0, isWhole ? undefined : SHOWN).map((window) => {
          const { maintenanceId, clusterName, subGroupName, fromAt, toAt, createdBy, reason } = window;
          const isRunning = window.state === 'running';
          const name = clusterName ?? subGroupName;
          const scope = t(`alarms.maintenance.${window.scope}`);
          const state = t(isRunning ? 'alarms.maintenance.running' : 'alarms.maintenance.planned');
          const span = `${formatTimestamp(fromAt)} ~ ${formatTimestamp(toAt)}`;
          const end = t(isRunning ? 'alarms.maintenance.end' : 'alarms.maintenance.callOff');
          return (
            <li
              key={maintenanceId}
              className={classes.snooze}
              data-running={isRunning}
              title={[state, scope, name, span, createdBy, reason].filter(Boolean).join(' · ')}
            >
              <span className={classes.windowState}>{state}</span>
              <span>{scope}</span>
              <bdi>{name}</bdi>
              <span>{isRunning ? `~ ${formatTimestamp(toAt)}` : span}</span>
              {reason !== '' && <bdi className={classes.reason}>{reason}</bdi>}
              <span>{createdBy}</span>
              {window.isChangeable && mayChange ? (
                <button
                  type="button"
                  className={classes.end}
                  aria-label={`${name} ${end}`}
                  title={end}
                  onClick={() => void askEndMaintenance(maintenanceId, name, isRunning)}
                >
                  <Icon name="mdi-close" size={14} />
                </button>
              ) : (
                <span />
              )}
            </li>
          );
        })}
      </ul>
      {list.length > SHOWN && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('alarms.snoozing.fewer') : t('alarms.snoozing.more', { cnt: list.length - SHOWN })}
        </button>
      )}
    </section>
  );
}
