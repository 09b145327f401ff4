import { labelOf } from '@gwanje/domain/labels';
import { roleKey } from '@gwanje/domain/mappings/role';
import { Icon } from '@gwanje/ui/icon';
import { Menu } from '@mantine/core';
import { loadConfig } from '#shared/config.ts';
import { useLanguage, useT } from '#shared/i18n/i18n.ts';
import { leaveTo } from '#shared/navigation.ts';
import { logout } from '#shared/session/session.ts';
import { useSession } from '#shared/session/session-store.ts';
import { HeaderControl } from './header-control.tsx';
import classes from './user-menu.module.css';

export function UserMenu() {
  const t = useT();
  const language = useLanguage();
  const user = useSession((state) => state.user);
  if (!user) return null;
  const role = labelOf(roleKey(user.role, user.isKeyUser), language);
  const who = `${user.name} · ${role}`;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <HeaderControl
          icon="mdi-account-circle-outline"
          text={who}
          hidesText
          aria-label={t('header.userMenu', { name: who })}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.who}>
          <span className={classes.name}>{user.name}</span>
          <span className={classes.role}>
            {user.userId} · {role}
          </span>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="mdi-open-in-new" />} onClick={() => void openPortal()}>
          {t('header.portal')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="mdi-logout" />} onClick={() => void logout()}>
          {t('header.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function openPortal(): Promise<void> {
  leaveTo((await loadConfig()).portalUrl);
}
