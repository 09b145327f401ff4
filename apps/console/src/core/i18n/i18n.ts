import { defaultLanguage, type Language, languages } from '@gwanje/domain/i18n/language';
import {
  addToCatalogue,
  fillMessage,
  type Translate as MessagesTranslate,
  type MessageValues,
  messageFor,
  type PlainKeysOf,
  type SameKeys,
} from '@gwanje/domain/i18n/messages';
import { useSyncExternalStore } from 'react';
import { logWarning } from '#core/browser/log.ts';
import { onStoredElsewhere, readStored, writeStored } from '#core/browser/storage.ts';
import { ko } from './messages.ko.ts';

export const LANGUAGE_KEY = 'language';

/**
 * The areas whose messages load with the lazy module that shows them. Each area adds itself by declaration
 * merging, so that this file imports no feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the areas merge their own members into it
export interface LazyMessages {}

export type Catalogue = typeof ko & LazyMessages;
export type PlainKey = PlainKeysOf<Catalogue>;
export type Translate = MessagesTranslate<Catalogue>;
/** Translation function and language, for functions that make texts. */
export interface Texts {
  readonly t: Translate;
  readonly language: Language;
}

const catalogues: Readonly<Record<Language, Map<string, string>>> = { ko: new Map(), en: new Map() };
// The Korean messages are part of the first load.
addToCatalogue(catalogues.ko, ko);
let language: Language = defaultLanguage;

/** The message in the current language. Components use `useT`, which renders again when the messages change. */
export const t = translator();

function translator(): Translate {
  return (key, ...[values]) => translate(key, values);
}

/** A message that English lacks is shown in Korean; a message that both lack is shown as its key. */
function translate(key: string, values: MessageValues | undefined): string {
  const message = messageFor(catalogues[language], key, values) ?? catalogues.ko.get(key) ?? key;
  return values ? fillMessage(message, values) : message;
}

/** A new function after each change of the messages, so that it can be a dependency of `useMemo`. */
let currentT = t;
const onMessagesChange = new Set<() => void>();

function messagesChanged(): void {
  currentT = translator();
  for (const listener of onMessagesChange) listener();
}

function subscribe(listener: () => void): () => void {
  onMessagesChange.add(listener);
  return () => onMessagesChange.delete(listener);
}

export function useT(): Translate {
  return useSyncExternalStore(subscribe, () => currentT);
}

export function currentLanguage(): Language {
  return language;
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}

export function useTexts(): Texts {
  return { t: useT(), language: useLanguage() };
}

/** Registers an area in both languages. The module that shows the messages imports the file that calls this. */
export function addMessages<Area extends keyof LazyMessages>(
  area: Area,
  messages: { readonly ko: LazyMessages[Area]; readonly en: SameKeys<LazyMessages[Area]> },
): void {
  addToCatalogue(catalogues.ko, messages.ko, area);
  addToCatalogue(catalogues.en, messages.en, area);
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

/** Follows the language that another window chooses. Returns a stop function. */
export function followLanguage(): () => void {
  return onStoredElsewhere(LANGUAGE_KEY, (text) => {
    applyLanguage(languageFrom(text)).catch((error: unknown) =>
      logWarning('the messages of the chosen language could not be loaded', error),
    );
  });
}

/** Rejects if the messages do not load; the language stays as it was. */
export async function setLanguage(next: Language): Promise<void> {
  await applyLanguage(next);
  writeStored('local', LANGUAGE_KEY, next);
}

function languageFrom(text: string | null | undefined): Language {
  return languages.find((known) => known === text) ?? defaultLanguage;
}

async function applyLanguage(next: Language): Promise<void> {
  if (next === 'en') addToCatalogue(catalogues.en, (await import('./messages.en.ts')).en);
  language = next;
  document.documentElement.lang = next;
  messagesChanged();
}
