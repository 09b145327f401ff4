import { formatTimestamp } from '@gwanje/domain/formats/time';
import { StateCell } from '@gwanje/ui/list/cells';
import { PageLink } from '#components/links/page-link.tsx';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { alarmLevelAppearance, confirmLevelAppearance } from '#entities/alarms/alarm-appearance.ts';
import type { AlarmDetail } from '#entities/alarms/alarm-queries.ts';
import { alarmText } from '#entities/alarms/alarm-text.ts';
import { childrenAddress } from '../list/alarm-conditions.ts';
import classes from './alarm-drawer.module.css';

const SHOWN = 20;

interface ChildListProps {
  readonly alarm: AlarmDetail;
  readonly onOpen: (alarmId: number) => void;
}

/** The alarms folded under this one. They are acknowledged and notified together with it. */
export function ChildList({ alarm, onOpen }: ChildListProps) {
  const t = useT();
  const language = useLanguage();
  const texts = { t, language };
  return (
    <>
      <ol className={classes.rows}>
        {alarm.childList.slice(0, SHOWN).map((child) => (
          <li key={child.alarmId} className={classes.child}>
            <StateCell {...alarmLevelAppearance(child.level, texts)} />
            <button type="button" className={classes.childName} onClick={() => onOpen(child.alarmId)}>
              <bdi>{child.objectName}</bdi>
              <span className={classes.quiet}>{alarmText(child, language)}</span>
            </button>
            <StateCell {...confirmLevelAppearance(child.confirmLevel, texts)} />
            <time dateTime={child.occurredAt ?? ''}>{formatTimestamp(child.occurredAt)}</time>
          </li>
        ))}
      </ol>
      {alarm.childList.length > SHOWN && (
        <p className={classes.ways}>
          <PageLink
            className={classes.link}
            href={childrenAddress(alarm.alarmId)}
            text={t('alarms.allChildren')}
          />
        </p>
      )}
    </>
  );
}
