import { type Language, languages } from '@gwanje/domain/language';
import { Icon } from '@gwanje/ui/icon';
import { Menu } from '@mantine/core';
import { setLanguage, useLanguage, useT } from '#shared/i18n/i18n.ts';
import { HeaderControl } from './header-control.tsx';

/** Each in its own words, whatever the present language. */
const NAMES: Readonly<Record<Language, string>> = { ko: '한국어', en: 'English' };

export function LanguageMenu() {
  const t = useT();
  const current = useLanguage();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <HeaderControl icon="mdi-translate" aria-label={t('header.language')} title={t('header.language')} />
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.RadioItem
            key={language}
            lang={language}
            value={language}
            checked={language === current}
            checkIcon={<Icon name="mdi-check" />}
            closeMenuOnClick
            onChange={() => void setLanguage(language)}
          >
            {NAMES[language]}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
