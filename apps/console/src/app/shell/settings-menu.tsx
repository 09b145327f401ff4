import { isPlainUser } from '@gwanje/domain/permissions';
import { type MenuSection, menuSections } from '#shared/feature-manifest.ts';
import { MenuButton, type MenuEntry } from '#shared/floating/menu-button.tsx';
import { useT } from '#shared/i18n/i18n.ts';
import { useMenuEntries } from '#shared/menu.ts';
import { useSession } from '#shared/session/session-store.ts';
import { HeaderControl } from './header-control.tsx';

type SettingsSection = Exclude<MenuSection, 'page'>;

const SECTION_KEYS = {
  settingsMonitoring: 'header.settingsMonitoring',
  settingsAlarm: 'header.settingsAlarm',
  settingsAccess: 'header.settingsAccess',
  settingsLook: 'header.settingsLook',
  settingsSystem: 'header.settingsSystem',
} as const satisfies Record<SettingsSection, string>;

function isSettings(section: MenuSection): section is SettingsSection {
  return section !== 'page';
}

/** The settings have no navigation of their own: this menu is the way to them. */
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
          { kind: 'label', id: section, label: t(SECTION_KEYS[section]) },
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
