import { labelOf } from '@gwanje/domain/mappings/labels';
import { roleKey } from '@gwanje/domain/mappings/role';
import { MenuButton } from '#components/floating/menu-button.tsx';
import { loadConfig } from '#core/config.ts';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import { leaveTo, navigateTo } from '#core/navigation/navigation.ts';
import { logout } from '#core/session/session.ts';
import { isReader, useSession } from '#core/session/session-store.ts';
import { HeaderControl } from '../header-control.tsx';
import classes from './user-menu.module.css';

export function UserMenu() {
  const t = useT();
  const language = useLanguage();
  const user = useSession((state) => state.user);
  const isReading = useSession(isReader);
  if (!user) return null;
  const named = labelOf(roleKey(user.role, user.isKeyUser), language);
  const role = isReading ? `${named} · ${t('header.readerOnly')}` : named;
  const who = `${user.name} · ${role}`;
  return (
    <MenuButton
      position="bottom-end"
      width={220}
      entries={[
        {
          kind: 'label',
          id: 'who',
          label: (
            <span className={classes.who}>
              <span className={classes.name}>{user.name}</span>
              <span className={classes.role}>
                {user.userId} · {role}
              </span>
            </span>
          ),
        },
        { kind: 'divider', id: 'divider' },
        {
          kind: 'action',
          id: 'activity',
          label: t('routes.myActivity'),
          icon: 'mdi-account-clock-outline',
          onChoose: () => void navigateTo('/my-activity'),
        },
        {
          kind: 'action',
          id: 'portal',
          label: t('header.portal'),
          icon: 'mdi-open-in-new',
          onChoose: () => void openPortal(),
        },
        {
          kind: 'action',
          id: 'logout',
          label: t('header.logout'),
          icon: 'mdi-logout',
          onChoose: () => void logout(),
        },
      ]}
    >
      {(opener) => (
        <HeaderControl
          {...opener}
          icon={isReading ? 'mdi-account-lock-outline' : 'mdi-account-circle-outline'}
          text={who}
          hidesText
          aria-label={t('header.userMenu', { name: who })}
        />
      )}
    </MenuButton>
  );
}

async function openPortal(): Promise<void> {
  leaveTo((await loadConfig()).portalUrl);
}
