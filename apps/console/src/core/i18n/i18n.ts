import { defaultLanguage, type Language, languages } from '@gwanje/domain/language';
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { logWarning } from '#core/browser/log.ts';
import { readStored, writeStored } from '#core/browser/storage.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { ko } from './ko/catalogue.ts';
import type { LaterCatalogue } from './later.ts';
import type { KeysOf, MessageAt, PlaceholdersIn, SameKeys } from './message-types.ts';

export const LANGUAGE_KEY = 'language';

/** What every page has, and the areas that come with the pages that need them. */
export type Catalogue = typeof ko & LaterCatalogue;
export type MessageKey = KeysOf<Catalogue>;
type PlaceholdersOf<Key extends MessageKey> = PlaceholdersIn<MessageAt<Catalogue, Key>>;
/** Keys of messages that need no values, e.g. for titles kept as data. */
export type PlainKey = {
  [Key in MessageKey]: [PlaceholdersOf<Key>] extends [never] ? Key : never;
}[MessageKey];

type Values<Key extends MessageKey> = [PlaceholdersOf<Key>] extends [never]
  ? []
  : [values: Readonly<Record<PlaceholdersOf<Key>, string | number>>];

export type Translate = <Key extends MessageKey>(key: Key, ...values: Values<Key>) => string;

const i18n = i18next.createInstance();
// Korean is part of the first load, so this completes before the next line.
void i18n.init({
  lng: defaultLanguage,
  fallbackLng: defaultLanguage,
  resources: { ko: { translation: ko } },
  partialBundledLanguages: true,
  initAsync: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
});

/** The message in the present language. Components use `useT`, which renders again when the words change. */
export const t = translator();

function translator(): Translate {
  return (key, ...[values]) => translate(key, values);
}

type AnyValues = Readonly<Record<string, string | number>>;

/** As written, per key, while the words are the same: the library looks a key up in some thirty steps, a row has ten. */
const templates = new Map<string, string>();
const PLACEHOLDER = /{{(\w+)}}/g;

function translate(key: string, values: AnyValues | undefined): string {
  // `count` is what the library chooses among the words for one and for many by. Also a formatted number ('1') tells it.
  if (values?.cnt !== undefined) return i18n.t(key, { ...values, count: Number(values.cnt) });
  let template = templates.get(key);
  if (template === undefined) {
    template = i18n.t(key, { skipInterpolation: true });
    templates.set(key, template);
  }
  return values ? template.replace(PLACEHOLDER, (_, name: string) => String(values[name] ?? '')) : template;
}

/** The same function while the words are the same, another once they are not: so it can be a dependency of a memo. */
let presentT = t;
const onWordsChange = new Set<() => void>();

function wordsChanged(): void {
  templates.clear();
  presentT = translator();
  for (const listener of onWordsChange) listener();
}

function subscribe(listener: () => void): () => void {
  onWordsChange.add(listener);
  return () => onWordsChange.delete(listener);
}

export function useT(): Translate {
  return useSyncExternalStore(subscribe, () => presentT);
}

export function currentLanguage(): Language {
  return languageFrom(i18n.language);
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}

/**
 * Words of areas that are no part of the first load, in both languages; to be called where the module that needs them
 * begins.
 */
export function addWords<Area extends keyof LaterCatalogue>(
  area: Area,
  words: { readonly ko: LaterCatalogue[Area]; readonly en: SameKeys<LaterCatalogue[Area]> },
): void {
  i18n.addResourceBundle('ko', 'translation', { [area]: words.ko }, true);
  i18n.addResourceBundle('en', 'translation', { [area]: words.en }, true);
  wordsChanged();
}

/** Puts the stored language in force; to be awaited before the first render. Without its words the console is Korean. */
export async function startI18n(): Promise<void> {
  try {
    await applyLanguage(languageFrom(readStored('local', LANGUAGE_KEY)));
  } catch (error) {
    logWarning('the words of the stored language could not be loaded', error);
    await applyLanguage(defaultLanguage);
  }
}

export async function setLanguage(language: Language): Promise<void> {
  try {
    await applyLanguage(language);
  } catch (error) {
    logWarning(`the words of ${language} could not be loaded`, error);
    await showAlert({ text: t('errors.transport.network') });
    return;
  }
  writeStored('local', LANGUAGE_KEY, language);
}

function languageFrom(text: string | null | undefined): Language {
  return languages.find((language) => language === text) ?? defaultLanguage;
}

let hasEnglish = false;

async function applyLanguage(language: Language): Promise<void> {
  if (language === 'en' && !hasEnglish) {
    const { en } = await import('./en/catalogue.ts');
    i18n.addResourceBundle('en', 'translation', en, true);
    hasEnglish = true;
  }
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
  wordsChanged();
}
