import { LinkCell, type StateAppearance, StateCell } from '@gwanje/ui/list/cells';
import type { ColumnFormat, ListColumn } from '#components/list/define-list.ts';
import type { Translate } from '#core/i18n/i18n.ts';

export function watchAppearance(isMonitored: boolean, t: Translate): StateAppearance {
  return isMonitored
    ? { label: t('monSettings.watched'), icon: 'mdi-eye-outline', colour: 'normal' }
    : { label: t('monSettings.unwatched'), icon: 'mdi-eye-off-outline', colour: 'grey' };
}

/** The watch state, in a form that makes unwatched rows stand out. */
export const watchFormat: ColumnFormat<boolean, unknown> = {
  label: 'monSettings.watch',
  width: 104,
  flashes: true,
  cell: (isMonitored, _row, { t }) => <StateCell {...watchAppearance(isMonitored, t)} />,
  csv: (isMonitored) => (isMonitored ? 'Y' : 'N'),
};

/** A link to the alarm settings of the row. */
export function alarmSettingColumn<Row>(id: string, addressOf: (row: Row) => string): ListColumn<Row> {
  return {
    id,
    label: 'monSettings.alarmSetting',
    width: 110,
    cell: (row, { t, onFollow }) => (
      <LinkCell text={t('monSettings.openAlarmSetting')} href={addressOf(row)} onFollow={onFollow} />
    ),
    csv: addressOf,
  };
}
