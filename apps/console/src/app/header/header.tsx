import { formatNumber } from '@gwanje/domain/formats/numbers';
import { alarmLevels } from '@gwanje/domain/mappings/labels';
import { Icon } from '@gwanje/ui/icon';
import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { memo } from 'react';
import type { MenuEntry } from '#components/floating/floating-menu.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import { alarmCountQuery } from '#entities/alarms/alarm-queries.ts';
import { DutyNowControl, useDutyText } from '../duty/duty-now.tsx';
import { GroupSelector } from '../group-selector/group-selector.tsx';
import { HeaderControl } from '../header-control.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import classes from './header.module.css';
import {
  HeaderMenu,
  LanguageMenu,
  RefreshMenu,
  SettingsMenu,
  UserMenu,
  useLanguageEntries,
  useSettingsEntries,
} from './header-menus.tsx';

interface HeaderProps {
  readonly onApplyGroups: (subGroupIds: readonly number[]) => void;
}

export function Header({ onApplyGroups }: HeaderProps) {
  const t = useT();
  // Marks the section of the target page as soon as the navigation starts.
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <header className={classes.header}>
      <span className={classes.phone}>
        <PhoneMenu />
      </span>
      <HeaderLogo />
      <nav className={classes.nav} aria-label={t('header.mainNavigation')}>
        {sections.map(({ path, labelKey, holds }) => (
          <Link
            key={path}
            to={path}
            search={{}}
            className={classes.navLink}
            activeProps={{}}
            aria-current={isIn(pathname, holds) ? 'page' : undefined}
          >
            {t(labelKey)}
          </Link>
        ))}
      </nav>
      <HeaderTools onApplyGroups={onApplyGroups} />
    </header>
  );
}

/** On a narrow screen: everything that the header has no room for. */
function PhoneMenu() {
  const t = useT();
  const theme = useThemeSwitch();
  const settings = useSettingsEntries();
  const languages = useLanguageEntries();
  const onDuty = useDutyText();
  const entries: readonly MenuEntry[] = [
    ...(onDuty === null ? [] : [{ kind: 'label', id: 'onDuty', label: onDuty } as const]),
    ...sections.map(
      ({ path, labelKey, icon }) => ({ kind: 'link', id: path, path, label: t(labelKey), icon }) as const,
    ),
    {
      kind: 'link',
      id: 'realtime',
      path: '/realtime-detection',
      label: t('header.realtime'),
      icon: 'mdi-bell-ring-outline',
    },
    { kind: 'divider', id: 'look' },
    { kind: 'action', id: 'theme', label: theme.label, icon: theme.icon, onChoose: theme.change },
    ...languages,
    ...(settings.length > 0 ? [{ kind: 'divider', id: 'settings' } as const] : []),
    ...settings,
  ];
  return (
    <HeaderMenu
      icon="mdi-menu"
      aria-label={t('header.menu')}
      position="bottom-start"
      width={280}
      entries={entries}
    />
  );
}

/** Memoised: a change of page does not re-render these controls. */
const HeaderTools = memo(function HeaderTools({ onApplyGroups }: HeaderProps) {
  return (
    <div className={classes.tools}>
      <PaletteButton />
      <span className={classes.groups}>
        <GroupSelector onApply={onApplyGroups} />
      </span>
      <span className={classes.wide}>
        <DutyNowControl />
      </span>
      <AlarmCounts />
      <span className={classes.wide}>
        <RealtimeButton />
        <RefreshMenu />
        <ThemeButton />
        <LanguageMenu />
        <SettingsMenu />
      </span>
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

const WINDOW = { name: 'gwanje-realtime', features: 'popup,width=480,height=720' };

/** Opens the realtime window. Its name makes a second click focus the open window. */
function RealtimeButton() {
  const t = useT();
  return (
    <HeaderControl
      icon="mdi-bell-ring-outline"
      text={t('header.realtime')}
      hidesText
      aria-label={t('header.realtimeOpen')}
      title={t('header.realtimeOpen')}
      onClick={() => window.open('/realtime-detection', WINDOW.name, WINDOW.features)?.focus()}
    />
  );
}

function useThemeSwitch() {
  const t = useT();
  // Without transitions Mantine would write a style tag, which the content security policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = colorScheme === 'dark';
  return {
    label: t(isDark ? 'header.toLight' : 'header.toDark'),
    icon: isDark ? 'mdi-white-balance-sunny' : 'mdi-weather-night',
    change: () => setColorScheme(isDark ? 'light' : 'dark'),
  } as const;
}

function ThemeButton() {
  const { label, icon, change } = useThemeSwitch();
  return <HeaderControl icon={icon} aria-label={label} title={label} onClick={change} />;
}

const MOST = 9999;

/** The open alarms by level, each linked to its list. An unknown count is a dash, not a zero. */
function AlarmCounts() {
  const t = useT();
  const { data } = useQuery(alarmCountQuery());
  const cells = [
    {
      level: alarmLevels.critical,
      cnt: data?.critical,
      key: 'header.criticalAlarms',
      icon: 'mdi-alert-circle',
    },
    { level: alarmLevels.warning, cnt: data?.warning, key: 'header.warningAlarms', icon: 'mdi-alert' },
  ] as const;
  return (
    <span className={classes.counts}>
      {cells.map(({ level, cnt, key, icon }) => {
        const text = cnt === undefined ? '-' : cnt > MOST ? `${formatNumber(MOST)}+` : formatNumber(cnt);
        const label = t(key, { cnt: text });
        return (
          <Link
            key={level}
            to="/alarm-list"
            search={{ 'f.level': String(level) }}
            activeProps={{}}
            className={classes.count}
            data-level={cnt ? level : 'none'}
            aria-label={label}
            title={label}
          >
            <Icon name={icon} size={15} />
            {text}
          </Link>
        );
      })}
    </span>
  );
}

/** `holds`: the paths of the section. Paths below them belong to the section too. */
const sections = [
  {
    path: '/main',
    icon: 'mdi-view-dashboard-outline',
    labelKey: 'header.dashboard',
    holds: ['/main', '/custom-main'],
  },
  { path: '/mon/summary', icon: 'mdi-monitor-dashboard', labelKey: 'header.monitoring', holds: ['/mon'] },
  {
    path: '/event-list',
    icon: 'mdi-calendar-text-outline',
    labelKey: 'header.events',
    holds: ['/event-list'],
  },
  { path: '/alarm-list', icon: 'mdi-alert-outline', labelKey: 'header.alarms', holds: ['/alarm-list'] },
  {
    path: '/duty',
    icon: 'mdi-calendar-account-outline',
    labelKey: 'header.duty',
    holds: ['/duty', '/handover'],
  },
  { path: '/report', icon: 'mdi-file-chart-outline', labelKey: 'header.reports', holds: ['/report'] },
] as const;

function isIn(pathname: string, holds: readonly string[]): boolean {
  return holds.some((base) => pathname === base || pathname.startsWith(`${base}/`));
}
