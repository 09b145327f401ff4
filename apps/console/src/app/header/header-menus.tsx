import { isPlainUser } from '@gwanje/domain/access/permissions';
import { type RefreshChoice, refreshChoices, refreshIntervalsMs } from '@gwanje/domain/constants/intervals';
import { type Language, languageNames, languages } from '@gwanje/domain/i18n/language';
import { labelOf, roleKey } from '@gwanje/domain/mappings/labels';
import type { IconName } from '@gwanje/ui/icon';
import type { ComponentProps } from 'react';
import { useMenuEntries } from '#app/menu.ts';
import type { MenuEntry } from '#components/floating/floating-menu.tsx';
import { MenuButton } from '#components/floating/menu-button.tsx';
import { logWarning } from '#core/browser/log.ts';
import { loadConfig } from '#core/config.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { setLanguage, type Translate, t, useLanguage, useT, useTexts } from '#core/i18n/i18n.ts';
import { menuSections } from '#core/navigation/feature-manifest.ts';
import { leaveTo, navigateTo } from '#core/navigation/navigation.ts';
import { chooseRefresh, useRefresh } from '#core/refresh/refresh-store.ts';
import { logout } from '#core/session/session.ts';
import { isRestrictedUser, useSession } from '#core/session/session-store.ts';
import { HeaderControl } from '../header-control.tsx';
import classes from './header-menus.module.css';

interface HeaderMenuProps extends ComponentProps<typeof HeaderControl> {
  readonly entries: readonly MenuEntry[];
  readonly width?: number;
  readonly position?: 'bottom-start' | 'bottom-end';
}

export function HeaderMenu({ entries, width, position = 'bottom-end', ...control }: HeaderMenuProps) {
  return (
    <MenuButton position={position} width={width} entries={entries}>
      {(opener) => <HeaderControl {...control} {...opener} />}
    </MenuButton>
  );
}

export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await setLanguage(language);
  } catch (error) {
    logWarning(`the messages of ${language} could not be loaded`, error);
    await showAlert({ text: t('errors.transport.network') });
  }
}

export function useLanguageEntries(): readonly MenuEntry[] {
  const current = useLanguage();
  return languages.map((language) => ({
    kind: 'choice',
    id: language,
    lang: language,
    label: languageNames[language],
    isChosen: language === current,
    onChoose: () => void chooseLanguage(language),
  }));
}

export function LanguageMenu() {
  const t = useT();
  const entries = useLanguageEntries();
  return (
    <HeaderMenu
      icon="mdi-translate"
      aria-label={t('header.language')}
      title={t('header.language')}
      entries={entries}
    />
  );
}

export function RefreshMenu() {
  const t = useT();
  const current = useRefresh((state) => state.choice);
  const interval = intervalText(current, t);
  return (
    <HeaderMenu
      icon={current === 'off' ? 'mdi-sync-off' : 'mdi-refresh'}
      text={interval}
      aria-label={t('header.refreshOf', { interval })}
      title={t('header.refresh')}
      entries={[
        { kind: 'label', id: 'title', label: t('header.refresh') },
        ...refreshChoices.map(
          (choice): MenuEntry => ({
            kind: 'choice',
            id: choice,
            label: intervalText(choice, t),
            isChosen: choice === current,
            onChoose: () => chooseRefresh(choice),
          }),
        ),
      ]}
    />
  );
}

function intervalText(choice: RefreshChoice, t: Translate): string {
  const ms = refreshIntervalsMs[choice];
  if (ms === null) return t('header.refreshOff');
  return ms < 60_000
    ? t('header.refreshSeconds', { seconds: ms / 1000 })
    : t('header.refreshMinutes', { minutes: ms / 60_000 });
}

/** The settings pages that the user may open, by section. */
export function useSettingsEntries(): readonly MenuEntry[] {
  const t = useT();
  const user = useSession((state) => state.user);
  const pages = useMenuEntries();
  if (!user || isPlainUser(user)) return [];
  return menuSections.flatMap((section): MenuEntry[] => {
    const ofSection = pages.filter((page) => page.section === section);
    if (section === 'page' || ofSection.length === 0) return [];
    return [
      { kind: 'label', id: section, label: t(`header.${section}`) },
      ...ofSection.map(
        ({ path, titleKey, icon }) => ({ kind: 'link', id: path, path, label: t(titleKey), icon }) as const,
      ),
    ];
  });
}

/** The only navigation to the settings pages. */
export function SettingsMenu() {
  const t = useT();
  const entries = useSettingsEntries();
  if (entries.length === 0) return null;
  return (
    <HeaderMenu
      icon="mdi-cog-outline"
      aria-label={t('header.settings')}
      title={t('header.settings')}
      width={220}
      entries={entries}
    />
  );
}

export function UserMenu() {
  const { t, language } = useTexts();
  const user = useSession((state) => state.user);
  const isRestricted = useSession(isRestrictedUser);
  if (!user) return null;
  const named = labelOf(roleKey(user.role, user.isKeyUser), language);
  const role = isRestricted ? `${named} · ${t('header.readerOnly')}` : named;
  const who = `${user.name} · ${role}`;
  return (
    <HeaderMenu
      icon={isRestricted ? 'mdi-account-lock-outline' : 'mdi-account-circle-outline'}
      text={who}
      hidesText
      isLimited
      aria-label={t('header.userMenu', { name: who })}
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
        action('mdi-account-clock-outline', t('routes.myActivity'), () => navigateTo('/my-activity')),
        action('mdi-cellphone-message', t('routes.myNotifications'), () => navigateTo('/my-notifications')),
        action('mdi-card-account-details-outline', t('routes.myData'), () => navigateTo('/my-data')),
        action('mdi-open-in-new', t('header.portal'), openPortal),
        action('mdi-logout', t('header.logout'), logout),
      ]}
    />
  );
}

function action(icon: IconName, label: string, run: () => Promise<void>): MenuEntry {
  return { kind: 'action', id: icon, icon, label, onChoose: () => void run() };
}

async function openPortal(): Promise<void> {
  leaveTo((await loadConfig()).portalUrl);
}
