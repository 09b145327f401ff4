import { deleteSnooze, endMaintenance } from '@gwanje/contract/alarms/silences';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSave } from '#components/forms/use-save.ts';
import { call } from '#core/api/client.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { personName } from '#core/i18n/person-name.ts';
import { usePollMs } from '#core/refresh/refresh-store.ts';
import { useMayChange } from '#core/session/session-store.ts';
import { maintenanceQuery, refreshAlarms, snoozesQuery } from '#entities/alarms/alarm-queries.ts';
import classes from './alarm-list-page.module.css';

const SHOWN = 4;
/** Polls, because no stream event reports that a maintenance window begins or ends. */
const REFRESH_MS = 30_000;

interface Mute {
  readonly id: number;
  /** Running or planned; only for maintenance. */
  readonly state?: string;
  readonly isRunning?: boolean;
  readonly scope: string;
  readonly name: string;
  /** Shown only in the tooltip. */
  readonly about: string;
  readonly time: string;
  readonly reason: string;
  readonly createdBy: string;
  readonly isChangeable: boolean;
  readonly endLabel: string;
  readonly endOf: string;
  readonly endText: string;
}

/** The active snoozes, with their end and author. Renders nothing if there are none. */
export function SnoozeStrip() {
  const t = useT();
  const { data } = useQuery(snoozesQuery());
  const mutes = (data?.snoozeList ?? []).map((snooze): Mute => {
    const name = snooze.scope === 'cluster' ? snooze.clusterName : snooze.name;
    return {
      ...snooze,
      id: snooze.snoozeId,
      scope: t(`alarms.snoozing.${snooze.scope}`),
      name,
      about: snooze.clusterName,
      time: `~ ${formatTimestamp(snooze.untilAt)}`,
      isChangeable: true,
      endLabel: t('alarms.snoozing.end'),
      endOf: t('alarms.snoozing.endOf', { name }),
      endText: t('alarms.snoozing.endText'),
    };
  });
  return (
    <MuteStrip
      label={t('alarms.snoozing.now')}
      title={t('alarms.snoozing.nowCnt', { cnt: mutes.length })}
      icon="mdi-bell-sleep-outline"
      mutes={mutes}
      end={(id) => call(deleteSnooze, { params: { snoozeId: String(id) } })}
    />
  );
}

/** Current and planned maintenance with times, reason and author. Renders nothing if there is none. */
export function MaintenanceStrip() {
  const t = useT();
  const pollMs = usePollMs();
  const { data } = useQuery({ ...maintenanceQuery(), refetchInterval: pollMs(REFRESH_MS) });
  const list = data?.maintenanceList.filter(({ state }) => state !== 'ended') ?? [];
  const mutes = list.map((window): Mute => {
    const isRunning = window.state === 'running';
    const name = window.clusterName ?? window.subGroupName;
    const until = `~ ${formatTimestamp(window.toAt)}`;
    const span = `${formatTimestamp(window.fromAt)} ${until}`;
    const endLabel = t(isRunning ? 'alarms.maintenance.end' : 'alarms.maintenance.callOff');
    return {
      ...window,
      id: window.maintenanceId,
      state: t(isRunning ? 'alarms.maintenance.running' : 'alarms.maintenance.planned'),
      isRunning,
      scope: t(`alarms.maintenance.${window.scope}`),
      name,
      about: span,
      time: isRunning ? until : span,
      endLabel,
      endOf: `${name} ${endLabel}`,
      endText: t(isRunning ? 'alarms.maintenance.endText' : 'alarms.maintenance.callOffText'),
    };
  });
  return (
    <MuteStrip
      label={t('alarms.maintenance.title')}
      title={t('alarms.maintenance.cnt', { cnt: mutes.length })}
      icon="mdi-wrench-clock"
      mutes={mutes}
      end={(id) => call(endMaintenance, { params: { maintenanceId: String(id) } })}
    />
  );
}

interface MuteStripProps {
  readonly label: string;
  readonly title: string;
  readonly icon: IconName;
  readonly mutes: readonly Mute[];
  readonly end: (id: number) => Promise<unknown>;
}

function MuteStrip({ label, title, icon, mutes, end }: MuteStripProps) {
  const t = useT();
  const mayChange = useMayChange();
  const [isExpanded, setExpanded] = useState(false);
  const { save: askEnd } = useSave({
    save: async (mute: Mute) =>
      (await showConfirm({
        title: mute.endLabel,
        text: mute.endText,
        msg: mute.name,
        textConfirm: mute.endLabel,
      })) && end(mute.id),
    onSaved: refreshAlarms,
    onFailed: refreshAlarms,
    failureTexts: { ended: t('alarms.maintenance.hasEnded') },
  });
  if (mutes.length === 0) return null;
  return (
    <section className={classes.snoozes} aria-label={label}>
      <h2 className={classes.snoozesTitle}>
        <Icon name={icon} size={15} />
        {title}
      </h2>
      <ul className={classes.snoozeList}>
        {mutes.slice(0, isExpanded ? undefined : SHOWN).map((mute) => {
          const { id, state, scope, name, about, time, reason, createdBy } = mute;
          return (
            <li
              key={id}
              className={classes.snooze}
              data-running={mute.isRunning}
              title={[state, scope, name, about, personName(createdBy, t), reason]
                .filter(Boolean)
                .join(' · ')}
            >
              {state && <span className={classes.windowState}>{state}</span>}
              <span>{scope}</span>
              <bdi>{name}</bdi>
              <span>{time}</span>
              {reason !== '' && <bdi className={classes.reason}>{reason}</bdi>}
              <span>{personName(createdBy, t)}</span>
              {mute.isChangeable && mayChange ? (
                <button
                  type="button"
                  className={classes.end}
                  aria-label={mute.endOf}
                  title={mute.endLabel}
                  onClick={() => askEnd(mute)}
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
      {mutes.length > SHOWN && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? t('alarms.snoozing.fewer') : t('alarms.snoozing.more', { cnt: mutes.length - SHOWN })}
        </button>
      )}
    </section>
  );
}
