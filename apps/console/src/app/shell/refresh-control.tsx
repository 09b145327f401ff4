import { type RefreshChoice, refreshChoices } from '@gwanje/domain/constants/intervals';
import { Icon } from '@gwanje/ui/icon';
import { Menu } from '@mantine/core';
import { type Translate, useT } from '#shared/i18n/i18n.ts';
import { chooseRefresh, useRefresh } from '#shared/refresh/refresh-store.ts';
import { HeaderControl } from './header-control.tsx';

export function RefreshControl() {
  const t = useT();
  const current = useRefresh((state) => state.choice);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <HeaderControl
          icon={current === 'off' ? 'mdi-sync-off' : 'mdi-refresh'}
          text={label(current, t)}
          aria-label={t('header.refreshOf', { interval: label(current, t) })}
          title={t('header.refresh')}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('header.refresh')}</Menu.Label>
        {refreshChoices.map((choice) => (
          <Menu.RadioItem
            key={choice}
            value={choice}
            checked={choice === current}
            checkIcon={<Icon name="mdi-check" />}
            closeMenuOnClick
            onChange={() => chooseRefresh(choice)}
          >
            {label(choice, t)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function label(choice: RefreshChoice, t: Translate): string {
  switch (choice) {
    case 'off':
      return t('header.refreshOff');
    case '10s':
      return t('header.refreshSeconds', { seconds: 10 });
    case '30s':
      return t('header.refreshSeconds', { seconds: 30 });
    case '1m':
      return t('header.refreshMinutes', { minutes: 1 });
  }
}
