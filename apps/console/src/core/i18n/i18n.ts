import { defaultLanguage, type Language, languages } from '@gwanje/domain/language';
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { logWarning } from '#core/browser/log.ts';
import { readStored, writeStored } from '#core/browser/storage.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import type { KeysOf, MessageAt, PlaceholdersIn, SameKeys } from './message-types.ts';
import { ko } from './messages.ko.ts';

export const LANGUAGE_KEY = 'language';

/**
 * The areas whose messages come with the lazy module that shows them. Each area adds itself here by declaration merging,
 * so that this file imports no feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the areas merge their own members into it
export interface LazyMessages {}

export type Catalogue = typeof ko & LazyMessages;
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

/** The message in the current language. Components use `useT`, which renders again when the messages change. */
export const t = translator();

function translator(): Translate {
  return (key, ...[values]) => translate(key, values);
}

type AnyValues = Readonly<Record<string, string | number>>;

/** Raw messages by key. i18next takes some thirty steps for a lookup, and a table row needs ten of them. */
const templates = new Map<string, string>();
const PLACEHOLDER = /{{(\w+)}}/g;

function translate(key: string, values: AnyValues | undefined): string {
  // i18next chooses singular or plural by `count`. `cnt` may be a formatted number ('1').
  if (values?.cnt !== undefined) return i18n.t(key, { ...values, count: Number(values.cnt) });
  let template = templates.get(key);
  if (template === undefined) {
    template = i18n.t(key, { skipInterpolation: true });
    templates.set(key, template);
  }
  return values ? template.replace(PLACEHOLDER, (_, name: string) => String(values[name] ?? '')) : template;
}

/** A new function after each change of the messages, so that it can be a dependency of `useMemo`. */
let presentT = t;
const onMessagesChange = new Set<() => void>();

function messagesChanged(): void {
  templates.clear();
  presentT = translator();
  for (const listener of onMessagesChange) listener();
}

function subscribe(listener: () => void): () => void {
  onMessagesChange.add(listener);
  return () => onMessagesChange.delete(listener);
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

/** Registers an area in both languages. The module that shows the messages imports the file that calls this. */
export function addMessages<Area extends keyof LazyMessages>(
  area: Area,
  messages: { readonly ko: LazyMessages[Area]; readonly en: SameKeys<LazyMessages[Area]> },
): void {
  i18n.addResourceBundle('ko', 'translation', { [area]: messages.ko }, true);
  i18n.addResourceBundle('en', 'translation', { [area]: messages.en }, true);
  messagesChanged();
}

/** Applies the stored language before the first render. The console falls back to Korean if its messages do not load. */
export async function startI18n(): Promise<void> {
  try {
    await applyLanguage(languageFrom(readStored('local', LANGUAGE_KEY)));
  } catch (error) {
    logWarning('the messages of the stored language could not be loaded', error);
    await applyLanguage(defaultLanguage);
  }
}

export async function setLanguage(language: Language): Promise<void> {
  try {
    await applyLanguage(language);
  } catch (error) {
    logWarning(`the messages of ${language} could not be loaded`, error);
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
    const { en } = await import('./messages.en.ts');
    i18n.addResourceBundle('en', 'translation', en, true);
    hasEnglish = true;
  }
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
  messagesChanged();
}
