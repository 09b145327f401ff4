import { formatTimestamp } from '@gwanje/domain/formats/time';
import { StateCell } from '@gwanje/ui/list/cells';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { alarmLevelLook, confirmLevelLook } from '#entities/alarms/alarm-looks.ts';
import { alarmText } from '#entities/alarms/alarm-text.ts';
import { childrenAddress } from '../list/alarm-conditions.ts';
import type { AlarmDetail } from './alarm-detail.ts';
import classes from './alarm-drawer.module.css';
import { PageLink } from './facts.tsx';

const SHOWN = 20;

interface ChildListProps {
  readonly alarm: AlarmDetail;
  readonly onOpen: (alarmId: number) => void;
}

/** What this alarm explains: acknowledged and told of with it. */
export function ChildList({ alarm, onOpen }: ChildListProps) {
  const t = useT();
  const language = useLanguage();
  const words = { t, language };
  return (
    <>
      <ol className={classes.rows}>
        {alarm.childList.slice(0, SHOWN).map((child) => (
          <li key={child.alarmId} className={classes.child}>
            <StateCell {...alarmLevelLook(child.level, words)} />
            <button type="button" className={classes.childName} onClick={() => onOpen(child.alarmId)}>
              <bdi>{child.objectName}</bdi>
              <span className={classes.quiet}>{alarmText(child, language)}</span>
            </button>
            <StateCell {...confirmLevelLook(child.confirmLevel, words)} />
            <time dateTime={child.occurredAt ?? ''}>{formatTimestamp(child.occurredAt)}</time>
          </li>
        ))}
      </ol>
      {alarm.childList.length > SHOWN && (
        <p className={classes.ways}>
          <PageLink href={childrenAddress(alarm.alarmId)} text={t('alarms.allChildren')} />
        </p>
      )}
    </>
  );
}
