import { Icon } from '@gwanje/ui/icon';
import { Link, useRouterState } from '@tanstack/react-router';
import { memo } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import { GroupSelector } from '../group-selector/group-selector.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { AlarmCounts } from './alarm-counts.tsx';
import classes from './header.module.css';
import { LanguageMenu } from './language-menu.tsx';
import { RealtimeButton } from './realtime-button.tsx';
import { RefreshControl } from './refresh-control.tsx';
import { activeSection, sections } from './sections.ts';
import { SettingsMenu } from './settings-menu.tsx';
import { ThemeButton } from './theme-button.tsx';
import { UserMenu } from './user-menu.tsx';

interface HeaderProps {
  readonly onApplyGroups: (subGroupIds: readonly number[]) => void;
}

export function Header({ onApplyGroups }: HeaderProps) {
  const t = useT();
  // Marks the section of the target page as soon as the navigation starts.
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const active = activeSection(pathname);
  return (
    <header className={classes.header}>
      <HeaderLogo />
      <nav className={classes.nav} aria-label={t('header.mainNavigation')}>
        {sections.map(({ id, path, labelKey }) => (
          <Link
            key={id}
            to={path}
            search={{}}
            className={classes.navLink}
            activeProps={{}}
            aria-current={id === active ? 'page' : undefined}
          >
            {t(labelKey)}
          </Link>
        ))}
      </nav>
      <HeaderTools onApplyGroups={onApplyGroups} />
    </header>
  );
}

/** Memoised: a change of page does not re-render these controls. */
const HeaderTools = memo(function HeaderTools({ onApplyGroups }: HeaderProps) {
  return (
    <div className={classes.tools}>
      <PaletteButton />
      <GroupSelector onApply={onApplyGroups} />
      <AlarmCounts />
      <RealtimeButton />
      <RefreshControl />
      <ThemeButton />
      <LanguageMenu />
      <SettingsMenu />
      <UserMenu />
    </div>
  );
});

function HeaderLogo() {
  const t = useT();
  const logo = useSession((state) => state.logo);
  return (
    <Link to="/main" search={{}} className={classes.logo} aria-label={t('header.home')}>
      {logo ? (
        <img className={classes.logoImage} src={logo.imgUrl} alt="" />
      ) : (
        <>
          <Icon name="mdi-radar" size={20} className={classes.mark} />
          {t('header.product')}
        </>
      )}
    </Link>
  );
}
