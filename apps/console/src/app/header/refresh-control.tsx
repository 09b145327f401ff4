import { type RefreshChoice, refreshChoices } from '@gwanje/domain/constants/intervals';
import type { MenuEntry } from '#components/floating/floating-menu.tsx';
import { MenuButton } from '#components/floating/menu-button.tsx';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { chooseRefresh, useRefresh } from '#core/refresh/refresh-store.ts';
import { HeaderControl } from '../header-control.tsx';

export function RefreshControl() {
  const t = useT();
  const current = useRefresh((state) => state.choice);
  return (
    <MenuButton
      position="bottom-end"
      entries={[
        { kind: 'label', id: 'title', label: t('header.refresh') },
        ...refreshChoices.map(
          (choice): MenuEntry => ({
            kind: 'choice',
            id: choice,
            label: label(choice, t),
            isChosen: choice === current,
            onChoose: () => chooseRefresh(choice),
          }),
        ),
      ]}
    >
      {(opener) => (
        <HeaderControl
          {...opener}
          icon={current === 'off' ? 'mdi-sync-off' : 'mdi-refresh'}
          text={label(current, t)}
          aria-label={t('header.refreshOf', { interval: label(current, t) })}
          title={t('header.refresh')}
        />
      )}
    </MenuButton>
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
