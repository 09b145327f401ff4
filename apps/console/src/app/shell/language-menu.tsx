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
          <Menu.Item
            key={language}
            lang={language}
            role="menuitemradio"
            aria-checked={language === current}
            rightSection={language === current && <Icon name="mdi-check" />}
            onClick={() => void setLanguage(language)}
          >
            {NAMES[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
