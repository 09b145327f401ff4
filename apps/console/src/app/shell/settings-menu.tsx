import { isPlainUser } from '@gwanje/domain/permissions';
import { Icon } from '@gwanje/ui/icon';
import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { type MenuSection, menuSections } from '#shared/feature-manifest.ts';
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
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <HeaderControl
          icon="mdi-cog-outline"
          aria-label={t('header.settings')}
          title={t('header.settings')}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {menuSections.filter(isSettings).map((section) => {
          const ofSection = entries.filter((entry) => entry.section === section);
          if (ofSection.length === 0) return null;
          return (
            <Fragment key={section}>
              <Menu.Label>{t(SECTION_KEYS[section])}</Menu.Label>
              {ofSection.map(({ path, titleKey, icon }) => (
                <Menu.Item key={path} component={Link} to={path} leftSection={<Icon name={icon} />}>
                  {t(titleKey)}
                </Menu.Item>
              ))}
            </Fragment>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
