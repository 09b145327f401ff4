import { defaultLanguage, type Language, languages } from '@gwanje/domain/i18n/language';

export const LANGUAGE_COOKIE = 'gwanje_lang';

/** The requested language, otherwise the language in the cookie, otherwise the preference of the browser. */
export function chooseLanguage(
  asked: unknown,
  remembered: string | undefined,
  accepts: string | undefined,
): Language {
  return toLanguage(asked) ?? toLanguage(remembered) ?? preferred(accepts) ?? defaultLanguage;
}

export function toLanguage(value: unknown): Language | undefined {
  return languages.find((language) => language === value);
}

function preferred(accepts: string | undefined): Language | undefined {
  const ranked = (accepts ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
      const quality = parameters
        .map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(text)?.[1])
        .find(Boolean);
      return {
        language: toLanguage(tag.split('-')[0]),
        quality: quality === undefined ? 1 : Number(quality),
      };
    })
    .filter((entry) => entry.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return ranked.find((entry) => entry.language !== undefined)?.language;
}
