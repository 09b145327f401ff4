import { Chip } from '@gwanje/ui/chip';
import type { ColumnFormat } from '#components/list/define-list.ts';

/** Shows whether the setting is switched on. */
export const onColumn: ColumnFormat<boolean, unknown> = {
  label: 'alarmItems.on',
  width: 84,
  cell: (isOn, _, { t }) => (
    <Chip colour={isOn ? 'normal' : 'grey'} label={t(isOn ? 'alarmItems.on' : 'alarmItems.isOff')} />
  ),
  csv: (isOn) => (isOn ? 'Y' : 'N'),
};
