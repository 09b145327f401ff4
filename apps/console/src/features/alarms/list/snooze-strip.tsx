import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import { snoozesQuery } from '#entities/alarms/alarm-queries.ts';
import { endSnooze } from '../actions/end-snooze.ts';
import { scopeKeys } from '../actions/snooze-dialog.tsx';
import classes from './alarm-list-page.module.css';

const SHOWN = 4;

/** The active snoozes, with their end and author. Renders nothing if there are none. */
export function SnoozeStrip() {
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  const { data } = useQuery(snoozesQuery());
  const list = data?.snoozeList ?? [];
  if (list.length === 0) return null;
  return (
    <section className={classes.snoozes} aria-label={t('alarms.snoozing.now')}>
      <h2 className={classes.snoozesTitle}>
        <Icon name="mdi-bell-sleep-outline" size={15} />
        {t('alarms.snoozing.nowCnt', { cnt: list.length })}
      </h2>
      <ul className={classes.snoozeList}>
        {list.slice(0, isWhole ? undefined : SHOWN).map((snooze) => {
          const { snoozeId, scope, clusterName, untilAt, createdBy, reason } = snooze;
          const name = scope === 'cluster' ? clusterName : snooze.name;
          const about = [t(scopeKeys[scope]), name, clusterName, createdBy, reason]
            .filter(Boolean)
            .join(' · ');
          return (
            <li key={snoozeId} className={classes.snooze} title={about}>
              <span>{t(scopeKeys[scope])}</span>
              <bdi>{name}</bdi>
              <span>~ {formatTimestamp(untilAt)}</span>
              {reason !== '' && <bdi className={classes.reason}>{reason}</bdi>}
              <span>{createdBy}</span>
              <IfMayChange>
                <button
                  type="button"
                  className={classes.end}
                  aria-label={t('alarms.snoozing.endOf', { name })}
                  title={t('alarms.snoozing.end')}
                  onClick={() => void endSnooze(snoozeId, name)}
                >
                  <Icon name="mdi-close" size={14} />
                </button>
              </IfMayChange>
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
