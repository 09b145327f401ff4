import { formatTimestamp } from '@gwanje/domain/formats/time';
import { labelOf } from '@gwanje/domain/labels';
import { confirmLevelKey } from '@gwanje/domain/mappings/alarm';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { type PlainKey, useLanguage, useT } from '#core/i18n/i18n.ts';
import { alarmLevelAppearance } from '#entities/alarms/alarm-appearance.ts';
import type { AlarmDetail } from '#entities/alarms/alarm-queries.ts';
import classes from './alarm-drawer.module.css';

type Change = AlarmDetail['changeList'][number];

const looks: Readonly<Record<Change['change'], { readonly icon: IconName; readonly key: PlainKey }>> = {
  occurred: { icon: 'mdi-bell-ring-outline', key: 'alarms.change.occurred' },
  worsened: { icon: 'mdi-arrow-up-bold', key: 'alarms.change.worsened' },
  reoccurred: { icon: 'mdi-bell-plus-outline', key: 'alarms.change.reoccurred' },
  recovered: { icon: 'mdi-check-circle-outline', key: 'alarms.change.recovered' },
  confirmed: { icon: 'mdi-account-check-outline', key: 'alarms.change.confirmed' },
  closed: { icon: 'mdi-archive-outline', key: 'alarms.change.closed' },
  folded: { icon: 'mdi-format-list-group', key: 'alarms.change.folded' },
  unfolded: { icon: 'mdi-format-list-bulleted', key: 'alarms.change.unfolded' },
};

export const closeReasonKeys: Readonly<Record<NonNullable<AlarmDetail['closeReason']>, PlainKey>> = {
  targetDeleted: 'alarms.closeReason.targetDeleted',
  unmonitored: 'alarms.closeReason.unmonitored',
  itemOff: 'alarms.closeReason.itemOff',
};

interface HistoryListProps {
  readonly list: AlarmDetail['changeList'];
  readonly closeReason: AlarmDetail['closeReason'];
}

/** Every change of the alarm with its user, newest first. */
export function HistoryList({ list, closeReason }: HistoryListProps) {
  const t = useT();
  const language = useLanguage();
  return (
    <ol className={classes.rows}>
      {list.map(({ at, change, confirmLevel, level, userName, memo }, index) => {
        const { icon, key } = looks[change];
        const isLevelSaid = change === 'occurred' || change === 'worsened' || change === 'reoccurred';
        const words = [
          change === 'confirmed' ? labelOf(confirmLevelKey(confirmLevel), language) : t(key),
          ...(isLevelSaid ? [alarmLevelAppearance(level, { t, language }).label] : []),
          ...(change === 'closed' && closeReason ? [t(closeReasonKeys[closeReason])] : []),
        ];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no identity but its position
          <li key={index} className={classes.step}>
            <time dateTime={at}>{formatTimestamp(at)}</time>
            <Icon name={icon} size={15} className={classes.quiet} />
            <span>
              <span className={classes.strong}>{words.join(' · ')}</span>{' '}
              <bdi className={classes.quiet}>{userName ?? t('alarms.byEngine')}</bdi>
              {memo !== null && (
                <span className={classes.said} dir="auto">
                  {memo}
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
