import { type Language, languages } from '@gwanje/domain/language';
import { MenuButton } from '#components/floating/menu-button.tsx';
import { setLanguage, useLanguage, useT } from '#core/i18n/i18n.ts';
import { HeaderControl } from '../header-control.tsx';

/** Each language under its own name. */
const NAMES: Readonly<Record<Language, string>> = { ko: '한국어', en: 'English' };

export function LanguageMenu() {
  const t = useT();
  const current = useLanguage();
  return (
    <MenuButton
      position="bottom-end"
      entries={languages.map((language) => ({
        kind: 'choice',
        id: language,
        lang: language,
        label: NAMES[language],
        isChosen: language === current,
        onChoose: () => void setLanguage(language),
      }))}
    >
      {(opener) => (
        <HeaderControl
          {...opener}
          icon="mdi-translate"
          aria-label={t('header.language')}
          title={t('header.language')}
        />
      )}
    </MenuButton>
  );
}
