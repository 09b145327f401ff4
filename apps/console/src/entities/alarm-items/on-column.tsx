import { Chip } from '@gwanje/ui/chip';
import type { Column } from '@gwanje/ui/data-table';
import { type Translate, useT } from '#core/i18n/i18n.ts';

/** Shows whether the setting is switched on. */
export function OnChip({ isOn }: { readonly isOn: boolean }) {
  const t = useT();
  return <Chip colour={isOn ? 'normal' : 'grey'}>{t(isOn ? 'alarmItems.on' : 'alarmItems.isOff')}</Chip>;
}

export function onColumn<Row extends { readonly isOn: boolean }>(t: Translate): Column<Row> {
  return {
    id: 'isOn',
    label: t('alarmItems.on'),
    width: 80,
    format: ({ isOn }) => <OnChip isOn={isOn} />,
  };
}
