import { isPlainUser } from '@gwanje/domain/access/permissions';
import { useMenuEntries } from '#app/menu.ts';
import type { MenuEntry } from '#components/floating/floating-menu.tsx';
import { MenuButton } from '#components/floating/menu-button.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { type MenuSection, menuSections } from '#core/navigation/feature-manifest.ts';
import { useSession } from '#core/session/session-store.ts';
import { HeaderControl } from '../header-control.tsx';

type SettingsSection = Exclude<MenuSection, 'page'>;

function isSettings(section: MenuSection): section is SettingsSection {
  return section !== 'page';
}

/** The only navigation to the settings pages. */
export function SettingsMenu() {
  const t = useT();
  const user = useSession((state) => state.user);
  const entries = useMenuEntries();
  if (!user || isPlainUser(user)) return null;
  return (
    <MenuButton
      position="bottom-end"
      width={220}
      entries={menuSections.filter(isSettings).flatMap((section): MenuEntry[] => {
        const ofSection = entries.filter((entry) => entry.section === section);
        if (ofSection.length === 0) return [];
        return [
          { kind: 'label', id: section, label: t(`header.${section}`) },
          ...ofSection.map(
            ({ path, titleKey, icon }): MenuEntry => ({
              kind: 'link',
              id: path,
              path,
              label: t(titleKey),
              icon,
            }),
          ),
        ];
      })}
    >
      {(opener) => (
        <HeaderControl
          {...opener}
          icon="mdi-cog-outline"
          aria-label={t('header.settings')}
          title={t('header.settings')}
        />
      )}
    </MenuButton>
  );
}
