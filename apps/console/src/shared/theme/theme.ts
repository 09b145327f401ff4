import { readStored, writeStored } from '#shared/storage.ts';

export const THEME_KEY = 'theme';
export const themeNames = ['lightTheme', 'darkTheme'] as const;
export type ThemeName = (typeof themeNames)[number];
export const DEFAULT_THEME: ThemeName = 'lightTheme';

export type ColorScheme = 'light' | 'dark';

/** What is stored counts only if it is exactly one of the two names. */
export function themeFrom(stored: string | null): ThemeName {
  return themeNames.find((name) => name === stored) ?? DEFAULT_THEME;
}

export function colorSchemeOf(theme: ThemeName): ColorScheme {
  return theme === 'darkTheme' ? 'dark' : 'light';
}

export function themeOf(colorScheme: ColorScheme | 'auto'): ThemeName {
  return colorScheme === 'dark' ? 'darkTheme' : 'lightTheme';
}

export function storedTheme(): ThemeName {
  return themeFrom(readStored('local', THEME_KEY));
}

/** Mantine's colour scheme kept under this product's key and names; other windows of the browser follow a change. */
export function createColorSchemeManager() {
  let onStorage: ((event: StorageEvent) => void) | null = null;
  return {
    get: (_fallback: ColorScheme | 'auto'): ColorScheme => colorSchemeOf(storedTheme()),
    set: (colorScheme: ColorScheme | 'auto'): void => writeStored('local', THEME_KEY, themeOf(colorScheme)),
    subscribe: (onUpdate: (colorScheme: ColorScheme) => void): void => {
      onStorage = (event) => {
        if (event.storageArea === window.localStorage && event.key === THEME_KEY)
          onUpdate(colorSchemeOf(themeFrom(event.newValue)));
      };
      window.addEventListener('storage', onStorage);
    },
    unsubscribe: (): void => {
      if (onStorage) window.removeEventListener('storage', onStorage);
      onStorage = null;
    },
    clear: (): void => writeStored('local', THEME_KEY, null),
  };
}
