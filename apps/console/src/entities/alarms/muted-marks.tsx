import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { useT } from '#core/i18n/i18n.ts';
import classes from './muted-marks.module.css';

interface MutedMarksProps {
  readonly alarm: {
    readonly isSnoozed: boolean;
    readonly isInMaintenance: boolean;
    /** Set if the end of the snooze is known. */
    readonly snoozedUntil?: string | null;
  };
  /** Shows icons only, for rows without room for text. */
  readonly isSmall?: boolean;
}

/** Shows why an alarm sends no notifications at present. All alarm views use these marks. */
export function MutedMarks({ alarm, isSmall = false }: MutedMarksProps) {
  const t = useT();
  const { isSnoozed, isInMaintenance, snoozedUntil } = alarm;
  const marks = [
    {
      is: isSnoozed,
      icon: 'mdi-bell-sleep-outline',
      label: t('alarms.snoozed'),
      title: snoozedUntil ? `${t('alarms.snoozedUntil')} ${formatTimestamp(snoozedUntil)}` : undefined,
    },
    { is: isInMaintenance, icon: 'mdi-wrench-clock', label: t('alarms.inMaintenance'), title: undefined },
  ] as const;
  return marks
    .filter(({ is }) => is)
    .map(({ icon, label, title }) =>
      isSmall ? (
        <span key={icon} className={classes.mark} title={title ?? label}>
          <Icon name={icon} size={14} label={label} />
        </span>
      ) : (
        <span key={icon} title={title}>
          <Chip colour="grey" icon={icon} label={label} />
        </span>
      ),
    );
}
